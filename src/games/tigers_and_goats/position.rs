//! A position.

use super::board::{BOARD, captures, neighbours};
use crate::util::bits::ones;

/// The number of goats at the start, all in hand.
pub(super) const GOATS: u8 = 15;

/// The pieces. Point `i` is bit `i`. There are three tigers, and at most 15 goats on the board and in hand together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The points of the tigers.
    pub tigers: u32,
    /// The points of the goats on the board.
    pub goats: u32,
    /// The number of goats still to be placed.
    pub hand: u8,
    /// Whether the tigers are to move.
    pub tigers_to_move: bool,
}

impl Position {
    /// The points without a piece.
    #[inline(always)]
    pub fn empty(&self) -> u32 {
        BOARD & !(self.tigers | self.goats)
    }

    /// Whether the tigers have captured every goat.
    #[inline(always)]
    pub(super) fn all_captured(&self) -> bool {
        self.goats == 0 && self.hand == 0
    }

    /// Whether the side to move has a move, if not all goats are captured.
    #[inline(always)]
    pub(super) fn can_move(&self) -> bool {
        let empty = self.empty();
        match self.tigers_to_move {
            true => ones::<u32>(self.tigers)
                .any(|point| neighbours(point) & empty != 0 || captures(point, self.goats, empty) != 0),
            false if self.hand > 0 => empty != 0,
            false => ones::<u32>(self.goats).any(|point| neighbours(point) & empty != 0),
        }
    }
}
