//! The moves of one piece from all squares of a set at once.

use super::super::attacks::{FILE_A, FILE_H};
use super::super::position::PieceType;

/// The empty squares that pieces of this type on any of the squares `from` reach over empty squares in one move. Moves
/// are reversible, so these are also the squares from which they reach one of `from`. None for pawns and kings.
#[inline(always)]
pub fn flood(kind: PieceType, from: u64, empty: u64) -> u64 {
    match kind {
        PieceType::Pawn | PieceType::King => 0,
        PieceType::Knight => leaps(from) & empty,
        PieceType::Bishop => diagonal(from, empty),
        PieceType::Rook => straight(from, empty),
        PieceType::Queen => straight(from, empty) | diagonal(from, empty),
    }
}

#[inline(always)]
fn leaps(set: u64) -> u64 {
    const FILES_AB: u64 = FILE_A | FILE_A << 1;
    const FILES_GH: u64 = FILE_H | FILE_H >> 1;
    let near = (set & !FILE_H) << 1 | (set & !FILE_A) >> 1;
    let far = (set & !FILES_GH) << 2 | (set & !FILES_AB) >> 2;
    near << 16 | near >> 16 | far << 8 | far >> 8
}

/// Sets slide along a line in three steps, each twice as far as the one before (the Kogge-Stone algorithm).
macro_rules! slide {
    ($from:expr, $empty:expr, $shift:tt, $by:expr, $mask:expr) => {{
        let mut open = $empty & $mask;
        let mut set = $from;
        set |= open & (set $shift $by);
        open &= open $shift $by;
        set |= open & (set $shift (2 * $by));
        open &= open $shift (2 * $by);
        set |= open & (set $shift (4 * $by));
        // One square on, so that a piece that cannot move adds nothing.
        $empty & $mask & (set $shift $by)
    }};
}

#[inline(always)]
fn straight(from: u64, empty: u64) -> u64 {
    slide!(from, empty, <<, 8, !0)
        | slide!(from, empty, >>, 8, !0)
        | slide!(from, empty, <<, 1, !FILE_A)
        | slide!(from, empty, >>, 1, !FILE_H)
}

#[inline(always)]
fn diagonal(from: u64, empty: u64) -> u64 {
    slide!(from, empty, <<, 9, !FILE_A)
        | slide!(from, empty, >>, 9, !FILE_H)
        | slide!(from, empty, <<, 7, !FILE_H)
        | slide!(from, empty, >>, 7, !FILE_A)
}

#[cfg(test)]
mod tests {
    use super::super::super::{attacks, position::squares};
    use super::*;
    use crate::util::random::Random;

    #[test]
    fn floods_are_the_attacks_of_all_pieces() {
        let mut random = Random::new(7);
        for _ in 0..2_000 {
            let mut draw = || (random.below(1 << 32) as u64) << 32 | random.below(1 << 32) as u64;
            let (occupied, from) = (draw() & draw(), draw() & draw());
            for kind in &PieceType::UNCROWNED[1..] {
                let expected = squares(from).fold(0, |all, square| all | attacks::piece(*kind, square, occupied));
                assert_eq!(flood(*kind, from, !occupied), expected & !occupied, "{kind:?}");
            }
        }
    }
}
