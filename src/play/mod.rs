//! A game at the board: a person, the tables or an engine on either side.
//!
//! It is played over whatever can be read and written by lines. The table takes the fastest of its wins and the longest
//! of its losses, and among equal moves the one that leaves the other side the fewest ways to hold what it has: it plays
//! the same game against the same moves.

mod choice;
mod ending;
pub mod matches;
mod record;
mod session;
pub mod transcript;

use std::io::{self, BufRead, Write};

use thiserror::Error;

use crate::game::Notation;
use crate::query::{NotHeld, Probe};
use crate::search::{Limit, PlayerFactory, Searcher};
use crate::space::Space;
use crate::values::Lookup;
use crate::values::LookupError;
pub use ending::{Ending, QUIET_PLIES};
pub use record::Record;
use session::Session;

/// Who plays a side.
pub enum Seat<S: Space> {
    /// Whoever writes the lines that are read.
    Person,
    /// The best move by the tables.
    Table,
    /// An engine.
    Engine(Searcher<S>),
}

impl<S: Space> Seat<S> {
    /// A name for whoever it is.
    pub fn name(&self) -> &'static str {
        match self {
            Seat::Person => "person",
            Seat::Table => "table",
            Seat::Engine(engine) => engine.name(),
        }
    }
}

/// What a game is played with.
pub struct Board<'a, S: Space, T> {
    /// The game.
    pub game: &'a S,
    /// The players that know it.
    pub players: &'a [PlayerFactory<S>],
    /// Its tables, if there are any.
    pub probe: Option<Probe<'a, S, T>>,
    /// How long an engine may think about a move, if it has no limit of its own.
    pub limit: Limit,
    /// So many plies without progress make a draw; see [`Game::is_quiet`](crate::game::Game::is_quiet).
    pub quiet_plies: u32,
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
    Table(#[from] LookupError),
    /// The tables do not hold a position that a move leads to, so they cannot say which is best.
    #[error(transparent)]
    NotHeld(#[from] NotHeld),
    /// The table shall play, and there is none.
    #[error("expected tables to play by, found none of {0}")]
    NoTables(&'static str),
}

/// Goes on with a game to its end, or until the person leaves, and gives it back; the seats are in the order of
/// [`Game::sides`](crate::game::Game::sides). A position that comes a third time makes a draw.
///
/// Nothing that a person writes ends the game, but `quit` and the end of the input.
///
/// # Errors
/// See [`PlayError`].
pub fn play<S: Space + Notation, T: Lookup>(
    board: &Board<S, T>,
    game_so_far: Record<S::Position, S::Move>,
    seats: [Seat<S>; 2],
    input: &mut impl BufRead,
    output: &mut (impl Write + ?Sized),
) -> Result<Record<S::Position, S::Move>, PlayError> {
    Session::new(board, game_so_far, seats, input, output).run()
}
