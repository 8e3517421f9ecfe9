//! What a game is: its rules, and how it is written down.
//!
//! A game knows nothing of indexes, tables, solvers or screens. To add one, copy [`games::tic_tac_toe`].
//!
//! [`games::tic_tac_toe`]: crate::games::tic_tac_toe

use std::fmt::Debug;
use std::hash::Hash;

use thiserror::Error;

use crate::player::Style;

/// How a finished game stands for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move has won.
    Win,
    /// The side to move has lost.
    Loss,
    /// Nobody has won.
    Draw,
}

/// The rules of a game of two sides that move in turn, with nothing hidden and no chance. All but [`Game::evaluate`],
/// [`Game::is_quiet`] and [`Game::players`] are REQUIRED.
///
/// Positions are small immutable values: making a move gives a new one. Endless play is a draw, and the rules need not
/// know of it.
pub trait Game: Send + Sync + 'static {
    /// Everything that decides how the game may go on, the side to move included.
    type Position: Copy + Eq + Hash + Debug + Send + Sync;
    /// One move of one side, complete: a capture with all that it takes.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// The name on the command line and in the tables, in lower case: `tic-tac-toe`.
    fn name(&self) -> &'static str;

    /// The names of the two sides, the one that moves first in the usual start first.
    fn sides(&self) -> &'static [&'static str];

    /// The position in which a game starts.
    fn start(&self) -> Self::Position;

    /// Which of the [`Game::sides`] is to move, counted from 0.
    fn side_to_move(&self, position: &Self::Position) -> usize;

    /// How the game has ended, for the side to move; nothing while it goes on.
    ///
    /// Whether a side without a move has lost, won or drawn is said here: a position that goes on has a legal move.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// The legal moves, each once and always in the same order; none once the game has ended.
    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move>;

    /// The position after a legal move.
    fn play(&self, position: &Self::Position, m: Self::Move) -> Self::Position;

    /// How well the side to move seems to stand, for searches that cannot look to the end: above 0 if it stands better,
    /// in whatever unit, and never above a million. Asked only of positions that go on. OPTIONAL: without it, all are
    /// alike, 0.
    fn evaluate(&self, _position: &Self::Position) -> i32 {
        0
    }

    /// Whether a legal move brings the game no nearer to its end, such as one without a capture: so many of them in a row
    /// make a draw at the board. The rules proper, and tables, know nothing of it. OPTIONAL: without it, no game at the
    /// board ends so.
    fn is_quiet(&self, _position: &Self::Position, _m: Self::Move) -> bool {
        false
    }

    /// The players that the game brings along, the one to play against first. OPTIONAL: the searches that play every
    /// game are always there.
    fn players(&self) -> Vec<Style<Self>>
    where
        Self: Sized,
    {
        Vec::new()
    }
}

/// How a game's positions and moves are written. All but [`Notation::parse_move`] are REQUIRED.
///
/// What is written can be read back: `parse(write(p)) == p`.
pub trait Notation: Game {
    /// Reads a position.
    ///
    /// # Errors
    /// Whatever the text, a [`NotationError`] that says what was expected and what was found.
    fn parse(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// Writes a position on one line, at the end of `text`.
    fn write(&self, position: &Self::Position, text: &mut String);

    /// Writes a move that is legal in `position`, at the end of `text`.
    fn write_move(&self, position: &Self::Position, m: Self::Move, text: &mut String);

    /// Draws the board for a person, with coordinates, over several lines.
    fn draw(&self, position: &Self::Position) -> String;

    /// A few words for a person on how a position and a move are written, with an example of each.
    fn help(&self) -> &'static str;

    /// Reads a move. OPTIONAL: without it, the text is held against every legal move as written.
    ///
    /// # Errors
    /// If the text is no legal move of the position; the error lists those that are.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, NotationError> {
        let wanted = text.trim();
        self.moves(position)
            .find(|&m| self.move_text(position, m).eq_ignore_ascii_case(wanted))
            .ok_or_else(|| self.no_such_move(position, wanted))
    }

    /// The position as text. Do not override.
    fn text(&self, position: &Self::Position) -> String {
        let mut text = String::new();
        self.write(position, &mut text);
        text
    }

    /// The move as text. Do not override.
    fn move_text(&self, position: &Self::Position, m: Self::Move) -> String {
        let mut text = String::new();
        self.write_move(position, m, &mut text);
        text
    }

    /// The error for a text that is no legal move. Do not override.
    fn no_such_move(&self, position: &Self::Position, wanted: &str) -> NotationError {
        let legal: Vec<String> = self.moves(position).map(|m| self.move_text(position, m)).collect();
        let expected = match legal.len() {
            0 => "no move at all: the game is over here".to_string(),
            _ => format!("one of the legal moves {}", legal.join(" ")),
        };
        NotationError::new(expected, wanted)
    }
}

/// A text that is no position or no move: what was expected, and what was found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected {expected}, found {found}")]
pub struct NotationError {
    expected: String,
    found: String,
}

impl NotationError {
    /// An error for a piece of text; a long or unprintable one is shortened and escaped.
    pub fn new(expected: impl Into<String>, found: &str) -> NotationError {
        const LONGEST: usize = 60;
        let mut shown: String = found.chars().take(LONGEST).collect();
        if shown.len() < found.len() {
            shown.push('…');
        }
        let found = if found.is_empty() { "nothing".to_string() } else { format!("{shown:?}") };
        NotationError { expected: expected.into(), found }
    }
}
