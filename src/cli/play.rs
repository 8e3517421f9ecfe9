//! `play`: a game at the terminal.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use clap::Args;

use super::arguments::{self, position};
use super::board;
use super::failure::{Failure, Status};
use super::interrupt;
use crate::catalogue::Entry;
use crate::game::Notation;
use crate::play::{Board, Ending, QUIET_PLIES, Record, Seat, play, transcript};
use crate::query::Probe;
use crate::search::{Limit, Searcher};
use crate::space::Symmetry;
use crate::util::date::day;
use crate::util::threads::processors;
use crate::util::units::duration;

/// Play a game: a person, the tables or an engine on either side
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of the game, as listed by the `games` command
    pub game: String,
    /// The position to begin with (default: the starting position)
    position: Vec<String>,
    /// Player of the side that moves first in the usual start: person, table, or an engine such as scout-tt:depth=8
    /// (default: person; with `--second person`, the default of --second)
    #[arg(long, value_name = "WHO")]
    first: Option<String>,
    /// Player of the other side (default: table; the game's own player if no table can hold the starting position)
    #[arg(long, value_name = "WHO")]
    second: Option<String>,
    /// Player of Black, in games with this side
    #[arg(long, value_name = "WHO")]
    black: Option<String>,
    /// Player of White, in games with this side
    #[arg(long, value_name = "WHO")]
    white: Option<String>,
    /// Name of the side that moves first
    #[arg(long, value_name = "SIDE")]
    starts: Option<String>,
    /// Time per move for engines, such as 500ms
    #[arg(long, value_name = "T", value_parser = duration, default_value = "1m")]
    time: Duration,
    /// Plies without a capture that make a draw, in games with that rule
    #[arg(long, value_name = "N", default_value_t = QUIET_PLIES, value_parser = clap::value_parser!(u32).range(10..=100))]
    quiet_plies: u32,
    /// Resume the game of this file, as --save writes it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "starts"])]
    load: Option<PathBuf>,
    /// Write the game into this file when it has ended
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Play without the tables of the game
    #[arg(long)]
    no_tables: bool,
    #[command(flatten)]
    board: board::Board,
    #[command(flatten)]
    tables: arguments::Tables,
}

/// Plays a game.
pub fn run<G: Symmetry + Notation>(
    entry: &Entry<G>,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let game = &entry.game;
    let record = begin(game, arguments)?;
    let who = who(entry, arguments)?;
    let seats = [seat(entry, &who[0])?, seat(entry, &who[1])?];
    // Missing tables are an error only where they play.
    let needed = seats.iter().any(|seat| matches!(seat, Seat::Table)) && !arguments.no_tables;
    let table = if needed {
        Some(arguments.tables.store().open(game)?)
    } else {
        arguments.tables.solved(game, arguments.no_tables)?
    };
    let probe = table.as_ref().map(|tables| Probe { space: game, tables });
    let limit = Limit { depth: None, time: Some(arguments.time) };
    let tags = entry.tags(format!("Hindsight, {}", game.name()), day(SystemTime::now()));
    let (quiet_plies, style) = (arguments.quiet_plies, arguments.board.style());
    let board = Board { game, players: &entry.players, probe, limit, quiet_plies, style, tags };
    interrupt::exit_on_interrupt();
    let names = [seats[0].name(), seats[1].name()];
    let played = play(&board, record, seats, &mut io::stdin().lock(), out)?;
    if let Some(path) = &arguments.save {
        let ending = Ending::of(game, &played, arguments.quiet_plies);
        let text = transcript::write(game, &played, &names, ending, &board.tags);
        fs::write(path, text).map_err(|error| Failure::file("write", path, error))?;
    }
    Ok(Status::Success)
}

/// The record to begin with: that of a file, or a position.
fn begin<G: Symmetry + Notation>(game: &G, arguments: &Arguments) -> Result<Record<G::Position, G::Move>, Failure> {
    if let Some(path) = &arguments.load {
        let text = fs::read_to_string(path).map_err(|error| Failure::file("read", path, error))?;
        let read = transcript::read(game, &text);
        return read.map_err(|error| Failure::Usage(format!("could not load a game from {}: {error}", path.display())));
    }
    let start = position(game, &arguments.position)?;
    let Some(name) = &arguments.starts else { return Ok(Record::new(start)) };
    let starts = side(game, name)?;
    if game.side_to_move(&start) == starts {
        return Ok(Record::new(start));
    }
    let side_swapped = game.side_swapped(&start).filter(|side_swapped| game.outcome(side_swapped).is_none());
    let first = game.sides()[game.side_to_move(&start)];
    side_swapped.map(Record::new).ok_or_else(|| {
        Failure::Usage(format!("expected {first} to move first in this position of {}, found {name}", game.name()))
    })
}

/// The number of the side of this name.
fn side<G: Notation>(game: &G, name: &str) -> Result<usize, Failure> {
    let found = game.sides().iter().position(|side| side.eq_ignore_ascii_case(name));
    let error = || Failure::NoSuchSide { game: game.name(), sides: game.sides(), found: name.to_string() };
    found.ok_or_else(error)
}

/// The players of the sides, in words.
fn who<G: Symmetry + Notation>(entry: &Entry<G>, arguments: &Arguments) -> Result<[String; 2], Failure> {
    let game = &entry.game;
    let mut who = [arguments.first.clone(), arguments.second.clone()];
    for (name, named) in [("black", &arguments.black), ("white", &arguments.white)] {
        let Some(named) = named else { continue };
        if who[side(game, name)?].replace(named.clone()).is_some() {
            return Err(Failure::Usage(format!("expected one player for {name}, found two")));
        }
    }
    let player = match entry.players.first() {
        Some(factory) if game.rank(&game.start()).is_none() => factory.name,
        _ => "table",
    };
    Ok(match who {
        [None, None] => ["person".to_string(), player.to_string()],
        [None, Some(second)] if second == "person" => [player.to_string(), second],
        [first, second] => [first.unwrap_or("person".to_string()), second.unwrap_or(player.to_string())],
    })
}

/// The player that a word names.
fn seat<G: Symmetry + Notation>(entry: &Entry<G>, who: &str) -> Result<Seat<G>, Failure> {
    Ok(match who.to_ascii_lowercase().as_str() {
        "person" => Seat::Person,
        "table" => Seat::Table,
        _ => Seat::Engine(Searcher::read(&entry.players, who)?.with_threads(processors())),
    })
}
