//! `tables`: the files of the tables, their checksums, and their removal.

use std::io::{self, IsTerminal, Write};

use clap::Args;
use serde::Serialize;

use crate::cli::advice;
use crate::cli::args;
use crate::cli::args::selection::{Selection, require_slices};
use crate::cli::failure::{Failure, Status};
use crate::cli::output::json::json_line;
use crate::cli::output::{Align, TextTable, note};
use crate::cli::program;
use crate::space::Space;
use crate::space::components::names;
use crate::table::{Store, StoredFile, TableError, Tables};
use crate::util::units::{count, size};

/// List the files of the tables, check them or remove them
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of a game, as listed by the `games` command (default: all)
    pub game: Option<String>,
    #[command(flatten)]
    selection: Selection,
    /// Check every table against its checksums
    #[arg(long, conflicts_with_all = ["remove", "remove_partial"])]
    check: bool,
    /// Remove the tables of the game, or those that hold the slices selected
    #[arg(long, requires = "game", group = "removal")]
    remove: bool,
    /// Remove the unfinished files that interrupted solves have left, without asking
    #[arg(long, group = "removal")]
    remove_partial: bool,
    /// Remove tables without asking
    #[arg(long, requires = "removal")]
    yes: bool,
    /// Write JSON: one object per file, each on a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    tables: args::TablesOption,
}

/// The state of a file.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum State {
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
    /// Not a table of a game of this program.
    Foreign,
    /// The system failed.
    Unreadable,
    /// It was there until now.
    Removed,
}

/// A file: an object of `--json`.
#[derive(Serialize)]
pub struct Row {
    game: Option<&'static str>,
    part: Option<String>,
    slices: Option<u64>,
    entries: Option<u64>,
    path: String,
    bytes: u64,
    state: State,
    error: Option<String>,
    /// The names of the slices, for people.
    #[serde(skip)]
    names: String,
    #[serde(skip)]
    file: StoredFile,
}

impl State {
    /// The state of a table that cannot be used.
    fn of(error: &TableError) -> State {
        match error {
            TableError::Unfinished { .. } => State::Unfinished,
            TableError::Version { .. } => State::OtherVersion,
            TableError::OtherRules { .. } | TableError::OtherSlices { .. } => State::OtherRules,
            TableError::OtherGame { .. } => State::Foreign,
            error if error.part().is_some() => State::Damaged,
            _ => State::Unreadable,
        }
    }

    fn word(self) -> &'static str {
        match self {
            State::Finished => "finished",
            State::Intact => "intact",
            State::Unfinished => "unfinished",
            State::Damaged => "damaged",
            State::OtherVersion => "other version",
            State::OtherRules => "other rules",
            State::Foreign => "foreign",
            State::Unreadable => "unreadable",
            State::Removed => "removed",
        }
    }
}

/// The rows of the files that belong to a game, or to the slices of it that are selected.
pub fn rows<G: Space>(game: &G, arguments: &Arguments, files: &[StoredFile]) -> Result<Vec<Row>, Failure> {
    if arguments.game.is_some() {
        require_slices(game)?;
    }
    let selected = arguments.selection.slices(game)?;
    let tables = arguments.tables.store().scan(game);
    let mut rows = Vec::new();
    for (number, part) in tables.parts().iter().enumerate() {
        if selected.as_ref().is_some_and(|selected| !part.slices.iter().any(|slice| selected.contains(slice))) {
            continue;
        }
        let path = tables.path(number);
        for file in files.iter().filter(|file| file.table_path() == path) {
            let (state, error) = state(&tables, number, file, arguments.check);
            rows.push(Row {
                game: Some(game.name()),
                part: Some(part.name.clone()),
                slices: Some(part.slices.len() as u64),
                entries: Some(part.entries(game.slices())),
                names: names(game.slices(), &part.slices),
                error: error.map(|error| advice::explain(&error.into(), program::name())),
                state,
                ..Row::foreign(file)
            });
        }
    }
    Ok(rows)
}

/// The state of a file of a part, with the error if it cannot be used.
fn state(tables: &Tables, part: usize, file: &StoredFile, check: bool) -> (State, Option<TableError>) {
    if file.partial {
        return (State::Unfinished, None);
    }
    if !file.begins_as_table {
        return (State::Foreign, tables.table(part).err());
    }
    let table = match tables.table(part) {
        Ok(table) => table.filter(|_| check).map(|table| table.check()),
        Err(error) => Some(Err(error)),
    };
    match table {
        None => (State::Finished, None),
        Some(Ok(_)) => (State::Intact, None),
        Some(Err(error)) => (State::of(&error), Some(error)),
    }
}

impl Row {
    /// The row of a file that is no table of any game.
    fn foreign(file: &StoredFile) -> Row {
        Row {
            game: None,
            part: None,
            slices: None,
            entries: None,
            path: file.path.display().to_string(),
            bytes: file.bytes,
            state: State::Foreign,
            error: None,
            names: String::new(),
            file: file.clone(),
        }
    }

    /// Whether `--remove` removes the file: it is a table, and of the game.
    fn is_table(&self) -> bool {
        !self.file.partial && !matches!(self.state, State::Foreign | State::Unreadable)
    }
}

/// Lists the files, checks or removes them; `of_games` gives the rows of the games that the arguments name.
pub fn run(
    arguments: &Arguments,
    of_games: &dyn Fn(&[StoredFile]) -> Result<Vec<Row>, Failure>,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    if arguments.game.is_none() && arguments.selection.is_any() {
        return Err(Failure::Usage("expected a game with a selection of its slices, found none".to_string()));
    }
    let store = arguments.tables.store();
    if arguments.remove || arguments.remove_partial {
        return remove(arguments, &store, of_games, out);
    }
    let files = store.files()?;
    let mut rows = of_games(&files)?;
    if arguments.game.is_none() {
        let known: Vec<&StoredFile> = rows.iter().map(|row| &row.file).collect();
        let foreign: Vec<Row> = files.iter().filter(|file| !known.contains(file)).map(Row::foreign).collect();
        rows.extend(foreign);
    }
    write(arguments, &rows, out)?;
    if !arguments.json {
        let free = store.free_space().map_or(String::new(), |free| format!("; {} free", size(free)));
        writeln!(out, "{} in {}{free}", total(&rows), store.directory().display())?;
    }
    Ok(if arguments.check && rows.iter().any(|row| row.error.is_some()) { Status::Negative } else { Status::Success })
}

/// Removes the tables, or the unfinished files.
fn remove(
    arguments: &Arguments,
    store: &Store,
    of_games: &dyn Fn(&[StoredFile]) -> Result<Vec<Row>, Failure>,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let chosen = || -> Result<Vec<Row>, Failure> {
        let mut rows = of_games(&store.files()?)?;
        rows.retain(|row| if arguments.remove { row.is_table() } else { row.file.partial });
        Ok(rows)
    };
    let mut rows = chosen()?;
    if arguments.remove && !rows.is_empty() && !arguments.yes {
        let asked = !arguments.json && io::stdin().is_terminal() && io::stderr().is_terminal();
        if !asked {
            let message = format!("expected --yes to remove {} without asking, found none", total(&rows));
            return Err(Failure::Usage(message));
        }
        write(arguments, &rows, out)?;
        out.flush()?;
        if !confirm(&format!("Remove {}? [y/N] ", total(&rows)))? {
            writeln!(out, "nothing is removed")?;
            return Ok(Status::Negative);
        }
    }
    if !rows.is_empty() {
        let wait = |lock: &std::path::Path| {
            note(format_args!("waiting for a solve in this directory to end ({})", lock.display()));
        };
        let lock = store.lock(wait)?;
        // A solve that has ended meanwhile has renamed or removed its unfinished file.
        if arguments.remove_partial {
            rows = chosen()?;
        }
        for row in &mut rows {
            store.remove(&lock, &row.file)?;
            (row.state, row.error) = (State::Removed, None);
        }
    }
    write(arguments, &rows, out)?;
    if !arguments.json {
        match rows.is_empty() {
            true => writeln!(out, "nothing to remove in {}", store.directory().display())?,
            false => writeln!(out, "removed: {} from {}", total(&rows), store.directory().display())?,
        }
    }
    Ok(Status::Success)
}

/// Asks a person, and waits for the answer.
fn confirm(question: &str) -> Result<bool, Failure> {
    let mut answer = String::new();
    let _ = write!(io::stderr(), "{question}").and_then(|()| io::stderr().flush());
    io::stdin().read_line(&mut answer).map_err(Failure::Input)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

/// The number of the files and their size.
fn total(rows: &[Row]) -> String {
    format!("{} ({})", count(rows.len() as u64, "file"), size(rows.iter().map(|row| row.bytes).sum()))
}

/// Writes the rows, and what is wrong with those that cannot be used.
fn write(arguments: &Arguments, rows: &[Row], out: &mut dyn Write) -> Result<(), Failure> {
    if arguments.json {
        return rows.iter().try_for_each(|row| json_line(row, out));
    }
    if rows.is_empty() {
        return Ok(());
    }
    let mut table = TextTable::new([Align::Left, Align::Left, Align::Left, Align::Right, Align::Left]);
    table.row(["game", "part", "slices", "size", "state"]);
    for row in rows {
        let name = || row.file.path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
        let game = row.game.map_or_else(name, str::to_string);
        let part = row.part.clone().unwrap_or_default();
        table.row([game, part, row.names.clone(), size(row.bytes), row.state.word().to_string()]);
    }
    table.write("", out)?;
    let mut errors = rows.iter().filter_map(|row| row.error.as_ref());
    Ok(errors.try_for_each(|error| writeln!(out, "{error}"))?)
}
