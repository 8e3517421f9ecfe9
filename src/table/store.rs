//! A directory of tables.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::TableError;
use crate::probe::Tables;
use crate::space::{Entry, Space};
use crate::value::{Codes, Value};

/// A directory in which tables are kept, one file a game.
pub struct Store {
    directory: PathBuf,
}

/// What was written.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    /// The size of the file.
    pub bytes: u64,
    /// How long it took to wait for the disk.
    pub sync: Duration,
}

/// What was held against its checksum.
#[derive(Clone, Copy, Debug)]
pub struct Checked {
    pub blocks: u64,
    pub bytes: u64,
}

/// The right to write into a store, held until dropped; a process that dies gives it up.
pub struct Lock {
    _file: std::fs::File,
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
    /// Waits for the right to write. `wait` is called once, before waiting, if somebody else has it.
    pub fn lock(&self, _wait: impl FnOnce(&Path)) -> Result<Lock, TableError> {
        todo!()
    }
    /// Whether a finished table of this game, version and rules is there (opened, not read through).
    pub fn open<S: Space>(&self, _space: &S) -> Result<Table, TableError> {
        todo!()
    }
    /// Writes the finished table of a game: `codes` has those of every slice, in the order of `space.slices()`.
    pub fn write<S: Space>(&self, _lock: &Lock, _space: &S, _codes: &[&Codes]) -> Result<Written, TableError> {
        todo!()
    }
}

/// A finished table, mapped into memory.
pub struct Table {}

impl Table {
    /// Stops holding blocks against their checksums when they are first read.
    pub fn trust(&mut self) {
        todo!()
    }
    /// The file.
    pub fn path(&self) -> &Path {
        todo!()
    }
    /// The size of the file in bytes.
    pub fn bytes(&self) -> u64 {
        todo!()
    }
    /// Holds every block against its checksum, on all threads.
    pub fn check(&self) -> Result<Checked, TableError> {
        todo!()
    }
}

impl Tables for Table {
    fn value(&self, _entry: Entry) -> Result<Option<Value>, TableError> {
        todo!()
    }
}
