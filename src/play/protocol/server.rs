//! The game and the engine behind the protocol, and why it may fail.

use std::ffi::{OsStr, OsString};
use std::io;
use std::sync::Arc;

use thiserror::Error;

use crate::play::objects::OpenPlay;
use crate::search::SearcherError;

/// Opens the game with the tables in a list of directories, up to a size of positions.
pub type OpenTables<'a> = dyn Fn(&OsStr, Option<u32>) -> Result<Arc<dyn OpenPlay>, String> + Sync + 'a;

/// The game and the engine behind the protocol.
pub struct Server<'a> {
    /// The name of the program and its version.
    pub name: &'a str,
    /// The game.
    pub game: Arc<dyn OpenPlay>,
    /// The engine as text; see [`Searcher::read`](crate::search::Searcher::read).
    pub engine: &'a str,
    /// Opens the tables. The error says why they cannot be used.
    pub open: &'a OpenTables<'a>,
    /// The usual directories of the tables, a list.
    pub directories: OsString,
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
