//! The atlas of a slice: every position of it with its pieces and its value, for a picture with one pixel a position.

use serde::Serialize;

use super::answer::JsonAnswer;
use super::asked::Asked;
use crate::failure::Failure;
use hindsight::game::{Diagram, Value};
use hindsight::open::OpenGame;
use hindsight::util::units::{count, thousands};
use hindsight::values::Code;

/// Entries of a slice at most.
const MOST: u64 = 400_000;

/// The depth of a win or a loss that has none.
const UNKNOWN: i16 = i16::MAX;

/// The value of an entry that holds no position.
const ABSENT: i16 = i16::MIN;

/// A slice as a picture has it: `squares` has the squares of the pieces of each entry, `values` its value.
#[derive(Serialize)]
struct Atlas<'a> {
    game: &'static str,
    slice: &'a str,
    /// The names of the pieces, in the order of their squares.
    pieces: Vec<&'static str>,
    /// The names of the squares of the board, each with its column and its row.
    board: Vec<(String, u8, u8)>,
    /// The squares of the pieces of all entries by number, entry after entry; none for an entry without a position.
    squares: Vec<u8>,
    /// The depths of all entries: positive for a win, from 1 for a win in 0 plies, negative for a loss, 0 for a draw.
    values: Vec<i16>,
}

/// The entry of a slice, as the atlas opens it.
#[derive(Serialize)]
struct AtlasEntry<'a> {
    game: &'static str,
    slice: &'a str,
    position: Option<String>,
}

/// The atlas of a slice; with the parameter `entry`, the position of an entry of it.
pub fn atlas(game: &dyn OpenGame, asked: &Asked) -> JsonAnswer {
    let facts = game.facts();
    let slice = &facts.slices[facts.slice(asked.text("slice").unwrap_or_default())?.index()];
    if let Some(entry) = asked.read("entry", "the number of an entry")? {
        let position = game.entry(&slice.name, entry)?;
        return Ok(serde_json::to_vec(&AtlasEntry { game: facts.name, slice: &slice.name, position })?);
    }
    if slice.entries > MOST {
        let (expected, found) = (count(MOST, "entry"), thousands(slice.entries));
        return Err(Failure::Usage(format!("expected a slice of up to {expected}, found {found}")));
    }
    let codes = game.codes(&slice.name)?;
    let (mut pieces, mut squares, mut values) = (Vec::new(), Vec::new(), Vec::new());
    for (entry, code) in (0..).zip(codes) {
        let board = match code.decode() {
            Some(_) => game.entry(&slice.name, entry)?.map(|text| game.diagram(&text)).transpose()?,
            None => None,
        };
        if let Some(board) = board.as_ref().filter(|_| pieces.is_empty()) {
            pieces = standing(board).iter().map(|(name, _)| *name).collect();
        }
        match board.as_ref().map(standing) {
            Some(standing) if standing.len() == pieces.len() => {
                squares.extend(standing.iter().map(|(_, square)| *square));
                values.push(code.decode().map_or(ABSENT, number));
            }
            _ => {
                squares.extend(pieces.iter().map(|_| 0));
                values.push(ABSENT);
            }
        }
    }
    let board = game.diagram(&facts.start)?;
    let board = board.places.into_iter().map(|square| (square.name, square.column, square.row)).collect();
    Ok(serde_json::to_vec(&Atlas { game: facts.name, slice: &slice.name, pieces, board, squares, values })?)
}

/// The pieces of a board by name, each with the number of its square.
fn standing(board: &Diagram) -> Vec<(&'static str, u8)> {
    let pieces = (0u8..).zip(&board.places).filter_map(|(number, square)| Some((square.piece?.name, number)));
    let mut standing: Vec<_> = pieces.collect();
    standing.sort_unstable();
    standing
}

/// A value as a number.
fn number(value: Value) -> i16 {
    let depth = value.plies().map_or(UNKNOWN, |plies| plies.min(UNKNOWN as u32 - 2) as i16 + 1);
    match value {
        Value::Win(_) => depth,
        Value::Draw => 0,
        Value::Loss(_) => -depth,
    }
}
