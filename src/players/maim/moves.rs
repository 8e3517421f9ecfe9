//! Moves in sixteen bits.

/// A move: six bits for each of its squares, then the kind of a promotion. Castling is a move of the king by two
/// squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PackedMove(pub u16);

impl PackedMove {
    /// No move.
    pub const NONE: PackedMove = PackedMove(0);

    /// A move without a promotion.
    #[inline(always)]
    pub fn new(from: u8, to: u8) -> PackedMove {
        PackedMove(u16::from(from) | u16::from(to) << 6)
    }

    /// A promotion to `kind`.
    #[inline(always)]
    pub fn promoting(from: u8, to: u8, kind: usize) -> PackedMove {
        PackedMove(PackedMove::new(from, to).0 | (kind as u16) << 12)
    }

    /// The square that the piece leaves.
    #[inline(always)]
    pub fn from(self) -> u8 {
        (self.0 & 63) as u8
    }

    /// The square that it ends on.
    #[inline(always)]
    pub fn to(self) -> u8 {
        (self.0 >> 6 & 63) as u8
    }

    /// The kind of piece to which a pawn is promoted.
    #[inline(always)]
    pub fn promotion(self) -> Option<usize> {
        let kind = usize::from(self.0 >> 12);
        (kind != 0).then_some(kind)
    }
}
