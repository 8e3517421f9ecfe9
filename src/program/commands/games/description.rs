//! A game with the state of its tables.

use serde::Serialize;

use hindsight::answer::{GameFacts, ValuesFacts, ValuesSource};
use hindsight::open::{AnyGame, Rule, Sources};
use hindsight::table::Store;
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
pub fn describe(game: &dyn AnyGame, store: &Store, commands: &[String]) -> Description {
    let (facts, sources) = (game.facts(), Sources::of(store.clone()));
    let sources = Sources { small: false, empty: true, rule: Rule::Plain, ..sources };
    let (solved, tables) = match game.open(&sources, &()) {
        _ if facts.slices.is_empty() => (SolvedTotals::default(), "none are made".to_string()),
        Ok(opened) => state(facts, opened.values()),
        Err(_) => (SolvedTotals::default(), "unusable, see verify".to_string()),
    };
    let works = |command: &&String| match command.as_str() {
        "solve" | "tables" => !facts.slices.is_empty(),
        "match" => facts.has_two_teams(),
        "query" | "find" | "stats" if facts.is_small() => true,
        command if NEED_RESULTS.contains(&command) => solved.slices > 0 || facts.has_embedded,
        command => solved.slices > 0 || !NEED_TABLES.contains(&command),
    };
    Description {
        game: facts.name,
        slices: facts.slices.len() as u64,
        entries: facts.all_entries(),
        start: facts.start.clone(),
        sides: facts.sides,
        size_name: (!facts.slices.is_empty()).then_some(facts.size_name),
        engines: facts.engines.iter().map(|engine| engine.name).collect(),
        commands: commands.iter().filter(works).cloned().collect(),
        notation: facts.notation,
        solved,
        tables,
    }
}

/// The solved part of a game, in numbers and in words.
fn state(game: &GameFacts, values: &ValuesFacts) -> (SolvedTotals, String) {
    let coverage = game.coverage(&values.own);
    match values.source {
        ValuesSource::None => (SolvedTotals::default(), "not solved".to_string()),
        ValuesSource::Embedded if values.unusable.is_empty() => {
            let text = match (coverage, values.results_only.is_empty()) {
                (None, false) => "results built in".to_string(),
                (None, true) => "built in".to_string(),
                (Some(coverage), false) => format!("results of {coverage} built in"),
                (Some(coverage), true) => format!("{coverage} built in"),
            };
            (SolvedTotals::default(), text)
        }
        _ => {
            let (slices, entries) = (values.own.len() as u64, game.entries(&values.own));
            let text = coverage.map_or("solved".to_string(), |coverage| format!("{coverage} solved"));
            let text = match values.unusable.len() {
                0 => format!("{text}, {}", size(values.bytes)),
                unusable => format!("{text}, {unusable} unusable"),
            };
            (SolvedTotals { slices, entries, bytes: values.bytes }, text)
        }
    }
}
