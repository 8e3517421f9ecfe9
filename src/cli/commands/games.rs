//! `games`: every game, its size, and how much of it is solved; or all about one of them.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use crate::catalogue::GameEntry;
use crate::cli::args::TablesOption;
use crate::cli::failure::{Failure, Status};
use crate::cli::output::coverage::Coverage;
use crate::cli::output::json::json_line;
use crate::cli::output::{Align, TextTable, wrapped};
use crate::game::Notation;
use crate::play::matches::has_two_teams;
use crate::query::Probe;
use crate::search::{Algorithm, random};
use crate::space::components::entries;
use crate::space::{Space, Symmetry};
use crate::table::{Store, TableError, Tables};
use crate::util::units::{size, thousands};

/// The commands that work with solved tables alone.
const NEED_TABLES: [&str; 3] = ["compress", "find", "stats"];

/// Those that work with tables that are compiled into the program too.
const NEED_RESULTS: [&str; 2] = ["query", "annotate"];

/// List every game, its size and how much of it is solved; with a game named, its notation, engines and commands too
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of a game
    pub game: Option<String>,
    /// Write JSON: one object per game, each on a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    tables: TablesOption,
}

impl Arguments {
    /// The store of the tables.
    pub fn store(&self) -> Store {
        self.tables.store()
    }
}

/// A game: an object of `--json`.
#[derive(Serialize)]
pub struct Description {
    game: &'static str,
    slices: u64,
    entries: u64,
    start: String,
    sides: &'static [&'static str],
    size_name: Option<&'static str>,
    solved: Solved,
    engines: Vec<&'static str>,
    /// The commands that the game has, with the tables that are here.
    commands: Vec<String>,
    /// How positions and moves are written.
    notation: &'static str,
    /// How much is solved, in words.
    #[serde(skip)]
    tables: String,
}

/// How much of a game is solved. Zeros if nothing is, or no table can be used.
#[derive(Default, Serialize)]
struct Solved {
    slices: u64,
    entries: u64,
    bytes: u64,
}

/// Describes a game; `commands` are those that take a game.
pub fn describe<G: Symmetry + Notation>(entry: &GameEntry<G>, store: &Store, commands: &[String]) -> Description {
    let game = &entry.game;
    let (solved, tables) = match store.open(game) {
        _ if game.slices().is_empty() => (Solved::default(), "none are made".to_string()),
        Ok(tables) => solved(game, &tables),
        Err(TableError::Missing { .. }) => (Solved::default(), unsolved(entry, store)),
        Err(_) => (Solved::default(), "unusable, see verify".to_string()),
    };
    let works = |command: &&String| match command.as_str() {
        "solve" | "tables" => !game.slices().is_empty(),
        "match" => has_two_teams(game),
        command if NEED_RESULTS.contains(&command) => solved.slices > 0 || !entry.embedded.is_empty(),
        command => solved.slices > 0 || !NEED_TABLES.contains(&command),
    };
    let players = entry.players.iter().map(|factory| factory.name);
    Description {
        game: game.name(),
        slices: game.slices().len() as u64,
        entries: game.slices().iter().map(|slice| slice.entries).sum(),
        start: game.text(&game.start()),
        sides: game.sides(),
        size_name: (!game.slices().is_empty()).then(|| game.size_name()),
        engines: players.chain(Algorithm::ALL.map(Algorithm::name)).chain([random::factory::<G>().name]).collect(),
        commands: commands.iter().filter(works).cloned().collect(),
        notation: game.help(),
        solved,
        tables,
    }
}

/// What is known of a game without a table on the disk, in words.
fn unsolved<G: Symmetry + Notation>(entry: &GameEntry<G>, store: &Store) -> String {
    let Ok(tables) = store.open_with(&entry.game, entry.embedded) else { return "not solved".to_string() };
    let coverage = Coverage::new(&Probe { space: &entry.game, tables: &tables });
    match coverage.is_whole() {
        true => "results built in".to_string(),
        false => format!("results of {} built in", coverage.text()),
    }
}

/// How much of a game is solved, in numbers and in words.
fn solved<G: Space>(game: &G, tables: &Tables) -> (Solved, String) {
    let coverage = Coverage::new(&Probe { space: game, tables });
    let held = &coverage.held;
    let solved = Solved { slices: held.len() as u64, entries: entries(game.slices(), held), bytes: tables.bytes() };
    let text = match coverage.is_whole() {
        true => "solved".to_string(),
        false => format!("{} solved", coverage.text()),
    };
    let text = match tables.damaged() {
        0 => format!("{text}, {}", size(solved.bytes)),
        damaged => format!("{text}, {damaged} unusable"),
    };
    (solved, text)
}

/// Lists the games, or writes all about the one that the arguments name.
pub fn run(
    arguments: &Arguments,
    games: impl Iterator<Item = Description>,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    if arguments.json {
        games.into_iter().try_for_each(|game| json_line(&game, out))?;
    } else if arguments.game.is_some() {
        games.into_iter().try_for_each(|game| write_one(&game, out))?;
    } else {
        let mut table = TextTable::new([Align::Left, Align::Right, Align::Right, Align::Left]);
        table.row(["game", "slices", "entries", "tables"]);
        for game in games {
            table.row([game.game, &thousands(game.slices), &thousands(game.entries), &game.tables]);
        }
        table.write("", out)?;
    }
    Ok(Status::Success)
}

/// Writes all about one game.
fn write_one(game: &Description, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "{}", game.game)?;
    let slices = match game.size_name {
        None => "none: the game is for play and search".to_string(),
        Some(size_name) => format!("{}, selected by --{size_name} N or --slice S", thousands(game.slices)),
    };
    let lines = [
        ("slices", slices),
        ("entries", thousands(game.entries)),
        ("tables", game.tables.clone()),
        ("sides", game.sides.join(", ")),
        ("start", game.start.clone()),
        ("notation", game.notation.split_whitespace().collect::<Vec<_>>().join(" ")),
        ("engines", game.engines.join(" ")),
        ("commands", game.commands.join(" ")),
    ];
    for (label, text) in lines {
        wrapped(&format!("  {label:<9} {text}"), "            ", out)?;
    }
    Ok(())
}
