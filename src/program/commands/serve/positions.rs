//! The answers of the explorer for a position, each in JSON.

use super::answer::JsonAnswer;
use super::asked::{Asked, read_json};
use super::set_up::SetUp;
use super::view::{Look, View, small_picture};
use crate::commands::query::stream;
use crate::failure::Failure;
use hindsight::answer::PositionQuery;
use hindsight::open::OpenGame;
use hindsight::util::lines::LineReader;
use hindsight::util::units::{count, thousands};

/// Positions of a batch at most.
const BATCH: usize = 1000;

/// The object of `query --json` for a position.
pub fn query(game: &dyn OpenGame, asked: &Asked) -> JsonAnswer {
    let position = asked.text("position").unwrap_or(&game.values().start);
    Ok(serde_json::to_vec(&game.ask_whole(position, &PositionQuery::WHOLE)?)?)
}

/// The objects of `query - --json` for the lines of a text.
pub fn batch(game: &dyn OpenGame, lines: &[u8]) -> JsonAnswer {
    let found = lines.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty()).count();
    if found > BATCH {
        let (expected, found) = (count(BATCH as u64, "position"), thousands(found as u64));
        return Err(Failure::Usage(format!("expected up to {expected}, one a line, found {found}")));
    }
    let mut answers = Vec::new();
    match stream::json(game, LineReader::new(lines, lines.len().max(1)), &mut answers) {
        // The line of a position whose table is damaged says so.
        Ok(_) | Err(Failure::Table(_) | Failure::Lookup(_)) => Ok(answers),
        Err(failure) => Err(failure),
    }
}

/// A position as the page shows it.
pub fn view(game: &dyn OpenGame, asked: &Asked) -> JsonAnswer {
    Ok(serde_json::to_vec(&View::new(game, asked.position_text(game.facts()), &Look::new(asked)?)?)?)
}

/// The board of a position alone, as SVG.
pub fn picture(game: &dyn OpenGame, asked: &Asked) -> JsonAnswer {
    Ok(small_picture(game, asked.position_text(game.facts()), &Look::new(asked)?)?.into_bytes())
}

/// A position set up piece by piece, from JSON.
pub fn set_up(game: &dyn OpenGame, wanted: &[u8]) -> JsonAnswer {
    Ok(serde_json::to_vec(&SetUp::new(game, read_json(wanted)?)?)?)
}
