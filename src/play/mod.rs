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
//! * [`mod@matches`]: many games between two engines, from openings, with their results. [`sprt`]: a test that ends a match
//!   when a difference is proved.
//! * [`mod@matches`]: many games between two engines.
//! * [`protocol`]: the protocol of programs that play, UCI and UGI.

mod board;
mod choice;
mod ending;
pub mod matches;
mod openings;
pub mod protocol;
mod record;
mod session;
pub mod sprt;
mod tally;
mod tokens;
pub mod transcript;

use std::io::{BufRead, Write};

use crate::game::Notation;
use crate::space::Space;
use crate::values::Lookup;
pub use board::{Board, PlayError, Seat};
pub use ending::{Ending, QUIET_PLIES};
pub use record::Record;
use session::Session;

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
