//! The right to write into a directory of tables.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use super::TableError;

/// The right to write into a store, held until it is dropped. The system releases it when the process dies.
#[derive(Debug)]
pub struct Lock {
    /// None if another process holds it for this one.
    _file: Option<File>,
}

impl Lock {
    /// Takes the lock of a directory that exists. `wait` is called once, with the file, if another process holds it.
    pub(super) fn take(directory: &Path, wait: impl FnOnce(&Path)) -> Result<Lock, TableError> {
        let path = directory.join(".lock");
        // The file is empty and is never removed: other processes may be waiting for it.
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let file = file.map_err(|error| TableError::io(&path, "opening the lock", error))?;
        let locked = match file.try_lock() {
            Ok(()) => Ok(()),
            Err(TryLockError::WouldBlock) => {
                wait(&path);
                file.lock()
            }
            Err(TryLockError::Error(error)) => Err(error),
        };
        locked.map_err(|error| TableError::io(&path, "locking", error))?;
        Ok(Lock { _file: Some(file) })
    }

    /// The right of a process whose team has one directory: the first of the team holds the lock for all.
    pub(crate) fn held_by_another() -> Lock {
        Lock { _file: None }
    }
}
