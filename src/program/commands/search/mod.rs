//! `search`: the move and the score that a search finds.

mod epd;
mod report;

use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use crate::args::board::BoardOption;
use crate::args::values::whole;
use crate::args::{self, position_words};
use crate::failure::{Failure, Status};
use crate::interrupt;
use crate::opening::note_all;
use crate::output::{json_line, note, rate, seconds};
use hindsight::answer::Thought;
use hindsight::open::{AnyGame, Sources};
use hindsight::play::{OpenBoard, ThoughtQuery};
use hindsight::search::{Limit, SearchClock, Watch};
use hindsight::util::threads::processors;
use hindsight::util::units::{count, duration, thousands};
use report::IterationReport;
pub use report::SearchReport;

/// Search a position; Ctrl-C shows the result so far
///
/// Ctrl-C ends the search and shows the result so far. Scores are for the side to move and its team.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of the game, as listed by the `games` command
    pub game: String,
    /// The position (default: the starting position)
    position: Vec<String>,
    /// Search each position of a file in EPD with its operations bm, am, dm and id, and count those that are solved
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    epd: Option<PathBuf>,
    /// The engine with its settings, such as scout-tt, scout-tt:hash=64M or montecarlo:cutoff=50 (default: the game's
    /// own player, or scout-tt); `threads=N` limits the threads of an engine that uses all processors
    #[arg(long, value_name = "E")]
    engine: Option<String>,
    /// Search N plies; cut random games off after N plies
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=1000))]
    depth: Option<u32>,
    /// Search for this time, such as 500ms or 10s
    #[arg(long, value_name = "T", value_parser = duration)]
    time: Option<Duration>,
    /// Search without the tables of the game
    #[arg(long)]
    no_tables: bool,
    /// Write JSON: one object on one line, with the iterations
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    board: BoardOption,
    #[command(flatten)]
    tables: args::TablesOption,
}

/// The result of a search with its iterations: the object of `--json`.
#[derive(Serialize)]
struct FullReport<'a> {
    #[serde(flatten)]
    result: SearchReport<'a>,
    stopped: bool,
    iterations: Vec<IterationReport>,
    /// What was dropped or guessed of the position, and why the value may be another.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// Shows each iteration on standard error, or keeps it for `--json`. Ctrl-C stops the search.
struct SearchWatch {
    plays_random_games: bool,
    /// The iterations so far, for `--json`.
    iterations: Option<Mutex<Vec<IterationReport>>>,
}

impl Watch<Thought> for SearchWatch {
    fn iteration(&self, result: &Thought) {
        match &self.iterations {
            Some(iterations) => {
                if let Ok(mut iterations) = iterations.lock() {
                    iterations.push(IterationReport::new(result));
                }
            }
            None => note(format_args!(
                "{}: {}; {}, {} per second, {}; {}",
                match self.plays_random_games {
                    true => count(result.leaves, "random game"),
                    false => format!("depth {}", result.depth),
                },
                result.text,
                count(result.nodes, "node"),
                rate(result.nodes, result.time),
                seconds(result.time),
                result.line_text(),
            )),
        }
    }

    fn is_stopped(&self) -> bool {
        interrupt::stop_requested()
    }
}

/// Searches a position, with the tables of the game if there are any.
pub fn run(game: &dyn AnyGame, arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
    let name = arguments.engine.as_deref().unwrap_or(game.facts().default_engine);
    let limit = Limit { depth: arguments.depth, time: arguments.time, ..Limit::default() };
    let sources = arguments.tables.played(arguments.no_tables);
    if let Some(path) = &arguments.epd {
        let query = epd::EpdQuery { path, engine: name, limit, json: arguments.json };
        return epd::run(&game.open(&sources?, &())?, &query, out);
    }
    let root = position_words(game.facts(), &arguments.position);
    let without_values = game.open(&Sources::nothing(), &())?;
    Arc::clone(&without_values).board(Some(&root))?;
    Arc::clone(&without_values).engine(name, 0)?;
    let game = game.open(&sources?, &())?;
    let board = Arc::clone(&game).board(Some(&root))?;
    let mut notes = game.notes(&root);
    if !arguments.json {
        note_all(&notes);
    }
    let mut engine = game.engine(name, 0)?;
    engine.set_threads(processors());
    interrupt::stop_on_interrupt();
    let plays_random_games = engine.has_setting("cutoff");
    let iterations = arguments.json.then(Mutex::default);
    let watch = SearchWatch { plays_random_games, iterations };
    let clock = SearchClock::running();
    let query = ThoughtQuery { for_people: true, ..ThoughtQuery::new(limit, &clock) };
    let result = engine.search(&*board, &query, &watch)?;
    let stopped = interrupt::stop_requested();
    if arguments.json {
        let iterations = watch.iterations.and_then(|iterations| iterations.into_inner().ok());
        notes.extend(result.doubt.clone());
        let result = SearchReport::new(&*board, engine.name(), engine.unit(), &result);
        json_line(&FullReport { result, stopped, iterations: iterations.unwrap_or_default(), notes }, out)?;
    } else {
        writeln!(out, "{}", board.picture(arguments.board.style(), false, true))?;
        answer(&*board, plays_random_games, &result, out)?;
    }
    Ok(if stopped { Status::Stopped } else { Status::Success })
}

/// Writes the result for people, below the board.
pub fn answer(
    board: &dyn OpenBoard,
    plays_random_games: bool,
    result: &Thought,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    writeln!(out, "{}", board.position())?;
    let Some(best) = &result.best else {
        writeln!(out, "{}: the game is over", result.value.map_or("", |value| value.word()))?;
        return Ok(());
    };
    let facts = board.facts();
    writeln!(out, "move:  {}", best.name)?;
    writeln!(out, "score: {} for {}", result.text, facts.team_text(facts.teams[board.side()]))?;
    writeln!(out, "line:  {}", result.line_text())?;
    if let Some(doubt) = &result.doubt {
        writeln!(out, "note:  {doubt}")?;
    }
    let (depth, leaves) = (result.depth, thousands(result.leaves));
    let [depth, leaves] = match (plays_random_games, result.leaves) {
        (true, leaves) => [format!("cut off at {}", count(depth.into(), "ply")), count(leaves, "random game")],
        (false, 1) => [format!("depth {depth}"), "1 leaf at the last depth".to_string()],
        (false, _) => [format!("depth {depth}"), format!("{leaves} leaves at the last depth")],
    };
    writeln!(
        out,
        "{depth}; {}, {leaves}, {}, {} nodes per second",
        count(result.nodes, "node"),
        seconds(result.time),
        rate(result.nodes, result.time),
    )?;
    Ok(())
}
