//! Why a game could not be opened, and why it could not answer.

use thiserror::Error;

use crate::answer::{FindError, SetUpError};
use crate::game::NotationError;
use crate::job::JobError;
use crate::play::transcript::TranscriptError;
use crate::query::{NotHeld, Unsolved};
use crate::space::NoSuchSlice;
use crate::table::TableError;
use crate::util::units::{memory_size, thousands};
use crate::values::LookupError;

/// Why a game could not be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// No game has the name.
    #[error("expected one of {}; found {found:?}", names.join(", "))]
    NoSuchGame {
        /// The names of the games.
        names: Vec<&'static str>,
        /// The name.
        found: String,
    },
    /// The game has no slices, and so no tables.
    #[error("no tables are made for {0}")]
    NoSlices(&'static str),
    /// The game has no rule of quiet plies.
    #[error("expected a game with a rule of quiet plies, such as chess, found {0}")]
    NoRule(&'static str),
    /// The game has no format of another program.
    #[error("expected a game with tables of another program, such as chess with Syzygy, found {0}")]
    NoOther(&'static str),
    /// Tables in the format of another program cannot be opened.
    #[error("{0}")]
    Other(String),
    /// The text of the position that the question is about is no position.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// No slice has the name.
    #[error(transparent)]
    NoSuchSlice(#[from] NoSuchSlice),
    /// A named slice has no table, in a game of several tables of which none is there.
    #[error("expected a slice that is solved, found that {0}")]
    Unsolved(#[from] Unsolved),
    /// A small game breaks its contract, so it is not solved in memory.
    #[error("expected rules of {game} that keep their contract, found:\n  {}", violations.join("\n  "))]
    Contract {
        /// The game.
        game: &'static str,
        /// The violations, a line each.
        violations: Vec<String>,
    },
    /// A small game could not be solved in memory.
    #[error(transparent)]
    Solve(#[from] JobError),
    /// A directory is not there, or no table in it can be used.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Why a game could not answer.
#[derive(Clone, Debug, Error)]
pub enum AnswerError {
    /// The text is no position or no move.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A position cannot be set up.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    /// The values do not hold the position.
    #[error(transparent)]
    NotHeld(#[from] NotHeld),
    /// No slice has the name.
    #[error(transparent)]
    NoSuchSlice(#[from] NoSuchSlice),
    /// The tables do not hold the slice.
    #[error("expected a slice that is solved, found that {0}")]
    Unsolved(#[from] Unsolved),
    /// The positions cannot be found.
    #[error(transparent)]
    Find(#[from] FindError),
    /// The slice has fewer entries.
    #[error("expected an index below {} in {slice}, found {}", thousands(*entries), thousands(*found))]
    NoSuchEntry {
        /// The name of the slice.
        slice: String,
        /// The number of its entries.
        entries: u64,
        /// The index.
        found: u64,
    },
    /// The system gives no memory for the answer, which takes this many bytes.
    #[error("expected {} of memory for the values, found less", memory_size(*.0))]
    NoMemory(u64),
    /// A table is damaged or cannot be read.
    #[error(transparent)]
    Table(#[from] LookupError),
}

/// Why a game of a text cannot be shown.
#[derive(Clone, Debug, Error)]
pub enum RecordError {
    /// There is no game in the text. Files of games have this extension.
    #[error("expected a game as in a file .{0}, found none in the text")]
    NoGame(&'static str),
    /// The game cannot be read.
    #[error(transparent)]
    Transcript(#[from] TranscriptError),
    /// It is too long.
    #[error("expected a game of up to {} moves, found {}", thousands(*most as u64), thousands(*found as u64))]
    TooLong {
        /// The most moves that are wanted.
        most: usize,
        /// The number of its moves.
        found: usize,
    },
    /// A table is damaged or cannot be read.
    #[error(transparent)]
    Table(#[from] LookupError),
}
