//! The squares of a region as bits, and the moves of all pieces of a set at a time.
//!
//! The square in column `x` and row `y` is bit `x + 9 y`. No square is in column 8, so a bit shifted over an edge
//! leaves the region, and no shift needs a mask.

use super::contract::Region;
use crate::space::combinatorics::{gather, scatter};
use crate::space::subsets::RankedSubsets;
use crate::util::bits::{ones, transposed};

/// The difference of the bits of a square and of the square below it.
pub(super) const STRIDE: u32 = 9;

/// The most pieces of a set.
pub(super) const LANES: usize = 16;

/// For each piece of a set, in ascending order, a set of squares.
pub(super) type Lanes = [u64; LANES];

/// A region, as the solver sees it.
pub(super) struct PackingBoard {
    /// All squares.
    region: u64,
    /// The squares of the zone.
    pub zone: u64,
    /// By square, the bit of its place in the lower half of a set and in the upper half. One of them is 0.
    pub bits: [[u32; 2]; 64],
    /// Whether the mirror in the diagonal takes the region and its zone to themselves.
    pub is_symmetric: bool,
}

impl PackingBoard {
    /// The board of a region that fits it.
    pub fn new(region: &Region) -> PackingBoard {
        let (squares, zone) = (set_of(&region.squares), set_of(&region.zone));
        let mut bits = [[0; 2]; 64];
        for (place, square) in ones::<usize>(squares).enumerate() {
            let (upper, lower) = RankedSubsets::halves(1 << place);
            bits[square] = [lower, upper];
        }
        let is_triangular = region.squares.iter().all(|(x, y)| x + y < 8);
        let is_symmetric = is_triangular && mirrored(squares) == squares && mirrored(zone) == zone;
        PackingBoard { region: squares, zone, bits, is_symmetric }
    }

    /// A set of squares as a set of places.
    #[inline(always)]
    pub fn places(&self, squares: u64) -> u64 {
        gather(squares, self.region)
    }

    /// A set of places as a set of squares.
    #[inline(always)]
    pub fn squares(&self, places: u64) -> u64 {
        scatter(places, self.region)
    }

    /// For each piece, the squares from which it may have come in one turn.
    #[inline(always)]
    pub fn origins(&self, set: u64) -> Lanes {
        let empty = self.region & !set;
        let (inside, outside) = (empty & self.zone, empty & !self.zone);
        // Back in time a piece may leave the zone, and never enters it.
        self.reached(set, |square| if self.zone & square != 0 { inside } else { 0 }, |_| outside)
    }

    /// For each piece, the squares to which it can move in one turn.
    #[inline(always)]
    pub fn targets(&self, set: u64) -> Lanes {
        let empty = self.region & !set;
        let (inside, outside) = (empty & self.zone, empty & !self.zone);
        self.reached(set, |square| if self.zone & square != 0 { 0 } else { outside }, |_| inside)
    }

    /// The squares that each piece reaches by a step or by hops, first on the squares of `first`, then on
    /// the squares of `second`.
    #[inline(always)]
    fn reached(&self, set: u64, first: impl Fn(u64) -> u64, second: impl Fn(u64) -> u64) -> Lanes {
        let (mut reached, mut others, mut to) = ([0; LANES], [0; LANES], [0; LANES]);
        let mut left = set;
        for lane in 0..LANES {
            let square = left & left.wrapping_neg();
            left ^= square;
            (reached[lane], others[lane], to[lane]) = (square, set ^ square, first(square));
        }
        let pieces = reached;
        flood(&mut reached, &others, &to);
        for (to, &square) in to.iter_mut().zip(&pieces) {
            *to = second(square);
        }
        flood(&mut reached, &others, &to);
        for lane in 0..LANES {
            let to = first(pieces[lane]) | second(pieces[lane]);
            reached[lane] = (reached[lane] | steps(pieces[lane]) & to) & !pieces[lane];
        }
        reached
    }
}

/// Adds the squares of `to` that chains of hops over the others reach.
#[inline(always)]
fn flood(reached: &mut Lanes, others: &Lanes, to: &Lanes) {
    loop {
        let mut more = 0;
        for lane in 0..LANES {
            let landed = hops(reached[lane], others[lane]) & to[lane] & !reached[lane];
            more |= landed;
            reached[lane] |= landed;
        }
        if more == 0 {
            return;
        }
    }
}

/// The squares one step from any of these.
#[inline(always)]
fn steps(set: u64) -> u64 {
    let row = set | set << 1 | set >> 1;
    row << STRIDE | row >> STRIDE | row ^ set
}

/// The squares one hop from any of these, over one of the others.
#[inline(always)]
fn hops(set: u64, others: u64) -> u64 {
    let up = |by: u32| ((set << by) & others) << by;
    let down = |by: u32| ((set >> by) & others) >> by;
    let upwards = up(1) | up(STRIDE) | up(STRIDE + 1) | up(STRIDE - 1);
    upwards | down(1) | down(STRIDE) | down(STRIDE + 1) | down(STRIDE - 1)
}

/// The set mirrored in the diagonal through the corner, for squares whose column and row add up to less than 8.
#[inline(always)]
pub(super) fn mirrored(set: u64) -> u64 {
    transposed::<STRIDE>(set)
}

/// Squares as a set.
fn set_of(squares: &[(u8, u8)]) -> u64 {
    squares.iter().fold(0, |set, &(x, y)| set | 1 << (u32::from(x) + STRIDE * u32::from(y)))
}
