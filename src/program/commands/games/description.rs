//! A game with the state of its tables.

use serde::Serialize;

use crate::held::is_small;
use crate::output::coverage::Coverage;
use hindsight::catalogue::{CatalogueGame, GameEntry};
use hindsight::game::position_text;
use hindsight::play::matches::has_two_teams;
use hindsight::query::Probe;
use hindsight::search::{Algorithm, random};
use hindsight::space::Naming;
use hindsight::space::components::entries;
use hindsight::table::{Store, TableError, Tables};
use hindsight::util::units::size;

/// The commands that work with solved tables alone.
const NEED_TABLES: [&str; 1] = ["compress"];

/// The commands that also work with tables compiled into the program.
const NEED_RESULTS: [&str; 4] = ["query", "annotate", "find", "stats"];

/// A game: an object of `--json`.
#[derive(Serialize)]
pub struct Description {
    pub game: &'static str,
    pub slices: u64,
    pub entries: u64,
    pub start: String,
    pub sides: &'static [&'static str],
    pub size_name: Option<&'static str>,
    solved: SolvedTotals,
    pub engines: Vec<&'static str>,
    /// The commands that the game has, with the tables that are here.
    pub commands: Vec<String>,
    /// The notation of positions and moves.
    pub notation: &'static str,
    /// The state of the tables, in words.
    #[serde(skip)]
    pub tables: String,
}

/// The solved part of a game: zeros if it is not solved, or no table can be used.
#[derive(Default, Serialize)]
struct SolvedTotals {
    slices: u64,
    entries: u64,
    bytes: u64,
}

/// Describes a game; `commands` are those that take a game.
pub fn describe<G: CatalogueGame>(entry: &GameEntry<G>, store: &Store, commands: &[String]) -> Description {
    let game = &entry.game;
    let opened = match store.open(game) {
        // The tables below it may be built in.
        Err(TableError::Needs { .. }) => store.open_with(game, entry.embedded),
        opened => opened,
    };
    let (solved, tables) = match opened {
        _ if game.slices().is_empty() => (SolvedTotals::default(), "none are made".to_string()),
        Ok(tables) => solved(game, &tables),
        Err(TableError::Missing { .. }) => (SolvedTotals::default(), unsolved(entry, store)),
        Err(_) => (SolvedTotals::default(), "unusable, see verify".to_string()),
    };
    let works = |command: &&String| match command.as_str() {
        "solve" | "tables" => !game.slices().is_empty(),
        "match" => has_two_teams(game),
        "query" if is_small(game) => true,
        command if NEED_RESULTS.contains(&command) => solved.slices > 0 || !entry.embedded.is_empty(),
        command => solved.slices > 0 || !NEED_TABLES.contains(&command),
    };
    let players = entry.players.iter().map(|factory| factory.name);
    Description {
        game: game.name(),
        slices: game.slices().len() as u64,
        entries: game.slices().iter().map(|slice| slice.entries).sum(),
        start: position_text(game, &game.start()),
        sides: game.sides(),
        size_name: (!game.slices().is_empty()).then(|| game.size_name()),
        engines: players.chain(Algorithm::ALL.map(Algorithm::name)).chain([random::factory::<G>().name]).collect(),
        commands: commands.iter().filter(works).cloned().collect(),
        notation: game.help(),
        solved,
        tables,
    }
}

/// The state of a game without a table on the disk, in words.
fn unsolved<G: CatalogueGame>(entry: &GameEntry<G>, store: &Store) -> String {
    let Ok(tables) = store.open_with(&entry.game, entry.embedded) else { return "not solved".to_string() };
    let coverage = Coverage::new(&Probe { space: &entry.game, tables: &tables });
    let has_results_only = coverage.held.iter().any(|&slice| tables.holds_results_only(slice));
    match (coverage.is_whole(), has_results_only) {
        (true, true) => "results built in".to_string(),
        (true, false) => "built in".to_string(),
        (false, true) => format!("results of {} built in", coverage.text()),
        (false, false) => format!("{} built in", coverage.text()),
    }
}

/// The solved part of a game, in numbers and in words.
fn solved<G: Naming>(game: &G, tables: &Tables) -> (SolvedTotals, String) {
    let coverage = Coverage::new(&Probe { space: game, tables });
    let held = &coverage.held;
    let solved =
        SolvedTotals { slices: held.len() as u64, entries: entries(game.slices(), held), bytes: tables.bytes() };
    let text = match coverage.is_whole() {
        true => "solved".to_string(),
        false => format!("{} solved", coverage.text()),
    };
    let text = match tables.unusable() {
        0 => format!("{text}, {}", size(solved.bytes)),
        unusable => format!("{text}, {unusable} unusable"),
    };
    (solved, text)
}
