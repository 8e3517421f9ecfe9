//! A word: the positions of a block that differ in the square of the free piece alone.

use super::super::endings::material::Kind;
use super::super::endings::numbering::MOST_PIECES;
use super::geometry::{Ending, first_square};
use super::paths::{attacks, each, pawn_captures};

/// Words of a block that were decided in a ply: the placement and the bits.
pub type Found = Vec<(u32, u64)>;

/// Where the pieces of a word stand.
#[derive(Clone, Copy)]
pub struct Word {
    pub pair: usize,
    pub placement: usize,
    /// The kings by side.
    pub kings: [u8; 2],
    /// The kings and the held pieces.
    pub occupied: u64,
}

impl Ending {
    /// A word of a block; `None` where two of its pieces stand on one square.
    #[inline(always)]
    pub fn word(&self, pair: usize, placement: usize) -> Option<Word> {
        let kings = self.kings(pair);
        let (held, of_kings) = (self.occupied[placement], 1 << kings[0] | 1 << kings[1]);
        (held & of_kings == 0).then_some(Word { pair, placement, kings, occupied: held | of_kings })
    }

    /// The squares of a word's free piece.
    #[inline(always)]
    pub fn places(&self, word: &Word) -> u64 {
        let ranks = if first_square(self.free().kind) == 8 { 0x00ff_ffff_ffff_ff00 } else { !0 };
        ranks & !word.occupied
    }

    /// The squares of the free piece for which a side attacks the king of the other.
    pub fn checks(&self, word: &Word, side: usize) -> u64 {
        let king = word.kings[1 - side];
        let mut checks = 0;
        for (piece, &square) in self.held().iter().zip(&self.squares[word.placement]) {
            if piece.side != side {
                continue;
            }
            match piece.kind {
                Kind::Pawn if pawn_captures(side, 1 << square) >> king & 1 == 1 => checks = !0,
                Kind::Pawn => {}
                kind => attacks(kind, square, word.occupied, |to, between| {
                    if to == king {
                        checks |= !between;
                    }
                }),
            }
        }
        let free = self.free();
        if free.side == side {
            match free.kind {
                Kind::Pawn => checks |= pawn_captures(1 - side, 1 << king),
                kind => attacks(kind, king, word.occupied, |from, _| checks |= 1 << from),
            }
        }
        checks & self.places(word)
    }

    /// The squares of all pieces of a position of a word.
    #[inline(always)]
    pub fn all_squares(&self, word: &Word, free: u8) -> [u8; MOST_PIECES] {
        let [one, other] = self.squares[word.placement];
        match self.pieces.len() {
            1 => [free, 0, 0],
            2 => [one, free, 0],
            _ => [one, other, free],
        }
    }
}

/// Sets the bytes of some positions of a word.
#[inline(always)]
pub fn fill(bytes: &mut [u8; 64], set: u64, plies: u8) {
    each(set).for_each(|square| bytes[usize::from(square)] = plies);
}
