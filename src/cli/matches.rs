//! `match`: games between two engines.

use std::fs::read_to_string;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::arguments;
use super::failure::{Failure, Status};
use super::output::{note, percent, seconds};
use crate::catalogue::Entry;
use crate::game::Notation;
use crate::play::QUIET_PLIES;
use crate::play::matches::{Played, Tally, Terms, openings};
use crate::query::Probe;
use crate::search::Limit;
use crate::space::Symmetry;
use crate::util::units::{count, duration};

/// Play a match between two engines
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of the game, as listed by the `games` command
    pub game: String,
    /// The first engine with its settings, such as triple-jump:time=100ms or alphabeta:depth=7
    first: String,
    /// The second engine; either may have `tables=off` to play without tables, and a player `threads=N`
    second: String,
    /// Number of games, two from each opening
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// File of openings, one position per line (default: random openings)
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Random plies in each opening
    #[arg(long, value_name = "N", default_value_t = 4, conflicts_with = "openings")]
    random_plies: u32,
    /// Random seed of the openings
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "openings")]
    seed: u64,
    /// Time per move for engines without settings of their own, such as 500ms (default: 100ms)
    #[arg(long, value_name = "T", value_parser = duration)]
    time: Option<Duration>,
    /// Plies to search for engines without settings of their own
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,
    /// Plies without a capture that make a draw, in games with that rule
    #[arg(long, value_name = "N", default_value_t = QUIET_PLIES, value_parser = clap::value_parser!(u32).range(10..=100))]
    quiet_plies: u32,
    /// Play without the tables of the game
    #[arg(long)]
    no_tables: bool,
    #[command(flatten)]
    threads: arguments::Threads,
    #[command(flatten)]
    tables: arguments::Tables,
}

/// Plays a match and writes its result.
pub fn run<G: Symmetry + Notation>(
    entry: &Entry<G>,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let game = &entry.game;
    let table = arguments.tables.solved(game, arguments.no_tables)?;
    let limit = match (arguments.depth, arguments.time) {
        (None, None) => Limit { depth: None, time: Some(Duration::from_millis(100)) },
        (depth, time) => Limit { depth, time },
    };
    let terms = Terms {
        game,
        probe: table.as_ref().map(|tables| Probe { space: game, tables }),
        players: &entry.players,
        engines: [&arguments.first, &arguments.second],
        limit,
        quiet_plies: arguments.quiet_plies,
    };
    let games = arguments.games as usize;
    let openings = match &arguments.openings {
        Some(path) => read(game, path)?,
        None => openings(game, games.div_ceil(2), arguments.random_plies, arguments.seed),
    };
    let start = std::time::Instant::now();
    let played = arguments.threads.install(|| terms.play(&openings, games))??;
    let sides = game.sides();
    for (side, name) in sides.iter().enumerate() {
        let games: Vec<&Played> = played.iter().filter(|played| played.team == side).collect();
        writeln!(out, "as {name}: {}", points(Tally::of(games)))?;
    }
    let tally = Tally::of(&played);
    writeln!(out, "{} v {}: {}", arguments.first, arguments.second, points(tally))?;
    let [least, elo, most] = tally.elo().map(elo_text);
    writeln!(out, "score {}, Elo difference {elo} (95 %: from {least} to {most})", percent_of(tally))?;
    let plies: usize = played.iter().map(|played| played.plies).sum();
    let (mean, moves) = (plies as f64 / games as f64, plies.div_ceil(2) as u64);
    writeln!(out, "{}, {mean:.1} plies per game, {}", count(moves, "move"), seconds(start.elapsed()))?;
    if openings.len() * 2 < games {
        note(format_args!(
            "{} for {}: some openings were played again",
            count(openings.len() as u64, "opening"),
            count(games as u64, "game")
        ));
    }
    Ok(Status::Success)
}

/// The openings of a file, one position per line; empty lines and those that begin with `#` are skipped.
fn read<G: Notation>(game: &G, path: &PathBuf) -> Result<Vec<G::Position>, Failure> {
    let text = read_to_string(path).map_err(|error| Failure::file("read", path, error))?;
    let lines = (1..).zip(text.lines().map(str::trim));
    let positions = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).map(|(number, line)| {
        game.parse(line).map_err(|error| Failure::Usage(format!("{}, line {number}: {error}", path.display())))
    });
    let positions: Vec<G::Position> = positions.collect::<Result<_, _>>()?;
    match positions.as_slice() {
        [] => Err(Failure::Usage(format!("expected one position per line, found none in {}", path.display()))),
        _ => Ok(positions),
    }
}

fn points(tally: Tally) -> String {
    format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses)
}

fn percent_of(tally: Tally) -> String {
    percent(u64::from(2 * tally.wins + tally.draws), u64::from(2 * tally.games()))
}

/// An Elo difference for people: `+35`, `infinity`.
fn elo_text(elo: f64) -> String {
    if elo.is_finite() {
        format!("{elo:+.0}")
    } else if elo > 0.0 {
        "infinity".to_string()
    } else {
        "-infinity".to_string()
    }
}
