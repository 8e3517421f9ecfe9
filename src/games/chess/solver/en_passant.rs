//! Double steps of pawns that can be captured en passant.
//!
//! After one of them the other side has the moves of an entry, and the captures besides, so the position has no entry.
//! The captures lead to endings below, and their values are known from the start. Few positions have double steps of
//! this sort: each block lists its own and looks at the list in every ply. The words leave these steps out.

use super::super::attacks::{ahead, pawns};
use super::super::endings::numbering::MOST_PIECES;
use super::super::position::{PieceType, squares};
use super::geometry::{EndingGeometry, EndingPiece, target};
use super::word::{Found, Word};
use crate::game::{Turn, Value};
use crate::solve::Halt;
use crate::space::Entry;
use crate::values::Lookup;

/// The listed double steps of a block.
#[derive(Default)]
pub struct EnPassant {
    steps: Vec<DoubleStep>,
    /// By piece and placement, the positions with a listed step of this piece; empty for a piece without one.
    masks: [Vec<u64>; MOST_PIECES],
    /// By placement, the positions with a listed step that is not yet known to lose; empty if no step is listed.
    open: Vec<u64>,
}

/// A double step that can be captured en passant.
pub struct DoubleStep {
    /// The position before the step.
    pub placement: u32,
    pub square: u8,
    /// The entry that has the other side's moves after the step, but for the captures.
    pub to_placement: u32,
    pub to_square: u8,
    /// The value of the best capture for the side that captures.
    pub captures: Value,
    /// Whether the captures are the only moves after the step.
    is_alone: bool,
    /// Whether the step is known to win or to lose.
    is_done: bool,
}

/// A double step of one piece in one position.
struct Stepping {
    piece: usize,
    /// The square of the free piece.
    square: u8,
    /// The square that the pawn passes over, and the square that it reaches, as sets.
    middle: u64,
    to: u64,
}

/// The surroundings of the steps of a word.
pub struct Listing<'a> {
    pub ending: &'a EndingGeometry,
    pub side: usize,
    pub word: &'a Word,
    pub below: &'a dyn Lookup,
}

impl EnPassant {
    /// The positions of a word with a listed step of this piece.
    #[inline(always)]
    pub fn steps_of(&self, piece: usize, placement: usize) -> u64 {
        self.masks[piece].get(placement).copied().unwrap_or(0)
    }

    /// The positions of a word with a listed step that is not yet known to lose.
    #[inline(always)]
    pub fn open(&self, placement: usize) -> u64 {
        self.open.get(placement).copied().unwrap_or(0)
    }

    /// The listed steps.
    pub fn steps(&self) -> &[DoubleStep] {
        &self.steps
    }

    /// Lists the double steps of a word from these legal positions.
    ///
    /// # Errors
    /// If a slice below is not solved, or a value cannot be looked up.
    pub fn list(&mut self, listing: &Listing, positions: u64) -> Result<(), Halt> {
        let Listing { ending, side, word, .. } = *listing;
        let free = ending.pieces.len() - 1;
        let is_pawn_of =
            |side: usize| move |piece: &usize| ending.pieces[*piece] == EndingPiece { kind: PieceType::Pawn, side };
        for piece in (0..=free).filter(is_pawn_of(side)) {
            let starts = match piece == free {
                true => positions,
                false => 1 << ending.squares[word.placement][piece],
            };
            let second_rank = if side == 0 { 0xff00 } else { 0x00ff_0000_0000_0000 };
            for from in squares(starts & second_rank) {
                let middle = ahead(side, 1 << from);
                let to = ahead(side, middle);
                if word.occupied & (middle | to) != 0 {
                    continue;
                }
                // The squares beside `to`, from which a pawn of the other side captures.
                let beside = pawns(side, middle);
                let is_held_beside = (0..free)
                    .filter(is_pawn_of(1 - side))
                    .any(|pawn| beside >> ending.squares[word.placement][pawn] & 1 == 1);
                let from_squares = match (piece == free, is_held_beside) {
                    (true, true) => 1 << from,
                    (true, false) => 0,
                    (false, true) => positions & !(middle | to),
                    (false, false) if is_pawn_of(1 - side)(&free) => positions & beside,
                    (false, false) => 0,
                };
                for square in squares(from_squares) {
                    self.list_step(listing, &Stepping { piece, square, middle, to })?;
                }
            }
        }
        Ok(())
    }

    fn list_step(&mut self, listing: &Listing, stepping: &Stepping) -> Result<(), Halt> {
        let Listing { ending, side, word, below } = *listing;
        let Stepping { piece, square, middle, to } = *stepping;
        let free = ending.pieces.len() - 1;
        let to_square = to.trailing_zeros() as u8;
        let (after, after_square) = match piece == free {
            true => (word.placement, to_square),
            false => (ending.moved(word.placement, piece, to_square), square),
        };
        let Some(word_after) = ending.word(word.pair, after) else { return Ok(()) };
        if ending.checks(&word_after, 1 - side) >> after_square & 1 == 1 {
            return Ok(());
        }
        let squares = ending.all_squares(&word_after, after_square);
        let stepped = if piece == free { free } else { ending.held_on(after, piece, to_square) };
        let mut best: Option<Value> = None;
        for captor in 0..=free {
            let is_captor = ending.pieces[captor] == EndingPiece { kind: PieceType::Pawn, side: 1 - side };
            if !is_captor || pawns(1 - side, 1 << squares[captor]) & middle == 0 {
                continue;
            }
            let mut squares = squares;
            squares[captor] = middle.trailing_zeros() as u8;
            let Some(target) = ending.target(1 - side, target(Some(stepped), None)) else { continue };
            let (Some(slice), Some(index)) = (target.slice, target.number(1 - side, word.kings, &squares)) else {
                continue;
            };
            if !below.holds(slice) {
                return Err(Halt::Unsolved { from: Some(ending.slices[side]), to: Some(slice) });
            }
            // A capture that leaves the own king attacked is not legal, and its position has no value.
            if let Some(value) = below.value(Entry { slice, index })? {
                best = best.max(Some(ending.metric.zeroed(value).before(Turn::Other)));
            }
        }
        let Some(captures) = best else { return Ok(()) };
        for words in [&mut self.masks[piece], &mut self.open] {
            words.resize(ending.placements, 0);
            words[word.placement] |= 1 << square;
        }
        self.steps.push(DoubleStep {
            placement: word.placement as u32,
            square,
            to_placement: after as u32,
            to_square: after_square,
            captures,
            is_alone: false,
            is_done: false,
        });
        Ok(())
    }

    /// Finds the steps after which the captures are the only moves. `stuck` are the positions of the block in which the
    /// other side is to move and has no move, placements ascending.
    pub fn find_alone(&mut self, stuck: &Found) {
        for step in &mut self.steps {
            let at = stuck.binary_search_by_key(&step.to_placement, |&(placement, _)| placement);
            step.is_alone = at.is_ok_and(|at| stuck[at].1 >> step.to_square & 1 == 1);
        }
    }

    /// Calls `won` with each position that a step wins in this ply: the captures and all other moves lose. `lost` are
    /// the positions of the block that the other side has lost in fewer plies.
    pub fn wins(&mut self, ply: u32, lost: &[u64], mut won: impl FnMut(usize, u64)) {
        for step in self.steps.iter_mut().filter(|step| !step.is_done) {
            let Value::Loss(plies) = step.captures else { continue };
            if plies < ply && (step.is_alone || lost[step.to_placement as usize] >> step.to_square & 1 == 1) {
                step.is_done = true;
                won(step.placement as usize, 1 << step.square);
            }
        }
    }

    /// Calls `closed` with each position that has a step found to lose in this ply: a capture or another move wins.
    /// `won` are the positions of the block that the other side has won in fewer plies.
    pub fn losses(&mut self, ply: u32, won: &[u64], mut closed: impl FnMut(usize, u64)) {
        let mut changed = false;
        for step in self.steps.iter_mut().filter(|step| !step.is_done) {
            let captures_win = matches!(step.captures, Value::Win(plies) if plies < ply);
            let others_win = !step.is_alone && won[step.to_placement as usize] >> step.to_square & 1 == 1;
            if captures_win || others_win {
                step.is_done = true;
                changed = true;
                closed(step.placement as usize, 1 << step.square);
            }
        }
        if changed {
            self.steps.iter().for_each(|step| self.open[step.placement as usize] = 0);
            let open = self.steps.iter().filter(|step| !step.is_done);
            open.for_each(|step| self.open[step.placement as usize] |= 1 << step.square);
        }
    }

    /// The last ply in which the captures of a step may decide a position.
    pub fn deepest(&self) -> u32 {
        self.steps.iter().filter_map(|step| step.captures.plies()).max().map_or(0, |plies| plies + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No ending of four men has a step of this sort.
    #[test]
    fn a_step_wins_if_the_losing_capture_is_the_only_move() {
        let mut en_passant = EnPassant::default();
        let (placement, square, to_placement, to_square) = (0, 8, 1, 24);
        let captures = Value::Loss(4);
        en_passant.steps.push(DoubleStep {
            placement,
            square,
            to_placement,
            to_square,
            captures,
            is_alone: false,
            is_done: false,
        });
        let mut won = Vec::new();
        en_passant.wins(5, &[0, 0], |placement, positions| won.push((placement, positions)));
        assert!(won.is_empty(), "{won:?}");
        en_passant.find_alone(&vec![(1, 1 << 24)]);
        en_passant.wins(5, &[0, 0], |placement, positions| won.push((placement, positions)));
        assert_eq!(won, [(0, 1 << 8)]);
    }
}
