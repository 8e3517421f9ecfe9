//! A directory of tables.

use std::fs::create_dir_all;
use std::path::{Path, PathBuf};

use super::{Lock, Table, TableError, Written, write};
use crate::space::Space;
use crate::value::Codes;

/// A directory in which tables are kept, one file a game.
#[derive(Clone, Debug)]
pub struct Store {
    directory: PathBuf,
}

impl Store {
    /// The store in this directory, which need not exist.
    pub fn new(directory: impl Into<PathBuf>) -> Store {
        Store { directory: directory.into() }
    }

    /// Where the table of a game is.
    pub fn path(&self, game: &str) -> PathBuf {
        self.directory.join(format!("{game}.table"))
    }

    /// Waits for the right to write. `wait` is called once, before waiting, if somebody else has it, with the path of
    /// the lock.
    ///
    /// # Errors
    /// If the directory cannot be made or written.
    pub fn lock(&self, wait: impl FnOnce(&Path)) -> Result<Lock, TableError> {
        create_dir_all(&self.directory)
            .map_err(|error| TableError::io(&self.directory, "making the directory", error))?;
        Lock::take(&self.directory, wait)
    }

    /// Opens the finished table of this game, version and rules. The values are mapped and not yet read: this takes the
    /// same time whatever their number.
    ///
    /// # Errors
    /// [`TableError::Missing`] if there is none; any other if what is there is not such a table.
    pub fn open<S: Space>(&self, space: &S) -> Result<Table, TableError> {
        Table::open(self.path(space.name()), space)
    }

    /// Writes the finished table of a game: `codes` has those of every slice, in the order of `space.slices()`.
    ///
    /// The file has its name only when all of it is on the disk. The same codes make the same bytes.
    ///
    /// # Errors
    /// If the disk is full, or the directory cannot be written. An old table is replaced by a finished one or not at all.
    ///
    /// # Panics
    /// If there are not as many codes as entries.
    pub fn write<S: Space>(&self, _lock: &Lock, space: &S, codes: &[&Codes]) -> Result<Written, TableError> {
        write::write(&self.directory, &self.path(space.name()), space, codes)
    }
}
