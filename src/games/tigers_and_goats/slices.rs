//! The slices of the space.

use super::board::POINTS;
use super::position::GOATS;
use crate::space::combinatorics::binomial;
use crate::space::{Slice, SliceId};

/// The number of tigers.
pub(super) const TIGERS: u32 = 3;

/// The points without a tiger.
pub(super) const LEFT: u32 = POINTS - TIGERS;

/// The number of placements of the tigers, up to the mirror symmetry: 11 of all 1,771 are symmetric.
pub(super) const TRIPLES: u64 = 891;

/// The number of a part. Parts are ordered by the goats in hand, then by the goats on the board.
#[inline(always)]
fn part_of(hand: u32, board: u32) -> u32 {
    // There are 16 - h parts with h in hand, so 16 + 15 + ... + (17 - h) parts come before them.
    hand * (2 * u32::from(GOATS) + 3 - hand) / 2 + board
}

/// The slice with these numbers of goats in hand and on the board.
#[inline(always)]
pub(super) fn slice_of(hand: u32, board: u32, tigers_to_move: bool) -> SliceId {
    SliceId(2 * part_of(hand, board) + u32::from(tigers_to_move))
}

/// The goats in hand and on the board in each part, in the order of [`part_of`].
pub(super) fn parts() -> Vec<(u32, u32)> {
    let goats = u32::from(GOATS);
    (0..=goats).flat_map(|hand| (0..=goats - hand).map(move |board| (hand, board))).collect()
}

/// Every slice.
pub(super) fn slices() -> Vec<Slice> {
    let slice = |hand: u32, board: u32, tigers_to_move: bool| {
        let goats = format!("G{board}+{hand}");
        let leads_to = match tigers_to_move {
            _ if hand + board == 0 => Vec::new(),
            true => (board.saturating_sub(1)..=board).map(|board| slice_of(hand, board, false)).collect(),
            false if hand > 0 => vec![slice_of(hand - 1, board + 1, true)],
            false => vec![slice_of(0, board, true)],
        };
        Slice {
            name: if tigers_to_move { format!("Tv{goats}") } else { format!("{goats}vT") },
            pieces: TIGERS + board,
            part: format!("{hand}-{board}"),
            entries: TRIPLES * binomial(LEFT, board),
            leads_to,
        }
    };
    parts().into_iter().flat_map(|(hand, board)| [false, true].map(|side| slice(hand, board, side))).collect()
}
