//! The numbers of positions with the other side to move.
//!
//! The other side sees the board rotated, so all squares come in reverse order. Kings are numbered on the squares
//! without a man. What the number of the kings becomes depends on how many squares these are, and not on which:
//!
//! ```text
//!   six squares without a man; a king A of the mover, a king B of the other side
//!
//!     place      0 1 2 3 4 5                  0 1 2 3 4 5
//!                . A . . B .     rotated      . B . . A .
//!
//!     A is on place 1 of six,                 B is on place 1 of six,
//!     B on place 3 of the five others         A on place 3 of the five others
//!     number 1 * 5 + 3 = 8                    number 1 * 5 + 3 = 8
//!
//!   index              = men * kings + number
//!   side-swapped index = side-swapped men * kings + swapped[number]
//! ```
//!
//! So one table, `swapped`, serves all placements of the men. Its blocks are computed when they are first needed.

use std::sync::OnceLock;

use super::board::DraughtsBoard;
use super::numbering::{DraughtsNumbering, SquareList};
use crate::space::combinatorics::{binomial, gather, next_subset, rank_subset, unrank_subset};
use crate::space::{SideSwap, SliceId};
use crate::util::cpu::{self, Kernel};

/// The numbers of a block of the table.
const BLOCK: u64 = 1 << 12;

/// The most numbers of a table: 64 MB. Above, each number is computed when it is needed.
const MOST: u64 = 1 << 24;

/// The positions of a slice, and their numbers with the other side to move.
pub(super) struct SideSwappedNumbers<'a, B> {
    pub numbering: &'a DraughtsNumbering<B>,
    /// The slice with the other side to move, and its numbering.
    pub slice: SliceId,
    pub swapped: &'a DraughtsNumbering<B>,
    kings: KingPlacements,
    /// The table in blocks; none if it would be too large.
    blocks: Vec<OnceLock<Box<[u32]>>>,
}

impl<'a, B: DraughtsBoard> SideSwappedNumbers<'a, B> {
    pub fn new(numbering: &'a DraughtsNumbering<B>, slice: SliceId, swapped: &'a DraughtsNumbering<B>) -> Self {
        let kings = KingPlacements::of(numbering);
        let all = kings.all();
        let blocks = if all <= MOST { all.div_ceil(BLOCK) } else { 0 };
        SideSwappedNumbers { numbering, slice, swapped, kings, blocks: (0..blocks).map(|_| OnceLock::new()).collect() }
    }

    /// A block of the table.
    fn block(&self, block: u64) -> &[u32] {
        self.blocks[block as usize].get_or_init(|| {
            let first = block * BLOCK;
            let mut numbers = vec![0; BLOCK.min(self.kings.all() - first) as usize];
            self.kings.swapped::<B, _>(first, &mut numbers, |number| number as u32);
            numbers.into_boxed_slice()
        })
    }

    /// See [`SideSwap::indexes`].
    #[inline(always)]
    fn fill(&self, mut first: u64, mut indexes: &mut [u64]) {
        let all = self.kings.all();
        while !indexes.is_empty() {
            let (men, number) = (first / all, first % all);
            let above = self.swapped.rank_men(self.numbering.unrank_men(men).side_swapped::<B>()) * all;
            let length = if self.blocks.is_empty() { all } else { BLOCK - number % BLOCK };
            let length = length.min(all - number).min(indexes.len() as u64);
            let (run, after) = indexes.split_at_mut(length as usize);
            if self.blocks.is_empty() {
                self.kings.swapped::<B, _>(number, run, |number| above + number);
            } else {
                let numbers = &self.block(number / BLOCK)[(number % BLOCK) as usize..];
                run.iter_mut().zip(numbers).for_each(|(index, &number)| *index = above + u64::from(number));
            }
            (first, indexes) = (first + length, after);
        }
    }
}

impl<B: DraughtsBoard> SideSwap for SideSwappedNumbers<'_, B> {
    fn slice(&self) -> SliceId {
        self.slice
    }

    fn indexes(&self, first: u64, indexes: &mut [u64]) {
        cpu::run(Fill { numbers: self, first, indexes });
    }
}

/// See [`SideSwappedNumbers::fill`].
struct Fill<'a, B> {
    numbers: &'a SideSwappedNumbers<'a, B>,
    first: u64,
    indexes: &'a mut [u64],
}

impl<B: DraughtsBoard> Kernel for Fill<'_, B> {
    type Output = ();

    #[inline(always)]
    fn run<const LEVEL: u8>(self) {
        self.numbers.fill(self.first, self.indexes);
    }
}

/// The placements of the kings on the squares without a man.
struct KingPlacements {
    squares: u32,
    /// The kings of the mover and of the other side.
    own: u32,
    other: u32,
}

impl KingPlacements {
    fn of<B: DraughtsBoard>(numbering: &DraughtsNumbering<B>) -> KingPlacements {
        let material = numbering.material();
        KingPlacements { squares: numbering.free_squares(), own: material.own.kings, other: material.other.kings }
    }

    /// The number of placements.
    fn all(&self) -> u64 {
        binomial(self.squares, self.own) * binomial(self.squares - self.own, self.other)
    }

    /// For consecutive numbers from `first` on: what `made` makes of the numbers with the other side to move.
    #[inline(always)]
    fn swapped<B: DraughtsBoard, N>(&self, first: u64, numbers: &mut [N], made: impl Fn(u64) -> N) {
        let all_squares = (1 << self.squares) - 1;
        let reversed = |set: u64| set.reverse_bits() >> (64 - self.squares);
        let row = binomial(self.squares - self.own, self.other);
        let swapped_row = binomial(self.squares - self.other, self.own);
        let mut numbers = numbers.iter_mut();
        let mut own = unrank_subset(first / row, self.own);
        let mut places = unrank_subset(first % row, self.other);
        let mut left_of_row = row - first % row;
        while numbers.len() > 0 {
            let (free, own_reversed) = (SquareList::<B>::of(all_squares & !own), reversed(own));
            for number in numbers.by_ref().take(left_of_row as usize) {
                let other = reversed(free.subset(places));
                let of_own = rank_subset(gather(own_reversed, all_squares & !other));
                *number = made(rank_subset(other) * swapped_row + of_own);
                places = next_subset(places).unwrap_or(0);
            }
            own = next_subset(own).unwrap_or(0);
            places = unrank_subset(0, self.other);
            left_of_row = row;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Draughts;
    use super::super::board::Eight;
    use super::*;
    use crate::space::{Entry, Space, Symmetry};

    #[test]
    fn the_example_of_the_picture() {
        let kings = KingPlacements { squares: 6, own: 1, other: 1 };
        let mut numbers = [0; 30];
        kings.swapped::<Eight, _>(0, &mut numbers, |number| number);
        assert_eq!(numbers[8], 8);
        let back: Vec<u64> = numbers.iter().map(|&number| numbers[number as usize]).collect();
        assert_eq!(back, (0..30).collect::<Vec<u64>>());
    }

    #[test]
    fn a_number_is_the_rank_of_the_side_swapped_position() {
        let game = Draughts::checkers();
        for (number, slice) in game.slices().iter().enumerate().filter(|(_, slice)| slice.pieces <= 8) {
            let from = SliceId(number as u32);
            let swap = game.side_swap(from).expect("either side may be to move");
            let size = slice.entries.min(700);
            for first in [0, (slice.entries - size) / 3, slice.entries - size] {
                let mut indexes = vec![0; size as usize];
                swap.indexes(first, &mut indexes);
                for (index, &found) in (first..).zip(&indexes).step_by(53) {
                    let position = game.unrank(Entry { slice: from, index }).expect("every entry holds a position");
                    let swapped = game.side_swapped(&position).and_then(|swapped| game.rank(&swapped));
                    assert_eq!(swapped, Some(Entry { slice: swap.slice(), index: found }), "{}: {index}", slice.name);
                }
            }
        }
    }
}
