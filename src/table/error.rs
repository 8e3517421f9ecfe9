//! What can be wrong with a table.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use crate::util::units::size;
use crate::values::LookupError;

/// Why a table could not be written, or cannot be trusted.
///
/// [`Missing`](TableError::Missing) and those from [`NoSpace`](TableError::NoSpace) on are about the place that was
/// named, the others about a file that is not what it should be.
#[derive(Clone, Debug, Error)]
pub enum TableError {
    /// There is no table.
    #[error("expected a table of {game} in {}, found no such file. Run `{again}` to make it, or name \
             the directory that has it with --tables DIR or HINDSIGHT_TABLES", path.display())]
    Missing {
        /// Where it should be.
        path: PathBuf,
        /// The game.
        game: String,
        /// The command that makes it.
        again: String,
    },
    /// What is there was not made by Hindsight, or has lost its beginning.
    #[error("{}: expected a table of {game}, found something else. {}", path.display(), anew("Move it away", again))]
    NotATable {
        /// What is there.
        path: PathBuf,
        /// The game.
        game: String,
        /// The command that makes it.
        again: String,
    },
    /// The file is of a version of the format that this program does not read.
    #[error("{}: expected a table of format version {expected}, found version {found}: it was made by another version \
             of Hindsight. {}", path.display(), anew("Use that one; or move it away", again))]
    Version {
        /// The file.
        path: PathBuf,
        /// The version that this program reads.
        expected: u32,
        /// The version of the file.
        found: u32,
        /// The command that makes it.
        again: String,
    },
    /// The file was never finished.
    #[error("{}: expected a finished table, found one whose writing was broken off. {}",
            path.display(), anew("Delete it", again))]
    Unfinished {
        /// The file.
        path: PathBuf,
        /// The command that makes it.
        again: String,
    },
    /// The file ends before its header does.
    #[error("{}: expected {least} bytes or more, found {found}: the file was cut, as when a copy is broken off. {}",
            path.display(), anew("Delete it", again))]
    TooShort {
        /// The file.
        path: PathBuf,
        /// The least length in bytes.
        least: u64,
        /// The length in bytes.
        found: u64,
        /// The command that makes it.
        again: String,
    },
    /// The file is not as long as its header says.
    #[error("{}: expected {expected} bytes, found {found}: the file was cut or has grown, as when a copy is broken \
             off. {}",
            path.display(), anew("Delete it", again))]
    Length {
        /// The file.
        path: PathBuf,
        /// The right length in bytes.
        expected: u64,
        /// The length in bytes.
        found: u64,
        /// The command that makes it.
        again: String,
    },
    /// What the file says of itself is damaged.
    #[error("{}: expected a sound header, found {what}. {}", path.display(), anew("Delete it", again))]
    Header {
        /// The file.
        path: PathBuf,
        /// What was found.
        what: String,
        /// The command that makes it.
        again: String,
    },
    /// The table is one of another game.
    #[error("{}: expected a table of {expected}, found one of {found}. Give the file its own name back, then run \
             `{again}`", path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// The game.
        expected: String,
        /// The game that the file names.
        found: String,
        /// The command that makes it.
        again: String,
    },
    /// The table has slices that the game has not, or the other way about.
    #[error("{}: {what}: it was made by another version of {game}, or \
             of another part of it. {}", path.display(), anew("Delete it", again))]
    OtherSlices {
        /// The file.
        path: PathBuf,
        /// The first difference.
        what: String,
        /// The game.
        game: String,
        /// The command that makes it.
        again: String,
    },
    /// The table was made with other rules, or with another numbering of the positions.
    #[error("{}: expected the rules {expected:016x} of {game}, found {found:016x}: the table was made with other rules \
             or another numbering. {}", path.display(), anew("Delete it", again))]
    OtherRules {
        /// The file.
        path: PathBuf,
        /// The fingerprint of the rules.
        expected: u64,
        /// The fingerprint that the file has.
        found: u64,
        /// The game.
        game: String,
        /// The command that makes it.
        again: String,
    },
    /// Some values are damaged.
    #[error("{}: expected sound values, found that block {block} ({slices}; bytes {from} to {last}) does not agree \
             with its checksum: the file is damaged. {}", path.display(), anew("Delete it", again), last = to - 1)]
    Block {
        /// The file.
        path: PathBuf,
        /// The slices that have values in the block.
        slices: String,
        /// The number of the block, from 0.
        block: u64,
        /// The first byte of the block in the file.
        from: u64,
        /// The byte after its last.
        to: u64,
        /// The command that makes it.
        again: String,
    },
    /// The disk is full, or the user may have no more of it.
    #[error("{}: expected room for a table of {needed}, found too little ({source}). Free as much there or raise \
             the limit, or choose another directory with --tables DIR or HINDSIGHT_TABLES; then run the same command \
             again", path.display(), needed = size(*needed))]
    NoSpace {
        /// The file that was being written.
        path: PathBuf,
        /// The size of the table in bytes.
        needed: u64,
        /// What the system says.
        source: Arc<io::Error>,
    },
    /// The disk has less room than will be needed.
    #[error("{}: expected {needed} of free disk for the tables that are to be made, found {free}. Free more there, \
             choose another directory with --tables DIR or HINDSIGHT_TABLES, or ask for fewer slices", path.display())]
    NoRoom {
        /// The directory.
        path: PathBuf,
        /// What is needed, as people read it.
        needed: String,
        /// What there is, likewise.
        free: String,
    },
    /// The file or the directory must not be used in this way.
    #[error("{}: {doing} is not allowed ({source}). Change the permissions, or choose another directory with \
             --tables DIR or HINDSIGHT_TABLES", path.display())]
    Denied {
        /// The file or directory.
        path: PathBuf,
        /// What was being done.
        doing: &'static str,
        /// What the system says.
        source: Arc<io::Error>,
    },
    /// The values that were to be written could not be looked up.
    #[error(transparent)]
    Values(LookupError),
    /// The system failed in another way.
    #[error("{}: {doing} failed ({source}). Look whether the path is right and the disk sound and not full, or choose \
             another directory with --tables DIR or HINDSIGHT_TABLES", path.display())]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// What was being done.
        doing: &'static str,
        /// What the system says.
        source: Arc<io::Error>,
    },
}

/// How to come by a good table.
fn anew(first: &str, again: &str) -> String {
    format!("{first}, then run `{again}` to make the table again")
}

impl From<TableError> for LookupError {
    fn from(error: TableError) -> LookupError {
        LookupError::new(error)
    }
}

impl TableError {
    /// An error of the system.
    pub(super) fn io(path: &Path, doing: &'static str, source: io::Error) -> TableError {
        let (path, source) = (path.to_owned(), Arc::new(source));
        match source.kind() {
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => TableError::Denied { path, doing, source },
            _ => TableError::Io { path, doing, source },
        }
    }

    /// An error of the system while a table of so many bytes was being written.
    pub(super) fn writing(path: &Path, needed: u64, source: io::Error) -> TableError {
        match source.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                TableError::NoSpace { path: path.to_owned(), needed, source: Arc::new(source) }
            }
            _ => TableError::io(path, "writing the table", source),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_system_say_what_to_do() {
        let path = Path::new("some/where");
        let message = |kind: ErrorKind| TableError::writing(path, 5_873_249, kind.into()).to_string();
        for kind in [ErrorKind::StorageFull, ErrorKind::QuotaExceeded, ErrorKind::FileTooLarge] {
            assert!(message(kind).contains("a table of 5.9 MB"), "{}", message(kind));
        }
        for kind in [ErrorKind::PermissionDenied, ErrorKind::ReadOnlyFilesystem] {
            assert!(message(kind).contains("Change the permissions"), "{}", message(kind));
        }
        for kind in [ErrorKind::StorageFull, ErrorKind::ReadOnlyFilesystem, ErrorKind::NotADirectory] {
            assert!(message(kind).contains("some/where"), "{}", message(kind));
            assert!(message(kind).contains("--tables DIR or HINDSIGHT_TABLES"), "{}", message(kind));
        }
    }
}
