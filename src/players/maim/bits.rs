//! Sets of squares: what pieces attack, files, ranks and shifts.

pub use crate::games::chess::squares as each;

use cozy_chess::{
    BitBoard, Color, Square, get_between_rays, get_bishop_moves, get_bishop_rays, get_king_moves, get_knight_moves,
    get_line_rays, get_pawn_attacks, get_rook_moves, get_rook_rays,
};

/// The a-file.
pub const FILE_A: u64 = 0x0101_0101_0101_0101;
/// The h-file.
pub const FILE_H: u64 = FILE_A << 7;

#[inline(always)]
fn at(square: u8) -> Square {
    // No square is beyond 63: the mask spares the check.
    Square::index((square & 63).into())
}

/// The squares that a pawn of this colour on this square attacks.
#[inline(always)]
pub fn pawn(colour: usize, square: u8) -> u64 {
    get_pawn_attacks(at(square), if colour == 0 { Color::White } else { Color::Black }).0
}

/// The squares that a knight attacks.
#[inline(always)]
pub fn knight(square: u8) -> u64 {
    get_knight_moves(at(square)).0
}

/// The squares that a bishop attacks.
#[inline(always)]
pub fn bishop(square: u8, occupied: u64) -> u64 {
    get_bishop_moves(at(square), BitBoard(occupied)).0
}

/// The squares that a rook attacks.
#[inline(always)]
pub fn rook(square: u8, occupied: u64) -> u64 {
    get_rook_moves(at(square), BitBoard(occupied)).0
}

/// The squares that a king attacks.
#[inline(always)]
pub fn king(square: u8) -> u64 {
    get_king_moves(at(square)).0
}

/// The squares that a bishop attacks on an empty board.
#[inline(always)]
pub fn diagonals(square: u8) -> u64 {
    get_bishop_rays(at(square)).0
}

/// The squares that a rook attacks on an empty board.
#[inline(always)]
pub fn straights(square: u8) -> u64 {
    get_rook_rays(at(square)).0
}

/// The squares between two on a line; none if they are on no line.
#[inline(always)]
pub fn between(one: u8, other: u8) -> u64 {
    get_between_rays(at(one), at(other)).0
}

/// The whole line through two squares; none if they are on no line.
#[inline(always)]
pub fn line(one: u8, other: u8) -> u64 {
    get_line_rays(at(one), at(other)).0
}

/// The squares one step ahead of these, as a colour sees it.
#[inline(always)]
pub fn ahead(colour: usize, set: u64) -> u64 {
    if colour == 0 { set << 8 } else { set >> 8 }
}
