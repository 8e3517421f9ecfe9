//! How many turns the pieces need if only their columns count.
//!
//! A set becomes the number of pieces in each column. A step changes the column of a piece by one at most; a hop
//! changes it by two, over a piece in the column between, or not at all. So each move of the board is one of the
//! columns or leaves them alone, and the columns never need more turns than the board. The rows are columns of the
//! board reflected in its diagonal.

use hindsight::games::halma::{STRIDE, SquareSet};
use rayon::prelude::*;

/// The most columns.
const COLUMNS: usize = STRIDE as usize;

/// The pieces in each column.
pub type Counts = [u8; COLUMNS];

/// The pieces of a set in each column.
pub fn columns(set: &SquareSet) -> Counts {
    let mut counts = [0; COLUMNS];
    set.iter().for_each(|square| counts[usize::from(square % STRIDE)] += 1);
    counts
}

/// The pieces of a set in each row.
pub fn rows(set: &SquareSet) -> Counts {
    let mut counts = [0; COLUMNS];
    set.iter().for_each(|square| counts[usize::from(square / STRIDE)] += 1);
    counts
}

/// The numbers, from 0 on, of all counts of so many pieces in so many columns.
pub struct Numbering {
    columns: usize,
    pieces: usize,
    /// By column and the pieces up to it, what the column adds to the number.
    shares: Vec<[u32; COLUMNS + 1]>,
}

impl Numbering {
    /// The numbers for at most 16 columns, and fewer pieces.
    pub fn new(columns: usize, pieces: usize) -> Numbering {
        // Pieces and the borders of columns in a row: the sets of borders have their places in the combinatorial number
        // system.
        let shares = (0..columns - 1).map(|column| std::array::from_fn(|before| binomial(column + before, column + 1)));
        Numbering { columns, pieces, shares: shares.collect() }
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        binomial(self.columns - 1 + self.pieces, self.columns - 1) as usize
    }

    /// The number of these counts.
    #[inline(always)]
    pub fn number(&self, counts: &Counts) -> usize {
        let (mut before, mut number) = (0, 0);
        for (share, &count) in self.shares.iter().zip(counts) {
            before += usize::from(count);
            number += share[before];
        }
        number as usize
    }

    /// The counts with this number.
    fn counts(&self, number: usize) -> Counts {
        let (mut rest, mut counts, mut before) = (number as u32, [0; COLUMNS], self.pieces);
        for column in (1..self.columns).rev() {
            let share = &self.shares[column - 1];
            while share[before] > rest {
                before -= 1;
                counts[column] += 1;
            }
            rest -= share[before];
        }
        counts[0] = before as u8;
        counts
    }

    /// Calls with the number of the counts after each move.
    #[inline(always)]
    fn for_each(&self, number: usize, mut call: impl FnMut(usize)) {
        let counts = self.counts(number);
        let last = self.columns - 1;
        // What the number gains when a piece goes from the first column to this one, and back.
        let (mut there, mut back) = ([0u32; COLUMNS], [0u32; COLUMNS]);
        let mut before = 0;
        for (column, share) in self.shares.iter().enumerate() {
            before += usize::from(counts[column]);
            let less = share[before.saturating_sub(1)];
            there[column + 1] = there[column].wrapping_add(less).wrapping_sub(share[before]);
            back[column + 1] = back[column].wrapping_add(share[before + 1]).wrapping_sub(share[before]);
        }
        for from in (0..=last).filter(|&from| counts[from] > 0) {
            let mut to = |to: usize| {
                let gain =
                    if to > from { there[to].wrapping_sub(there[from]) } else { back[from].wrapping_sub(back[to]) };
                call((number as u32).wrapping_add(gain) as usize);
            };
            if from > 0 {
                to(from - 1);
            }
            if from < last {
                to(from + 1);
            }
            let mut at = from;
            while at + 2 <= last && counts[at + 1] > 0 {
                at += 2;
                to(at);
            }
            let mut at = from;
            while at >= 2 && counts[at - 1] > 0 {
                at -= 2;
                to(at);
            }
        }
    }
}

/// By number, the least turns to one of the sources: a reversed move is a move.
pub fn distances(numbering: &Numbering, sources: &[usize]) -> Vec<u8> {
    let mut distances = vec![u8::MAX; numbering.len()];
    sources.iter().for_each(|&number| distances[number] = 0);
    let mut level: Vec<u32> = sources.iter().map(|&number| number as u32).collect();
    let mut turns = 0;
    while !level.is_empty() {
        turns += 1;
        let mut next = Vec::new();
        for parts in level.chunks(1 << 18) {
            let of_part = |part: &[u32]| {
                let mut after_part = Vec::new();
                for &number in part {
                    numbering.for_each(number as usize, |after| {
                        if distances[after] == u8::MAX {
                            after_part.push(after as u32);
                        }
                    });
                }
                after_part
            };
            let after: Vec<Vec<u32>> = parts.par_chunks(1 << 12).map(of_part).collect();
            for number in after.into_iter().flatten() {
                if distances[number as usize] == u8::MAX {
                    distances[number as usize] = turns;
                    next.push(number);
                }
            }
        }
        level = next;
    }
    distances
}

/// The binomial coefficient.
fn binomial(from: usize, choose: usize) -> u32 {
    if choose > from {
        return 0;
    }
    (0..choose).fold(1u64, |product, number| product * (from - number) as u64 / (number as u64 + 1)) as u32
}
