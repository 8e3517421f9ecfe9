//! `perft`: the number of lines of play by depth.

use std::io::Write;
use std::time::Instant;

use clap::Args;

use super::arguments::position;
use super::failure::{Failure, Status};
use super::output::{note, rate, seconds};
use crate::game::Notation;
use crate::search::perft::perft;
use crate::util::units::count;

/// The greatest depth in plies: out of reach, except for games that end before.
const DEEPEST: u32 = 1000;

/// Count the lines of play from a position, depth by depth
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of the game, as listed by the `games` command
    pub game: String,
    /// The position (default: the starting position), then the depth in plies, 0 to 1000
    #[arg(value_name = "[POSITION] DEPTH", required = true, allow_negative_numbers = true)]
    words: Vec<String>,
}

/// Counts the lines of play to every depth up to the one that is given.
pub fn run<G: Notation>(game: &G, arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
    let (depth, words) = arguments.words.split_last().map_or(("", &[][..]), |(last, words)| (last.as_str(), words));
    let depth: u32 = depth.parse().ok().filter(|&depth| depth <= DEEPEST).ok_or_else(|| {
        Failure::Usage(format!("expected a depth in plies from 0 to {DEEPEST} for the last word, found {depth:?}"))
    })?;
    let position = position(game, words)?;
    let (started, mut total) = (Instant::now(), 0u64);
    for depth in depth.min(1)..=depth {
        let lines = perft(game, &position, depth);
        total = total.saturating_add(lines);
        writeln!(out, "{depth}\t{lines}")?;
        out.flush()?;
    }
    let time = started.elapsed();
    note(format_args!("{} in {}, {} per second", count(total, "line"), seconds(time), rate(total, time)));
    Ok(Status::Success)
}
