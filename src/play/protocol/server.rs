//! The game and the engine behind the protocol, and why it may fail.

use std::ffi::{OsStr, OsString};
use std::io;

use thiserror::Error;

use crate::game::PlayRules;
use crate::search::{OtherFormat, PlayerFactory, SearcherError};
use crate::space::Space;
use crate::table::TableError;

/// Opens the tables in a list of directories, up to a size of positions; `None` if there are none.
pub type OpenTables<'a, T> = dyn Fn(&OsStr, Option<u32>) -> Result<Option<T>, TableError> + Sync + 'a;

/// The game and the engine behind the protocol.
pub struct Server<'a, S: Space + PlayRules, T> {
    /// The name of the program and its version.
    pub name: &'a str,
    /// The rules.
    pub game: &'a S,
    /// The players that know the game.
    pub players: &'a [PlayerFactory<S>],
    /// The engine as text; see [`Searcher::read`](crate::search::Searcher::read).
    pub engine: &'a str,
    /// Opens the tables.
    pub open: &'a OpenTables<'a, T>,
    /// The usual directories of the tables, a list.
    pub directories: OsString,
    /// The format of other programs whose tables the engine can use, if there is one.
    pub other: Option<&'a OtherFormat<S>>,
}

/// Why the protocol was not spoken to its end.
#[derive(Debug, Error)]
pub enum ProtocolError {
    /// There is no such engine.
    #[error(transparent)]
    Engine(#[from] SearcherError),
    /// The system starts no thread.
    #[error("expected a thread for the commands, found none ({0})")]
    Thread(io::Error),
    /// The input cannot be read.
    #[error("could not read the commands: {0}")]
    Input(io::Error),
    /// The output cannot be written.
    #[error("could not write the answers: {0}")]
    Output(io::Error),
}
