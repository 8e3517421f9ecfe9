//! Claims: the slices whose working tables a solve may still need, in a file that stays when the solve is stopped.
//!
//! A solve that counts depths and writes no tables removes each working table once it needs it no more. Solves of
//! other slices in the same directory may be stopped and need it still. So each solve leaves a claim, a text file
//! `GAME-HASH.claim` with the name of a slice in each line, from its beginning until it is done, and removes no table
//! that another claim names. The hash is the 64-bit XXH3 of the text.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use super::{Lock, Store, TableError};
use crate::util::atomic_file::AtomicFile;
use crate::util::disk::Disk;

/// The end of the name of a claim.
const CLAIM: &str = ".claim";

/// The claims of a game in a directory.
pub struct Claims {
    disk: Arc<dyn Disk>,
    directory: PathBuf,
    game: &'static str,
    /// The text of the own claim.
    text: String,
}

impl Claims {
    /// The claims in a store, and the own one, which names these slices.
    pub fn new<'a>(store: &Store, game: &'static str, slices: impl IntoIterator<Item = &'a str>) -> Claims {
        let text = slices.into_iter().map(|name| format!("{name}\n")).collect();
        Claims { disk: store.disk().clone(), directory: store.directory().to_owned(), game, text }
    }

    fn path(&self) -> PathBuf {
        self.directory.join(format!("{}-{:016x}{CLAIM}", self.game, xxh3_64(self.text.as_bytes())))
    }

    /// Whether the own claim is there.
    pub fn is_made(&self) -> bool {
        self.path().exists()
    }

    /// Makes the own claim, in a directory that exists.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn make(&self, _lock: &Lock) -> Result<(), TableError> {
        let path = self.path();
        if path.exists() {
            return Ok(());
        }
        let failed = |error: io::Error| TableError::writing(&path, self.text.len() as u64, error);
        let mut file = AtomicFile::create(&self.disk, &path, path.with_extension("claim.partial")).map_err(failed)?;
        file.write_all(self.text.as_bytes()).and_then(|()| file.finish()).map_err(failed)
    }

    /// Removes the own claim, if it is there.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn release(&self, _lock: &Lock) -> Result<(), TableError> {
        let path = self.path();
        match self.disk.remove(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(TableError::io(&path, "removing the file", error)),
            _ => Ok(()),
        }
    }

    /// The names of the slices in the claims of other solves of the game.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn of_others(&self) -> Result<BTreeSet<String>, TableError> {
        let (own, mut names) = (self.path(), BTreeSet::new());
        let Ok(entries) = self.directory.read_dir() else { return Ok(names) };
        for path in entries.flatten().map(|entry| entry.path()) {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if name.starts_with(self.game) && name.ends_with(CLAIM) && path != own {
                let text = fs::read_to_string(&path).map_err(|error| TableError::io(&path, "reading", error))?;
                names.extend(text.lines().map(str::to_string));
            }
        }
        Ok(names)
    }
}
