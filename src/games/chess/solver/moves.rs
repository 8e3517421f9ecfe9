//! The moves without conversion: taken back from the positions that a ply decided, and made from those that may be lost.

use super::super::endings::material::Kind;
use super::super::endings::symmetry;
use super::block::Block;
use super::kernel::{EndingSolver, Worker};
use super::paths::{END, flood, paths, push};
use super::word::Word;

impl EndingSolver<'_> {
    /// Adds the positions with a move to one that the last ply decided.
    pub(super) fn take_back(&self, side: usize, pair: usize, block: &Block, worker: &mut Worker) {
        let ending = self.ending;
        let found = &self.sides[1 - side].found;
        let free = ending.free();
        for &(placement, positions) in &found[pair] {
            let Some(word) = ending.word(pair, placement as usize) else { continue };
            for (piece, (held, &square)) in ending.held().iter().zip(&ending.squares[word.placement]).enumerate() {
                if held.side == side {
                    match held.kind {
                        Kind::Pawn => self.take_back_pawn(side, &word, piece, square, positions, block, worker),
                        kind => self.take_back_piece(kind, &word, piece, square, positions, worker),
                    }
                }
            }
            if free.side == side {
                let empty = ending.places(&word);
                let from = match free.kind {
                    Kind::Pawn => {
                        let one = push(1 - side, positions) & empty;
                        let on_fourth = positions & fourth_rank(side);
                        let two = push(1 - side, push(1 - side, on_fourth) & empty) & empty;
                        one | two & !block.en_passant.steps_of(ending.pieces.len() - 1, word.placement)
                    }
                    kind => flood(kind, positions, empty),
                };
                if from != 0 {
                    worker.add(word.placement, from);
                }
            }
        }
        let king = ending.kings(pair)[side];
        for mv in &ending.king_moves[side][pair] {
            let back = symmetry::inverse(mv.flip);
            let placements = &ending.flipped[usize::from(back)];
            for &(placement, positions) in &found[usize::from(mv.pair)] {
                let positions = symmetry::set(back, positions) & !(1 << king);
                let placement = placements[placement as usize] as usize;
                if positions != 0 && ending.occupied[placement] >> king & 1 == 0 {
                    worker.add(placement, positions);
                }
            }
        }
    }

    #[inline(always)]
    fn take_back_piece(&self, kind: Kind, word: &Word, piece: usize, square: u8, positions: u64, worker: &mut Worker) {
        for path in paths(kind, square) {
            let mut positions = positions;
            for &from in path {
                if from == END || word.occupied >> from & 1 == 1 {
                    break;
                }
                positions &= !(1 << from);
                if positions == 0 {
                    break;
                }
                worker.add(self.ending.moved(word.placement, piece, from), positions);
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn take_back_pawn(
        &self,
        side: usize,
        word: &Word,
        piece: usize,
        square: u8,
        positions: u64,
        block: &Block,
        worker: &mut Worker,
    ) {
        let one = push(1 - side, 1 << square);
        if one & (word.occupied | LAST_RANKS) != 0 {
            return;
        }
        let positions = positions & !one;
        worker.add(self.ending.moved(word.placement, piece, one.trailing_zeros() as u8), positions);
        let two = push(1 - side, one);
        if 1 << square & fourth_rank(side) != 0 && two & word.occupied == 0 {
            let placement = self.ending.moved(word.placement, piece, two.trailing_zeros() as u8);
            worker.add(placement, positions & !two & !block.en_passant.steps_of(piece, placement));
        }
    }

    /// Those of the positions in which every move without conversion leads to a position that the other side has won.
    pub(super) fn without_escape(
        &self,
        side: usize,
        word: &Word,
        mut positions: u64,
        won: &[u64],
        block: &Block,
    ) -> u64 {
        let ending = self.ending;
        let of_block = &won[word.pair * ending.placements..(word.pair + 1) * ending.placements];
        positions &= !block.en_passant.open(word.placement);
        let free = ending.free();
        if free.side == side && positions != 0 {
            let empty = ending.places(word);
            let escapes = !of_block[word.placement] & empty;
            let from = match free.kind {
                Kind::Pawn => {
                    let on_fourth = escapes & fourth_rank(side);
                    let two = push(1 - side, push(1 - side, on_fourth) & empty) & empty;
                    let steps = block.en_passant.steps_of(ending.pieces.len() - 1, word.placement);
                    push(1 - side, escapes) | two & !steps
                }
                kind => flood(kind, escapes, empty),
            };
            positions &= !from;
        }
        for mv in &ending.king_moves[side][word.pair] {
            let here = positions & !(1 << mv.to);
            if here == 0 || word.occupied >> mv.to & 1 == 1 {
                continue;
            }
            let placement = ending.flipped[usize::from(mv.flip)][word.placement] as usize;
            let after = won[usize::from(mv.pair) * ending.placements + placement];
            positions &= symmetry::set(symmetry::inverse(mv.flip), after) | 1 << mv.to;
        }
        for (piece, (held, &square)) in ending.held().iter().zip(&ending.squares[word.placement]).enumerate() {
            if held.side != side || positions == 0 {
                continue;
            }
            if held.kind == Kind::Pawn {
                let one = push(side, 1 << square);
                if one & (word.occupied | LAST_RANKS) != 0 {
                    continue;
                }
                let after = of_block[ending.moved(word.placement, piece, one.trailing_zeros() as u8)];
                positions &= after | one;
                let two = push(side, one);
                if two & fourth_rank(side) != 0 && two & word.occupied == 0 {
                    let after = of_block[ending.moved(word.placement, piece, two.trailing_zeros() as u8)];
                    positions &= after | one | two | block.en_passant.steps_of(piece, word.placement);
                }
                continue;
            }
            for path in paths(held.kind, square) {
                let mut blocked = 0;
                for &to in path {
                    if to == END || word.occupied >> to & 1 == 1 {
                        break;
                    }
                    blocked |= 1 << to;
                    positions &= of_block[ending.moved(word.placement, piece, to)] | blocked;
                }
            }
        }
        positions
    }
}

/// The first and the last rank, on which no pawn stands.
const LAST_RANKS: u64 = 0xff00_0000_0000_00ff;

/// The rank that a side's pawns reach with a double step.
#[inline(always)]
fn fourth_rank(side: usize) -> u64 {
    if side == 0 { 0xff00_0000 } else { 0x00ff_0000_0000 }
}
