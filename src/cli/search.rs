//! `hindsight search`: what one of the searches finds in a position.

use std::io::Write;
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use super::answer::line_text;
use super::arguments::{self, position};
use super::failure::{Answer, Failure};
use super::output::{json_line, rate, seconds};
use crate::catalogue::Entry;
use crate::game::Notation;
use crate::query::{ExactValues, Probe};
use crate::search::{Limit, Report, RootScore, Searcher};
use crate::space::Symmetry;
use crate::util::threads::processors;
use crate::util::units::{duration, thousands};

/// Searches a position with one of the algorithms
#[derive(Debug, Args)]
pub struct Arguments {
    /// The game, as `hindsight games` lists it
    pub game: String,
    /// The position, else the start
    position: Vec<String>,
    /// The algorithm with its settings, such as scout-tt, scout-tt:hash=64M or montecarlo:cutoff=50;
    /// `threads=N` keeps a player that uses all processors to N
    #[arg(long, value_name = "E")]
    engine: String,
    /// Plies to search; random games are cut off so far from the position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,
    /// The time to search, such as 500ms or 10s
    #[arg(long, value_name = "T", value_parser = duration)]
    time: Option<Duration>,
    /// Leaves the tables of the game aside
    #[arg(long)]
    no_tables: bool,
    /// As JSON, an object on one line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    tables: arguments::Tables,
}

/// What a search has found, as `--json` has it.
#[derive(Serialize)]
struct Answered<'a> {
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

impl Answered<'_> {
    /// Writes it on a line.
    fn write(&self, out: &mut dyn Write) -> Result<(), Failure> {
        json_line(self, out)
    }
}

/// Searches a position. Tables that are not there are no error: nothing is known then.
pub fn run<G: Symmetry + Notation>(
    entry: &Entry<G>,
    asked: &Arguments,
    out: &mut dyn Write,
) -> Result<Answer, Failure> {
    let game = &entry.game;
    let root = position(game, &asked.position)?;
    let limit = Limit { depth: asked.depth, time: asked.time };
    let mut engine = Searcher::read(&entry.players, &asked.engine)?.with_threads(processors());
    let table = asked.tables.solved(game, asked.no_tables)?;
    let probe = table.as_ref().map(|table| Probe { space: game, tables: table });
    let exact: &dyn ExactValues<G> = probe.as_ref().map_or(&(), |probe| probe);
    let report = engine.search(game, exact, &root, &[], limit)?;
    if asked.json {
        let said = Answered {
            game: game.name(),
            position: game.text(&root),
            engine: engine.name(),
            best: report.best.map(|mv| game.move_text(&root, mv)),
            score: report.score.number(),
            value: report.value.map(|value| value.word()),
            plies: report.value.and_then(|value| value.plies()),
            depth: report.depth,
            nodes: report.nodes,
            leaves: report.leaves,
            seconds: report.time.as_secs_f64(),
            line: line_text(game, &root, &report.line),
        };
        said.write(out)?;
    } else {
        draw(game, &root, &report, out)?;
    }
    Ok(Answer::Yes)
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

/// The answer for people.
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
    writeln!(
        out,
        "depth {}; {} nodes, {} leaves of the last depth, {}, {} nodes a second",
        report.depth,
        thousands(report.nodes),
        thousands(report.leaves),
        seconds(report.time),
        rate(report.nodes, report.time),
    )?;
    Ok(())
}
