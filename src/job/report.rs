//! The report on a part that was finished.

use std::path::PathBuf;
use std::time::Duration;

/// A part that was finished. Its table is on the disk, if the job writes tables.
#[derive(Clone, Debug)]
pub struct Report {
    /// The name of the part; empty for a game that has one table.
    pub part: String,
    /// The number of slices.
    pub slices: u64,
    /// The number of entries.
    pub entries: u64,
    /// The table's file.
    pub path: PathBuf,
    /// The size of the file in bytes; 0 if no table was written.
    pub bytes: u64,
    /// The size in bytes of the table that was compressed; `None` for a part that was solved.
    pub source_bytes: Option<u64>,
    /// The number of worker threads.
    pub threads: usize,
    /// The time to solve the part; zero if its values come from a table.
    pub solve: Duration,
    /// The time to compress and write, without [`Report::sync`].
    pub write: Duration,
    /// The time to wait for the disk.
    pub sync: Duration,
}
