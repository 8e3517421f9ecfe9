//! `play`: a game at the terminal.

mod line_editor;
mod observer;
mod seats;

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use clap::Args;

use crate::args::quiet_plies::QuietPliesOption;
use crate::args::values::whole;
use crate::args::{self, board};
use crate::failure::{Failure, Status};
use crate::input::read_text;
use crate::opening::note_position;
use crate::output::note;
use hindsight::open::{AnyGame, OpenGame, Sources};
use hindsight::play::transcript::Tags;
use hindsight::play::{LEVELS, Lines, OpenBoard, PlayError, PlaySetup, check_saveable, play};
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
    #[command(flatten)]
    quiet_plies: QuietPliesOption,
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
pub fn run(game: &dyn AnyGame, arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
    let facts = game.facts();
    let without_values = game.open(&Sources::nothing(), &())?;
    let begun = begin(&without_values, arguments)?;
    // A game that is resumed goes on with the usual players.
    let first = if arguments.load.is_some() { 0 } else { begun.side() };
    let seats = arguments.seats.read(&without_values, first, arguments.no_tables)?;
    if let Some(path) = &arguments.save {
        let reads = |text: &str, most| without_values.reads(text, most);
        check_saveable(facts.name, &reads, path).map_err(|error| Failure::file("write", path, error))?;
    }
    let game = game.open(&arguments.tables.played(arguments.no_tables)?, &())?;
    let board = Arc::clone(&game).resume(&*begun);
    let event = format!("Hindsight, {}", facts.name);
    let setup = PlaySetup {
        limit: Limit::within(arguments.time),
        quiet_plies: arguments.quiet_plies.of(facts),
        tags: Tags::new(event, day(SystemTime::now()), facts.record_type),
        style: arguments.board.style(),
        level: arguments.level,
        ..PlaySetup::new(game)
    };
    let observer = PlayObserver::new(arguments.save.clone());
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
    let played = play(&setup, board, seats, &mut *lines, out, &observer);
    if let Some(path) = observer.saved()? {
        writeln!(out, "The game is saved in {}", path.display())?;
    }
    match played {
        Err(PlayError::Interrupted) => Ok(Status::Stopped),
        played => Ok(played.map(|_| Status::Success)?),
    }
}

/// The game to begin with: of a file, or of a position.
fn begin(game: &Arc<dyn OpenGame>, arguments: &Arguments) -> Result<Box<dyn OpenBoard>, Failure> {
    let (facts, of_game) = (game.facts(), Arc::clone(game));
    if let Some(path) = &arguments.load {
        let text = read_text(path, "a game")?;
        if text.trim().is_empty() {
            return Err(Failure::Usage(format!("expected a game in {}, found none", path.display())));
        }
        let read = of_game.load(&text, &mut |text| note(format_args!("{}, {text}", path.display())));
        return read.map_err(|error| Failure::Usage(format!("could not load a game from {}: {error}", path.display())));
    }
    let words = arguments.position.join(" ");
    let mut board = of_game.board(Some(words.as_str()).filter(|_| !arguments.position.is_empty()))?;
    note_position(&**game, &words);
    let Some(name) = &arguments.starts else { return Ok(board) };
    let (starts, first) = (side(facts, name)?, board.side());
    if first != starts && !board.swap_sides() {
        let (first, game) = (facts.sides[first], facts.name);
        let message = format!("expected {first} to move first in this position of {game}, found {name}");
        return Err(Failure::Usage(message));
    }
    Ok(board)
}
