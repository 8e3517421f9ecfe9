//! A position set up piece by piece.

use std::collections::BTreeMap;

use super::error::AnswerError;
use crate::answer::{SetUpAnswer, SetUpError, SetUpQuery};
use crate::game::{Board, Diagram, Piece, Place, position_text};

/// The characters of the name of a square that an error shows.
const SHOWN: usize = 20;

/// Sets up a position.
pub fn set_up<G: Board>(game: &G, query: &SetUpQuery) -> Result<SetUpAnswer, AnswerError> {
    let kinds = game.pieces();
    if kinds.is_empty() {
        return Err(SetUpError::NoPieces(game.name()).into());
    }
    let base = match &query.position {
        Some(text) => game.parse(text)?,
        None => game.start(),
    };
    let base = if query.empty_before { game.without_history(&base) } else { base };
    let base = match &query.rights {
        Some(rights) => game.with_rights(&base, bits(rights.iter().copied())),
        None => base,
    };
    let side = query.side.unwrap_or_else(|| game.side_to_move(&base));
    if side >= game.sides().len() {
        return Err(SetUpError::NoSuchSide { last: game.sides().len() - 1, found: side }.into());
    }
    let mut board = game.diagram(&base);
    if let Some(pieces) = &query.pieces {
        put(&mut board, pieces, &kinds)?;
    }
    board.notes = Vec::new();
    let placed: Vec<Option<Piece>> = board.places.iter().map(|square| square.piece).collect();
    let text = game.set_up(&placed, side, &base);
    let read = text.as_deref().map(|text| game.parse(text));
    let rights = match &read {
        Some(Ok(position)) => rights(game, &placed, position),
        _ => vec![None; game.rights().len()],
    };
    let position = read.map(|read| read.map(|position| position_text(game, &position)));
    Ok(SetUpAnswer { text, position, side, pieces: pieces_of(&board, &kinds), rights, board })
}

/// The rights of a position that was set up with these pieces: whether each is granted, `None` where the pieces do not
/// stand for it.
fn rights<G: Board>(game: &G, placed: &[Option<Piece>], position: &G::Position) -> Vec<Option<bool>> {
    let all = bits(0..game.rights().len());
    let with_all = game.set_up(placed, game.side_to_move(position), &game.with_rights(position, all));
    let possible = with_all.and_then(|text| game.parse(&text).ok()).map_or(0, |position| game.rights_in(&position));
    let granted = game.rights_in(position);
    let right = |number: usize| (possible >> number & 1 == 1).then_some(granted >> number & 1 == 1);
    (0..game.rights().len()).map(right).collect()
}

/// Numbers as bits; those beyond the bits are left out.
fn bits(numbers: impl Iterator<Item = usize>) -> u32 {
    numbers.filter_map(|number| 1u32.checked_shl(u32::try_from(number).ok()?)).fold(0, |bits, bit| bits | bit)
}

/// The pieces on the board by their squares, each as its number in the list of pieces.
fn pieces_of(board: &Diagram, kinds: &[Piece]) -> BTreeMap<String, usize> {
    let number = |square: &Place| {
        let kind = kinds.iter().position(|kind| Some(*kind) == square.piece)?;
        Some((square.name.clone(), kind))
    };
    board.places.iter().filter_map(number).collect()
}

/// Puts these pieces on the board and no others.
fn put(board: &mut Diagram, pieces: &BTreeMap<String, usize>, kinds: &[Piece]) -> Result<(), SetUpError> {
    for square in &mut board.places {
        square.piece = None;
    }
    for (name, &kind) in pieces {
        let square = board.places.iter_mut().find(|square| !name.is_empty() && square.name == *name);
        let (Some(square), Some(piece)) = (square, kinds.get(kind)) else {
            let square = name.chars().take(SHOWN).collect();
            return Err(SetUpError::NoSuchPiece { last: kinds.len() - 1, square, piece: kind });
        };
        square.piece = Some(*piece);
    }
    Ok(())
}
