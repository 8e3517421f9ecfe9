//! `hindsight compare`: the algorithms side by side, each searching the same position to the same depth.

use std::io::Write;

use clap::Args;

use super::arguments::position;
use super::failure::{Answer, Failure};
use super::output::{Columns, Side};
use super::search::score_text;
use crate::game::Notation;
use crate::search::{Algorithm, GenericSearch, Limit};
use crate::util::units::thousands;

/// Compares the searches: time, nodes, leaves, score and move of each
#[derive(Debug, Args)]
pub struct Arguments {
    /// The game, as `hindsight games` lists it
    pub game: String,
    /// The position, else the start
    position: Vec<String>,
    /// Plies to search; random games are cut off so far from the position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: u32,
}

/// Lets each algorithm search, on one thread and without tables, and writes a line for each when all are done.
pub fn run<G: Notation>(game: &G, asked: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let root = position(game, &asked.position)?;
    let limit = Limit { depth: Some(asked.depth), time: None };
    let sides = [Side::Left, Side::Right, Side::Right, Side::Right, Side::Right, Side::Left];
    let mut columns = Columns::new(sides);
    columns.row(["engine", "ms", "nodes", "leaves", "score", "move"]);
    for algorithm in Algorithm::ALL {
        let engine = GenericSearch::new(algorithm);
        let report = engine.search(game, &(), &root, limit, &engine.table())?;
        columns.row([
            algorithm.name().to_string(),
            format!("{:.3}", 1000.0 * report.time.as_secs_f64()),
            thousands(report.nodes),
            thousands(report.leaves),
            score_text(&report),
            report.best.map_or("-".to_string(), |mv| game.move_text(&root, mv)),
        ]);
    }
    columns.write("", out)?;
    Ok(Answer::Yes)
}
