//! The files of a directory of tables, each with its state.

use serde::Serialize;

use crate::advice;
use crate::args::selection::{Selection, require_tables};
use crate::failure::Failure;
use crate::program;
use hindsight::catalogue::{CatalogueGame, GameEntry};
use hindsight::open::facts;
use hindsight::space::components::names;
use hindsight::table::{Store, StoredFile, TableError, Tables};
use hindsight::util::progress::Progress;

/// The question for the files of a game.
pub struct FileQuery<'a> {
    /// Whether the command line names the game.
    pub is_named: bool,
    /// The slices whose tables are listed.
    pub selection: &'a Selection,
    /// The directory of the tables.
    pub store: &'a Store,
    /// Counts the bytes of the tables that are compared with their checksums; `None` if none are.
    pub check: Option<&'a dyn Progress>,
}

/// The state of a file.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
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
    /// A file that this command has removed.
    Removed,
}

/// A file: an object of `--json`.
#[derive(Serialize)]
pub struct FileRow {
    pub game: Option<&'static str>,
    pub part: Option<String>,
    pub slices: Option<u64>,
    pub entries: Option<u64>,
    pub path: String,
    pub bytes: u64,
    pub state: FileState,
    pub error: Option<String>,
    /// The names of the slices, for people.
    #[serde(skip)]
    pub names: String,
    #[serde(skip)]
    pub file: StoredFile,
}

impl FileState {
    /// The state of a table that cannot be used.
    fn of(error: &TableError) -> FileState {
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

/// The rows of the files that are tables of a game, or of its selected slices.
pub fn rows<G: CatalogueGame>(
    entry: &GameEntry<G>,
    query: &FileQuery,
    files: &[StoredFile],
) -> Result<Vec<FileRow>, Failure> {
    let game = &entry.game;
    if query.is_named {
        require_tables(&facts(entry))?;
    }
    let selected = query.selection.selected(&facts(entry))?;
    let tables = query.store.scan_with(game, entry.embedded);
    let mut rows = Vec::new();
    for (number, part) in tables.parts().iter().enumerate() {
        if selected.as_ref().is_some_and(|selected| !part.slices.iter().any(|slice| selected.contains(slice))) {
            continue;
        }
        let path = tables.path(number);
        for file in files.iter().filter(|file| file.table_path() == path) {
            let (state, error) = state(&tables, number, file, query.check);
            rows.push(FileRow {
                game: Some(game.name()),
                part: Some(part.name.clone()),
                slices: Some(part.slices.len() as u64),
                entries: Some(part.entries(game.slices())),
                names: names(game.slices(), &part.slices),
                error: error.map(|error| advice::explain(&error.into(), program::invocation())),
                state,
                ..FileRow::foreign(file)
            });
        }
    }
    Ok(rows)
}

/// The state of a file of a part, with the error if it cannot be used.
fn state(
    tables: &Tables,
    part: usize,
    file: &StoredFile,
    check: Option<&dyn Progress>,
) -> (FileState, Option<TableError>) {
    if file.partial {
        return (FileState::Unfinished, None);
    }
    if !file.begins_as_table {
        return (FileState::Foreign, tables.table(part).err());
    }
    let table = match tables.table(part) {
        Ok(table) => table.zip(check).map(|(table, progress)| table.check_watched(progress)),
        Err(error) => Some(Err(error)),
    };
    match table {
        None => (FileState::Finished, None),
        Some(Ok(_)) => (FileState::Intact, None),
        Some(Err(error)) => (FileState::of(&error), Some(error)),
    }
}

impl FileRow {
    /// The row of a file that is no table of any game.
    pub fn foreign(file: &StoredFile) -> FileRow {
        FileRow {
            game: None,
            part: None,
            slices: None,
            entries: None,
            path: file.path.display().to_string(),
            bytes: file.bytes,
            state: FileState::Foreign,
            error: None,
            names: String::new(),
            file: file.clone(),
        }
    }

    /// Whether `--remove` removes the file: it is a table, and of the game.
    pub fn is_table(&self) -> bool {
        !self.file.partial && !matches!(self.state, FileState::Foreign | FileState::Unreadable)
    }
}
