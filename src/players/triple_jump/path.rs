//! The positions of the game so far and of the current line, to find repetitions.
//!
//! A capture or a man's move cannot be taken back. So each position knows how many plies since then lead to it, and an
//! equal position is at most so far back:
//!
//! ```text
//!   moves         man   king  king  king  king  king
//!   reversible  0     0     1     2     3     4     5      the last may repeat the one with 1
//! ```

use crate::games::draughts::board::DraughtsBoard;
use crate::games::draughts::{Move, Position};
use crate::search::transposition::fold;

/// A position that was visited.
struct Visited {
    /// The hash of the position, with its side to move.
    hash: u64,
    /// The plies since a man moved or a piece was captured.
    reversible: usize,
}

/// The positions of the game so far and of the current line, the latest last.
pub struct Path(Vec<Visited>);

impl Path {
    /// The positions of a game, with room for the line of a search.
    pub fn of_game<'a, B: DraughtsBoard>(before: &'a [Position], position: &'a Position, plies: usize) -> Path {
        let mut path = Path(Vec::with_capacity(before.len() + plies + 2));
        let mut last = None;
        for position in before.iter().chain([position]) {
            path.push(position, hash(position), last.is_some_and(|last| same_men::<B>(last, position)));
            last = Some(position);
        }
        path
    }

    #[inline(always)]
    fn push(&mut self, position: &Position, hash: u64, is_reversible: bool) {
        let reversible = self.0.last().map_or(0, |last| if is_reversible { last.reversible + 1 } else { 0 });
        self.0.push(Visited { hash: with_side(position, hash), reversible });
    }

    /// Enters the position after a move. `hash` is its hash without its side to move.
    #[inline(always)]
    pub fn enter(&mut self, position: &Position, mv: Move, after: &Position, hash: u64) {
        self.push(after, hash, !mv.is_jump() && position.kings & mv.from() != 0);
    }

    /// Takes the last move back.
    #[inline(always)]
    pub fn leave(&mut self) {
        self.0.pop();
    }

    /// Whether the last position occurred before. A repetition takes at least four plies.
    #[inline(always)]
    pub fn is_repetition(&self) -> bool {
        let Some(now) = self.0.last().filter(|now| now.reversible >= 4) else { return false };
        let (last, mut back) = (self.0.len() - 1, 4);
        while back <= now.reversible.min(last) {
            if self.0[last - back].hash == now.hash {
                return true;
            }
            back += 2;
        }
        false
    }
}

/// The hash of the pieces as the side to move sees them, so that both colours share entries; never 0.
#[inline(always)]
pub fn hash(position: &Position) -> u64 {
    let &Position { own, other, kings, .. } = position;
    let pieces = fold(own ^ 0xa076_1d64_78bd_642f, other ^ 0xe703_7ed1_a0b4_28db);
    fold(pieces ^ kings ^ 0x8ebc_6af0_9c88_c6e3, 0x5899_65cc_7537_4cc3).max(1)
}

/// The hash with the side to move.
#[inline(always)]
fn with_side(position: &Position, hash: u64) -> u64 {
    hash ^ u64::from(position.black_to_move)
}

/// Whether a move from one position to the next was a king's step.
fn same_men<B: DraughtsBoard>(before: &Position, after: &Position) -> bool {
    let men = |position: &Position| (position.own | position.other) & !position.kings;
    let pieces = |position: &Position| (position.own | position.other).count_ones();
    B::rotated(men(before)) == men(after) && pieces(before) == pieces(after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Notation};
    use crate::games::draughts::Draughts;
    use crate::games::draughts::board::Eight;

    #[test]
    fn kings_that_come_back_repeat_a_position() {
        let game = Draughts::checkers();
        let mut position = game.parse("B:W24,K32:B5,K1").unwrap_or_else(|error| panic!("{error}"));
        let mut path = Path::of_game::<Eight>(&[], &position, 12);
        // A man's move, then both kings go and come back twice.
        let mut repetitions = Vec::new();
        for text in ["5-9", "32-27", "1-6", "27-32", "6-1", "32-27", "1-6"] {
            let mv = game.parse_move(&position, text).unwrap_or_else(|error| panic!("{error}"));
            let after = game.play(&position, mv);
            path.enter(&position, mv, &after, hash(&after));
            position = after;
            repetitions.push(path.is_repetition());
        }
        assert_eq!(repetitions, [false, false, false, false, true, true, true]);
        path.leave();
        assert!(path.is_repetition());
    }
}
