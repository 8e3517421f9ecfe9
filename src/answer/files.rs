//! The files of tables, each with its state.

use serde::Serialize;

use crate::space::SliceId;
use crate::table::{StoredFile, TableError};

/// The state of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FileState {
    /// A table whose values have not been checked.
    Finished,
    /// A table that agrees with its checksums.
    Intact,
    /// A table that is being written, or whose writer died.
    Unfinished,
    /// The header or the values do not agree with their checksums, or the file was cut.
    Damaged,
    /// A table of a version of the format that this program does not read.
    OtherVersion,
    /// A table that was made with other rules, or other slices.
    OtherRules,
    /// An intact table of which values depend on a slice that has no table, neither here nor in the program.
    NeedsTable,
    /// Not a table of a game of this program.
    Foreign,
    /// The system failed.
    Unreadable,
    /// A file that was removed.
    Removed,
}

/// A file that is a table of a game.
#[derive(Clone, Debug)]
pub struct FileAnswer {
    /// The name of the part of the game.
    pub part: String,
    /// The slices of the part.
    pub slices: Vec<SliceId>,
    /// The names of the slices, for people.
    pub names: String,
    /// The number of their entries.
    pub entries: u64,
    /// The state.
    pub state: FileState,
    /// The error if the table cannot be used.
    pub error: Option<TableError>,
    /// The file.
    pub file: StoredFile,
}

impl FileState {
    /// The state of a table that cannot be used.
    pub fn of(error: &TableError) -> FileState {
        match error {
            TableError::Unfinished { .. } => FileState::Unfinished,
            TableError::Version { .. } => FileState::OtherVersion,
            TableError::OtherRules { .. } | TableError::OtherSlices { .. } => FileState::OtherRules,
            TableError::OtherGame { .. } => FileState::Foreign,
            TableError::Needs { .. } => FileState::NeedsTable,
            error if error.part().is_some() => FileState::Damaged,
            _ => FileState::Unreadable,
        }
    }

    /// The state for people.
    pub fn word(self) -> &'static str {
        match self {
            FileState::Finished => "finished",
            FileState::Intact => "intact",
            FileState::Unfinished => "unfinished",
            FileState::Damaged => "damaged",
            FileState::OtherVersion => "other version",
            FileState::OtherRules => "other rules",
            FileState::NeedsTable => "needs another table",
            FileState::Foreign => "foreign",
            FileState::Unreadable => "unreadable",
            FileState::Removed => "removed",
        }
    }
}
