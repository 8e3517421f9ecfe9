//! The bytes of a table file: the only part of this room that knows whether they are mapped, read or compiled in.

use std::fs::{File, metadata};
use std::io::{self, ErrorKind, Read};
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

use super::TableError;

/// How a [`Store`](super::Store) opens its tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The system reads pages of the file when they are needed, and may drop them again.
    Mapped,
    /// The whole file is read into memory.
    Loaded,
}

/// The bytes of a whole file. An enum, not a trait object: a probe pays for one branch that is always predicted.
pub enum Storage {
    Mapped(Mmap),
    Loaded(Vec<u8>),
    Embedded(&'static [u8]),
}

/// Why a file could not be opened.
pub enum StorageError {
    /// There is no such file.
    Missing,
    /// It is a directory, a pipe or the like.
    NotAFile,
    /// The system failed.
    Failed(TableError),
}

impl Storage {
    /// Opens a file.
    pub fn open(path: &Path, access: Access) -> Result<Storage, StorageError> {
        let failed = |error: io::Error| match error.kind() {
            ErrorKind::NotFound => StorageError::Missing,
            _ => StorageError::Failed(TableError::io(path, "opening the table", error)),
        };
        // Before it is opened: to open a pipe would wait for a writer.
        if !metadata(path).map_err(failed)?.is_file() {
            return Err(StorageError::NotAFile);
        }
        let file = File::open(path).map_err(failed)?;
        let empty = file.metadata().map_err(failed)?.len() == 0;
        let (doing, storage) = match access {
            // Some systems map no empty file.
            Access::Mapped if empty => ("opening the table", Ok(Storage::Loaded(Vec::new()))),
            // SAFETY: a mapping is sound as long as the file is neither changed nor truncated. Hindsight does neither:
            // a table gets its name when it is finished. From then on it is only replaced, by renaming another file, or
            // removed; the mapping keeps the file that it was made of. `Store` documents what other processes must not
            // do.
            Access::Mapped => ("mapping the table", unsafe { Mmap::map(&file) }.map(Storage::Mapped)),
            Access::Loaded => ("reading the table", load(file).map(Storage::Loaded)),
        };
        storage.map_err(|error| StorageError::Failed(TableError::io(path, doing, error)))
    }

    /// Returns the memory of mapped pages to the system, which reads them again when they are needed.
    pub fn release_pages(&self) {
        #[cfg(unix)]
        if let Storage::Mapped(map) = self {
            // SAFETY: the mapping is of a file and read-only, so nothing is lost. The system may refuse, which does no
            // harm.
            let _ = unsafe { map.unchecked_advise(memmap2::UncheckedAdvice::DontNeed) };
        }
    }
}

/// Reads a whole file. Too little memory is an error.
fn load(mut file: File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let length = usize::try_from(file.metadata()?.len()).map_err(|_| ErrorKind::OutOfMemory)?;
    bytes.try_reserve_exact(length).map_err(|_| ErrorKind::OutOfMemory)?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl Deref for Storage {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        match self {
            Storage::Mapped(map) => map,
            Storage::Loaded(bytes) => bytes,
            Storage::Embedded(bytes) => bytes,
        }
    }
}
