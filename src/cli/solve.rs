//! `hindsight solve`: a game's table, made once.

use std::io::Write;
use std::path::Path;

use clap::Args;

use super::arguments::{Tables, Threads};
use super::failure::{Answer, Failure};
use super::output::{megabytes, note, rate, seconds};
use super::progress::Meter;
use crate::solve::plan;
use crate::solve::run::{self, Done, Options};
use crate::space::Space;
use crate::text::{bytes, thousands};

/// Solves a game and writes its table, unless it is there
#[derive(Debug, Args)]
pub struct Arguments {
    /// The game, as `hindsight games` lists it
    pub game: String,
    /// Only slices with at most so many pieces on the board
    #[arg(long, value_name = "N", group = "selection")]
    pieces: Option<u32>,
    /// Only slices with at most so many goats in hand, in a game that has goats
    #[arg(long, value_name = "N", group = "selection")]
    goats: Option<u32>,
    /// Only these slices, each mover v other, such as 3v2
    #[arg(long, value_name = "S", num_args = 1.., group = "selection")]
    slice: Vec<String>,
    #[command(flatten)]
    tables: Tables,
    #[command(flatten)]
    threads: Threads,
    /// Memory that may be used, such as 512M or 6G; else as much as it takes
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory: Option<u64>,
}

/// Whether a part of the game was asked for; that part must be there.
fn selects<G: Space>(game: &G, asked: &Arguments) -> Result<bool, Failure> {
    if asked.goats.is_some() {
        let message = format!("--goats counts the goats in hand, and {} has none. Leave it out", game.name());
        return Err(Failure::Usage(message));
    }
    let fewest = game.slices().iter().map(|slice| slice.pieces).min().unwrap_or(0);
    if let Some(pieces) = asked.pieces.filter(|&pieces| pieces < fewest) {
        let message = format!("expected --pieces {fewest} or more, the least that {} has, found {pieces}", game.name());
        return Err(Failure::Usage(message));
    }
    for name in &asked.slice {
        game.slice_named(name)?;
    }
    Ok(asked.pieces.is_some() || !asked.slice.is_empty())
}

/// Solves a game.
pub fn run<G: Space>(game: &G, asked: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let (name, slices) = (game.name(), game.slices());
    if selects(game, asked)? {
        note(format_args!("{name} is kept in one table: the whole game is solved, whatever part of it is asked for"));
    }
    let entries = slices.iter().map(|slice| slice.entries).sum();
    let components = plan::components(slices).len() as u64;
    // The game is solved even if nobody can read about it; that is reported when it is done.
    let announced = writeln!(
        out,
        "{name}: {} entries in {} slices, {} components",
        thousands(entries),
        thousands(slices.len() as u64),
        thousands(components),
    )
    .and_then(|()| out.flush());

    let meter = Meter::new("solving", entries);
    let options = Options { threads: asked.threads.number(), memory: asked.memory };
    let wait = |lock: &Path| note(format_args!("another solve is at work here, waiting for it ({})", lock.display()));
    let done = run::run(game, &asked.tables.store(), &options, &meter, wait)?;
    drop(meter);
    announced?;
    match done {
        Done::Already { path, bytes } => {
            writeln!(out, "already solved: {} ({}). There is nothing to do", path.display(), megabytes(bytes))?;
        }
        Done::Solved(report) => {
            writeln!(
                out,
                "solved:  {} entries in {} on {} {}, {} positions a second",
                thousands(report.entries),
                seconds(report.solve),
                report.threads,
                if report.threads == 1 { "thread" } else { "threads" },
                rate(report.entries, report.solve),
            )?;
            writeln!(
                out,
                "written: {} ({}) in {}, and {} of waiting for the disk",
                report.path.display(),
                megabytes(report.bytes),
                seconds(report.write),
                seconds(report.sync),
            )?;
        }
    }
    Ok(Answer::Yes)
}
