//! `hindsight perft`: how many lines of play there are, depth by depth.

use std::io::Write;
use std::time::Instant;

use clap::Args;

use super::arguments::position;
use super::failure::{Answer, Failure};
use super::output::{note, rate, seconds};
use crate::game::Notation;
use crate::search::perft::perft;
use crate::util::units::thousands;

/// The deepest that is counted: no computer gets there, but for games that have ended before.
const DEEPEST: u32 = 1000;

/// Counts the lines of play from a position, a line a depth
#[derive(Debug, Args)]
pub struct Arguments {
    /// The game, as `hindsight games` lists it
    pub game: String,
    /// The position, else the start; then the depth in plies, 0 to 1000
    #[arg(value_name = "[POSITION] DEPTH", required = true, allow_negative_numbers = true)]
    words: Vec<String>,
}

/// Counts the lines of play to every depth up to the one asked for.
pub fn run<G: Notation>(game: &G, asked: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let (depth, words) = asked.words.split_last().map_or(("", &[][..]), |(last, words)| (last.as_str(), words));
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
    note(format_args!("{} lines in {}, {} a second", thousands(total), seconds(time), rate(total, time)));
    Ok(Answer::Yes)
}
