//! Double steps of pawns that can be captured en passant.
//!
//! Such a step leads to a position without an entry: the other side has the moves of the entry and the captures as well. The
//! captures lead to endings below, so what they are worth is known from the start. The few positions with such steps are
//! listed, and looked at each ply; the words leave these steps out.

use super::super::endings::material::Kind;
use super::geometry::{Ending, Piece, target};
use super::paths::{each, pawn_captures, push};
use super::word::{Found, Word};
use crate::game::{Turn, Value};
use crate::solve::Halt;
use crate::space::Entry;
use crate::values::Lookup;

/// The positions of a block, and what becomes of their double steps.
#[derive(Default)]
pub struct EnPassant {
    steps: Vec<DoubleStep>,
    /// By piece and placement, the positions with such a step of this piece; empty for pieces without any.
    masks: [Vec<u64>; super::super::endings::numbering::MOST_PIECES],
    /// By placement, the positions with such a step that is not yet known to lose; empty if there are none.
    open: Vec<u64>,
}

/// A double step that can be captured en passant.
struct DoubleStep {
    /// The position.
    placement: u32,
    square: u8,
    /// The entry that it leads to, but for the captures.
    to_placement: u32,
    to_square: u8,
    /// What the best of the captures is worth to the side that makes it.
    captures: Value,
    /// Whether there is nothing but the captures.
    is_alone: bool,
    /// Whether it is known who wins after it.
    is_done: bool,
}

impl EnPassant {
    /// The positions of a word whose double step of this piece is listed.
    #[inline(always)]
    pub fn steps_of(&self, piece: usize, placement: usize) -> u64 {
        self.masks[piece].get(placement).copied().unwrap_or(0)
    }

    /// The positions of a word with a step that is not yet known to lose.
    #[inline(always)]
    pub fn open(&self, placement: usize) -> u64 {
        self.open.get(placement).copied().unwrap_or(0)
    }

    /// Lists the double steps of a word, in positions that are legal.
    pub fn list(
        &mut self,
        ending: &Ending,
        side: usize,
        word: &Word,
        positions: u64,
        below: &dyn Lookup,
    ) -> Result<(), Halt> {
        let free = ending.pieces.len() - 1;
        let pawn_of = |side: usize| move |piece: &usize| ending.pieces[*piece] == Piece { kind: Kind::Pawn, side };
        for piece in (0..=free).filter(pawn_of(side)) {
            let starts = match piece == free {
                true => positions,
                false => 1 << ending.squares[word.placement][piece],
            };
            let rank = if side == 0 { 0xff00 } else { 0x00ff_0000_0000_0000 };
            for from in each(starts & rank) {
                let (middle, to) = (push(side, 1 << from), push(side, push(side, 1 << from)));
                if word.occupied & (middle | to) != 0 {
                    continue;
                }
                // Where a pawn of the other side would take it: it stands beside.
                let beside = pawn_captures(side, middle);
                let held_beside = (0..free)
                    .filter(pawn_of(1 - side))
                    .any(|pawn| beside >> ending.squares[word.placement][pawn] & 1 == 1);
                let squares = match piece == free {
                    true if held_beside => 1 << from,
                    true => 0,
                    false if held_beside => positions & !(middle | to),
                    false if pawn_of(1 - side)(&free) => positions & beside,
                    false => 0,
                };
                for square in each(squares) {
                    self.list_step(ending, side, word, (piece, square), (middle, to), below)?;
                }
            }
        }
        Ok(())
    }

    fn list_step(
        &mut self,
        ending: &Ending,
        side: usize,
        word: &Word,
        (piece, square): (usize, u8),
        (middle, to): (u64, u64),
        below: &dyn Lookup,
    ) -> Result<(), Halt> {
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
        let mut best: Option<Value> = None;
        for captor in 0..=free {
            let is_captor = ending.pieces[captor].kind == Kind::Pawn && ending.pieces[captor].side != side;
            if !is_captor || pawn_captures(1 - side, 1 << squares[captor]) & middle == 0 {
                continue;
            }
            let mut squares = squares;
            squares[captor] = middle.trailing_zeros() as u8;
            let asked = target(Some(piece), None);
            let target = ending.target(1 - side, asked);
            let (Some(slice), Some(index)) = (target.slice, target.number(1 - side, word.kings, &squares)) else {
                continue;
            };
            if !below.holds(slice) {
                return Err(Halt::Unsolved { from: Some(ending.slices[side]), to: Some(slice) });
            }
            if let Some(value) = below.value(Entry { slice, index })? {
                best = best.max(Some(value.before(Turn::Other)));
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

    /// Takes note of the steps after which there is nothing but the captures. `stuck` are the positions of the block in which
    /// the other side, to move, has no move, in ascending order of placements.
    pub fn find_alone(&mut self, stuck: &Found) {
        for step in &mut self.steps {
            let at = stuck.binary_search_by_key(&step.to_placement, |&(placement, _)| placement);
            step.is_alone = at.is_ok_and(|at| stuck[at].1 >> step.to_square & 1 == 1);
        }
    }

    /// Calls `won` with the positions that a step wins in this ply: the other side has lost, whatever it does. `lost` are the
    /// positions of the block that the other side has lost before.
    pub fn wins(&mut self, ply: u32, lost: &[u64], mut won: impl FnMut(usize, u64)) {
        for step in self.steps.iter_mut().filter(|step| !step.is_done) {
            let Value::Loss(plies) = step.captures else { continue };
            if plies < ply && (step.is_alone || lost[step.to_placement as usize] >> step.to_square & 1 == 1) {
                step.is_done = true;
                won(step.placement as usize, 1 << step.square);
            }
        }
    }

    /// Calls `closed` with the positions in which a step is found to lose in this ply: the other side wins. `won` are the
    /// positions of the block that the other side has won before.
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
            // A step that wins is open for good: its position is not lost.
            let open = self.steps.iter().filter(|step| !step.is_done);
            open.for_each(|step| self.open[step.placement as usize] |= 1 << step.square);
        }
    }

    /// The plies after which a step may decide a position by its captures.
    pub fn deepest(&self) -> u32 {
        self.steps.iter().filter_map(|step| step.captures.plies()).max().map_or(0, |plies| plies + 1)
    }
}
