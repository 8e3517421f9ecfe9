//! A family of sets: the fillings that are decided for one side to move, and when.

use rayon::prelude::*;

use super::moves::{Moves, Source};
use super::rows::{GUARD, Row, WORDS, Window, empty_set, row_of, rows_of};
use crate::rank::base3_digits;

/// Bits of a Gray code: families of up to 127 rounds after the first.
const PLANES: usize = 7;

/// The fillings in which one side, to move, has won, or has lost.
pub struct Family {
    moves: Moves,
    decided: Vec<u64>,
    /// What the last round decided, and which rows have any of it.
    fresh: Vec<u64>,
    live: Vec<bool>,
    /// What this round decides.
    next: Vec<u64>,
    next_live: Vec<bool>,
    /// `PLANES` rows for each row: the Gray code of the number of rounds that each filling stayed undecided.
    planes: Vec<u64>,
    /// The ply of each round, the first of them 0.
    plies: Vec<u32>,
    deepest: u32,
}

/// A round that may come to nothing: there are no codes left for it.
pub struct TooManyRounds;

/// Which fillings have enough pieces to go on, by the pieces on a row's upper points.
pub struct Enough {
    fewest: u32,
    /// By how many lower pieces are needed of White, then of Black.
    rows: Vec<Vec<Row>>,
}

impl Enough {
    /// A side has enough with `fewest` pieces.
    pub fn new(fewest: u32) -> Enough {
        let row = |white: u32, black: u32| row_of(|w, b| w.count_ones() >= white && b.count_ones() >= black);
        Enough { fewest, rows: (0..=fewest).map(|white| (0..=fewest).map(|black| row(white, black)).collect()).collect() }
    }

    fn needed(&self, upper: u16) -> usize {
        self.fewest.saturating_sub(upper.count_ones()) as usize
    }

    /// The fillings in which both sides have enough.
    pub fn both(&self, white: u16, black: u16) -> &Row {
        &self.rows[self.needed(white)][self.needed(black)]
    }

    /// The fillings in which White has enough, whatever Black has.
    pub fn white(&self, white: u16) -> &Row {
        &self.rows[self.needed(white)][0]
    }

    /// The fillings in which Black has too few.
    pub fn few_black(&self, black: u16) -> Row {
        let (all, enough) = (&self.rows[0][0], &self.rows[0][self.needed(black)]);
        std::array::from_fn(|at| all[at] & !enough[at])
    }
}

impl Family {
    /// A family of no fillings, for the side of these moves.
    pub fn new(moves: Moves, rows: usize) -> Family {
        Family {
            moves,
            decided: empty_set(rows),
            fresh: empty_set(rows),
            live: vec![false; rows],
            next: empty_set(rows),
            next_live: vec![false; rows],
            planes: vec![0; rows * PLANES * WORDS],
            plies: Vec::new(),
            deepest: 0,
        }
    }

    /// The first round: `ended` gives, for each row, the fillings that are decided without a move, and those of them
    /// that a move can lead to. It is told the upper pieces and from which of the row's fillings there is a step.
    pub fn begin(&mut self, ended: impl Fn(u16, u16, &Row) -> (Row, Row) + Sync) {
        let (moves, nothing) = (&self.moves, empty_set(self.live.len()));
        let live = vec![true; self.live.len()];
        // A step leads anywhere: into the complement of nothing.
        let anywhere = Source { words: &nothing, live: &live, flip: !0 };
        let rows = (rows_of(&mut self.decided).par_chunks_mut(WORDS), rows_of(&mut self.fresh).par_chunks_mut(WORDS));
        rows.into_par_iter().zip(&mut self.live).enumerate().for_each_init(
            || moves.scratch(),
            |scratch, (row, ((decided, fresh), live))| {
                let (white, black) = base3_digits(row as u32);
                let (own, other) = moves.own_and_other(white, black);
                let mut able = [0; WORDS];
                moves.gather(own, other, anywhere, scratch, &mut able);
                let (all, reached) = ended(white, black, &able);
                decided.copy_from_slice(&all);
                fresh.copy_from_slice(&reached);
                *live = reached.iter().any(|&word| word != 0);
            },
        );
        self.plies.push(0);
    }

    /// Whether the last round decided anything.
    pub fn moved(&self) -> bool {
        self.live.contains(&true)
    }

    /// A round for `ply`. If `lost`, it decides the fillings with no step out of all that `other` has decided; else
    /// those with a step into what `other` decided in its last round. [`Family::end_round`] completes it.
    pub fn round(&mut self, other: &Family, ply: u32, lost: bool, enough: &Enough) -> Result<(), TooManyRounds> {
        let plane = self.plies.len().trailing_zeros() as usize;
        if plane >= PLANES {
            return Err(TooManyRounds);
        }
        self.plies.push(ply);
        let all = vec![true; self.live.len()];
        let source = if lost {
            Source { words: &other.decided, live: &all, flip: !0 }
        } else {
            Source { words: &other.fresh, live: &other.live, flip: 0 }
        };
        let (moves, fresh_live, undo) = (&self.moves, &other.live, if lost { !0 } else { 0 });
        let rows = (
            rows_of(&mut self.decided).par_chunks_mut(WORDS),
            rows_of(&mut self.next).par_chunks_mut(WORDS),
            self.planes.par_chunks_mut(PLANES * WORDS),
        );
        rows.into_par_iter().zip(&mut self.next_live).enumerate().for_each_init(
            || moves.scratch(),
            |scratch, (row, ((decided, next, planes), next_live))| {
                for (code, decided) in planes[plane * WORDS..][..WORDS].iter_mut().zip(&*decided) {
                    *code ^= !decided;
                }
                let (white, black) = base3_digits(row as u32);
                let (own, other) = moves.own_and_other(white, black);
                *next_live = false;
                if !moves.reaches(own, other, fresh_live) {
                    next.fill(0);
                    return;
                }
                let mut found = [0; WORDS];
                moves.gather(own, other, source, scratch, &mut found);
                let enough = enough.both(white, black);
                let mut any = 0;
                for at in 0..WORDS {
                    let new = (found[at] ^ undo) & enough[at] & !decided[at];
                    next[at] = new;
                    decided[at] |= new;
                    any |= new;
                }
                *next_live = any != 0;
            },
        );
        Ok(())
    }

    /// The last ply in which anything was decided.
    pub fn deepest(&self) -> u32 {
        self.deepest
    }

    /// Ends a ply: what its round decided is fresh now. Without a round, nothing is.
    pub fn end_ply(&mut self, had_round: bool) {
        if had_round {
            std::mem::swap(&mut self.fresh, &mut self.next);
            std::mem::swap(&mut self.live, &mut self.next_live);
            if let (true, Some(&ply)) = (self.moved(), self.plies.last()) {
                self.deepest = ply;
            }
        } else {
            self.live.fill(false);
        }
    }

    /// The ply in which a filling was decided, by the row and the bit's place in it; nothing if it was not.
    #[inline(always)]
    pub fn ply(&self, row: usize, bit: usize) -> Option<u32> {
        let (word, bit) = (bit / 64, bit % 64);
        if self.decided[GUARD + row * WORDS + word] >> bit & 1 == 0 {
            return None;
        }
        let (mut round, mut digit) = (0, 0);
        for plane in (0..PLANES).rev() {
            digit ^= self.planes[(row * PLANES + plane) * WORDS + word] >> bit & 1;
            round |= (digit as usize) << plane;
        }
        Some(self.plies[round])
    }
}

impl Moves {
    /// Scratch for [`Moves::gather`].
    fn scratch(&self) -> Vec<Window> {
        vec![[0; WORDS + 2 * GUARD]; self.scratch]
    }
}
