//! The found positions for composers: EPD, games with the main line, and a sheet of diagrams.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::failure::Failure;
use hindsight::answer::{FoundBatch, MoveAnswer, PositionAnswer, PositionQuery, WrittenGame, WrittenLine};
use hindsight::draw::{Theme, sheet};
use hindsight::game::Value;
use hindsight::open::OpenGame;
use hindsight::play::transcript::Tags;

/// Diagrams in a row of a sheet.
const COLUMNS: usize = 4;

/// The lines of EPD for found positions: each with the best moves (`bm`), in chess the moves to mate (`dm`), and the
/// value in words (`c0`).
pub fn epd(game: &dyn OpenGame, found: &FoundBatch) -> Result<String, Failure> {
    let (facts, mut text) = (game.facts(), String::new());
    let query = PositionQuery { moves: true, for_people: true, ..PositionQuery::default() };
    for found in found.iter() {
        let answer = game.ask(found.position, &query)?;
        let value = found.figures.value;
        // EPD has the first four fields of a FEN.
        let fields: Vec<&str> = match facts.extension {
            "pgn" => answer.position.split(' ').take(4).collect(),
            _ => vec![&answer.position],
        };
        let _ = write!(text, "{}", fields.join(" "));
        let best: Vec<&str> = best_moves(&answer).map(|mv| mv.step.name.as_str()).collect();
        if !best.is_empty() {
            let _ = write!(text, " bm {};", best.join(" "));
        }
        if let (Value::Win(plies), Some(_), "pgn") = (value, value.plies(), facts.extension) {
            let _ = write!(text, " dm {};", plies.div_ceil(2));
        }
        let _ = writeln!(text, " c0 \"{}\";", facts.value_text(value));
    }
    Ok(text)
}

/// The moves with the value of the first, which is the best.
fn best_moves(answer: &PositionAnswer) -> impl Iterator<Item = &MoveAnswer> {
    let value = |mv: &MoveAnswer| mv.value.as_ref().map(|value| value.value);
    let best = answer.moves.first().and_then(value);
    answer.moves.iter().take_while(move |mv| value(mv) == best && best.is_some())
}

/// A game with the main line of each found position, with the glyph of `!` behind only moves.
pub fn games(game: &dyn OpenGame, found: &FoundBatch) -> Result<String, Failure> {
    let (facts, mut text) = (game.facts(), String::new());
    let query = PositionQuery { line: true, ..PositionQuery::default() };
    for found in found.iter() {
        let line = game.ask(found.position, &query)?.line.unwrap_or_default();
        /// The glyph of a good move.
        const GOOD: u8 = 1;
        let mut glyphs = Vec::new();
        let before = std::iter::once(found.position).chain(line.iter().map(|step| step.position.as_str()));
        for (ply, position) in before.take(line.len()).enumerate() {
            let moves = PositionQuery { moves: true, ..PositionQuery::default() };
            if game.ask(position, &moves)?.best_wrong_move().is_some() {
                glyphs.push((ply + 1, GOOD));
            }
        }
        let moves = line.into_iter().map(|step| step.mv).collect();
        let comments = vec![(0, facts.value_text(found.figures.value))];
        let line = WrittenLine { moves, comments, glyphs, ..WrittenLine::default() };
        let written = WrittenGame { start: found.position.to_string(), line, ..WrittenGame::default() };
        let tags = Tags { game_type: facts.record_type, ..Tags::default() };
        let _ = writeln!(text, "{}", game.written(&written, &tags)?);
    }
    Ok(text)
}

/// A sheet with the diagrams of found positions, each above its position and value.
pub fn diagrams(game: &Arc<dyn OpenGame>, found: &[FoundBatch]) -> Result<String, Failure> {
    let facts = game.facts();
    let mut boards = Vec::new();
    for found in found.iter().flat_map(FoundBatch::iter) {
        let picture = game.picture(found.position, Theme::default())?;
        boards.push((picture, [found.position.to_string(), facts.value_text(found.figures.value)]));
    }
    Ok(sheet(&boards, COLUMNS, facts.name))
}
