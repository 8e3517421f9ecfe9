//! How a command ends: an answer, or a failure with its message.

use std::io;

use rayon::ThreadPoolBuildError;
use thiserror::Error;

use crate::game::NotationError;
use crate::job::RunError;
use crate::play::PlayError;
use crate::play::matches::MatchError;
use crate::query::{NotHeld, Unsolved};
use crate::search::SearcherError;
use crate::solve::SolveError;
use crate::space::NoSuchSlice;
use crate::table::TableError;
use crate::values::LookupError;
use crate::verify::published::PublishedError;

/// How a command ended that could be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// All is well: exit status 0.
    Yes,
    /// Asked and answered no, a check that failed or a line in error: exit status 1.
    No,
}

/// Why a command could not be done: exit status 2.
#[derive(Debug, Error)]
pub enum Failure {
    /// The arguments do not fit together.
    #[error("{0}")]
    Usage(String),
    /// The program has no such game.
    #[error("expected one of {expected}; found {found:?}")]
    NoSuchGame { expected: String, found: String },
    /// The tables do not know the position.
    #[error(transparent)]
    NotHeld(#[from] NotHeld),
    /// Figures were asked for of a slice that is not there.
    #[error("expected a slice that is solved, found that {0}")]
    Unsolved(#[from] Unsolved),
    #[error(transparent)]
    NoSuchSlice(#[from] NoSuchSlice),
    #[error(transparent)]
    Notation(#[from] NotationError),
    #[error(transparent)]
    Engine(#[from] SearcherError),
    #[error(transparent)]
    Table(#[from] TableError),
    /// Values that are kept elsewhere than in tables could not be looked up.
    #[error(transparent)]
    Lookup(LookupError),
    /// A solve was stopped by Ctrl-C: exit status 130.
    #[error("stopped. What is finished stays, and the same command goes on from there")]
    Stopped,
    #[error(transparent)]
    Solve(RunError),
    #[error(transparent)]
    Published(#[from] PublishedError),
    #[error("the threads could not be started ({0}). Ask for fewer with --threads")]
    Threads(#[from] ThreadPoolBuildError),
    /// The input cannot be read.
    #[error("reading the input failed: {0}")]
    Input(io::Error),
    /// The output cannot be written.
    #[error("writing the output failed: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    /// Whether whoever read the output has stopped, which is no error.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Whether whoever started it has stopped it.
    pub fn is_interrupt(&self) -> bool {
        matches!(self, Failure::Stopped)
    }
}

impl From<LookupError> for Failure {
    fn from(error: LookupError) -> Failure {
        match error.downcast_ref::<TableError>() {
            Some(table) => Failure::Table(table.clone()),
            None => Failure::Lookup(error),
        }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Failure {
        match error {
            RunError::Solve(SolveError::Stopped) => Failure::Stopped,
            error => Failure::Solve(error),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        Failure::Output(error.into())
    }
}

impl From<MatchError> for Failure {
    fn from(error: MatchError) -> Failure {
        match error {
            MatchError::Engine(error) => Failure::Engine(error),
            MatchError::Table(error) => error.into(),
        }
    }
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Failure {
        match error {
            PlayError::Input(error) => Failure::Input(error),
            PlayError::Output(error) => Failure::Output(error),
            PlayError::Table(error) => error.into(),
            PlayError::NotHeld(not_held) => Failure::NotHeld(not_held),
            PlayError::NoTables(_) => Failure::Usage(error.to_string()),
        }
    }
}
