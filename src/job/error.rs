//! Why a job was not finished.

use std::error::Error;
use std::path::PathBuf;

use thiserror::Error;

use crate::solve::SolveError;
use crate::table::TableError;
use crate::util::progress::Stopped;
use crate::util::units::{count, memory_size};

/// Why a job was not finished.
#[derive(Debug, Error)]
pub enum JobError {
    /// A part could not be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A table could not be written, is missing, or cannot be trusted.
    #[error(transparent)]
    Table(TableError),
    /// The job needs more memory than the user allows.
    #[error("expected {} of memory or more for {game}, found a limit of {}", memory_size(*needed),
            memory_size(*allowed))]
    Memory {
        /// The game.
        game: &'static str,
        /// The memory in bytes that the job needs.
        needed: u64,
        /// The limit in bytes.
        allowed: u64,
    },
    /// Tables that were finished are gone from the disk.
    #[error("expected {} of {game} on the disk, found that {missing} of them are gone or of another length, such as {}",
            count(*tables, "table"), path.display())]
    Gone {
        /// The game.
        game: &'static str,
        /// The tables of the job.
        tables: u64,
        /// The number of tables that are missing.
        missing: u64,
        /// The first of them.
        path: PathBuf,
    },
    /// The observer of the parts failed.
    #[error(transparent)]
    Observer(Box<dyn Error + Send + Sync>),
    /// The system gives no threads.
    #[error("the worker threads could not be started ({0})")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

impl From<Stopped> for JobError {
    fn from(Stopped: Stopped) -> JobError {
        JobError::Solve(SolveError::Stopped)
    }
}

impl From<TableError> for JobError {
    fn from(error: TableError) -> JobError {
        match error {
            TableError::Stopped(stopped) => stopped.into(),
            error => JobError::Table(error),
        }
    }
}
