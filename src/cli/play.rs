//! `hindsight play`: a game at the terminal.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::arguments::{self, position};
use super::failure::{Answer, Failure};
use super::interrupt;
use crate::catalogue::Entry;
use crate::game::Notation;
use crate::play::{Board, Ending, QUIET_PLIES, Record, Seat, play, transcript};
use crate::query::Probe;
use crate::search::{Limit, Searcher};
use crate::space::Symmetry;
use crate::util::threads::processors;
use crate::util::units::duration;

/// Plays a game: a person, the table or an engine on either side
#[derive(Debug, Args)]
pub struct Arguments {
    /// The game, as `hindsight games` lists it
    pub game: String,
    /// The position to begin with, else the start
    position: Vec<String>,
    /// Who plays the side that moves first in the usual start: person, table, or an engine such as scout-tt:depth=8;
    /// else a person, or whoever would play the other side if a person does
    #[arg(long, value_name = "WHO")]
    first: Option<String>,
    /// Who plays the other side; else the table, or the game's own player where its start is past the tables
    #[arg(long, value_name = "WHO")]
    second: Option<String>,
    /// Who plays Black, in games that have it
    #[arg(long, value_name = "WHO")]
    black: Option<String>,
    /// Who plays White, in games that have it
    #[arg(long, value_name = "WHO")]
    white: Option<String>,
    /// The side that moves first, by its name
    #[arg(long, value_name = "SIDE")]
    starts: Option<String>,
    /// The time of a move for engines, such as 500ms
    #[arg(long, value_name = "T", value_parser = duration, default_value = "1m")]
    time: Duration,
    /// Plies without a capture that make a draw, in games where they do
    #[arg(long, value_name = "N", default_value_t = QUIET_PLIES, value_parser = clap::value_parser!(u32).range(10..=100))]
    quiet_plies: u32,
    /// Goes on with the game of this file, as `save` writes it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "starts"])]
    load: Option<PathBuf>,
    /// Writes the game into this file when it has ended
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Leaves the tables of the game aside
    #[arg(long)]
    no_tables: bool,
    #[command(flatten)]
    tables: arguments::Tables,
}

/// Plays a game.
pub fn run<G: Symmetry + Notation>(
    entry: &Entry<G>,
    asked: &Arguments,
    out: &mut dyn Write,
) -> Result<Answer, Failure> {
    let game = &entry.game;
    let record = begin(game, asked)?;
    let who = who(entry, asked)?;
    let seats = [seat(entry, &who[0])?, seat(entry, &who[1])?];
    // Where the table shall play, that there is none is an error.
    let needed = seats.iter().any(|seat| matches!(seat, Seat::Table)) && !asked.no_tables;
    let table =
        if needed { Some(asked.tables.store().open(game)?) } else { asked.tables.solved(game, asked.no_tables)? };
    let probe = table.as_ref().map(|tables| Probe { space: game, tables });
    let limit = Limit { depth: None, time: Some(asked.time) };
    let board = Board { game, players: &entry.players, probe, limit, quiet_plies: asked.quiet_plies };
    interrupt::leave();
    let names = [seats[0].name(), seats[1].name()];
    let played = play(&board, record, seats, &mut io::stdin().lock(), out)?;
    if let Some(path) = &asked.save {
        let text = transcript::write(game, &played, &names, Ending::of(game, &played, asked.quiet_plies));
        fs::write(path, text)?;
    }
    Ok(Answer::Yes)
}

/// The game so far: that of a file, or a position.
fn begin<G: Symmetry + Notation>(game: &G, asked: &Arguments) -> Result<Record<G::Position, G::Move>, Failure> {
    if let Some(path) = &asked.load {
        let usage = |what: String| Failure::Usage(format!("expected a game in {}, found that {what}", path.display()));
        let text = fs::read_to_string(path).map_err(|error| usage(error.to_string()))?;
        return transcript::read(game, &text).map_err(|error| usage(error.to_string()));
    }
    let start = position(game, &asked.position)?;
    let Some(name) = &asked.starts else { return Ok(Record::new(start)) };
    let starts = side(game, name)?;
    if game.side_to_move(&start) == starts {
        return Ok(Record::new(start));
    }
    let side_swapped = game.side_swapped(&start).filter(|side_swapped| game.outcome(side_swapped).is_none());
    let first = game.sides()[game.side_to_move(&start)];
    side_swapped.map(Record::new).ok_or_else(|| Failure::Usage(format!("in {} {first} moves first here", game.name())))
}

/// The number of the side of this name.
fn side<G: Notation>(game: &G, name: &str) -> Result<usize, Failure> {
    let found = game.sides().iter().position(|side| side.eq_ignore_ascii_case(name));
    let sides = || game.sides().join(" or ");
    found.ok_or_else(|| Failure::Usage(format!("expected a side of {}, {}, found {name:?}", game.name(), sides())))
}

/// Who plays each side, in words.
fn who<G: Symmetry + Notation>(entry: &Entry<G>, asked: &Arguments) -> Result<[String; 2], Failure> {
    let game = &entry.game;
    let mut who = [asked.first.clone(), asked.second.clone()];
    for (name, named) in [("black", &asked.black), ("white", &asked.white)] {
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

/// Whoever is meant by a word.
fn seat<G: Symmetry + Notation>(entry: &Entry<G>, who: &str) -> Result<Seat<G>, Failure> {
    Ok(match who.to_ascii_lowercase().as_str() {
        "person" => Seat::Person,
        "table" => Seat::Table,
        _ => Seat::Engine(Searcher::read(&entry.players, who)?.with_threads(processors())),
    })
}
