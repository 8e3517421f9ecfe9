//! Games at the board: a person, the tables or an engine plays each side, over lines of text.
//!
//! The tables play the shortest win or the longest loss; among equal moves, the one after which the other team has the
//! fewest best replies. They always answer the same moves with the same game.
//!
//! # Overview of types
//!
//! * [`play`]: plays a game on a [`Board`], with a [`Seat`] for each side. [`PlayError`] if it cannot go on.
//! * [`Record`]: the positions and moves of a game. [`Ending`]: how it ended.
//! * [`transcript`]: saved games, as text.
//! * [`matches`]: many games between two engines.

mod choice;
mod ending;
pub mod matches;
mod record;
mod session;
mod tokens;
pub mod transcript;

use std::io::{self, BufRead, Write};

use thiserror::Error;

use crate::game::Notation;
use crate::query::{NotHeld, Probe};
use crate::search::{Limit, PlayerFactory, Searcher};
use crate::space::Space;
use crate::values::{Lookup, LookupError};

pub use ending::{Ending, QUIET_PLIES};
pub use record::Record;

use session::Session;

/// The player of a side.
pub enum Seat<S: Space> {
    /// A person, who types the moves.
    Person,
    /// The tables.
    Table,
    /// A generic search or a player of the game.
    Engine(Searcher<S>),
}

impl<S: Space> Seat<S> {
    /// The name, without settings.
    pub fn name(&self) -> &'static str {
        match self {
            Seat::Person => "person",
            Seat::Table => "table",
            Seat::Engine(engine) => engine.name(),
        }
    }
}

/// A game with what it is played with.
pub struct Board<'a, S: Space, T> {
    /// The rules.
    pub game: &'a S,
    /// The players of the game.
    pub players: &'a [PlayerFactory<S>],
    /// The tables, if there are any.
    pub probe: Option<Probe<'a, S, T>>,
    /// The limit for a move of an engine without a limit of its own.
    pub limit: Limit,
    /// The number of plies without progress that make a draw; see [`Game::is_quiet`](crate::game::Game::is_quiet).
    pub quiet_plies: u32,
}

/// Why a game was aborted.
#[derive(Debug, Error)]
pub enum PlayError {
    /// The input cannot be read.
    #[error("could not read the moves: {0}")]
    Input(io::Error),
    /// The output cannot be written.
    #[error("could not show the board: {0}")]
    Output(#[from] io::Error),
    /// A table is damaged or cannot be read.
    #[error(transparent)]
    Table(#[from] LookupError),
    /// The tables are to move, and do not hold every position that a move leads to.
    #[error(transparent)]
    NotHeld(#[from] NotHeld),
    /// The tables are to play, and there are none.
    #[error("expected tables to play by, found none of {0}")]
    NoTables(&'static str),
}

/// Plays a game on to its end, or until the person leaves, and returns its record. `seats` has one for each of the
/// [`Game::sides`](crate::game::Game::sides). The third occurrence of a position makes a draw.
///
/// Of all that a person types, only `quit` and the end of the input end the game.
///
/// # Errors
/// See [`PlayError`].
///
/// # Panics
/// If there are fewer seats than sides.
pub fn play<S: Space + Notation, T: Lookup>(
    board: &Board<S, T>,
    record: Record<S::Position, S::Move>,
    seats: impl Into<Vec<Seat<S>>>,
    input: &mut impl BufRead,
    output: &mut (impl Write + ?Sized),
) -> Result<Record<S::Position, S::Move>, PlayError> {
    Session::new(board, record, seats.into(), input, output).run()
}
