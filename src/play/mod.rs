//! Games at the board: a person, the tables or an engine plays each side, over lines of text.
//!
//! The tables play the shortest win or the longest loss; among equal moves, the move that leaves the other team the
//! fewest best replies. The same moves of a person always lead to the same game.
//!
//! # Overview of types
//!
//! * [`play`]: plays a game on a [`PlaySetup`], with a [`Seat`] for each side. [`PlayError`] if it is left before its
//!   end.
//! * [`Lines`]: where the lines of a person come from. [`Observer`]: who follows the game from outside.
//! * [`Record`]: the positions and moves of a game. [`Ending`]: how it ended.
//! * [`transcript`]: saved games, as text. [`save`], [`check_saveable`]: the files that have them.
//! * [`mod@matches`]: many games between two engines, from openings, with their results. [`sprt`]: a test that ends a
//!   match when a difference is proved.
//! * [`protocol`]: the protocol of programs that play, UCI and UGI.

mod announce;
mod board;
mod choice;
mod command;
mod dialogue;
mod ending;
mod lines;
pub mod matches;
mod observer;
mod openings;
pub mod protocol;
mod record;
mod save;
mod session;
pub mod sprt;
mod strength;
mod tally;
mod tokens;
pub mod transcript;

use std::io::Write;

use crate::game::{Board, PlayRules};
use crate::space::Space;
use crate::values::Lookup;
pub use announce::victory;
pub use board::{PlayError, PlaySetup, Seat};
pub use choice::{best, hardest};
pub use ending::{Ending, QUIET_PLIES};
pub use lines::Lines;
pub use observer::{Observer, Thinking};
pub use record::Record;
pub use save::{check_saveable, check_saveable_games, check_writable, save};
use session::Session;
pub use strength::{LEVELS, limit as level_limit};

/// Plays a game on to its end, or until the person leaves, and returns its record. `seats` has one for each of the
/// [`Game::sides`](crate::game::Game::sides). The third occurrence of a position makes a draw.
///
/// Of all that a person types, only `quit`, `resign` and the end of the input end the game. The tables need not hold a
/// position, and a damaged one does not end the game: a search plays on. The observer is told of every change, so that
/// the game is never lost.
///
/// # Errors
/// See [`PlayError`].
///
/// # Panics
/// If there are fewer seats than sides.
pub fn play<S: Space + Board + PlayRules, T: Lookup>(
    board: &PlaySetup<S, T>,
    record: Record<S::Position, S::Move>,
    seats: Vec<Seat<S>>,
    lines: &mut dyn Lines,
    output: &mut dyn Write,
    observer: &dyn Observer<S>,
) -> Result<Record<S::Position, S::Move>, PlayError> {
    Session::new(board, record, seats, lines, output, observer).run()
}
