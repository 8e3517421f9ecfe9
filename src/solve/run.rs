//! A whole solve: look what is there, solve, write.
use std::path::PathBuf;
use std::time::Duration;

use super::{Progress, SolveError};
use crate::space::Space;
use crate::table::{Store, TableError};

/// How a solve ended.
pub enum Done {
    /// The table was there.
    Already { path: PathBuf, bytes: u64 },
    /// It was solved and written.
    Solved(Report),
}

/// What a solve did and how long it took.
pub struct Report {
    pub path: PathBuf,
    pub bytes: u64,
    pub entries: u64,
    pub threads: usize,
    pub solve: Duration,
    pub write: Duration,
    /// Waiting for the disk.
    pub sync: Duration,
}

/// Why there is no table.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error(transparent)]
    Solve(#[from] SolveError),
    #[error(transparent)]
    Table(#[from] TableError),
    /// More memory is needed than was allowed.
    #[error("solving {game} needs {needed} of memory, and --memory allows {allowed}")]
    Memory { game: String, needed: String, allowed: String },
    #[error("the threads could not be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// What the user asked for.
pub struct Options {
    /// Threads to use; all processors if none is given.
    pub threads: Option<usize>,
    /// Memory that may be used, in bytes.
    pub memory: Option<u64>,
}

/// Solves a game into a store, unless it is solved there.
pub fn run<S: Space>(
    _space: &S,
    _store: &Store,
    _options: &Options,
    _progress: &impl Progress,
) -> Result<Done, RunError> {
    todo!()
}
