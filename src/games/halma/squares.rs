//! Sets of squares, 256 bits each.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// A set of squares of a board of at most 16 x 16. The square of column x and row y has the number 16 y + x.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SquareSet(pub [u64; 4]);

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet([0; 4]);

    /// One square.
    #[inline(always)]
    pub fn of(square: u8) -> SquareSet {
        let mut squares = SquareSet::EMPTY;
        squares.insert(square);
        squares
    }

    /// Adds a square.
    #[inline(always)]
    pub fn insert(&mut self, square: u8) {
        self.0[usize::from(square >> 6)] |= 1 << (square & 63);
    }

    /// Removes a square.
    #[inline(always)]
    pub fn remove(&mut self, square: u8) {
        self.0[usize::from(square >> 6)] &= !(1 << (square & 63));
    }

    /// Whether a square is among them.
    #[inline(always)]
    pub fn contains(&self, square: u8) -> bool {
        self.0[usize::from(square >> 6)] >> (square & 63) & 1 == 1
    }

    /// The number of squares.
    #[inline(always)]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether there is none.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// Whether all of them are among `others`.
    #[inline(always)]
    pub fn is_within(&self, others: &SquareSet) -> bool {
        (*self & !*others).is_empty()
    }

    /// Whether some of them are among `others`.
    #[inline(always)]
    pub fn meets(&self, others: &SquareSet) -> bool {
        !(*self & *others).is_empty()
    }

    /// Removes the first square and returns it.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<u8> {
        let number = self.0.iter().position(|&word| word != 0)?;
        let bit = self.0[number].trailing_zeros() as u8;
        self.0[number] &= self.0[number] - 1;
        Some(64 * number as u8 + bit)
    }

    /// The squares in ascending order.
    #[inline(always)]
    pub fn iter(mut self) -> impl Iterator<Item = u8> {
        std::iter::from_fn(move || self.pop())
    }
}

impl FromIterator<u8> for SquareSet {
    fn from_iter<I: IntoIterator<Item = u8>>(squares: I) -> SquareSet {
        let mut all = SquareSet::EMPTY;
        squares.into_iter().for_each(|square| all.insert(square));
        all
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;

    #[inline(always)]
    fn bitand(self, other: SquareSet) -> SquareSet {
        SquareSet([self.0[0] & other.0[0], self.0[1] & other.0[1], self.0[2] & other.0[2], self.0[3] & other.0[3]])
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;

    #[inline(always)]
    fn bitor(self, other: SquareSet) -> SquareSet {
        SquareSet([self.0[0] | other.0[0], self.0[1] | other.0[1], self.0[2] | other.0[2], self.0[3] | other.0[3]])
    }
}

impl BitOrAssign for SquareSet {
    #[inline(always)]
    fn bitor_assign(&mut self, other: SquareSet) {
        *self = *self | other;
    }
}

impl Not for SquareSet {
    type Output = SquareSet;

    #[inline(always)]
    fn not(self) -> SquareSet {
        SquareSet(self.0.map(|word| !word))
    }
}
