//! `tables`: the files of the tables, their checksums, and their removal.

pub mod inventory;
pub mod rows;

use std::io::{self, IsTerminal, Write};

use clap::{Args, Command};

use crate::args::selection::Selection;
use crate::args::{Quiet, TablesOption};
use crate::failure::{Failure, Status};
use crate::output::progress::ProgressReport;
use crate::output::{Align, TextTable, json_line, note};
use hindsight::answer::FileState;
use hindsight::open::Games;
use hindsight::table::{Store, StoredFile};
use hindsight::util::progress::Progress;
use hindsight::util::units::{count, size};
use inventory::InventoryQuery;
use rows::{FileQuery, FileRow};

/// List the files of the tables, check them or remove them
///
/// Exit status 1 if a table cannot be used.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of a game, as listed by the `games` command (default: all)
    pub game: Option<String>,
    #[command(flatten)]
    selection: Selection,
    /// Check every table against its checksums
    #[arg(long, conflicts_with_all = ["remove", "remove_partial"])]
    check: bool,
    /// Write a line for each slice that is solved: the checksum of its values, as data/solved has it, and its name
    #[arg(long, requires = "game", conflicts_with_all = ["check", "removal", "missing"])]
    sums: bool,
    /// Write the name of each slice, of those selected or of all, that is not solved
    #[arg(long, requires = "game", conflicts_with_all = ["check", "removal"])]
    missing: bool,
    /// Remove the tables of the game, or the tables of the selected slices
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
    tables: TablesOption,
}

/// Lists the files, checks or removes them.
pub fn run(games: &Games, _declared: Command, arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
    let named = games.named(arguments.game.as_deref())?;
    if arguments.game.is_none() && arguments.selection.is_any() {
        return Err(Failure::Usage("expected a game with a selection of its slices, found none".to_string()));
    }
    let store = arguments.tables.store_to_read()?;
    // Only the first directory is written.
    let removes = arguments.remove || arguments.remove_partial;
    let store = if removes { Store::new(store.directory()) } else { store };
    if arguments.sums || arguments.missing {
        let (selection, missing, json) = (&arguments.selection, arguments.missing, arguments.json);
        let query = InventoryQuery { selection, store: &store, missing, json };
        named.iter().try_for_each(|game| inventory::write(*game, &query, out))?;
        return Ok(Status::Success);
    }
    let files = store.files()?;
    let bytes = files.iter().filter(|file| file.begins_as_table && !file.partial).map(|file| file.bytes).sum();
    let progress = arguments.check.then(|| ProgressReport::in_units("byte", "checking", bytes, &Quiet::NO));
    let query = FileQuery {
        is_named: arguments.game.is_some(),
        selection: &arguments.selection,
        store: &store,
        check: progress.as_ref().map(|progress| progress as &dyn Progress),
    };
    let of_games = |files: &[StoredFile]| -> Result<Vec<FileRow>, Failure> {
        let games = named.iter().flat_map(|&game| [Some(game), game.zeroing()]).flatten();
        let rows = games.map(|game| rows::rows(game, &query, files)).collect::<Result<Vec<_>, _>>();
        Ok(rows?.into_iter().flatten().collect())
    };
    if removes {
        return remove(arguments, &store, &of_games, out);
    }
    let mut rows = of_games(&files)?;
    drop(progress);
    if arguments.game.is_none() {
        let known: Vec<&StoredFile> = rows.iter().map(|row| &row.file).collect();
        let foreign: Vec<FileRow> = files.iter().filter(|file| !known.contains(file)).map(FileRow::foreign).collect();
        rows.extend(foreign);
    }
    write(arguments, &rows, out)?;
    if !arguments.json {
        let free = store.free_space().map_or(String::new(), |free| format!("; {} free", size(free)));
        writeln!(out, "{} in {}{free}", total(&rows), store.directory().display())?;
    }
    Ok(if rows.iter().any(|row| row.error.is_some()) { Status::Negative } else { Status::Success })
}

/// Removes the tables, or the unfinished files.
fn remove(
    arguments: &Arguments,
    store: &Store,
    of_games: &dyn Fn(&[StoredFile]) -> Result<Vec<FileRow>, Failure>,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let chosen = || -> Result<Vec<FileRow>, Failure> {
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
        // A solve that has ended meanwhile has renamed its unfinished file, or has written tables that were not
        // confirmed.
        let listed = std::mem::replace(&mut rows, chosen()?);
        if arguments.remove {
            let is_listed = |row: &FileRow| listed.iter().any(|old| old.file == row.file && old.state == row.state);
            rows.retain(is_listed);
        }
        for row in &mut rows {
            store.remove(&lock, &row.file)?;
            (row.state, row.error) = (FileState::Removed, None);
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
fn total(rows: &[FileRow]) -> String {
    format!("{} ({})", count(rows.len() as u64, "file"), size(rows.iter().map(|row| row.bytes).sum()))
}

/// Writes the rows, and the errors of the files that cannot be used.
fn write(arguments: &Arguments, rows: &[FileRow], out: &mut dyn Write) -> Result<(), Failure> {
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
