//! Records of games, PDN and PGN: read for the page, and written from its moves.

use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::asked::check_length;
use super::view::{StepView, ValueText};
use crate::failure::Failure;
use hindsight::catalogue::{CatalogueGame, GameEntry};
use hindsight::game::{move_text_for_people, position_text};
use hindsight::play::transcript::{Variation, extension, read_all, write};
use hindsight::play::{Ending, QUIET_PLIES, Record};
use hindsight::query::Probe;
use hindsight::query::annotate::{Comparison, judge};
use hindsight::util::date::day;
use hindsight::util::units::thousands;
use hindsight::values::Lookup;

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

/// A game with the values of its positions.
#[derive(Serialize)]
pub struct ReadGame {
    game: &'static str,
    start: Moment,
    #[serde(flatten)]
    line: JudgedLine,
    tags: Vec<(String, String)>,
    result: Option<&'static str>,
    more: bool,
}

/// A move that was made, compared with the tables.
#[derive(Serialize)]
struct JudgedStep {
    #[serde(flatten)]
    step: StepView,
    /// `best`, `slower`, `mistake` or `blunder`, if the tables hold every move.
    verdict: Option<&'static str>,
    /// The moves that would have kept the result, if this move does not.
    held_by: Vec<String>,
    /// Other lines that begin in place of this move.
    variations: Vec<JudgedLine>,
}

/// The moves of a line, and the positions after them.
#[derive(Serialize)]
struct JudgedLine {
    steps: Vec<JudgedStep>,
    moments: Vec<Moment>,
}

/// A position of a game, with its value for the side to move.
#[derive(Serialize)]
struct Moment {
    position: String,
    side: &'static str,
    number: Option<u32>,
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
    pub fn read<G: CatalogueGame>(probe: &Probe<G, impl Lookup>, text: &RecordText) -> Result<ReadGame, Failure> {
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
        let more = games.next().is_some();
        Ok(ReadGame {
            tags: first.tags,
            result: first.result,
            more,
            ..ReadGame::of(probe, &first.record, &first.variations)?
        })
    }

    /// The game with these moves.
    ///
    /// # Errors
    /// As [`WrittenGame::new`].
    pub fn replay<G: CatalogueGame>(probe: &Probe<G, impl Lookup>, played: &PlayedGame) -> Result<ReadGame, Failure> {
        ReadGame::of(probe, &record_of(probe.space, played)?, &[])
    }

    fn of<G: CatalogueGame>(
        probe: &Probe<G, impl Lookup>,
        record: &Record<G::Position, G::Move>,
        variations: &[Variation<G::Position, G::Move>],
    ) -> Result<ReadGame, Failure> {
        check_moves(record.plies() + moves_of(variations))?;
        let (start, line) = (Moment::new(probe, record.start())?, JudgedLine::new(probe, record, variations)?);
        Ok(ReadGame { game: probe.space.name(), start, line, tags: Vec::new(), result: None, more: false })
    }
}

/// The number of moves of variations, with those inside.
fn moves_of<P: Copy + Eq, M: Copy>(variations: &[Variation<P, M>]) -> usize {
    variations.iter().map(|variation| variation.record.plies() + moves_of(&variation.variations)).sum()
}

impl JudgedLine {
    fn new<G: CatalogueGame>(
        probe: &Probe<G, impl Lookup>,
        record: &Record<G::Position, G::Move>,
        variations: &[Variation<G::Position, G::Move>],
    ) -> Result<JudgedLine, Failure> {
        let game = probe.space;
        let (mut steps, mut moments) = (Vec::new(), Vec::new());
        for (ply, (before, &mv)) in record.before().iter().zip(record.moves()).enumerate() {
            let after = game.play(before, mv);
            let others = variations.iter().filter(|variation| variation.ply == ply);
            let others = others.map(|variation| JudgedLine::new(probe, &variation.record, &variation.variations));
            steps.push(JudgedStep::new(probe, before, mv, &after, others.collect::<Result<_, _>>()?)?);
            moments.push(Moment::new(probe, &after)?);
        }
        Ok(JudgedLine { steps, moments })
    }
}

impl JudgedStep {
    fn new<G: CatalogueGame>(
        probe: &Probe<G, impl Lookup>,
        before: &G::Position,
        mv: G::Move,
        after: &G::Position,
        variations: Vec<JudgedLine>,
    ) -> Result<JudgedStep, Failure> {
        let game = probe.space;
        let judgement = judge(probe, before, mv)?;
        let mut held_by = Vec::new();
        if let Some(judgement) = judgement.as_ref().filter(|judgement| !judgement.holds()) {
            held_by.extend(judgement.holding().iter().map(|rated| move_text_for_people(game, before, rated.mv)));
        }
        let verdict = judgement.map(|judgement| match judgement.verdict {
            Comparison::Best => "best",
            Comparison::Slower(_) => "slower",
            Comparison::Mistake => "mistake",
            Comparison::Blunder => "blunder",
        });
        let step = StepView::new(game, &game.diagram(before), before, mv, after);
        Ok(JudgedStep { step, verdict, held_by, variations })
    }
}

impl Moment {
    fn new<G: CatalogueGame>(probe: &Probe<G, impl Lookup>, position: &G::Position) -> Result<Moment, Failure> {
        let game = probe.space;
        Ok(Moment {
            position: position_text(game, position),
            side: game.sides()[game.side_to_move(position)],
            number: game.move_number(position),
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
        let record = record_of(game, played)?;
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

/// The game that the page has played.
fn record_of<G: CatalogueGame>(game: &G, played: &PlayedGame) -> Result<Record<G::Position, G::Move>, Failure> {
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
    Ok(record)
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
