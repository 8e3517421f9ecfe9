//! A position of draughts.

use super::board::BOARD;

/// The pieces of both sides, as the side to move sees them. [`board`](super::board) describes the bits.
///
/// Men never stand on their crowning row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The pieces of the side to move.
    pub own: u64,
    /// The pieces of the other side.
    pub other: u64,
    /// The kings of both sides.
    pub kings: u64,
    /// Whether Black is to move.
    pub black_to_move: bool,
}

impl Position {
    /// The empty squares.
    #[inline(always)]
    pub fn empty(&self) -> u64 {
        BOARD & !(self.own | self.other)
    }

    /// Black's and White's pieces.
    pub(super) fn colours(&self) -> (u64, u64) {
        if self.black_to_move { (self.own, self.other) } else { (self.other, self.own) }
    }
}
