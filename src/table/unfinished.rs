//! A table file from its first byte to its finished mark and its name.
//!
//! Bytes are never written through a mapping: a full disk must be an error, not a signal.

use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::TableError;
use super::format::{FINISHED, MARK_AT};
use crate::util::atomic_file::AtomicFile;
use crate::util::disk::{Disk, directory_of, make_directories};

/// The end of the name of an unfinished table.
pub const PARTIAL: &str = ".table.partial";

/// A table that was written.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    /// The size of the file in bytes.
    pub bytes: u64,
    /// The time spent waiting for the disk.
    pub sync: Duration,
}

/// A table file that is being written. It has no finished mark and not the name of a table.
pub struct UnfinishedTable {
    file: AtomicFile,
    /// The length of the whole file, for errors.
    bytes: u64,
    /// The time spent waiting for the disk.
    sync: Duration,
}

impl UnfinishedTable {
    /// Begins a table at a path of a disk, and makes its directory.
    pub fn begin(disk: &Arc<dyn Disk>, path: &Path, bytes: u64) -> Result<UnfinishedTable, TableError> {
        let directory = directory_of(path);
        make_directories(disk.as_ref(), directory)
            .map_err(|error| TableError::io(directory, "making the directory", error))?;
        let partial = path.with_extension(&PARTIAL[1..]);
        match AtomicFile::create(disk, path, partial.clone()) {
            Ok(file) => Ok(UnfinishedTable { file, bytes, sync: Duration::ZERO }),
            Err(error) => Err(TableError::writing(&partial, bytes, error)),
        }
    }

    /// Writes bytes after the last that were written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), TableError> {
        self.file.write_all(bytes).map_err(|error| self.failed(error))
    }

    /// Goes on writing at a place, counted from the beginning of the file.
    pub fn seek(&mut self, to: u64) -> Result<(), TableError> {
        self.file.seek(SeekFrom::Start(to)).map(|_| ()).map_err(|error| self.failed(error))
    }

    /// Waits until all bytes are on the disk, checks the unfinished file, sets the finished mark, and gives the file
    /// its name.
    pub fn finish(mut self, check: impl FnOnce(&Path) -> Result<(), TableError>) -> Result<Written, TableError> {
        let start = Instant::now();
        self.file.sync().map_err(|error| self.failed(error))?;
        self.sync += start.elapsed();
        check(self.file.partial())?;
        self.seek(MARK_AT)?;
        self.write(&FINISHED)?;
        let UnfinishedTable { file, bytes, sync } = self;
        let (start, partial) = (Instant::now(), file.partial().to_owned());
        file.finish().map_err(|error| TableError::writing(&partial, bytes, error))?;
        Ok(Written { bytes, sync: sync + start.elapsed() })
    }

    /// The error for a write that failed.
    pub fn failed(&self, error: io::Error) -> TableError {
        TableError::writing(self.file.partial(), self.bytes, error)
    }
}
