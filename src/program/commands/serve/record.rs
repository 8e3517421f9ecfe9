//! Records of games, PDN and PGN: read for the page, and written from its moves.

use std::sync::Arc;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::answer::JsonAnswer;
use super::asked::{check_length, read_json};
use super::view::{StepView, ValueText};
use crate::failure::Failure;
use crate::input::no_text;
use hindsight::answer::{
    self, GameAnswer, GameFacts, GameHead, LineAnswer, MomentAnswer, PlyKind, WrittenGame, WrittenLine,
};
use hindsight::open::{OpenGame, RecordError};
use hindsight::play::OpenBoard;
use hindsight::play::transcript::Tags;
use hindsight::util::date::day;
use hindsight::util::units::thousands;

/// The longest text of a record that is read, in bytes.
const LONGEST: usize = 1_000_000;

/// The most moves of a game that is read or written.
const MOST: usize = 2000;

/// A record to be read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordText {
    text: String,
    /// The number of the game in the text, counted from 0.
    #[serde(default)]
    number: usize,
}

/// A game to be written, or to be played again.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayedGame {
    start: String,
    moves: Vec<String>,
    /// The names of the players, in the order of the sides.
    #[serde(default)]
    players: Vec<String>,
    /// The comments, each with the number of moves before it.
    #[serde(default)]
    comments: Vec<(usize, String)>,
    /// The numeric annotation glyphs, each with the number of moves before it.
    #[serde(default)]
    glyphs: Vec<(usize, u8)>,
    #[serde(default)]
    variations: Vec<WrittenLine>,
    /// The tags of the record that the game comes from.
    #[serde(default)]
    tags: Vec<(String, String)>,
    /// The result in that record.
    result: Option<String>,
}

/// A game with the values of its positions.
#[derive(Serialize)]
struct ReadGame {
    game: &'static str,
    /// The plies that depths count.
    ply: PlyKind,
    start: Moment,
    #[serde(flatten)]
    line: JudgedLine,
    tags: Vec<(String, String)>,
    result: Option<&'static str>,
    more: bool,
    /// The games of the text.
    games: Vec<GameHead>,
    /// The parts of its text that were lost, dropped or guessed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// A move that was made, compared with the tables.
#[derive(Serialize)]
struct StepMoment {
    #[serde(flatten)]
    step: StepView,
    /// `best`, `slower`, `mistake` or `blunder`, if the tables hold every move.
    verdict: Option<&'static str>,
    /// The moves that would have kept the result, if this move does not.
    held_by: Vec<String>,
    /// Other lines that begin in place of this move.
    variations: Vec<JudgedLine>,
    /// The comment after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    /// Its numeric annotation glyphs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    glyphs: Vec<u8>,
}

/// The moves of a line, and the positions after them.
#[derive(Serialize)]
struct JudgedLine {
    steps: Vec<StepMoment>,
    moments: Vec<Moment>,
    /// The comment before the first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
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
struct WrittenRecord {
    game: &'static str,
    text: String,
    extension: &'static str,
}

/// A game of a record, from JSON.
pub fn read(game: &dyn OpenGame, record: &[u8]) -> JsonAnswer {
    Ok(serde_json::to_vec(&ReadGame::read(game, &read_json(record)?)?)?)
}

/// A game from its moves, from JSON.
pub fn replay(game: &Arc<dyn OpenGame>, played: &[u8]) -> JsonAnswer {
    Ok(serde_json::to_vec(&ReadGame::replay(game, &read_json(played)?)?)?)
}

/// A game as a record, from JSON.
pub fn write(game: &Arc<dyn OpenGame>, played: &[u8]) -> JsonAnswer {
    Ok(serde_json::to_vec(&WrittenRecord::new(game, read_json(played)?)?)?)
}

impl ReadGame {
    /// Reads a game of a text.
    ///
    /// # Errors
    /// If there is none, it is too long, or it has a move that is not legal.
    fn read(game: &dyn OpenGame, RecordText { text, number }: &RecordText) -> Result<ReadGame, Failure> {
        if text.len() > LONGEST {
            let (most, found) = (thousands(LONGEST as u64), thousands(text.len() as u64));
            return Err(Failure::Usage(format!("expected a record of up to {most} bytes, found one of {found}")));
        }
        if let Some(found) = no_text(text.as_bytes()) {
            return Err(Failure::Usage(format!("expected a record as text, found {found}")));
        }
        Ok(ReadGame::new(game.facts(), game.read_game(text, *number, MOST)?))
    }

    /// The game with these moves.
    ///
    /// # Errors
    /// As [`WrittenRecord::new`].
    fn replay(game: &Arc<dyn OpenGame>, played: &PlayedGame) -> Result<ReadGame, Failure> {
        Ok(ReadGame::new(game.facts(), game.judge(&*board_of(game, played)?)?))
    }

    fn new(facts: &GameFacts, answer: GameAnswer) -> ReadGame {
        let GameAnswer { start, line, tags, result, more, games, notes } = answer;
        let (game, ply) = (facts.name, facts.ply);
        ReadGame { game, ply, start: start.into(), line: line.into(), tags, result, more, games, notes }
    }
}

impl From<LineAnswer> for JudgedLine {
    fn from(LineAnswer { steps, moments, comment }: LineAnswer) -> JudgedLine {
        let step = |step: answer::JudgedStep| StepMoment {
            step: step.step.into(),
            verdict: step.verdict,
            held_by: step.held_by,
            variations: step.variations.into_iter().map(JudgedLine::from).collect(),
            comment: step.comment,
            glyphs: step.glyphs,
        };
        JudgedLine {
            steps: steps.into_iter().map(step).collect(),
            moments: moments.into_iter().map(Moment::from).collect(),
            comment,
        }
    }
}

impl From<MomentAnswer> for Moment {
    fn from(MomentAnswer { position, side, number, value }: MomentAnswer) -> Moment {
        Moment { position, side, number, value: value.into() }
    }
}

impl WrittenRecord {
    /// Writes a game.
    ///
    /// # Errors
    /// If it is too long, or has a move that is not legal.
    fn new(game: &Arc<dyn OpenGame>, played: PlayedGame) -> Result<WrittenRecord, Failure> {
        let facts = game.facts();
        let PlayedGame { start, moves, mut players, comments, glyphs, variations, tags, result } = played;
        let line = WrittenLine { ply: 0, moves, comments, glyphs, variations };
        if line.all_moves() > MOST {
            return Err(RecordError::TooLong { most: MOST, found: line.all_moves() }.into());
        }
        let of_tags = tags.iter().flat_map(|(name, value)| [name, value]);
        let texts = line.texts().into_iter().chain(&players).chain(of_tags).map(String::len).sum::<usize>();
        if texts > LONGEST {
            let (most, found) = (thousands(LONGEST as u64), thousands(texts as u64));
            return Err(Failure::Usage(format!("expected a record of up to {most} bytes, found one of {found}")));
        }
        check_length(&start)?;
        players.resize(facts.sides.len(), "?".to_string());
        let of_page = Tags::new("?".to_string(), day(SystemTime::now()), facts.record_type);
        let text = game.written(&WrittenGame { start, line, players, tags, result }, &of_page)?;
        Ok(WrittenRecord { game: facts.name, text, extension: facts.extension })
    }
}

/// The game that the page has played.
fn board_of(game: &Arc<dyn OpenGame>, played: &PlayedGame) -> Result<Box<dyn OpenBoard>, Failure> {
    if played.moves.len() > MOST {
        return Err(RecordError::TooLong { most: MOST, found: played.moves.len() }.into());
    }
    for text in played.moves.iter().chain(&played.players).chain([&played.start]) {
        check_length(text)?;
    }
    let mut board = Arc::clone(game).board(Some(&played.start))?;
    played.moves.iter().try_for_each(|text| board.play(text))?;
    Ok(board)
}
