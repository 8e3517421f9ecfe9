//! Games at the board: a person, the tables or an engine plays each side, over lines of text.
//!
//! The tables play the shortest win or the longest loss; among equal moves, the move that leaves the other team the
//! fewest best replies. The same moves of a person always lead to the same game.
//!
//! # Overview of types
//!
//! * [`OpenPlay`]: a game with its values. [`OpenBoard`]: a game in play. [`OpenEngine`]: an engine that plays it,
//!   which a [`ThoughtQuery`] asks. Neither has the type of the game. [`choose`]: the tables first, else the engine.
//! * [`play`]: plays a game with a [`PlaySetup`] and a [`Seat`] for each side. [`PlayError`] if it is left before its
//!   end.
//! * [`Lines`]: where the lines of a person come from. [`Observer`]: who follows the game from outside.
//! * [`Record`]: the positions and moves of a game. [`Ending`]: how it ended.
//! * [`epd`]: lines with a position and operations. [`transcript`]: saved games, as text. [`save`], [`check_saveable`]:
//!   the files that have them.
//! * [`mod@matches`]: many games between two engines, from openings, with their results. [`sprt`]: a test that ends a
//!   match when a difference is proved.
//! * [`protocol`]: the protocol of programs that play, UCI and UGI.

pub mod announce;
mod choice;
mod command;
mod dialogue;
mod ending;
pub mod epd;
mod lines;
pub mod matches;
mod objects;
mod observer;
mod openings;
pub mod protocol;
mod record;
mod save;
mod session;
mod setup;
pub mod sprt;
mod strength;
mod tally;
mod tokens;
pub mod transcript;

use std::io::Write;

pub use announce::victory;
pub use choice::{best, best_rated, choose, hardest, rated, table_line};
pub use dialogue::judged_text;
pub use ending::{Ending, QUIET_PLIES};
pub use lines::Lines;
pub use objects::{CHOOSER, MoveText, OpenBoard, OpenEngine, OpenPlay, OpeningsQuery, RatedText, ThoughtQuery};
pub use observer::Observer;
pub use record::Record;
pub use save::{check_saveable, check_saveable_games, check_writable, save};
use session::Session;
pub use setup::{PlayError, PlaySetup, Seat};
pub use strength::{LEVELS, limit as level_limit};

/// Plays a game on to its end, or until the person leaves, and returns it. `seats` has one for each of the
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
pub fn play(
    setup: &PlaySetup,
    board: Box<dyn OpenBoard>,
    seats: Vec<Seat>,
    lines: &mut dyn Lines,
    output: &mut dyn Write,
    observer: &dyn Observer,
) -> Result<Box<dyn OpenBoard>, PlayError> {
    Session::new(setup, board, seats, lines, output, observer).run()
}
