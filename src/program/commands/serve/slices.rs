//! The slices of a game that have values: their names, statistics, and the positions in them that meet criteria.

use std::cmp::Reverse;
use std::sync::Arc;

use clap::ValueEnum;
use serde::Serialize;

use super::answer::JsonAnswer;
use super::asked::Asked;
use super::served_game::ServedGame;
use super::varied::varied;
use crate::args::selection::require_tables;
use crate::commands::find::{CriteriaArguments, RunOfMoves, ZugzwangWord, plies};
use crate::failure::Failure;
use crate::program;
use hindsight::answer::{Counted, CountsAnswer, FindQuery, FoundAnswer, FoundBatch, FoundChoice, FoundPosition};
use hindsight::open::OpenGame;
use hindsight::query::statistics::Statistics;
use hindsight::space::SliceId;
use hindsight::util::run::Run;
use hindsight::util::units::{count, thousands};

/// Entries that one request reads at most.
const MOST: u64 = 40_000_000;

/// Positions that a search for conditions lists: by default, and at most.
const LISTED: usize = 20;
const MOST_LISTED: usize = 1000;

/// Entries among which varied positions are chosen.
const POOL: usize = 4000;

/// A slice that has values.
#[derive(Serialize)]
struct SliceRow<'a> {
    game: &'static str,
    slice: &'a str,
    entries: u64,
    /// Whether its values have depths.
    depths: bool,
}

/// The slices that have values.
pub fn slices(game: &dyn OpenGame) -> JsonAnswer {
    let facts = game.facts();
    let row = |id: &SliceId| {
        let slice = &facts.slices[id.index()];
        let depths = !game.values().results_only.contains(id);
        SliceRow { game: facts.name, slice: &slice.name, entries: slice.entries, depths }
    };
    Ok(serde_json::to_vec(&game.values().held.iter().map(row).collect::<Vec<_>>())?)
}

/// The array of `stats --json`.
pub fn stats(served: &ServedGame, asked: &Asked) -> JsonAnswer {
    let (game, with_histogram) = (served.facts(), asked.is_set("histogram")?);
    let values = served.now();
    let slices = asked_slices(&*values, asked, "stats")?;
    let counted = slices.iter().map(|&slice| Ok((slice, served.counted(&values, slice)?)));
    let counted = counted.collect::<Result<Vec<_>, Failure>>()?;
    let answer = |(slice, counts): &(SliceId, Arc<Statistics<String>>)| {
        CountsAnswer::new(game, Counted::Slice(&game.slices[slice.index()].name), counts, with_histogram)
    };
    Ok(serde_json::to_vec(&counted.iter().map(answer).collect::<Vec<_>>())?)
}

/// The objects of `find --json`, in an array. With `varied`, those with the most only moves in a row come first, where
/// these are counted, and of them the deepest; none is a near copy of one before it.
pub fn find(game: &dyn OpenGame, asked: &Asked) -> JsonAnswer {
    let limit = asked.read("limit", "a number of positions")?.unwrap_or(LISTED);
    if !(1..=MOST_LISTED).contains(&limit) {
        return Err(Failure::Usage(format!("expected a limit from 1 to {MOST_LISTED}, found {limit}")));
    }
    let is_varied = asked.is_set("varied")?;
    let query = wanted(asked)?.query(game.facts(), FoundChoice::First(if is_varied { POOL } else { limit }))?;
    query.check(game.facts())?;
    let query = FindQuery { slices: asked_slices(game, asked, "find")?, ..query };
    let found = game.found(&query, &Run::default())?;
    let mut found: Vec<FoundPosition> = found.iter().flat_map(FoundBatch::iter).collect();
    if is_varied {
        found.sort_by_key(|found| Reverse((found.figures.only_moves, found.figures.value.plies())));
        let positions: Vec<&str> = found.iter().map(|found| found.position).collect();
        found = varied(game, &positions, limit)?.into_iter().map(|number| found[number]).collect();
    }
    let answers = found.into_iter().map(|found| FoundAnswer::new(game.facts(), found));
    Ok(serde_json::to_vec(&answers.collect::<Vec<_>>())?)
}

/// The slices that a request names, or all that are the user's own. More than [`MOST`] entries are an error.
fn asked_slices(game: &dyn OpenGame, asked: &Asked, command: &str) -> Result<Vec<SliceId>, Failure> {
    let (facts, values) = (game.facts(), game.values());
    require_tables(facts)?;
    let mut slices = Vec::new();
    for name in asked.all("slice") {
        let slice = facts.slice(name)?;
        if !values.holds(slice) {
            return Err(facts.unsolved(slice).into());
        }
        slices.push(slice);
    }
    slices.sort_unstable();
    slices.dedup();
    if slices.is_empty() {
        slices = values.own.clone();
    }
    let found = facts.entries(&slices);
    if found > MOST {
        let run = program::invocation().command_on_tables(&format!("{command} {}", facts.name));
        let message = format!(
            "expected slices of up to {} together, found {}. Name one slice, or run {run}",
            count(MOST, "entry"),
            thousands(found)
        );
        return Err(Failure::Usage(message));
    }
    Ok(slices)
}

/// The conditions of a request for positions, with the names and words of `find`.
fn wanted(asked: &Asked) -> Result<CriteriaArguments, Failure> {
    let wrong = |expected: &str, found: &str| Failure::Usage(format!("{expected}, found {found:?}"));
    let value = asked
        .text("value")
        .map(|text| ValueEnum::from_str(text, false).map_err(|_| wrong("expected win, loss or draw for value", text)));
    let depth = asked.text("plies").map(|text| plies(text).map_err(|expected| wrong(&expected, text)));
    let most_only_moves = asked.is_set("most_only_moves")?;
    Ok(CriteriaArguments {
        value: value.transpose()?,
        plies: depth.transpose()?,
        zugzwang: asked.is_set("zugzwang")?.then_some(ZugzwangWord::Any),
        quiet: asked.is_set("quiet")?,
        only_move: asked.is_set("only_move")?,
        unique: asked.is_set("unique")?,
        only_moves: most_only_moves.then_some(RunOfMoves(1..=u32::MAX)),
        most_only_moves,
        ..CriteriaArguments::default()
    })
}
