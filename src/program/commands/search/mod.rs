//! `search`: the move and the score that a search finds.

mod epd;
mod report;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use crate::args::board::BoardOption;
use crate::args::values::whole;
use crate::args::{self, position};
use crate::failure::{Failure, Status};
use crate::interrupt;
use crate::output::{json_line, note, rate, seconds};
use hindsight::catalogue::{CatalogueGame, GameEntry};
use hindsight::draw;
use hindsight::game::{Notation, line_text, move_text_for_people, position_text, team_text};
use hindsight::query::{ExactValues, Probe};
use hindsight::search::{Limit, SearchClock, SearchRequest, SearchResult, Searcher, Watch};
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

impl<G: Notation> Watch<SearchResult<G::Move>> for SearchWatch<'_, G> {
    fn iteration(&self, report: &SearchResult<G::Move>) {
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
    if let Some(path) = &arguments.epd {
        let query = epd::EpdQuery {
            path,
            engine: arguments.engine.as_deref().unwrap_or(entry.default_engine()),
            limit: Limit { depth: arguments.depth, time: arguments.time, ..Limit::default() },
            tables: arguments.tables.solved(entry, arguments.no_tables)?,
            json: arguments.json,
        };
        return epd::run(entry, &query, out);
    }
    let game = &entry.game;
    let root = position(game, &arguments.position)?;
    let limit = Limit { depth: arguments.depth, time: arguments.time, ..Limit::default() };
    let name = arguments.engine.as_deref().unwrap_or(entry.default_engine());
    let mut engine = Searcher::read(&entry.players, name)?.with_threads(processors());
    let table = arguments.tables.solved(entry, arguments.no_tables)?;
    let probe = table.as_ref().map(|table| Probe { space: game, tables: table });
    let exact: &dyn ExactValues<G> = probe.as_ref().map_or(&(), |probe| probe);
    interrupt::stop_on_interrupt();
    let unit = engine.unit(game);
    let plays_random_games = engine.has_setting("cutoff");
    let iterations = arguments.json.then(Mutex::default);
    let watch = SearchWatch { game, root: &root, unit, plays_random_games, iterations };
    let clock = SearchClock::running();
    let request = SearchRequest::new(game, &root, limit, &clock);
    let report = engine.search(&SearchRequest { exact, watch: &watch, ..request })?;
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
    report: &SearchResult<G::Move>,
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
