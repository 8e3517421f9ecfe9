//! `perft`: the number of lines of play by depth.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use serde::Serialize;

use crate::args::{Quiet, position_words};
use crate::failure::{Failure, Status};
use crate::opening::note_position;
use crate::output::progress::ProgressReport;
use crate::output::{json_line, rate, seconds};
use crate::program;
use hindsight::open::{AnswerError, AnyGame, OpenGame, Sources};
use hindsight::util::progress::Progress;
use hindsight::util::units::count;

/// The greatest depth in plies: out of reach, except for games that end before.
const DEEPEST: u32 = 1000;

/// Count the lines of play from a position, depth by depth
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of the game, as listed by the `games` command
    pub game: String,
    /// The position (default: the starting position), then the depth in plies, 0 to 1000
    #[arg(value_name = "[POSITION] DEPTH", required_unless_present = "depth", allow_negative_numbers = true)]
    words: Vec<String>,
    /// The depth is a word: this option is there to say so.
    #[arg(long, hide = true, num_args = 0..=1, default_missing_value = "N")]
    depth: Option<String>,
    /// Count moves that lead to the same position once, such as captures of
    /// the same pieces in another order
    #[arg(long)]
    once: bool,
    /// Write JSON: one object per depth, each on a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    quiet: Quiet,
}

/// The lines of play to a depth: an object of `--json`.
#[derive(Serialize)]
struct DepthReport<'a> {
    game: &'static str,
    position: &'a str,
    depth: u32,
    lines: u64,
    seconds: f64,
}

/// Counts the lines of play to every depth up to the given depth.
pub fn run(game: &dyn AnyGame, arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
    if let Some(depth) = &arguments.depth {
        let line = format!("{} perft {} {depth}", program::name(), arguments.game);
        return Err(Failure::Usage(format!("expected the depth as the last word, as in `{line}`, found --depth")));
    }
    let (depth, words) = arguments.words.split_last().map_or(("", &[][..]), |(last, words)| (last.as_str(), words));
    let depth: u32 = depth.parse().ok().filter(|&depth| depth <= DEEPEST).ok_or_else(|| {
        Failure::Usage(format!("expected a depth in plies from 0 to {DEEPEST} for the last word, found {depth:?}"))
    })?;
    let game = game.open(&Sources::nothing(), &())?;
    let text = position_words(game.facts(), words);
    let position = game.canonical(&text)?;
    note_position(&*game, &text);
    let (started, mut total) = (Instant::now(), 0u64);
    for depth in depth.min(1)..=depth {
        let start = Instant::now();
        let lines = counted(&*game, &position, depth, arguments)?;
        total = total.saturating_add(lines);
        if arguments.json {
            let seconds = start.elapsed().as_secs_f64();
            json_line(&DepthReport { game: game.facts().name, position: &position, depth, lines, seconds }, out)?;
        } else {
            writeln!(out, "{depth}\t{lines}")?;
        }
        out.flush()?;
    }
    let time = started.elapsed();
    let (lines, rate) = (count(total, "line"), rate(total, time));
    arguments.quiet.note(format_args!("{lines} in {}, {rate} per second", seconds(time)));
    Ok(Status::Success)
}

/// The lines of play to a depth, with the progress by first moves.
fn counted(game: &dyn OpenGame, position: &str, depth: u32, arguments: &Arguments) -> Result<u64, AnswerError> {
    let once = arguments.once;
    if depth < 2 {
        return game.perft(position, depth, once, &());
    }
    let moves = game.perft(position, 1, once, &())?;
    let progress = ProgressReport::in_units("first move", "counting", moves, &arguments.quiet);
    progress.begin(&format!("depth {depth}"));
    game.perft(position, depth, once, &progress)
}
