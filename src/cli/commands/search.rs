//! `search`: the move and the score that a search finds.

use std::io::Write;
use std::sync::Mutex;
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use crate::catalogue::{CatalogueGame, GameEntry};
use crate::cli::args::board::BoardOption;
use crate::cli::args::{self, position};
use crate::cli::failure::{Failure, Status};
use crate::cli::interrupt;
use crate::cli::output::position_report::line_text;
use crate::cli::output::{json_line, note, rate, seconds};
use crate::draw;
use crate::game::{Notation, move_text, move_text_for_people, position_text, team_text};
use crate::query::{ExactValues, Probe};
use crate::search::{Limit, SearchClock, SearchOptions, SearchSummary, Searcher, Watch};
use crate::util::threads::processors;
use crate::util::units::{count, duration, thousands};

/// Search a position; Ctrl-C shows the result so far
///
/// Ctrl-C ends the search and shows the result so far. Scores are for the side to move and its team.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of the game, as listed by the `games` command
    pub game: String,
    /// The position (default: the starting position)
    position: Vec<String>,
    /// The engine with its settings, such as scout-tt, scout-tt:hash=64M or montecarlo:cutoff=50;
    /// `threads=N` limits the threads of an engine that uses all processors
    #[arg(long, value_name = "E")]
    engine: String,
    /// Search N plies; cut random games off after N plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
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

/// The result of a search: the object of an engine in `compare --json`, and part of the object of `search --json`.
#[derive(Serialize)]
pub struct SearchReport<'a> {
    game: &'static str,
    position: String,
    engine: &'a str,
    #[serde(rename = "move")]
    best: Option<String>,
    #[serde(flatten)]
    result: IterationReport,
    leaves: u64,
    /// The unit of the score, if there is no value.
    unit: Option<&'static str>,
}

impl<'a> SearchReport<'a> {
    /// The result of a search of `root` by an engine of this name, with the unit of its evaluations.
    pub fn new<G: Notation>(
        game: &G,
        root: &G::Position,
        engine: &'a str,
        unit: Option<&'static str>,
        report: &SearchSummary<G::Move>,
    ) -> SearchReport<'a> {
        SearchReport {
            game: game.name(),
            position: position_text(game, root),
            engine,
            best: report.best.map(|mv| move_text(game, root, mv)),
            result: IterationReport::of(game, root, report),
            leaves: report.leaves,
            unit: unit.filter(|_| report.decided().is_none()),
        }
    }
}

/// The result of a search with its iterations: the object of `--json`.
#[derive(Serialize)]
struct FullReport<'a> {
    #[serde(flatten)]
    result: SearchReport<'a>,
    stopped: bool,
    iterations: Vec<IterationReport>,
}

/// The result of an iteration, or of the whole search.
#[derive(Serialize)]
struct IterationReport {
    depth: u32,
    score: f64,
    value: Option<&'static str>,
    plies: Option<u32>,
    nodes: u64,
    seconds: f64,
    line: Vec<String>,
}

impl IterationReport {
    fn of<G: Notation>(game: &G, root: &G::Position, report: &SearchSummary<G::Move>) -> IterationReport {
        IterationReport {
            depth: report.depth,
            score: report.score.number(),
            value: report.value.map(|value| value.word()),
            plies: report.value.and_then(|value| value.plies()),
            nodes: report.nodes,
            seconds: report.time.as_secs_f64(),
            line: line_text(game, root, &report.line, move_text::<G>),
        }
    }
}

/// Shows each iteration on standard error, or keeps it for `--json`. Ctrl-C stops the search.
struct SearchWatch<'a, G: Notation> {
    game: &'a G,
    root: &'a G::Position,
    unit: Option<&'static str>,
    plays_random_games: bool,
    /// The iterations so far, for `--json`.
    iterations: Option<Mutex<Vec<IterationReport>>>,
}

impl<G: Notation> Watch<SearchSummary<G::Move>> for SearchWatch<'_, G> {
    fn iteration(&self, report: &SearchSummary<G::Move>) {
        match &self.iterations {
            Some(iterations) => {
                if let Ok(mut iterations) = iterations.lock() {
                    iterations.push(IterationReport::of(self.game, self.root, report));
                }
            }
            None => note(format_args!(
                "{}: {}; {}, {} per second, {}; {}",
                match self.plays_random_games {
                    true => count(report.leaves, "random game"),
                    false => format!("depth {}", report.depth),
                },
                report.score_text_in(self.game, self.unit),
                count(report.nodes, "node"),
                rate(report.nodes, report.time),
                seconds(report.time),
                line_text(self.game, self.root, &report.line, move_text_for_people::<G>).join(" "),
            )),
        }
    }

    fn is_stopped(&self) -> bool {
        interrupt::stop_requested()
    }
}

/// Searches a position, with the tables of the game if there are any.
pub fn run<G: CatalogueGame>(
    entry: &GameEntry<G>,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let game = &entry.game;
    let root = position(game, &arguments.position)?;
    let limit = Limit { depth: arguments.depth, time: arguments.time, ..Limit::default() };
    let mut engine = Searcher::read(&entry.players, &arguments.engine)?.with_threads(processors());
    let table = arguments.tables.solved(entry, arguments.no_tables)?;
    let probe = table.as_ref().map(|table| Probe { space: game, tables: table });
    let exact: &dyn ExactValues<G> = probe.as_ref().map_or(&(), |probe| probe);
    interrupt::stop_on_interrupt();
    let unit = engine.unit(game);
    let plays_random_games = engine.has_setting("cutoff");
    let iterations = arguments.json.then(Mutex::default);
    let watch = SearchWatch { game, root: &root, unit, plays_random_games, iterations };
    let clock = SearchClock::running();
    let options = SearchOptions::new(limit, &clock);
    let report = engine.search_watched(game, exact, &root, &[], &options, &watch)?;
    let stopped = interrupt::stop_requested();
    if arguments.json {
        let iterations = watch.iterations.and_then(|iterations| iterations.into_inner().ok());
        let result = SearchReport::new(game, &root, engine.name(), unit, &report);
        json_line(&FullReport { result, stopped, iterations: iterations.unwrap_or_default() }, out)?;
    } else {
        writeln!(out, "{}", draw::text(&game.diagram(&root), &[], arguments.board.style()))?;
        answer(&watch, &report, out)?;
    }
    Ok(if stopped { Status::Stopped } else { Status::Success })
}

/// Writes the result for people, below the board.
fn answer<G: Notation>(
    search: &SearchWatch<G>,
    report: &SearchSummary<G::Move>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let &SearchWatch { game, root, unit, .. } = search;
    writeln!(out, "{}", position_text(game, root))?;
    let Some(best) = report.best else {
        writeln!(out, "{}: the game is over", report.value.map_or("", |value| value.word()))?;
        return Ok(());
    };
    writeln!(out, "move:  {}", move_text_for_people(game, root, best))?;
    writeln!(
        out,
        "score: {} for {}",
        report.score_text_in(game, unit),
        team_text(game, game.team(game.side_to_move(root)))
    )?;
    let line = line_text(game, root, &report.line, move_text_for_people::<G>);
    writeln!(out, "line:  {}", line.join(" "))?;
    let (depth, leaves) = (report.depth, thousands(report.leaves));
    let [depth, leaves] = match (search.plays_random_games, report.leaves) {
        (true, leaves) => [format!("cut off at {}", count(depth.into(), "ply")), count(leaves, "random game")],
        (false, 1) => [format!("depth {depth}"), "1 leaf at the last depth".to_string()],
        (false, _) => [format!("depth {depth}"), format!("{leaves} leaves at the last depth")],
    };
    writeln!(
        out,
        "{depth}; {}, {leaves}, {}, {} nodes per second",
        count(report.nodes, "node"),
        seconds(report.time),
        rate(report.nodes, report.time),
    )?;
    Ok(())
}
