//! The turns of one player, on a board with a byte for each square and a rim of two squares. The rim spares the checks
//! for the edge.

use crate::games::halma::{HalmaBoard, STRIDE, SquareSet};

/// The distance between two rows in the array.
const WIDE: usize = 20;

/// The offsets to the eight neighbours.
const WAYS: [isize; 8] = [-21, -20, -19, -1, 1, 19, 20, 21];

/// The most squares of a chain: every second one of every second row.
const CHAIN: usize = 64;

/// A square that may be entered.
const EMPTY: u8 = 0;
/// The bit of a square with a piece.
const PIECE: u8 = 1;
/// The bit of a square that may not be entered, or beyond the rim.
const CLOSED: u8 = 2;
/// The bit of a square that the current chain of hops has reached.
const REACHED: u8 = 4;

/// The board for one player.
#[derive(Clone)]
pub struct Mailbox {
    squares: [u8; WIDE * WIDE],
    target: [bool; WIDE * WIDE],
}

impl Mailbox {
    /// The board with the pieces of the others, on which `closed` squares may not be entered.
    pub fn new(board: &HalmaBoard, player: usize, others: &SquareSet, closed: &SquareSet) -> Mailbox {
        let mut mailbox = Mailbox { squares: [CLOSED; WIDE * WIDE], target: [false; WIDE * WIDE] };
        (board.squares & !*closed).iter().for_each(|square| mailbox.squares[place(square)] = EMPTY);
        others.iter().for_each(|square| mailbox.squares[place(square)] |= PIECE);
        board.target(player).iter().for_each(|square| mailbox.target[place(square)] = true);
        mailbox
    }

    /// Calls `visit` with both ends of every turn of the player whose pieces are `own`.
    #[inline(always)]
    pub fn turns(&mut self, own: &SquareSet, mut visit: impl FnMut(u8, u8)) {
        own.iter().for_each(|square| self.squares[place(square)] |= PIECE);
        own.iter().for_each(|from| self.turns_of(from, &mut visit));
        own.iter().for_each(|square| self.squares[place(square)] &= !PIECE);
    }

    /// The turns of the piece on a square.
    #[inline(always)]
    fn turns_of(&mut self, from: u8, visit: &mut impl FnMut(u8, u8)) {
        let (mut reached, mut number) = ([0; CHAIN], 1);
        let start = place(from);
        reached[0] = start;
        self.squares[start] ^= PIECE | REACHED;
        let mut next = 0;
        while next < number {
            let here = reached[next];
            let bound = self.target[here];
            for way in WAYS {
                let beyond = here.wrapping_add_signed(2 * way);
                if self.squares[here.wrapping_add_signed(way)] & PIECE != 0
                    && self.squares[beyond] == EMPTY
                    && (!bound || self.target[beyond])
                {
                    self.squares[beyond] = REACHED;
                    reached[number] = beyond;
                    number += 1;
                }
            }
            next += 1;
        }
        let bound = self.target[start];
        for way in WAYS {
            let beside = start.wrapping_add_signed(way);
            if self.squares[beside] == EMPTY && (!bound || self.target[beside]) {
                visit(from, square(beside));
            }
        }
        for &there in &reached[1..number] {
            self.squares[there] = EMPTY;
            visit(from, square(there));
        }
        self.squares[start] ^= PIECE | REACHED;
    }
}

/// The place of a square.
#[inline(always)]
fn place(square: u8) -> usize {
    WIDE * usize::from(square / STRIDE + 2) + usize::from(square % STRIDE + 2)
}

/// The square of a place.
#[inline(always)]
fn square(place: usize) -> u8 {
    (usize::from(STRIDE) * (place / WIDE - 2) + place % WIDE - 2) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::halma::{Halma, HalmaTurn, Position};
    use crate::util::random::Random;

    fn turns(game: &Halma, position: &Position, closed: &SquareSet) -> Vec<(u8, u8)> {
        let others = position.occupied() & !*position.own();
        let mut mailbox = Mailbox::new(game.board(), position.player.into(), &others, closed);
        let mut found = Vec::new();
        mailbox.turns(position.own(), |from, to| found.push((from, to)));
        // The second time tests that the first has left the board unchanged.
        let mut number = 0;
        mailbox.turns(position.own(), |_, _| number += 1);
        assert_eq!(number, found.len());
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The turns of the rules, without those that lose at once.
    fn legal(game: &Halma, position: &Position, lose: impl Fn(&Position) -> bool) -> Vec<(u8, u8)> {
        let moves = game.moves(position).filter(|&turn| !lose(&game.play(position, turn)));
        let mut legal: Vec<_> = moves.filter_map(HalmaTurn::squares).collect();
        legal.sort_unstable();
        legal
    }

    #[test]
    fn turns_are_those_of_the_rules() {
        let (game, mut random) = (Halma::new(), Random::new(4));
        for _ in 0..4 {
            let mut position = game.start();
            while game.outcome(&position).is_none() && position.round < 99 {
                if !game.is_home(&position, position.player.into()) {
                    assert_eq!(turns(&game, &position, &SquareSet::EMPTY), legal(&game, &position, |_| false));
                }
                let moves: Vec<HalmaTurn> = game.moves(&position).collect();
                position = game.play(&position, moves[random.below(moves.len())]);
            }
        }
    }

    /// In round 100, turns that end in the start zone or go through it are left out.
    #[test]
    fn closed_squares_are_not_entered() {
        let (game, mut random) = (Halma::new(), Random::new(5));
        let start = game.board().zones[0];
        let free: Vec<u8> = (game.board().squares & !start).iter().collect();
        for _ in 0..300 {
            let mut free = free.clone();
            let mut take = || -> SquareSet { (0..13).map(|_| free.swap_remove(random.below(free.len()))).collect() };
            let mut position = Position { pieces: [take(), take(), take(), take()], player: 0, round: 100 };
            // A bridge into the start zone.
            position.pieces[1].pop();
            position.pieces[1].insert(start.iter().nth(random.below(13)).unwrap_or(0));
            assert_eq!(turns(&game, &position, &start), legal(&game, &position, |after| after.pieces[0].meets(&start)));
        }
    }
}
