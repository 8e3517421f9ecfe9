//! The errors of tables and their directories.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use crate::util::progress::Stopped;
use crate::util::units::{count, size, thousands};
use crate::values::LookupError;

/// A part of a game, which has one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartId {
    /// The game.
    pub game: &'static str,
    /// The name of the part; empty for a game that is kept in one table.
    pub name: String,
    /// The name of its first slice.
    pub first_slice: String,
    /// Whether the part is the whole game.
    pub whole: bool,
}

impl fmt::Display for PartId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.whole {
            true => write!(f, "{}", self.game),
            false => write!(f, "{}, part {}", self.game, self.name),
        }
    }
}

/// Why a table could not be written, or cannot be trusted.
///
/// A message says what was expected and what was found. [`TableError::part`] names the table to make again.
#[derive(Clone, Debug, Error)]
pub enum TableError {
    /// There is no table of the game.
    #[error("expected a table of {game} in {}, found {}", path.display(), no_file_at(path))]
    Missing {
        /// The file, or the directory of a game that is kept in several.
        path: PathBuf,
        /// The game.
        game: &'static str,
        /// The name of the size that slices are chosen by, such as `pieces`, in a game with several tables; see
        /// [`Naming::size_name`](crate::space::Naming::size_name).
        size_name: Option<&'static str>,
    },
    /// A directory is not there.
    #[error("expected a directory of tables, found {}", none_at(path))]
    NoDirectory {
        /// The path.
        path: PathBuf,
    },
    /// The file is not a table, or has lost its beginning.
    #[error("{}: expected a table of {part}, found something else", path.display())]
    NotATable {
        /// The path.
        path: PathBuf,
        /// The table that should be there.
        part: Arc<PartId>,
    },
    /// The file is of a version of the format that this program does not read.
    #[error("{}: expected a table of format version {expected}, found version {found}: it was made by another version \
             of Hindsight", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The version that this program reads.
        expected: u32,
        /// The version of the file.
        found: u32,
        /// The table that should be there.
        part: Arc<PartId>,
    },
    /// The file was never finished.
    #[error("{}: expected a finished table, found one whose writing was interrupted", path.display())]
    Unfinished {
        /// The file.
        path: PathBuf,
        /// The table that should be there.
        part: Arc<PartId>,
    },
    /// The file ends before its header does.
    #[error("{}: expected {} or more, found {}: the file was cut, as by a copy that was interrupted", path.display(),
            count(*least, "byte"), thousands(*found))]
    TooShort {
        /// The file.
        path: PathBuf,
        /// The least length in bytes.
        least: u64,
        /// The length in bytes.
        found: u64,
        /// The table that should be there.
        part: Arc<PartId>,
    },
    /// The file is not as long as its header says.
    #[error("{}: expected {}, found {}: the file was cut or has grown, as by a copy that was interrupted",
            path.display(), count(*expected, "byte"), thousands(*found))]
    Length {
        /// The file.
        path: PathBuf,
        /// The right length in bytes.
        expected: u64,
        /// The length in bytes.
        found: u64,
        /// The table that should be there.
        part: Arc<PartId>,
    },
    /// The header is damaged.
    #[error("{}: expected an intact header, found {what}", path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// The damage.
        what: String,
        /// The table that should be there.
        part: Arc<PartId>,
    },
    /// The table is one of another game.
    #[error("{}: expected a table of {part}, found one of {found}", path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// The game that the file names.
        found: String,
        /// The table that should be there.
        part: Arc<PartId>,
    },
    /// The slices of the table differ from the slices of the part.
    #[error("{}: {what}: it was made by another version of {}, or of another part of it", path.display(), part.game)]
    OtherSlices {
        /// The file.
        path: PathBuf,
        /// The first difference.
        what: String,
        /// The table that should be there.
        part: Arc<PartId>,
    },
    /// The table was made with other rules, or with another numbering of the positions.
    #[error("{}: expected the rules {expected:016x} of {}, found {found:016x}: the table was made with other rules \
             or another numbering", path.display(), part.game)]
    OtherRules {
        /// The file.
        path: PathBuf,
        /// The fingerprint of the rules.
        expected: u64,
        /// The fingerprint that the file has.
        found: u64,
        /// The table that should be there.
        part: Arc<PartId>,
    },
    /// A block is damaged.
    #[error("{}: expected intact values, found that block {block} ({slices}; bytes {from} to {last}) does not agree \
             with its checksum: the file is damaged", path.display(), last = to - 1)]
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
        /// The table that should be there.
        part: Arc<PartId>,
    },
    /// A compressed table omits values that depend on a slice without a table.
    #[error("{}: expected a table of slice {slice}, which values of {part} depend on, found none", path.display())]
    Needs {
        /// The compressed table.
        path: PathBuf,
        /// The slice.
        slice: String,
        /// The table that cannot be used.
        part: Arc<PartId>,
    },
    /// A table with depths is needed, and this one holds results only.
    #[error("{}: expected a table with depths, found one with results only", path.display())]
    NoDepths {
        /// The table.
        path: PathBuf,
    },
    /// A table of results would replace this one, which has depths.
    #[error("{}: expected no table with depths where results alone are written, found one. Write to another \
             directory, or remove it first", path.display())]
    HasDepths {
        /// The table.
        path: PathBuf,
    },
    /// A compressed table differs from its source: the game breaks a promise of its
    /// [`Derive`](crate::space::Derive).
    #[error("{}: expected a compressed table equal to its source, found {what}", path.display())]
    Compressed {
        /// The file that was being written.
        path: PathBuf,
        /// The first difference.
        what: String,
    },
    /// The disk is full, or a quota or a limit of the file size is reached.
    #[error("{}: expected room for a table of {}, found too little ({source})", path.display(), size(*needed))]
    NoSpace {
        /// The file that was being written.
        path: PathBuf,
        /// The size of the table in bytes.
        needed: u64,
        /// The error of the system.
        source: Arc<io::Error>,
    },
    /// The disk has less room than will be needed.
    #[error("{}: expected {} of free disk space for the tables to be made, found {}", path.display(), size(*needed),
            size(*free))]
    NoRoom {
        /// The directory.
        path: PathBuf,
        /// Bytes that are needed.
        needed: u64,
        /// Bytes that are free.
        free: u64,
    },
    /// The permissions of the file or the directory do not allow it.
    #[error("{}: {doing} is not allowed ({source})", path.display())]
    Denied {
        /// The file or directory.
        path: PathBuf,
        /// The action that failed, such as `reading the directory`.
        doing: &'static str,
        /// The error of the system.
        source: Arc<io::Error>,
    },
    /// The values that were to be written could not be looked up.
    #[error(transparent)]
    Values(#[from] LookupError),
    /// The work was asked to stop before the table was finished.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The system failed in another way.
    #[error("{}: {doing} failed ({source})", path.display())]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// The action that failed, such as `reading the directory`.
        doing: &'static str,
        /// The error of the system.
        source: Arc<io::Error>,
    },
}

impl From<TableError> for LookupError {
    fn from(error: TableError) -> LookupError {
        LookupError::new(error)
    }
}

impl TableError {
    /// The part whose table cannot be used; `None` if the error is about a directory or the system.
    pub fn part(&self) -> Option<&PartId> {
        match self {
            TableError::NotATable { part, .. }
            | TableError::Version { part, .. }
            | TableError::Unfinished { part, .. }
            | TableError::TooShort { part, .. }
            | TableError::Length { part, .. }
            | TableError::Header { part, .. }
            | TableError::OtherGame { part, .. }
            | TableError::OtherSlices { part, .. }
            | TableError::OtherRules { part, .. }
            | TableError::Needs { part, .. }
            | TableError::Block { part, .. } => Some(part),
            TableError::NoDirectory { .. }
            | TableError::Missing { .. }
            | TableError::Compressed { .. }
            | TableError::NoDepths { .. }
            | TableError::HasDepths { .. }
            | TableError::NoSpace { .. }
            | TableError::NoRoom { .. }
            | TableError::Denied { .. }
            | TableError::Values(_)
            | TableError::Stopped(_)
            | TableError::Io { .. } => None,
        }
    }

    /// An error of the system.
    pub(crate) fn io(path: &Path, doing: &'static str, source: io::Error) -> TableError {
        let (path, source) = (path.to_owned(), Arc::new(source));
        match source.kind() {
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => TableError::Denied { path, doing, source },
            _ => TableError::Io { path, doing, source },
        }
    }

    /// An error of the system while a table of `needed` bytes was being written.
    pub(super) fn writing(path: &Path, needed: u64, source: io::Error) -> TableError {
        match source.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                TableError::NoSpace { path: path.to_owned(), needed, source: Arc::new(source) }
            }
            _ => TableError::io(path, "writing the table", source),
        }
    }
}

/// What a message says was found where no file is.
fn no_file_at(path: &Path) -> String {
    dead_link(path).unwrap_or_else(|| "no such file".to_string())
}

/// What a message says was found where a link leads to nothing.
fn dead_link(path: &Path) -> Option<String> {
    let target = path.read_link().ok().filter(|_| !path.exists())?;
    Some(format!("a link to {}, which is not there", target.display()))
}

/// What a message says was found where no directory is.
fn none_at(path: &Path) -> String {
    match dead_link(path) {
        _ if path.as_os_str().is_empty() => "an empty path".to_string(),
        Some(link) => format!("{link}, at {}", path.display()),
        None => format!("none at {}", path.display()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_system_name_the_file() {
        let path = Path::new("some/where");
        let message = |class: ErrorKind| TableError::writing(path, 5_873_249, class.into()).to_string();
        for class in [ErrorKind::StorageFull, ErrorKind::QuotaExceeded, ErrorKind::FileTooLarge] {
            assert!(message(class).contains("a table of 5.9 MB"), "{}", message(class));
        }
        for class in [ErrorKind::PermissionDenied, ErrorKind::ReadOnlyFilesystem] {
            assert!(message(class).contains("is not allowed"), "{}", message(class));
        }
        for class in [ErrorKind::StorageFull, ErrorKind::ReadOnlyFilesystem, ErrorKind::NotADirectory] {
            assert!(message(class).contains("some/where"), "{}", message(class));
        }
    }
}
