//! Whether the men of a position can occur in a game.

use super::attacks;
use super::position::{BLACK, PieceType, Position, SIDES, WHITE, square_name, squares};
use crate::util::units::count;

/// The number of men of a side at the start of a game, by [`PieceType`].
const FIRST: [u32; 6] = [8, 2, 2, 2, 1, 1];

/// The first and the last rank.
const ENDS: u64 = 0xff00_0000_0000_00ff;

/// Checks the men of a position and whose turn it is.
///
/// # Errors
/// The broken rule, in words: the expected and the found men.
pub fn check(position: &Position) -> Result<(), String> {
    [WHITE, BLACK].into_iter().try_for_each(|colour| check_men(position, colour))?;
    if let Some(square) = squares(position.kinds[PieceType::Pawn as usize] & ENDS).next() {
        return Err(format!("no pawn on the first or the last rank, not one on {}", square_name(square)));
    }
    let [white, black] = [WHITE, BLACK].map(|colour| position.king(colour));
    if attacks::piece(PieceType::King, white, 0) >> black & 1 == 1 {
        let [white, black] = [white, black].map(square_name);
        return Err(format!("kings with a square between them, not on {white} and {black}"));
    }
    let other = position.own() ^ 1;
    let checkers = position.attackers(position.king(other), position.own(), position.occupied());
    if let Some(square) = squares(checkers).next() {
        let kind = position.piece(square).map_or("piece", |(kind, _)| kind.name());
        let (name, to_move) = (SIDES[other], SIDES[position.own()]);
        let square = square_name(square);
        return Err(format!("{name} not to be in check with {to_move} to move, as it is from the {kind} on {square}"));
    }
    Ok(())
}

/// Checks that a side has one king, and no more men than a game begins with, and that pawns can have become the others.
fn check_men(position: &Position, colour: usize) -> Result<(), String> {
    let number = |kind: PieceType| position.of(kind, colour).count_ones();
    let (name, all, pawns) = (SIDES[colour], position.colours[colour].count_ones(), number(PieceType::Pawn));
    match number(PieceType::King) {
        1 => {}
        0 => return Err(format!("one king of {name}, not none")),
        kings => return Err(format!("one king of {name}, not {kings}")),
    }
    if all > 16 {
        return Err(format!("at most 16 men of {name}, not {all}"));
    }
    if pawns > FIRST[PieceType::Pawn as usize] {
        return Err(format!("at most 8 pawns of {name}, not {pawns}"));
    }
    let pieces = PieceType::ALL.into_iter().filter(|&kind| kind != PieceType::Pawn);
    let promoted: u32 = pieces.map(|kind| number(kind).saturating_sub(FIRST[kind as usize])).sum();
    let missing = FIRST[PieceType::Pawn as usize] - pawns;
    if promoted > missing {
        return Err(format!(
            "no more promoted men of {name} than the {} that it lacks, not {promoted}",
            count(missing.into(), "pawn")
        ));
    }
    Ok(())
}
