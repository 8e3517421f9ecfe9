//! The structure of the pawns, kept in a table of its own: most positions of a search share it with many others.

use super::bits::{self, each, seen};
use super::board::{Board, PAWN};
use super::score::Tapered;
use super::sink::{Sink, Sum};
use super::terms::*;

/// What depends on the pawns alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pawns {
    key: u64,
    /// The passed pawns of both colours.
    pub passed: u64,
    /// By colour, the squares that its pawns attack or could attack after moving.
    pub reach: [u64; 2],
    /// The sum of the terms.
    pub score: Tapered,
}

/// The latest structures, by their keys.
pub struct PawnTable(Box<[Pawns]>);

const SIZE: usize = 1 << 13;

impl Default for PawnTable {
    fn default() -> PawnTable {
        PawnTable(vec![Pawns::default(); SIZE].into())
    }
}

impl PawnTable {
    /// The structure of a board's pawns.
    #[inline(always)]
    pub fn get(&mut self, board: &Board) -> Pawns {
        let slot = &mut self.0[board.pawn_key as usize % SIZE];
        if slot.key != board.pawn_key {
            let mut sum = Sum::default();
            *slot = structure(board, &mut sum);
            slot.score = sum.0;
        }
        *slot
    }
}

/// Finds the structure, without its score, and its terms.
pub fn structure(board: &Board, sink: &mut impl Sink) -> Pawns {
    let mut pawns = Pawns { key: board.pawn_key, ..Pawns::default() };
    for colour in [0, 1] {
        let sign = 1 - 2 * colour as i32;
        let (own, other) = (board.of(PAWN, colour), board.of(PAWN, colour ^ 1));
        let attacked = bits::pawns(colour, own);
        let enemy_attacks = bits::pawns(colour ^ 1, other);
        pawns.reach[colour] = attacked | bits::all_ahead(colour, attacked);
        for square in each(own) {
            let bit = 1u64 << square;
            let rank = usize::from(seen(colour, square) >> 3);
            let file = bits::file(square);
            let beside = bits::wider(file) & !file;
            let ahead = bits::all_ahead(colour, bit);
            let stoppers = other & bits::wider(ahead);
            let is_open = other & ahead == 0;
            let supporters = own & beside & !bits::all_ahead(colour, bits::wider(bit) & !bit);
            let phalanx = own & bits::wider(bit) & !bit;
            let protectors = own & bits::pawns(colour ^ 1, bit);
            if own & beside == 0 {
                sink.add(ISOLATED + usize::from(is_open), sign, 1);
            } else if supporters == 0 && (enemy_attacks | other) & bits::ahead(colour, bit) != 0 {
                sink.add(BACKWARD + usize::from(is_open), sign, 1);
            }
            if own & ahead != 0 {
                sink.add(DOUBLED, sign, 1);
            } else if stoppers == 0 {
                pawns.passed |= bit;
                sink.add(PASSED + rank, sign, 1);
                if protectors != 0 {
                    sink.add(PASSED_PROTECTED + rank, sign, 1);
                }
            } else if is_open && (stoppers & beside).count_ones() <= supporters.count_ones() {
                sink.add(CANDIDATE + rank, sign, 1);
            }
            if phalanx != 0 {
                sink.add(PHALANX + rank, sign, 1);
            }
            if protectors != 0 {
                sink.add(PROTECTED + rank, sign, 1);
            }
        }
    }
    pawns
}
