//! A game at the board: a person or the table on either side.
//!
//! It is played over whatever can be read and written by lines. The table takes the fastest of its wins and the longest
//! of its losses, and among equal moves the first: it plays the same game against the same moves.

mod choice;
pub mod contest;
mod ending;
mod record;
mod session;

use std::io::{self, BufRead, Write};

use thiserror::Error;

use crate::game::Notation;
use crate::probe::{NotHeld, Probe, Tables};
use crate::space::Space;
use crate::table::TableError;
pub use ending::{Ending, QUIET_PLIES};
use session::Session;

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Whoever writes the lines that are read.
    Person,
    /// The best move by the tables.
    Table,
}

/// Why a game could not go on.
#[derive(Debug, Error)]
pub enum PlayError {
    /// The person's lines cannot be read.
    #[error("reading the moves failed: {0}")]
    Input(io::Error),
    /// The board cannot be shown.
    #[error("showing the board failed: {0}")]
    Output(#[from] io::Error),
    /// A table cannot be trusted.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The tables do not hold a position that a move leads to, so they cannot say which is best.
    #[error(transparent)]
    NotHeld(#[from] NotHeld),
}

/// Plays a game from a position to its end, or until the person leaves; the players are in the order of
/// [`Game::sides`](crate::game::Game::sides). A position that comes a third time makes a draw.
///
/// Nothing that a person writes ends the game, but `quit` and the end of the input.
///
/// # Errors
/// See [`PlayError`].
pub fn play<S: Space + Notation, T: Tables>(
    probe: &Probe<S, T>,
    start: S::Position,
    players: [Player; 2],
    input: &mut impl BufRead,
    output: &mut (impl Write + ?Sized),
) -> Result<(), PlayError> {
    Session::new(probe, start, players, input, output).run()
}
