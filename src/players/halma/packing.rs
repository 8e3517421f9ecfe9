//! The table of the end: the exact number of turns that a player alone needs to bring his last three pieces home, when
//! all his pieces are in the corner of his target.
//!
//! The corner is the triangle of 36 squares with u + v < 8, which contains the 13 squares of the target. Chains of hops
//! stay in the corner. On the board, a chain that leaves the corner and comes back may be shorter; the beam search
//! looks for it. Pieces never leave the target, so the 526,540 sets with at least ten of thirteen pieces home lead only
//! to one another. They are solved by a breadth-first search backwards from the full target.

use std::sync::OnceLock;

use super::costs::{at_corner, from_corner};
use crate::game::Game;
use crate::games::halma::{HalmaBoard, SquareSet};
use crate::games::halma_packing::{HalmaPacking, PIECES, Position, STRIDE, TARGET, region};
use crate::space::Space;
use crate::space::combinatorics::binomial;
use crate::util::bits::ones;

/// The greatest number of pieces that are not home.
const MOST_OUTSIDE: usize = 3;

/// The squares of the triangle.
const SQUARES: u8 = 36;

/// The rows and columns of the triangle.
const SIDE: u8 = 8;

/// The squares of the triangle outside the target.
const OUTSIDE: u32 = SQUARES as u32 - PIECES;

/// Stands for the turns of a set that was not yet reached.
const NEVER: u8 = u8::MAX;

/// A set of squares of the corner, as [`Position::pieces`] has it: bit u + 9 v for the square u columns and v rows from
/// the corner.
type Corner = u64;

/// The turns that each set needs.
pub struct CornerTable {
    /// The rules in the corner.
    game: HalmaPacking,
    /// By bit, the number of the square among the squares of the target, or among the squares outside.
    numbers: [u8; 64],
    /// By the number of pieces outside, the index of the first set.
    starts: [usize; MOST_OUTSIDE + 2],
    turns: Vec<u8>,
}

/// The table. The first call makes it.
pub fn packing() -> &'static CornerTable {
    static PACKING: OnceLock<CornerTable> = OnceLock::new();
    PACKING.get_or_init(CornerTable::new)
}

impl CornerTable {
    fn new() -> CornerTable {
        let mut numbers = [0; 64];
        for squares in [TARGET, region(SQUARES) & !TARGET] {
            (0..).zip(ones::<u32>(squares)).for_each(|(number, bit)| numbers[bit as usize] = number);
        }
        let mut starts = [0; MOST_OUTSIDE + 2];
        for outside in 0..=MOST_OUTSIDE {
            let sets = binomial(PIECES, outside as u32) * binomial(OUTSIDE, outside as u32);
            starts[outside + 1] = starts[outside] + sets as usize;
        }
        let turns = vec![NEVER; starts[MOST_OUTSIDE + 1]];
        let mut packing = CornerTable { game: HalmaPacking::new(), numbers, starts, turns };
        packing.solve();
        packing
    }

    /// Finds the turns of all sets.
    fn solve(&mut self) {
        let full = self.index(TARGET);
        self.turns[full] = 0;
        let (mut layer, mut turns) = (vec![in_corner(TARGET)], 0);
        while !layer.is_empty() {
            turns += 1;
            let mut next = Vec::new();
            for position in &layer {
                for before in self.game.parents(position) {
                    if (before.pieces & !TARGET).count_ones() as usize <= MOST_OUTSIDE {
                        let index = self.index(before.pieces);
                        if self.turns[index] == NEVER {
                            self.turns[index] = turns;
                            next.push(before);
                        }
                    }
                }
            }
            layer = next;
        }
    }

    /// The place of a set in the table.
    fn index(&self, set: Corner) -> usize {
        let (holes, outside) = (TARGET & !set, set & !TARGET);
        let number = outside.count_ones();
        let rank = |squares: Corner| -> u64 {
            let numbers = ones::<u32>(squares).map(|bit| self.numbers[bit as usize].into());
            numbers.zip(1..).map(|(number, place)| binomial(number, place)).sum()
        };
        self.starts[number as usize] + (rank(holes) * binomial(OUTSIDE, number) + rank(outside)) as usize
    }

    /// The set of a player's pieces; `None` if the table does not have it.
    fn corner(board: &HalmaBoard, player: usize, pieces: &SquareSet) -> Option<Corner> {
        let bit = |square| {
            let (u, v) = from_corner(board, player, square);
            (u + v < SIDE).then(|| 1 << (u32::from(u) + STRIDE * u32::from(v)))
        };
        let corner = |squares: &SquareSet| squares.iter().map(bit).sum::<Option<Corner>>();
        let set = corner(pieces).filter(|set| set.count_ones() == PIECES)?;
        let same_target = board.size == 2 * SIDE && corner(board.target(player)) == Some(TARGET);
        (same_target && (set & !TARGET).count_ones() as usize <= MOST_OUTSIDE).then_some(set)
    }

    /// A shortest sequence of turns within the corner that brings these pieces of a player home. `None` if the table
    /// does not have the pieces, or there is no such sequence.
    pub fn plan(&self, board: &HalmaBoard, player: usize, pieces: &SquareSet) -> Option<Vec<(u8, u8)>> {
        let square = |of: Corner| {
            let bit = of.trailing_zeros();
            at_corner(board, player, ((bit % STRIDE) as u8, (bit / STRIDE) as u8))
        };
        let mut position = in_corner(CornerTable::corner(board, player, pieces)?);
        let turns = self.turns[self.index(position.pieces)];
        let mut plan = Vec::new();
        for left in (0..turns).rev().filter(|_| turns != NEVER) {
            let after = |mv| self.game.play(&position, mv);
            let next =
                self.game.moves(&position).map(after).find(|next| self.turns[self.index(next.pieces)] == left)?;
            plan.push((square(position.pieces & !next.pieces), square(next.pieces & !position.pieces)));
            position = next;
        }
        (turns != NEVER).then_some(plan)
    }

    /// The squares of the corner.
    pub fn squares(board: &HalmaBoard, player: usize) -> SquareSet {
        let near = |&square: &u8| {
            let (u, v) = from_corner(board, player, square);
            u + v < SIDE
        };
        board.squares.iter().filter(near).collect()
    }
}

/// A position of the game in the corner.
fn in_corner(pieces: Corner) -> Position {
    Position { pieces, squares: SQUARES }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::halma::{Halma, HalmaTurn, Position};
    use crate::util::random::Random;

    /// Pieces of a player in the corner, some not home.
    fn pieces(game: &Halma, player: usize, outside: usize, random: &mut Random) -> SquareSet {
        let target = *game.board().target(player);
        let mut inside: Vec<u8> = target.iter().collect();
        let mut around: Vec<u8> = (CornerTable::squares(game.board(), player) & !target).iter().collect();
        let mut pieces = target;
        for _ in 0..outside {
            pieces.remove(inside.swap_remove(random.below(inside.len())));
            pieces.insert(around.swap_remove(random.below(around.len())));
        }
        pieces
    }

    #[test]
    fn the_table_has_every_set_and_fills_all() {
        let packing = packing();
        assert_eq!(packing.turns.len(), 1 + 13 * 23 + 78 * 253 + 286 * 1771);
        assert_eq!(packing.turns.iter().filter(|&&turns| turns == 0).count(), 1);
        assert!(!packing.turns.contains(&NEVER));
    }

    /// By the rules, a set needs one turn more than its best successor. All squares outside the corner are occupied, so
    /// that no chain leaves the corner.
    #[test]
    fn every_set_needs_a_turn_more_than_the_best_that_follows() {
        let (game, mut random) = (Halma::new(), Random::new(6));
        let board = game.board();
        for number in 0..2000 {
            let player = number % 4;
            let corner = CornerTable::squares(board, player);
            let own = pieces(&game, player, 1 + random.below(3), &mut random);
            let mut position = Position { pieces: [board.squares & !corner; 4], player: player as u8, round: 0 };
            position.pieces[player] = own;
            let turns = |own: &SquareSet| packing().plan(board, player, own).map(|plan| plan.len());
            let results = game.moves(&position).filter_map(HalmaTurn::squares);
            let best = results.map(|(from, to)| turns(&((own & !SquareSet::of(from)) | SquareSet::of(to)))).min();
            assert_eq!(turns(&own).map(|turns| Some(turns - 1)), best, "{number}");
        }
    }

    #[test]
    fn plans_are_legal_and_end_at_home() {
        let (game, mut random) = (Halma::new(), Random::new(7));
        for player in (0..4).cycle().take(400) {
            let mut position = Position { pieces: game.board().zones, player, round: 0 };
            let player = usize::from(player);
            position.pieces[player ^ 3] = game.board().zones[player];
            position.pieces[player] = pieces(&game, player, 3, &mut random);
            let plan = packing().plan(game.board(), player, position.own()).expect("a plan");
            for turn in plan {
                let turn = game.moves(&position).find(|mv| mv.squares() == Some(turn)).expect("a legal move");
                position.pieces = game.play(&position, turn).pieces;
            }
            assert!(game.is_home(&position, player));
        }
    }

    #[test]
    fn only_sets_of_the_corner_are_there() {
        let game = Halma::new();
        let board = game.board();
        assert_eq!(packing().plan(board, 0, board.target(0)), Some(Vec::new()));
        assert_eq!(packing().plan(board, 0, &board.zones[0]), None);
        assert_eq!(packing().plan(board, 0, &pieces(&game, 0, 4, &mut Random::new(8))), None);
        let small = Halma::on(HalmaBoard::new(8, &[2, 1]));
        assert_eq!(packing().plan(small.board(), 0, small.board().target(0)), None);
    }
}
