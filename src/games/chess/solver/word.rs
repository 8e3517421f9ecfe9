//! A word: the positions of a block that differ only in the square of the free piece.

use super::super::attacks;
use super::super::endings::numbering::MOST_PIECES;
use super::super::position::{PieceType, squares};
use super::geometry::{EndingGeometry, MOST_HELD, first_square};

/// The men that stand on the same squares in all positions of a word.
#[derive(Clone, Copy)]
pub struct Word {
    /// The number of the pair of kings.
    pub pair: usize,
    pub placement: usize,
    /// The kings by side.
    pub kings: [u8; 2],
    /// The kings and the held pieces.
    pub occupied: u64,
}

/// The words of a block that one ply decided: the placement, and the positions as bits. Placements ascend.
pub type Found = Vec<(u32, u64)>;

impl EndingGeometry {
    /// A word of a block; `None` if two of its men would stand on one square.
    #[inline(always)]
    pub fn word(&self, pair: usize, placement: usize) -> Option<Word> {
        let kings = self.kings(pair);
        let (held, of_kings) = (self.occupied[placement], 1 << kings[0] | 1 << kings[1]);
        (held & of_kings == 0).then_some(Word { pair, placement, kings, occupied: held | of_kings })
    }

    /// The squares on which the free piece of a word can stand.
    #[inline(always)]
    pub fn places(&self, word: &Word) -> u64 {
        let ranks = if first_square(self.free().kind) == 8 { 0x00ff_ffff_ffff_ff00 } else { !0 };
        ranks & !word.occupied
    }

    /// The positions of a word in which `side` attacks the king of the other side.
    pub fn checks(&self, word: &Word, side: usize) -> u64 {
        let king = word.kings[1 - side];
        let mut checks = 0;
        for (piece, &square) in self.held().iter().zip(&self.squares[word.placement]) {
            let attacked = match piece.kind {
                _ if piece.side != side => 0,
                PieceType::Pawn => attacks::pawn(side, square),
                kind => attacks::piece(kind, square, word.occupied),
            };
            if attacked >> king & 1 == 1 {
                // The free piece may stand in between.
                checks |= !attacks::between(square, king);
            }
        }
        let free = self.free();
        if free.side == side {
            checks |= match free.kind {
                PieceType::Pawn => attacks::pawn(1 - side, king),
                kind => attacks::piece(kind, king, word.occupied),
            };
        }
        checks & self.places(word)
    }

    /// The squares of all pieces of one position of a word, whose free piece stands on `free`.
    #[inline(always)]
    pub fn all_squares(&self, word: &Word, free: u8) -> [u8; MOST_PIECES] {
        let mut squares = [0; MOST_PIECES];
        squares[..MOST_HELD].copy_from_slice(&self.squares[word.placement]);
        squares[self.pieces.len() - 1] = free;
        squares
    }
}

/// Sets the bytes of some positions of a word.
#[inline(always)]
pub fn fill(bytes: &mut [u8; 64], set: u64, plies: u8) {
    squares(set).for_each(|square| bytes[usize::from(square)] = plies);
}
