//! `compare`: the search algorithms on the same position, to the same depth.

use std::io::Write;

use clap::Args;

use crate::args::values::whole;
use crate::args::{Quiet, position};
use crate::commands::search::SearchReport;
use crate::failure::{Failure, Status};
use crate::output::progress::ProgressReport;
use crate::output::{Align, TextTable, json_line};
use hindsight::catalogue::{CatalogueGame, GameEntry};
use hindsight::game::move_text_for_people;
use hindsight::search::{Algorithm, GenericSearch, Limit, SearchClock, SearchRequest};
use hindsight::util::progress::Progress;
use hindsight::util::units::thousands;

/// Compare the search algorithms: time, nodes, leaves, score and move of each
///
/// Scores are for the side to move and its team.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of the game, as listed by the `games` command
    pub game: String,
    /// The position (default: the starting position)
    position: Vec<String>,
    /// Search N plies; cut random games off after N plies
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=1000))]
    depth: u32,
    /// Write JSON: one object per engine, each on a line
    #[arg(long)]
    json: bool,
}

/// Searches with each algorithm, on one thread and without tables, then writes one line for each.
pub fn run<G: CatalogueGame>(
    entry: &GameEntry<G>,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let game = &entry.game;
    let root = position(game, &arguments.position)?;
    let limit = Limit::to_depth(arguments.depth);
    let sides = [Align::Left, Align::Right, Align::Right, Align::Right, Align::Right, Align::Left];
    let mut table = TextTable::new(sides);
    if !arguments.json {
        let score = game.evaluation_unit().map_or("score".to_string(), |unit| format!("score ({unit})"));
        table.row(["engine", "ms", "nodes", "leaves", &score, "move"]);
    }
    let progress = ProgressReport::in_units("engine", "comparing", Algorithm::ALL.len() as u64, &Quiet::NO);
    for algorithm in Algorithm::ALL {
        progress.begin(algorithm.name());
        let engine = GenericSearch::new(algorithm);
        let (memory, clock) = (engine.table(), SearchClock::running());
        let report = engine.search(&SearchRequest::new(game, &root, limit, &clock), &memory)?;
        progress.advance(1);
        if arguments.json {
            let row = SearchReport::new(game, &root, algorithm.name(), game.evaluation_unit(), &report);
            progress.aside(|| json_line(&row, out))?;
            out.flush()?;
            continue;
        }
        table.row([
            algorithm.name().to_string(),
            format!("{:.3}", 1000.0 * report.time.as_secs_f64()),
            thousands(report.nodes),
            thousands(report.leaves),
            report.score_text(),
            report.best.map_or("-".to_string(), |mv| move_text_for_people(game, &root, mv)),
        ]);
    }
    drop(progress);
    table.write("", out)?;
    Ok(Status::Success)
}
