//! A directory of tables.

use std::fs::{create_dir_all, remove_file};
use std::path::{Path, PathBuf};

use super::{Lock, TableError, Tablebase, write};
use crate::space::Space;

/// A directory in which tables are kept, a file for each part of a game.
#[derive(Clone, Debug)]
pub struct Store {
    directory: PathBuf,
}

impl Store {
    /// The store in this directory, which need not exist.
    pub fn new(directory: impl Into<PathBuf>) -> Store {
        Store { directory: directory.into() }
    }

    /// The directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Where the table of a part of a game is; that of the whole game, with an empty name, has the game's alone.
    pub fn path(&self, game: &str, part: &str) -> PathBuf {
        self.directory.join(match part {
            "" => format!("{game}.table"),
            part => format!("{game}-{part}.table"),
        })
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

    /// Opens the finished tables of this game, version and rules. The values are mapped and not yet read: this takes the
    /// same time whatever their number.
    ///
    /// # Errors
    /// [`TableError::Missing`] if there is none; any other if there is none that can be trusted.
    pub fn open<S: Space>(&self, space: &S) -> Result<Tablebase, TableError> {
        let tablebase = self.look(space);
        tablebase.nothing().map_or(Ok(tablebase), Err)
    }

    /// The same, where nothing need be there.
    pub fn look<S: Space>(&self, space: &S) -> Tablebase {
        Tablebase::look(self, space)
    }

    /// Removes what writers have left that were broken off. What cannot be removed does no harm.
    pub fn tidy(&self, _lock: &Lock) {
        let Ok(entries) = self.directory.read_dir() else { return };
        for entry in entries.flatten() {
            if entry.file_name().to_str().is_some_and(|name| name.ends_with(write::PARTIAL)) {
                let _ = remove_file(entry.path());
            }
        }
    }

    /// Makes sure that the disk has room for so many bytes more.
    ///
    /// # Errors
    /// [`TableError::NoRoom`] if it has not. Where the system does not tell, there is no error.
    pub fn room(&self, needed: u64) -> Result<(), TableError> {
        // A directory that is to be made will be on the disk of the one above it.
        let made = self.directory.ancestors().find(|directory| directory.is_dir());
        match fs4::available_space(made.unwrap_or(Path::new("."))) {
            Ok(free) if free < needed => Err(TableError::NoRoom { path: self.directory.clone(), needed, free }),
            _ => Ok(()),
        }
    }
}
