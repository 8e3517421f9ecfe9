//! Endings of two kings and a few chess pieces: the contract of the solver.
//!
//! A slice has a material: the pieces of the side to move and those of the other, besides a king of each. Pieces move as in
//! chess, without castling. A side whose king can be captured is in check; a move that leaves the own king to be captured is
//! not legal, and positions in which it could be are no positions of a slice. A side without a legal move has lost if it is
//! in check, else the game is drawn. Pawns of the side to move go up; they begin on rank 2, may make two steps from there, and
//! become a knight, bishop, rook or queen on rank 8.
//!
//! A pawn that has made two steps may be captured en passant. Such a position has no entry where that capture is legal:
//! [`Space::resolve`] has it follow from the same without the right.
//!
//! What the contract cannot express: other boards, other pieces, castling, more than one king of a side.

use crate::space::{SliceId, Space};

/// What a piece besides the kings is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// A pawn.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
    /// A queen.
    Queen,
}

impl Kind {
    /// All of them, from the weakest.
    pub const ALL: [Kind; 5] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];
    /// What a pawn becomes on the last rank.
    pub const PROMOTIONS: [Kind; 4] = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];
}

/// The pieces of both sides besides the kings, by [`Kind`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Material {
    /// Of the side to move.
    pub mover: [u8; 5],
    /// Of the other side.
    pub other: [u8; 5],
}

impl Material {
    /// How many pieces there are besides the kings.
    pub fn pieces(&self) -> u8 {
        self.mover.iter().chain(&self.other).sum()
    }

    /// Whether there is a pawn of either side.
    pub fn has_pawns(&self) -> bool {
        self.mover[Kind::Pawn as usize] + self.other[Kind::Pawn as usize] > 0
    }

    /// The same with the other side to move.
    pub fn swapped(&self) -> Material {
        Material { mover: self.other, other: self.mover }
    }

    /// Whether the side to move has more pieces, or as many of which the strongest that differ are stronger, or the same.
    pub fn mover_is_stronger(&self) -> bool {
        let strength = |pieces: &[u8; 5]| {
            let mut key = [pieces.iter().sum(), 0, 0, 0, 0, 0];
            (1..).zip(pieces.iter().rev()).for_each(|(place, &count)| key[place as usize] = count);
            key
        };
        strength(&self.mover) >= strength(&self.other)
    }
}

/// How the slices of a space are made of kings and pieces. REQUIRED;
/// [`solve::check`](crate::solve::check) tests it.
///
/// The entries of a slice are those of a [`Numbering`](super::numbering::Numbering) of its material; those in which the side to move
/// could capture the king hold no position. Every material with a piece fewer, and every promotion, is a slice, or else all
/// its positions are drawn and have no entry.
pub trait BitboardSpace: Space {
    /// The material of a slice, [`MOST_PIECES`](super::numbering::MOST_PIECES) pieces or fewer.
    fn material(&self, slice: SliceId) -> Material;
}
