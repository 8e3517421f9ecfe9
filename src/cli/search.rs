//! `search`: the move and the score that a search finds.

use std::io::Write;
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use super::arguments::{self, position};
use super::failure::{Failure, Status};
use super::output::{json_line, rate, seconds};
use super::position_report::line_text;
use crate::catalogue::Entry;
use crate::game::Notation;
use crate::query::{ExactValues, Probe};
use crate::search::{Limit, Report, RootScore, Searcher};
use crate::space::Symmetry;
use crate::util::threads::processors;
use crate::util::units::{count, duration, thousands};

/// Search a position with one of the algorithms
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of the game, as listed by the `games` command
    pub game: String,
    /// The position (default: the starting position)
    position: Vec<String>,
    /// The algorithm with its settings, such as scout-tt, scout-tt:hash=64M or montecarlo:cutoff=50;
    /// `threads=N` limits the threads of a player that uses all processors
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
    /// Write JSON: one object on one line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    tables: arguments::Tables,
}

/// The result of a search: the object of `--json`, and of `compare --json` for each engine.
#[derive(Serialize)]
pub struct SearchReport<'a> {
    game: &'static str,
    position: String,
    engine: &'a str,
    #[serde(rename = "move")]
    best: Option<String>,
    score: f64,
    value: Option<&'static str>,
    plies: Option<u32>,
    depth: u32,
    nodes: u64,
    leaves: u64,
    seconds: f64,
    line: Vec<String>,
}

impl<'a> SearchReport<'a> {
    /// The result of a search of `root` by an engine of this name.
    pub fn new<G: Notation>(
        game: &G,
        root: &G::Position,
        engine: &'a str,
        report: &Report<G::Move>,
    ) -> SearchReport<'a> {
        SearchReport {
            game: game.name(),
            position: game.text(root),
            engine,
            best: report.best.map(|mv| game.move_text(root, mv)),
            score: report.score.number(),
            value: report.value.map(|value| value.word()),
            plies: report.value.and_then(|value| value.plies()),
            depth: report.depth,
            nodes: report.nodes,
            leaves: report.leaves,
            seconds: report.time.as_secs_f64(),
            line: line_text(game, root, &report.line),
        }
    }

    /// Writes the object on one line.
    pub fn write(&self, out: &mut dyn Write) -> Result<(), Failure> {
        json_line(self, out)
    }
}

/// Searches a position. Without tables, the search uses none: that is no error.
pub fn run<G: Symmetry + Notation>(
    entry: &Entry<G>,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let game = &entry.game;
    let root = position(game, &arguments.position)?;
    let limit = Limit { depth: arguments.depth, time: arguments.time };
    let mut engine = Searcher::read(&entry.players, &arguments.engine)?.with_threads(processors());
    let table = arguments.tables.solved(game, arguments.no_tables)?;
    let probe = table.as_ref().map(|table| Probe { space: game, tables: table });
    let exact: &dyn ExactValues<G> = probe.as_ref().map_or(&(), |probe| probe);
    let report = engine.search(game, exact, &root, &[], limit)?;
    if arguments.json {
        SearchReport::new(game, &root, engine.name(), &report).write(out)?;
    } else {
        draw(game, &root, &report, out)?;
    }
    Ok(Status::Success)
}

/// The score for people: a win or a loss, an evaluation, or a mean.
pub fn score_text<M>(report: &Report<M>) -> String {
    match (report.score, report.value) {
        (_, Some(value)) => value.to_string(),
        (RootScore::Score(score), None) => {
            score.decided().map_or(score.number().to_string(), |value| value.to_string())
        }
        (RootScore::Mean(mean), None) => format!("{mean:.1}"),
    }
}

/// The same for a column of a table: a win or a loss in plies alone.
pub fn short_score<M>(report: &Report<M>) -> String {
    let text = score_text(report);
    text.split(" (").next().unwrap_or_default().to_string()
}

/// Writes the result for people.
fn draw<G: Notation>(
    game: &G,
    root: &G::Position,
    report: &Report<G::Move>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    writeln!(out, "{}\n{}", game.draw(root), game.text(root))?;
    let Some(best) = report.best else {
        writeln!(out, "{}: the game is over", report.value.map_or("", |value| value.word()))?;
        return Ok(());
    };
    writeln!(out, "move:  {}", game.move_text(root, best))?;
    writeln!(out, "score: {} for {}", score_text(report), game.sides()[game.side_to_move(root)])?;
    writeln!(out, "line:  {}", line_text(game, root, &report.line).join(" "))?;
    let leaves = format!("{} {}", thousands(report.leaves), if report.leaves == 1 { "leaf" } else { "leaves" });
    writeln!(
        out,
        "depth {}; {}, {} at the last depth, {}, {} nodes per second",
        report.depth,
        count(report.nodes, "node"),
        leaves,
        seconds(report.time),
        rate(report.nodes, report.time),
    )?;
    Ok(())
}
