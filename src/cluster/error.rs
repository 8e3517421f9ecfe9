//! Why a team did not finish a job.

use std::path::PathBuf;

use thiserror::Error;

use crate::job::JobError;
use crate::table::TableError;

/// Why a team did not finish a job.
#[derive(Debug, Error)]
pub enum ClusterError {
    /// This rank failed.
    #[error(transparent)]
    Job(#[from] JobError),
    /// Another rank failed.
    #[error("rank {rank}: {message}")]
    Rank {
        /// The rank.
        rank: usize,
        /// The text of its error.
        message: String,
        /// Whether it was stopped, by Ctrl-C or the like.
        stopped: bool,
    },
    /// Some ranks cannot open a table that another rank has written.
    #[error("{}: expected a directory that all ranks share, found a table that only some ranks can open", path.display())]
    NotShared {
        /// The table.
        path: PathBuf,
    },
    /// The ranks run different programs.
    #[error("expected the same program on every rank, found a message of another from rank {rank}")]
    Foreign {
        /// The other rank.
        rank: usize,
    },
    /// The program was built without MPI.
    #[error("expected a program with MPI, found one that was built without")]
    NoMpi,
    /// MPI cannot be used.
    #[error("expected MPI to start on the main thread, found that {0}")]
    Mpi(String),
}

impl From<TableError> for ClusterError {
    fn from(error: TableError) -> ClusterError {
        ClusterError::Job(error.into())
    }
}
