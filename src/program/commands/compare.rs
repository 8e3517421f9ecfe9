//! `compare`: the search algorithms on the same position, to the same depth.

use std::io::Write;
use std::sync::Arc;

use clap::Args;

use crate::args::values::whole;
use crate::args::{Quiet, position_words};
use crate::commands::search::SearchReport;
use crate::failure::{Failure, Status};
use crate::opening::note_position;
use crate::output::progress::ProgressReport;
use crate::output::{Align, TextTable, json_line};
use hindsight::open::{AnyGame, Sources};
use hindsight::play::ThoughtQuery;
use hindsight::search::{Algorithm, Limit, SearchClock};
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
pub fn run(game: &dyn AnyGame, arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
    let root = position_words(game.facts(), &arguments.position);
    let game = game.open(&Sources::nothing(), &())?;
    let board = Arc::clone(&game).board(Some(&root))?;
    note_position(&*game, &root);
    let limit = Limit::to_depth(arguments.depth);
    let mut rows = Vec::new();
    let mut unit = None;
    let progress = ProgressReport::in_units("engine", "comparing", Algorithm::ALL.len() as u64, &Quiet::NO);
    for algorithm in Algorithm::ALL {
        progress.begin(algorithm.name());
        let mut engine = Arc::clone(&game).engine(algorithm.name(), 0)?;
        let clock = SearchClock::running();
        let query = ThoughtQuery { for_people: true, ..ThoughtQuery::new(limit, &clock) };
        let result = engine.search(&*board, &query, &())?;
        progress.advance(1);
        unit = engine.unit();
        if arguments.json {
            let row = SearchReport::new(&*board, algorithm.name(), unit, &result);
            progress.aside(|| json_line(&row, out))?;
            out.flush()?;
            continue;
        }
        rows.push([
            algorithm.name().to_string(),
            format!("{:.3}", 1000.0 * result.time.as_secs_f64()),
            thousands(result.nodes),
            thousands(result.leaves),
            result.score_text(),
            result.best.map_or("-".to_string(), |best| best.name),
        ]);
    }
    drop(progress);
    if !arguments.json {
        let sides = [Align::Left, Align::Right, Align::Right, Align::Right, Align::Right, Align::Left];
        let mut table = TextTable::new(sides);
        let score = unit.map_or("score".to_string(), |unit| format!("score ({unit})"));
        table.row(["engine", "ms", "nodes", "leaves", &score, "move"]);
        rows.into_iter().for_each(|row| table.row(row));
        table.write("", out)?;
    }
    Ok(Status::Success)
}
