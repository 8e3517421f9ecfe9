//! The material of an ending.

use super::super::position::PieceType;

/// The pieces of both sides besides the kings, by [`PieceType`] without the king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Material {
    /// Of the side to move.
    pub mover: [u8; 5],
    /// Of the other side.
    pub other: [u8; 5],
}

impl Material {
    /// The number of pieces besides the kings.
    pub fn pieces(&self) -> u8 {
        self.mover.iter().chain(&self.other).sum()
    }

    /// Whether there is a pawn of either side.
    pub fn has_pawns(&self) -> bool {
        self.mover[PieceType::Pawn as usize] + self.other[PieceType::Pawn as usize] > 0
    }

    /// The material with the other side to move.
    pub fn swapped(&self) -> Material {
        Material { mover: self.other, other: self.mover }
    }

    /// Whether the side to move has more pieces. With equal numbers: whether it has the stronger piece where the
    /// armies, strongest piece first, begin to differ. Equal armies count as stronger.
    pub fn mover_is_stronger(&self) -> bool {
        let strength = |pieces: &[u8; 5]| {
            let mut key = [pieces.iter().sum(), 0, 0, 0, 0, 0];
            (1..).zip(pieces.iter().rev()).for_each(|(place, &count)| key[place as usize] = count);
            key
        };
        strength(&self.mover) >= strength(&self.other)
    }
}
