//! A walk through the entries of a block: the guess and the contexts of each, from the values before it.
//!
//! ```text
//!   distances of neighbours      1   8   9   64  ...     at the entry 8 of a block:   1   8   8   8  ...
//! ```
//!
//! A neighbour before the block counts as one that is nearer. So the distances change a few times at the beginning, and
//! no entry asks whether its neighbours are there.

use super::model::{BLOCK_ENTRIES, ContextShape, MOST_CONTEXTS, MOST_DIGITS, ROWS};

/// The entries of a block and as many that it does not have, before it and after it: an index is taken modulo this.
const SPAN: usize = 2 * BLOCK_ENTRIES;

/// The neighbours of an entry.
const NEIGHBOURS: usize = 12;

/// By neighbour, the one that counts if the neighbour is before the block.
const NEARER: [usize; NEIGHBOURS] = [0, 0, 1, 1, 1, 0, 1, 3, 3, 3, 3, 3];

/// The first row of each table.
const FIRST_ROWS: [u32; ROWS.len()] = {
    let (mut first, mut table) = ([0; ROWS.len()], 1);
    while table < ROWS.len() {
        first[table] = first[table - 1] + ROWS[table - 1] as u32;
        table += 1;
    }
    first
};

/// A walk through a block.
pub struct BlockWalk {
    /// The values before the next one, or guesses where none is stored; before the block the first guess.
    values: Box<[u16; SPAN]>,
    /// Whether each entry has a value; none before and after the block.
    stored: Box<[bool; SPAN]>,
    entries: usize,
    /// The place of the first entry.
    first: u32,
    /// The next entry.
    at: usize,
    /// The entry at which [`BlockWalk::set`] is called next.
    changes: usize,
    /// The distances of the neighbours.
    distances: [u16; NEIGHBOURS],
    /// How many of the distances of the stream are within the block.
    within: u32,
    /// The rows of the digits of entry 0, as long as none carries; and all ones for a digit that grows with each entry.
    digits: [(u32, u32); MOST_DIGITS],
}

impl BlockWalk {
    /// A walk through a block, whose first entry has this place; `stored` tells which of its entries have a value.
    /// REQUIRED: at most [`BLOCK_ENTRIES`].
    pub fn new(shape: &ContextShape, first: u64, stored: &[bool]) -> BlockWalk {
        let mut walk = BlockWalk {
            values: Box::new([shape.first; SPAN]),
            stored: Box::new([false; SPAN]),
            entries: stored.len(),
            first: first as u32,
            at: 0,
            changes: 0,
            distances: [1; NEIGHBOURS],
            within: 0,
            digits: [(0, 0); MOST_DIGITS],
        };
        walk.stored[..stored.len()].copy_from_slice(stored);
        walk
    }

    /// The number of entries of the block.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// The next entry.
    #[inline(always)]
    pub fn at(&self) -> usize {
        self.at
    }

    /// Whether the next entry has a value.
    #[inline(always)]
    pub fn is_stored(&self) -> bool {
        self.stored[self.at % SPAN]
    }

    /// The value of an entry before the next one; `None` if it has none.
    #[inline(always)]
    pub fn value(&self, at: usize) -> Option<u16> {
        self.stored[at % SPAN].then(|| self.values[at % SPAN])
    }

    /// The values of the block.
    pub fn values(&self) -> &[u16] {
        &self.values[..self.entries]
    }

    /// A value before the next one.
    #[inline(always)]
    fn neighbour(&self, number: usize) -> i32 {
        self.values[self.at.wrapping_sub(self.distances[number].into()) % SPAN].into()
    }

    /// The guess for the next entry.
    #[inline(always)]
    pub fn guess(&mut self, shape: &ContextShape) -> u16 {
        if self.at == self.changes {
            self.set(shape);
        }
        let [before, near, both] = [0, 1, 2].map(|number| self.neighbour(number));
        (before + near - both).clamp(before.min(near), before.max(near)) as u16
    }

    /// Sets the distances of the neighbours and the rows of the digits for the next entry.
    #[inline(never)]
    fn set(&mut self, shape: &ContextShape) {
        let [near, far] = shape.distances.map(usize::from);
        let own = [
            1,
            near,
            near + 1,
            far,
            near - 1,
            2,
            2 * near,
            far + 1,
            far - 1,
            2 * far,
            far + near,
            far.abs_diff(near).max(1),
        ];
        for (number, &distance) in own.iter().enumerate() {
            let is_within = (1..=self.at).contains(&distance);
            self.distances[number] = if is_within { distance as u16 } else { self.distances[NEARER[number]] };
        }
        self.within = shape.distances.iter().filter(|&&distance| usize::from(distance) <= self.at).count() as u32;
        self.changes = own.into_iter().filter(|&distance| distance > self.at).min().unwrap_or(usize::MAX);
        let mut row = ROWS.iter().sum::<usize>() as u32;
        let place = self.first.wrapping_add(self.at as u32);
        // Beyond the digits of the stream, the row after all others.
        self.digits = [(shape.rows() as u32, 0); MOST_DIGITS];
        for (walk, digit) in self.digits.iter_mut().zip(&shape.digits) {
            let value = place / digit.stride % digit.size;
            let (goes_on, left) = match digit.stride {
                1 => (u32::MAX, digit.size - value),
                stride => (0, stride - place % stride),
            };
            *walk = ((row + value).wrapping_sub(self.at as u32 & goes_on), goes_on);
            self.changes = self.changes.min(self.at + left as usize);
            row += digit.size;
        }
    }

    /// The rows of weights of the next entry, whose guess is known: one of each table.
    #[inline(always)]
    pub fn rows(&self, shape: &ContextShape, guess: u16) -> [u32; MOST_CONTEXTS] {
        let n = |number: usize| self.neighbour(number) - i32::from(guess);
        let clipped = |difference: i32, steps: i32| (difference.clamp(-steps, steps) + steps) as u32;
        let three = |a: i32, b: i32, c: i32| (clipped(a, 4) * 9 + clipped(b, 4)) * 9 + clipped(c, 4);
        let (n0, n1, n3) = (n(0), n(1), n(3));
        let closest = ((self.within * 7 + clipped(n0, 3)) * 7 + clipped(n1, 3)) * 7 + clipped(n3, 3);
        let [near, far] = shape.distances.map(usize::from);
        let is_stored = |at: usize| u32::from(self.stored[at % SPAN]);
        let sides = |distance: usize| is_stored(self.at + distance) << 1 | is_stored(self.at.wrapping_sub(distance));
        let digit = |number: usize| {
            let (of_first, goes_on) = self.digits[number];
            of_first.wrapping_add(self.at as u32 & goes_on)
        };
        [
            FIRST_ROWS[0] + closest,
            FIRST_ROWS[1] + u32::from(guess).min(127),
            FIRST_ROWS[2] + three(n1, n(2), n0),
            FIRST_ROWS[3] + three(n(4), n(5), n(6)),
            FIRST_ROWS[4] + three(n(7), n(8), n(9)),
            FIRST_ROWS[5] + three(n3, n(10), n(11)),
            FIRST_ROWS[6] + (sides(1) << 4 | sides(near) << 2 | sides(far)),
            digit(0),
            digit(1),
            digit(2),
            digit(3),
            digit(4),
            digit(5),
        ]
    }

    /// Takes the value of the next entry, its guess if it has none.
    #[inline(always)]
    pub fn take(&mut self, value: u16) {
        self.values[self.at % SPAN] = value;
        self.at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::PlaceDigit;
    use super::*;

    #[test]
    fn a_guess_goes_on_as_the_neighbours_do() {
        let shape = ContextShape { first: 7, distances: [2, 4], digits: vec![PlaceDigit { stride: 2, size: 3 }] };
        let mut walk = BlockWalk::new(&shape, 4098, &[true; 9]);
        assert_eq!(walk.guess(&shape), 7);
        for value in [3, 5, 4] {
            walk.guess(&shape);
            walk.take(value);
        }
        // The value before is 4, at the first distance is 5, and before that 3.
        assert_eq!(walk.guess(&shape), 5);
        let rows = walk.rows(&shape, 5);
        assert_eq!(rows[0], ((7 + 2) * 7 + 3) * 7 + 3);
        assert_eq!(rows[1], 1029 + 5);
        assert_eq!(rows[7] as usize, 1029 + 128 + 4 * 729 + 64 + 4101 / 2 % 3);
        assert_eq!(rows[8], 4140);
        assert_eq!((shape.rows(), shape.contexts()), (4140, 8));
    }

    #[test]
    fn digits_go_on_as_places_do() {
        let digits = [(1, 5), (7, 4), (20, 3)].map(|(stride, size)| PlaceDigit { stride, size });
        let shape = ContextShape { first: 0, distances: [8, 64], digits: digits.to_vec() };
        for first in [0u32, 38, 1000] {
            let mut walk = BlockWalk::new(&shape, first.into(), &[false; 200]);
            for place in first..first + 200 {
                let guess = walk.guess(&shape);
                let rows = walk.rows(&shape, guess);
                let mut row = ROWS.iter().sum::<usize>() as u32;
                for (digit, found) in digits.iter().zip(&rows[ROWS.len()..]) {
                    assert_eq!(*found, row + place / digit.stride % digit.size);
                    row += digit.size;
                }
                walk.take(guess);
            }
        }
    }
}
