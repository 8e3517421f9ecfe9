//! The tables of a team, as rank 0 has them while it solves.

use std::path::PathBuf;

use super::error::ClusterError;
use crate::job::Job;
use crate::space::Space;
use crate::table::{Lock, TableError, Tables};

/// The files of the tables, whatever the game.
pub trait Files: Sync {
    /// The file of a part, whether it exists or not.
    fn path(&self, part: usize) -> PathBuf;

    /// The entries of a part.
    fn entries(&self, part: usize) -> u64;

    /// Writes a table that another rank sends; see [`Tables::receive`].
    ///
    /// # Errors
    /// As there.
    fn receive(&self, part: usize, bytes: u64, next: &mut dyn FnMut() -> Option<Vec<u8>>) -> Result<(), TableError>;
}

/// The files of a game, apart from the job, which is busy.
pub struct GameFiles<'a, S> {
    pub space: &'a S,
    pub tables: Tables,
    pub lock: &'a Lock,
}

impl<S: Space> Files for GameFiles<'_, S> {
    fn path(&self, part: usize) -> PathBuf {
        self.tables.path(part)
    }

    fn entries(&self, part: usize) -> u64 {
        self.tables.parts()[part].entries(self.space.slices())
    }

    fn receive(&self, part: usize, bytes: u64, next: &mut dyn FnMut() -> Option<Vec<u8>>) -> Result<(), TableError> {
        self.tables.receive(self.lock, self.space, part, bytes, next)
    }
}

/// Opens the tables that other ranks have finished, and checks that those that are needed are among them.
///
/// # Errors
/// If one cannot be trusted, or is not there.
pub fn see_new_tables<'a, S: Space>(
    job: &mut Job<S>,
    needs: impl Iterator<Item = &'a usize>,
) -> Result<(), ClusterError> {
    job.refresh();
    for &need in needs {
        if !job.is_finished(need)? {
            return Err(ClusterError::NotShared { path: job.tables().path(need) });
        }
    }
    Ok(())
}
