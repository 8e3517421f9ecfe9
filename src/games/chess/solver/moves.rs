//! The moves that stay in the ending: backwards from the frontier, and forwards from the positions that may be lost.

use super::super::attacks::{self, ahead};
use super::super::endings::symmetry;
use super::super::moves::LAST_RANKS;
use super::super::position::{PieceType, squares};
use super::en_passant::EnPassant;
use super::flood::flood;
use super::geometry::EndingGeometry;
use super::side::Side;
use super::word::{Found, Word};
use super::worker::Worker;

/// The moves of one side from the positions of one block.
#[derive(Clone, Copy)]
pub struct BlockMoves<'a> {
    pub ending: &'a EndingGeometry,
    pub side: usize,
    /// The number of the pair of kings.
    pub pair: usize,
    /// The positions that are won for the side that is to move after the move.
    pub won: &'a [u64],
    /// By block, the positions of that side that were decided last.
    pub frontier: &'a [Found],
    /// The moves of pawns, without the double steps that can be captured en passant; `None` for no moves of pawns.
    pub pawns: Option<&'a EnPassant>,
}

impl<'a> BlockMoves<'a> {
    /// All moves to the positions of the other side.
    pub fn with_pawns(
        ending: &'a EndingGeometry,
        side: usize,
        pair: usize,
        other: &'a Side,
        en_passant: &'a EnPassant,
    ) -> BlockMoves<'a> {
        BlockMoves { ending, side, pair, won: &other.won, frontier: &other.found, pawns: Some(en_passant) }
    }

    /// Adds the predecessors in this block of the frontier of the other side.
    pub fn take_back(&self, worker: &mut Worker) {
        let BlockMoves { ending, side, pair, frontier, .. } = *self;
        let free = ending.free();
        for &(placement, positions) in &frontier[pair] {
            let Some(word) = ending.word(pair, placement as usize) else { continue };
            for (piece, (held, &square)) in ending.held().iter().zip(&ending.squares[word.placement]).enumerate() {
                match held.kind {
                    _ if held.side != side => {}
                    PieceType::Pawn => self.take_back_pawn(&word, (piece, square), positions, worker),
                    kind => {
                        let from = attacks::piece(kind, square, word.occupied) & !word.occupied;
                        for from in squares(from) {
                            // The free piece must not stand on the way.
                            let positions = positions & !(attacks::between(from, square) | 1 << from);
                            if positions != 0 {
                                worker.add(ending.moved(word.placement, piece, from), positions);
                            }
                        }
                    }
                }
            }
            if free.side == side {
                let empty = ending.places(&word);
                let from = match free.kind {
                    PieceType::Pawn => self.free_pawn_from(&word, positions, empty),
                    kind => flood(kind, positions, empty),
                };
                if from != 0 {
                    worker.add(word.placement, from);
                }
            }
        }
        let king = ending.kings(pair)[side];
        for mv in &ending.king_moves[side][pair] {
            let back = symmetry::inverse(mv.mirror);
            let placements = &ending.mirrored[usize::from(back)];
            for &(placement, positions) in &frontier[usize::from(mv.pair)] {
                let positions = symmetry::set(back, positions) & !(1 << king);
                let placement = placements[placement as usize] as usize;
                if positions != 0 && ending.occupied[placement] >> king & 1 == 0 {
                    worker.add(placement, positions);
                }
            }
        }
    }

    /// The positions of a word from which the free pawn steps to one of `to`.
    #[inline(always)]
    fn free_pawn_from(&self, word: &Word, to: u64, empty: u64) -> u64 {
        let side = self.side;
        let one = ahead(1 - side, to) & empty;
        let two = ahead(1 - side, ahead(1 - side, to & fourth_rank(side)) & empty) & empty;
        match self.pawns {
            Some(listed) => one | two & !listed.steps_of(self.ending.pieces.len() - 1, word.placement),
            None => 0,
        }
    }

    fn take_back_pawn(&self, word: &Word, (piece, square): (usize, u8), positions: u64, worker: &mut Worker) {
        let (ending, side) = (self.ending, self.side);
        let one = ahead(1 - side, 1 << square);
        let Some(listed) = self.pawns.filter(|_| one & (word.occupied | LAST_RANKS) == 0) else { return };
        let positions = positions & !one;
        worker.add(ending.moved(word.placement, piece, one.trailing_zeros() as u8), positions);
        let two = ahead(1 - side, one);
        if 1 << square & fourth_rank(side) != 0 && two & word.occupied == 0 {
            let placement = ending.moved(word.placement, piece, two.trailing_zeros() as u8);
            let piece = ending.held_on(placement, piece, two.trailing_zeros() as u8);
            worker.add(placement, positions & !two & !listed.steps_of(piece, placement));
        }
    }

    /// The positions of a word, among `positions`, in which every move that stays in the ending leads to a position
    /// that the other side has won.
    pub fn without_escape(&self, word: &Word, mut positions: u64) -> u64 {
        let BlockMoves { ending, side, won, .. } = *self;
        let of_block = &won[word.pair * ending.placements..(word.pair + 1) * ending.placements];
        positions &= !self.pawns.map_or(0, |listed| listed.open(word.placement));
        let free = ending.free();
        if free.side == side && positions != 0 {
            let empty = ending.places(word);
            let escapes = !of_block[word.placement] & empty;
            positions &= !match free.kind {
                PieceType::Pawn => self.free_pawn_from(word, escapes, empty),
                kind => flood(kind, escapes, empty),
            };
        }
        for mv in &ending.king_moves[side][word.pair] {
            let here = positions & !(1 << mv.to);
            if here == 0 || word.occupied >> mv.to & 1 == 1 {
                continue;
            }
            let placement = ending.mirrored[usize::from(mv.mirror)][word.placement] as usize;
            let after = won[usize::from(mv.pair) * ending.placements + placement];
            positions &= symmetry::set(symmetry::inverse(mv.mirror), after) | 1 << mv.to;
        }
        for (piece, (held, &square)) in ending.held().iter().zip(&ending.squares[word.placement]).enumerate() {
            if held.side != side || positions == 0 {
                continue;
            }
            if held.kind == PieceType::Pawn {
                positions &= self.held_pawn_loses(word, (piece, square), of_block);
                continue;
            }
            for to in squares(attacks::piece(held.kind, square, word.occupied) & !word.occupied) {
                let blocked = attacks::between(square, to) | 1 << to;
                positions &= of_block[ending.moved(word.placement, piece, to)] | blocked;
            }
        }
        positions
    }

    /// The positions of a word in which each step of a held pawn is blocked, loses, or can be captured en passant.
    /// `won` are the positions of the block that the other side has won.
    #[inline(always)]
    fn held_pawn_loses(&self, word: &Word, (piece, square): (usize, u8), won: &[u64]) -> u64 {
        let (ending, side) = (self.ending, self.side);
        let one = ahead(side, 1 << square);
        let Some(listed) = self.pawns.filter(|_| one & (word.occupied | LAST_RANKS) == 0) else { return !0 };
        let mut loses = won[ending.moved(word.placement, piece, one.trailing_zeros() as u8)] | one;
        let two = ahead(side, one);
        if two & fourth_rank(side) != 0 && two & word.occupied == 0 {
            let after = won[ending.moved(word.placement, piece, two.trailing_zeros() as u8)];
            loses &= after | one | two | listed.steps_of(piece, word.placement);
        }
        loses
    }
}

/// The rank that a side's pawns reach with a double step.
#[inline(always)]
pub fn fourth_rank(side: usize) -> u64 {
    if side == 0 { 0xff00_0000 } else { 0x00ff_0000_0000 }
}
