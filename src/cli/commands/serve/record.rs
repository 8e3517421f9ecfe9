//! Records of games, PDN and PGN: read for the page, and written from its moves.

use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::asked::check_length;
use super::view::{StepView, ValueText};
use crate::catalogue::{CatalogueGame, GameEntry};
use crate::cli::failure::Failure;
use crate::game::position_text;
use crate::play::transcript::{extension, read_all, write};
use crate::play::{Ending, QUIET_PLIES, Record};
use crate::query::Probe;
use crate::util::date::day;
use crate::util::units::thousands;
use crate::values::Lookup;

/// The longest text of a record that is read, in bytes.
const LONGEST: usize = 200_000;

/// The most moves of a game that is read or written.
const MOST: usize = 2000;

/// A record to be read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordText {
    text: String,
}

/// A game to be written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedGame {
    start: String,
    moves: Vec<String>,
    /// The names of the players, in the order of the sides.
    #[serde(default)]
    players: Vec<String>,
}

/// The first game of a record.
#[derive(Serialize)]
pub struct ReadGame {
    game: &'static str,
    start: Moment,
    steps: Vec<StepView>,
    /// The positions after the steps.
    moments: Vec<Moment>,
    tags: Vec<(String, String)>,
    result: Option<&'static str>,
    more: bool,
}

/// A position of a game, with its value for the side to move.
#[derive(Serialize)]
struct Moment {
    position: String,
    side: &'static str,
    #[serde(flatten)]
    value: ValueText,
}

/// A game as text.
#[derive(Serialize)]
pub struct WrittenGame {
    game: &'static str,
    text: String,
    extension: &'static str,
}

impl ReadGame {
    /// Reads the first game of a text.
    ///
    /// # Errors
    /// If there is none, it is too long, or it has a move that is not legal.
    pub fn new<G: CatalogueGame>(probe: &Probe<G, impl Lookup>, text: &RecordText) -> Result<ReadGame, Failure> {
        let game = probe.space;
        if text.text.len() > LONGEST {
            let (most, found) = (thousands(LONGEST as u64), thousands(text.text.len() as u64));
            return Err(Failure::Usage(format!("expected a record of up to {most} bytes, found one of {found}")));
        }
        let mut games = read_all(game, &text.text);
        let first = games.next().ok_or_else(|| {
            Failure::Usage(format!("expected a game as in a file .{}, found none in the text", extension(game)))
        })?;
        let first = first.map_err(|error| Failure::Usage(error.to_string()))?;
        let record = &first.record;
        check_moves(record.plies())?;
        let (mut steps, mut moments) = (Vec::new(), Vec::new());
        for (before, &mv) in record.before().iter().zip(record.moves()) {
            let after = game.play(before, mv);
            steps.push(StepView::new(game, &game.diagram(before), before, mv, &after));
            moments.push(Moment::new(probe, &after)?);
        }
        let start = Moment::new(probe, record.start())?;
        let more = games.next().is_some();
        Ok(ReadGame { game: game.name(), start, steps, moments, tags: first.tags, result: first.result, more })
    }
}

impl Moment {
    fn new<G: CatalogueGame>(probe: &Probe<G, impl Lookup>, position: &G::Position) -> Result<Moment, Failure> {
        let game = probe.space;
        Ok(Moment {
            position: position_text(game, position),
            side: game.sides()[game.side_to_move(position)],
            value: ValueText::new(game, probe.value(position)?),
        })
    }
}

impl WrittenGame {
    /// Writes a game.
    ///
    /// # Errors
    /// If it is too long, or has a move that is not legal.
    pub fn new<G: CatalogueGame>(entry: &GameEntry<G>, played: &PlayedGame) -> Result<WrittenGame, Failure> {
        let game = &entry.game;
        check_moves(played.moves.len())?;
        for text in played.moves.iter().chain(&played.players).chain([&played.start]) {
            check_length(text)?;
        }
        let mut record = Record::new(game.parse(&played.start)?);
        for text in &played.moves {
            let mv = game.parse_move(record.position(), text)?;
            let after = game.play(record.position(), mv);
            record.push(mv, after);
        }
        let names: Vec<&str> =
            (0..game.sides().len()).map(|side| played.players.get(side).map_or("?", String::as_str)).collect();
        let tags = entry.tags("?".to_string(), day(SystemTime::now()));
        let ending = Ending::of(game, &record, QUIET_PLIES);
        Ok(WrittenGame {
            game: game.name(),
            text: write(game, &record, &names, ending, &tags),
            extension: extension(game),
        })
    }
}

fn check_moves(found: usize) -> Result<(), Failure> {
    match found {
        0..=MOST => Ok(()),
        found => {
            let (most, found) = (thousands(MOST as u64), thousands(found as u64));
            Err(Failure::Usage(format!("expected a game of up to {most} moves, found {found}")))
        }
    }
}
