//! Moves of pawns that stay in the ending: conversions to lower layers, which are solved.

use super::super::super::attacks::ahead;
use super::super::super::moves::LAST_RANKS;
use super::super::super::position::PieceType;
use super::super::conversions::ConversionSink;
use super::super::en_passant::{EnPassant, Listing};
use super::super::geometry::{EndingGeometry, EndingPiece};
use super::super::moves::fourth_rank;
use super::super::side::Side;
use super::super::word::Word;
use super::state::ZeroingBlock;
use crate::game::{Turn, Value};
use crate::solve::Halt;
use crate::values::Lookup;

/// The moves of the pawns of one side from the words of a block.
pub struct Pushes<'a> {
    pub ending: &'a EndingGeometry,
    pub side: usize,
    pub other: &'a Side<ZeroingBlock>,
    pub below: &'a dyn Lookup,
}

impl Pushes<'_> {
    /// Takes the moves of pawns from these legal positions of a word. `listed` is empty memory for double steps.
    pub fn word(&self, word: &Word, legal: u64, listed: &mut EnPassant, block: &mut ZeroingBlock) -> Result<(), Halt> {
        let (ending, side) = (self.ending, self.side);
        if ending.has_en_passant() {
            *listed = EnPassant::default();
            listed.list(&Listing { ending, side, word, below: self.below }, legal)?;
            self.listed(word, listed, block)?;
        }
        let is_pawn = |piece: &EndingPiece| *piece == EndingPiece { kind: PieceType::Pawn, side };
        let free = ending.pieces.len() - 1;
        for (piece, _) in ending.pieces.iter().enumerate().filter(|(_, piece)| is_pawn(piece)) {
            let steps_of = listed.steps_of(piece, word.placement);
            match piece == free {
                true => self.free_pawn(word, legal, steps_of, block),
                false => self.held_pawn((word, piece), legal, steps_of, block),
            }
        }
        Ok(())
    }

    fn held_pawn(&self, (word, piece): (&Word, usize), legal: u64, listed: u64, block: &mut ZeroingBlock) {
        let (ending, side) = (self.ending, self.side);
        let one = ahead(side, 1 << ending.squares[word.placement][piece]);
        if one & (word.occupied | LAST_RANKS) != 0 {
            return;
        }
        let mut step = |to: u64, positions: u64| {
            let after = ending.moved(word.placement, piece, to.trailing_zeros() as u8);
            if let Some(after) = ending.word(word.pair, after) {
                let (all, sets) = self.sets(&after, positions);
                block.take_sets(word.placement, all, sets);
            }
        };
        step(one, legal & !one);
        let two = ahead(side, one);
        if two & fourth_rank(side) != 0 && two & word.occupied == 0 {
            step(two, legal & !(one | two | listed));
        }
    }

    fn free_pawn(&self, word: &Word, legal: u64, listed: u64, block: &mut ZeroingBlock) {
        let side = self.side;
        let empty = !(word.occupied | LAST_RANKS);
        let mut step = |to: u64, steps: usize| {
            let (all, sets) = self.sets(word, to);
            let back = |set: u64| (0..steps).fold(set, |set, _| ahead(1 - side, set));
            block.take_sets(word.placement, back(all), sets.map(back));
        };
        step(ahead(side, legal) & empty, 1);
        step(ahead(side, ahead(side, legal & !listed) & empty) & empty & fourth_rank(side), 2);
    }

    /// Of these positions of a word, with the other side to move: the legal ones, and the sets of positions that are
    /// won, lost and cursed.
    #[inline(always)]
    fn sets(&self, word: &Word, positions: u64) -> (u64, [u64; 3]) {
        let ending = self.ending;
        let legal = positions & ending.places(word) & !ending.checks(word, 1 - self.side);
        let at = word.pair * ending.placements + word.placement;
        (legal, [self.other.won[at], self.other.lost[at], self.other.blocks[word.pair].cursed[word.placement]])
    }

    /// Takes the double steps that can be captured en passant.
    fn listed(&self, word: &Word, listed: &EnPassant, block: &mut ZeroingBlock) -> Result<(), Halt> {
        let (ending, other) = (self.ending, &self.other.blocks[word.pair]);
        for step in listed.steps() {
            let (placement, square) = (step.to_placement as usize, usize::from(step.to_square));
            let is_won = self.other.won[word.pair * ending.placements + placement] >> square & 1 == 1;
            let others = other.decided(64 * placement + square, is_won).unwrap_or(Value::Draw);
            let is_alone = other.stuck[placement] >> square & 1 == 1;
            let value = if is_alone { step.captures } else { step.captures.max(others) };
            block.take(word.placement, 1 << step.square, ending.metric.zeroed(value).before(Turn::Other))?;
        }
        Ok(())
    }
}
