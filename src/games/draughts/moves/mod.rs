//! Moves: steps, and whole captures. Every path of a capture is a move.
//!
//! `english` has the moves of English draughts and of its losing game. Its iterators allocate no memory, and are the
//! fastest. `steps` and `captures` have the moves of every game, by its [`DraughtsRules`].

mod captures;
pub(crate) mod english;
mod mv;
mod steps;

use super::board::DraughtsBoard;
use super::position::Position;
use super::rules::DraughtsRules;
pub(crate) use captures::{captures, path_of_capture};
use english::EnglishMoves;
pub use mv::Move;
use steps::DraughtsSteps;

/// The legal moves of a position.
pub(crate) enum DraughtsMoves<B> {
    /// Of English draughts.
    English(EnglishMoves),
    /// No piece can capture.
    Steps(DraughtsSteps<B>),
    /// Some piece can capture, so one must.
    Captures(std::vec::IntoIter<Move>),
}

impl<B: DraughtsBoard> DraughtsMoves<B> {
    /// The moves of a position of a game that is not English draughts.
    pub fn by_rules(rules: &DraughtsRules, position: &Position) -> DraughtsMoves<B> {
        if !captures::can_capture::<B>(rules, position) {
            return DraughtsMoves::Steps(DraughtsSteps::of(rules, position));
        }
        let mut found = Vec::new();
        captures::<B>(rules, position, true, &mut found);
        DraughtsMoves::Captures(found.into_iter())
    }
}

/// Whether a piece of the side to move can capture.
pub(crate) fn can_capture<B: DraughtsBoard>(rules: &DraughtsRules, position: &Position) -> bool {
    captures::can_capture::<B>(rules, position)
}

/// Whether the side to move has a move, in a game that is not English draughts.
pub(crate) fn can_move<B: DraughtsBoard>(rules: &DraughtsRules, position: &Position) -> bool {
    DraughtsSteps::<B>::of(rules, position).next().is_some() || captures::can_capture::<B>(rules, position)
}

impl<B: DraughtsBoard> Iterator for DraughtsMoves<B> {
    type Item = Move;

    #[inline(always)]
    fn next(&mut self) -> Option<Move> {
        match self {
            DraughtsMoves::English(moves) => moves.next(),
            DraughtsMoves::Steps(steps) => steps.next(),
            DraughtsMoves::Captures(captures) => captures.next(),
        }
    }

    #[inline(always)]
    fn count(self) -> usize {
        match self {
            DraughtsMoves::English(moves) => moves.count(),
            DraughtsMoves::Steps(steps) => steps.count(),
            DraughtsMoves::Captures(captures) => captures.count(),
        }
    }
}
