//! The map of a piece: the value of the position with the piece on each square.

use serde::Serialize;

use super::answer::JsonAnswer;
use super::asked::Asked;
use super::view::ValueText;
use crate::failure::Failure;
use hindsight::answer::{PlyKind, PositionQuery, SetUpAnswer, SetUpQuery};
use hindsight::open::OpenGame;

/// The map of a piece.
#[derive(Serialize)]
struct PieceMap<'a> {
    game: &'static str,
    position: &'a str,
    /// The square of the piece.
    square: &'a str,
    /// The side to move on every square.
    side: &'static str,
    /// The plies that depths count.
    ply: PlyKind,
    squares: Vec<MapSquare>,
}

/// The position with the piece on a square.
#[derive(Serialize)]
struct MapSquare {
    square: String,
    /// The position; `None` if the piece cannot stand there.
    position: Option<String>,
    /// Its value for the side to move.
    #[serde(flatten)]
    value: ValueText,
}

/// The map of the piece on a square: its own square, and each that is empty.
pub fn map(game: &dyn OpenGame, asked: &Asked) -> JsonAnswer {
    let (facts, position) = (game.facts(), asked.position_text(game.facts()));
    let square = asked.text("square").unwrap_or_default();
    let set_up = |query: SetUpQuery| game.set_up(&SetUpQuery { position: Some(position.to_string()), ..query });
    let SetUpAnswer { side, pieces, board, .. } = set_up(SetUpQuery::default())?;
    let Some(&piece) = pieces.get(square) else {
        let found: String = square.chars().take(20).collect();
        return Err(Failure::Usage(format!("expected a square with a piece for square, found {found:?}")));
    };
    let mut squares = Vec::new();
    for place in board.places.iter().filter(|place| !place.name.is_empty()) {
        if place.name != square && pieces.contains_key(&place.name) {
            continue;
        }
        let mut pieces = pieces.clone();
        pieces.remove(square);
        pieces.insert(place.name.clone(), piece);
        let there = set_up(SetUpQuery { pieces: Some(pieces), ..SetUpQuery::default() })?.position.and_then(Result::ok);
        let value = match &there {
            Some(text) => game.ask(text, &PositionQuery { for_people: true, ..PositionQuery::default() })?.value,
            None => None,
        };
        squares.push(MapSquare { square: place.name.clone(), position: there, value: value.into() });
    }
    let (game, side, ply) = (facts.name, facts.sides[side], facts.ply);
    Ok(serde_json::to_vec(&PieceMap { game, position, square, side, ply, squares })?)
}
