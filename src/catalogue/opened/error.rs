//! Why a game could not be opened, and why it could not answer.

use thiserror::Error;

use crate::game::NotationError;
use crate::query::Unsolved;
use crate::space::NoSuchSlice;
use crate::table::TableError;
use crate::util::units::{memory_size, thousands};
use crate::values::LookupError;

/// Why a game could not be opened.
#[derive(Clone, Debug, Error)]
pub enum OpenError {
    /// No game with tables has the name.
    #[error("expected a game, one of {}; found {found:?}", names.join(", "))]
    NoSuchGame {
        /// The names of the games.
        names: Vec<&'static str>,
        /// The name.
        found: String,
    },
    /// The game has no tables in the program, and no directory was named.
    #[error("expected a directory with tables of {0}: none are compiled into the program")]
    NoneBuiltIn(&'static str),
    /// A directory is not there, or no table in it can be used.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Why a game could not answer.
#[derive(Clone, Debug, Error)]
pub enum AnswerError {
    /// The text is no position.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// No slice has the name.
    #[error(transparent)]
    NoSuchSlice(#[from] NoSuchSlice),
    /// The tables do not hold the slice.
    #[error(transparent)]
    Unsolved(#[from] Unsolved),
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
