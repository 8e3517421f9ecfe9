//! The files of a directory of tables, each with its state.

use serde::Serialize;

use crate::advice;
use crate::args::selection::{Selection, require_tables};
use crate::failure::Failure;
use crate::program;
use hindsight::answer::{FileAnswer, FileState};
use hindsight::open::{AnyGame, Rule, Sources};
use hindsight::table::{Store, StoredFile};
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

/// The rows of the files that are tables of a game, or of its selected slices.
///
/// # Errors
/// For a selection of slices that the game does not have.
pub fn rows(game: &dyn AnyGame, query: &FileQuery, files: &[StoredFile]) -> Result<Vec<FileRow>, Failure> {
    let facts = game.facts();
    if query.is_named {
        require_tables(facts)?;
    }
    let selected = query.selection.selected(facts)?;
    let sources = Sources { empty: true, damaged: true, small: false, rule: Rule::Plain, ..Sources::default() };
    let opened = game.open(&Sources { store: Some(query.store.clone()), ..sources }, &())?;
    let answers = opened.files(files, selected.as_deref(), query.check);
    Ok(answers.into_iter().map(|answer| FileRow::of(facts.name, answer)).collect())
}

impl FileRow {
    /// The row of a table of a game.
    fn of(game: &'static str, answer: FileAnswer) -> FileRow {
        let FileAnswer { part, slices, names, entries, state, error, file } = answer;
        FileRow {
            game: Some(game),
            part: Some(part),
            slices: Some(slices.len() as u64),
            entries: Some(entries),
            names,
            error: error.map(|error| advice::explain(&error.into(), program::invocation())),
            state,
            ..FileRow::foreign(&file)
        }
    }

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
