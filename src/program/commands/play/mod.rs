//! `play`: a game at the terminal.

mod line_editor;
mod observer;
mod seats;

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use clap::Args;

use crate::args::values::whole;
use crate::args::{self, board, position};
use crate::failure::{Failure, Status};
use hindsight::catalogue::{CatalogueGame, GameEntry};
use hindsight::play::{LEVELS, Lines, PlayError, PlaySetup, QUIET_PLIES, Record, check_saveable, play, transcript};
use hindsight::query::Probe;
use hindsight::search::Limit;
use hindsight::util::date::day;
use hindsight::util::units::duration;
use line_editor::LineEditor;
use observer::PlayObserver;
use seats::{Seats, side};

/// Play a game: a person, the tables or an engine on each side
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of the game, as listed by the `games` command
    pub game: String,
    /// The position to begin with (default: the starting position)
    position: Vec<String>,
    #[command(flatten)]
    seats: Seats,
    /// Name of the side that moves first
    #[arg(long, value_name = "SIDE")]
    starts: Option<String>,
    /// Time per move for engines, such as 500ms
    #[arg(long, value_name = "T", value_parser = duration, default_value = "3s")]
    time: Duration,
    /// Level of strength of the opponents, 1 to 6: the command `levels` of a game lists them
    #[arg(long, value_name = "N", default_value_t = LEVELS, value_parser = whole::<usize>(1..=LEVELS as u64))]
    level: usize,
    /// Plies without progress, such as a capture, that make a draw, in games with that rule
    #[arg(long, value_name = "N", default_value_t = QUIET_PLIES, value_parser = whole::<u32>(10..=100))]
    quiet_plies: u32,
    /// Resume the game of this file, as --save writes it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "starts"])]
    load: Option<PathBuf>,
    /// Save the game in this file after every move and at the end; a game saved there before is replaced
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Play without the tables of the game
    #[arg(long)]
    no_tables: bool,
    #[command(flatten)]
    board: board::BoardOption,
    #[command(flatten)]
    tables: args::TablesOption,
}

/// Plays a game.
pub fn run<G: CatalogueGame>(
    entry: &GameEntry<G>,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let game = &entry.game;
    let record = begin(game, arguments)?;
    let seats = arguments.seats.read(entry, arguments.no_tables)?;
    if let Some(path) = &arguments.save {
        check_saveable(game, path).map_err(|error| Failure::file("write", path, error))?;
    }
    let table = arguments.tables.solved(entry, arguments.no_tables)?;
    let probe = table.as_ref().map(|tables| Probe { space: game, tables });
    let limit = Limit::within(arguments.time);
    let board = PlaySetup {
        game,
        players: &entry.players,
        probe,
        limit,
        quiet_plies: arguments.quiet_plies,
        tags: entry.tags(format!("Hindsight, {}", game.name()), day(SystemTime::now())),
        style: arguments.board.style(),
        level: arguments.level,
    };
    let observer = PlayObserver::new(game, arguments.save.clone());
    let mut lines: Box<dyn Lines> = match io::stdin().is_terminal() && io::stdout().is_terminal() {
        true => Box::new(LineEditor::new()?),
        false => Box::new(io::stdin().lock()),
    };
    if let Some(path) = arguments.save.as_ref().filter(|path| arguments.load.as_ref() != Some(path))
        && fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0)
    {
        let path = path.display();
        writeln!(out, "The game saved in {path} will be replaced; give --load {path} to resume it")?;
    }
    let played = play(&board, record, seats, &mut *lines, out, &observer);
    if let Some(path) = observer.saved()? {
        writeln!(out, "The game is saved in {}", path.display())?;
    }
    match played {
        Err(PlayError::Interrupted) => Ok(Status::Stopped),
        played => Ok(played.map(|_| Status::Success)?),
    }
}

/// The record to begin with: of a file, or of a position.
fn begin<G: CatalogueGame>(game: &G, arguments: &Arguments) -> Result<Record<G::Position, G::Move>, Failure> {
    if let Some(path) = &arguments.load {
        let text = fs::read_to_string(path).map_err(|error| Failure::file("read", path, error))?;
        if text.trim().is_empty() {
            return Err(Failure::Usage(format!("expected a game in {}, found none", path.display())));
        }
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
