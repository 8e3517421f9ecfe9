//! The part of the search that depends on the game: its moves, and the numbers of its steps.
//!
//! The search is compiled once for each implementation: so English draughts keeps its own generator, the fastest.

use std::marker::PhantomData;

use super::evaluate::Evaluation;
use crate::games::draughts::board::{DIRECTIONS, DraughtsBoard, Eight, Ten};
use crate::games::draughts::moves::english::EnglishMoves;
use crate::games::draughts::moves::{DraughtsMoves, can_capture};
use crate::games::draughts::{Draughts, Move, Position};

/// The number of steps: bits of squares of the larger board, times directions.
pub const STEPS: usize = (Ten::BITS * DIRECTIONS) as usize;

/// The legal moves of a position.
pub(super) trait TripleJumpMoves: Iterator<Item = Move> {
    /// Whether there is none.
    fn is_empty(&self) -> bool;

    /// Whether a jump is compulsory.
    fn must_jump(&self) -> bool;
}

/// The moves of a game as the search needs them.
pub(super) trait TripleJumpRules: Send + Sync + 'static {
    /// The board.
    type Board: DraughtsBoard;
    /// The legal moves of a position.
    type Moves: TripleJumpMoves;

    /// The player in a sentence.
    const ABOUT: &'static str;
    /// The settings of the player.
    const SETTINGS: &'static [&'static str];

    /// The legal moves of a position.
    fn moves(game: &Draughts<Self::Board>, position: &Position) -> Self::Moves;

    /// Whether the side to move can jump.
    fn can_jump(game: &Draughts<Self::Board>, position: &Position) -> bool;

    /// The number of a step, below [`STEPS`]. Steps with the same number are alike.
    fn number(step: Move) -> usize;

    /// The evaluation of lines of at most `plies` plies: by the network of the game if `network` is set and it has one.
    fn evaluation(game: &Draughts<Self::Board>, network: bool, plies: usize) -> Evaluation;
}

/// English draughts and its losing game.
pub struct English;

impl TripleJumpRules for English {
    type Board = Eight;
    type Moves = EnglishMoves;

    const ABOUT: &'static str =
        "principal variation search on several threads, with a network for each game of draughts";
    const SETTINGS: &'static [&'static str] = &["depth", "time", "threads", "hash", "tables", "weights"];

    #[inline(always)]
    fn moves(_game: &Draughts, position: &Position) -> EnglishMoves {
        EnglishMoves::of(position)
    }

    #[inline(always)]
    fn can_jump(_game: &Draughts, position: &Position) -> bool {
        EnglishMoves::can_jump(position)
    }

    #[inline(always)]
    fn number(step: Move) -> usize {
        step.number()
    }

    fn evaluation(game: &Draughts, network: bool, plies: usize) -> Evaluation {
        if network { Evaluation::network(game, plies) } else { Evaluation::weights(game) }
    }
}

impl TripleJumpMoves for EnglishMoves {
    #[inline(always)]
    fn is_empty(&self) -> bool {
        EnglishMoves::is_empty(self)
    }

    #[inline(always)]
    fn must_jump(&self) -> bool {
        matches!(self, EnglishMoves::Jumps(_))
    }
}

/// Every other game on a board, by its rules.
pub struct ByRules<B>(PhantomData<B>);

impl<B: DraughtsBoard> TripleJumpRules for ByRules<B> {
    type Board = B;
    type Moves = DraughtsMoves<B>;

    const ABOUT: &'static str = "principal variation search on several threads, with weights for each board";
    const SETTINGS: &'static [&'static str] = &["depth", "time", "threads", "hash", "tables"];

    #[inline(always)]
    fn moves(game: &Draughts<B>, position: &Position) -> DraughtsMoves<B> {
        DraughtsMoves::by_rules(game.rules, position)
    }

    #[inline(always)]
    fn can_jump(game: &Draughts<B>, position: &Position) -> bool {
        can_capture::<B>(game.rules, position)
    }

    /// Four times the bit of the square that the step enters, plus its direction.
    #[inline(always)]
    fn number(step: Move) -> usize {
        let rays = &B::RAYS[step.from().trailing_zeros() as usize % 64];
        let upward = if step.to() > step.from() { 0 } else { 2 };
        let direction = upward + usize::from(rays[upward] & step.to() == 0);
        4 * step.to().trailing_zeros() as usize + direction
    }

    fn evaluation(game: &Draughts<B>, _network: bool, _plies: usize) -> Evaluation {
        Evaluation::own_weights(game)
    }
}

impl<B: DraughtsBoard> TripleJumpMoves for DraughtsMoves<B> {
    #[inline(always)]
    fn is_empty(&self) -> bool {
        match self {
            DraughtsMoves::English(moves) => moves.is_empty(),
            DraughtsMoves::Steps(steps) => steps.is_empty(),
            DraughtsMoves::Captures(captures) => captures.as_slice().is_empty(),
        }
    }

    #[inline(always)]
    fn must_jump(&self) -> bool {
        match self {
            DraughtsMoves::English(moves) => moves.must_jump(),
            DraughtsMoves::Steps(_) => false,
            DraughtsMoves::Captures(_) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Notation};

    #[test]
    fn steps_to_a_square_have_a_number_by_their_direction() {
        let game = Draughts::international();
        let position = game.parse("W:WK28:B1,2").unwrap_or_else(|error| panic!("{error}"));
        let steps: Vec<Move> = game.moves(&position).collect();
        for &step in &steps {
            let number = ByRules::<Ten>::number(step);
            assert!(number < STEPS);
            let (direction, entered) = ((number % 4) as u32, 1_u64 << (number / 4));
            assert_eq!(entered, step.to());
            let ray = Ten::RAYS[step.from().trailing_zeros() as usize][direction as usize];
            assert_ne!(ray & step.to(), 0);
        }
        let man = game.parse("W:W28:B1,2").unwrap_or_else(|error| panic!("{error}"));
        let numbers: Vec<usize> = game.moves(&man).map(ByRules::<Ten>::number).collect();
        assert!(numbers.len() == 2 && numbers[0] != numbers[1]);
    }
}
