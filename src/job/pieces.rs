//! The pieces of a part that a job solves: packed results in files of the directory `working`.
//!
//! ```text
//!   solve piece 0 --> GAME-PART.0.piece
//!   solve piece 1 --> GAME-PART.1.piece        killed here: the next job reads pieces 0 and 1, and solves piece 2
//!   ...
//!   the last piece --> GAME-PART.table, the working copy; the pieces are removed
//! ```

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::solve::{EntryRun, Halt, PieceKeeper};
use crate::table::PieceFiles;
use crate::values::{Lookup, LookupError, Sink};

/// The pieces of a part in files.
pub struct PiecesInFiles {
    pub files: PieceFiles,
    entries: u64,
    /// The number of the next piece.
    next: AtomicUsize,
}

impl PiecesInFiles {
    /// The pieces of a part, kept from this number of entries on.
    pub fn new(files: PieceFiles, entries: u64) -> PiecesInFiles {
        PiecesInFiles { files, entries, next: AtomicUsize::new(0) }
    }
}

impl PieceKeeper for PiecesInFiles {
    fn entries(&self) -> u64 {
        self.entries
    }

    fn restore(&self, runs: &[EntryRun], sink: &dyn Sink) -> Result<bool, Halt> {
        let is_kept = self.files.read(self.next.load(Relaxed), runs, sink)?;
        self.next.fetch_add(is_kept.into(), Relaxed);
        Ok(is_kept)
    }

    fn keep(&self, runs: &[EntryRun], values: &dyn Lookup) -> Result<(), Halt> {
        let number = self.next.fetch_add(1, Relaxed);
        Ok(self.files.write(number, runs, values).map_err(LookupError::from)?)
    }
}
