//! What the shifts of a subslice lead to, column by column. What all columns share is computed once.

use super::Work;
use super::bits::for_each_bit;
use super::layout::{Grid, Layout, Shift};
use crate::space::combinatorics::{binomial, rank_subset};
use crate::values::{Code, Merit};

/// Places on a board.
const PLACES: usize = 64;

/// The shifts of a grid, made ready.
#[derive(Default)]
pub struct Shifts {
    /// Those of the grid at hand come first.
    ready: Vec<Ready>,
    /// The best shift of each row, in the column at hand.
    best: Vec<Merit>,
    /// By number of a piece and by place: what it adds to the rank of the row's pieces.
    ranks: Vec<[u32; PLACES]>,
    /// The entries that the shift at hand leads to from its rows, and their codes.
    indexes: Vec<u64>,
    codes: Vec<u16>,
}

/// One shift.
#[derive(Default)]
struct Ready {
    /// The rows in which it can be made.
    rows: Vec<u32>,
    /// The places of their pieces after it, `pieces` for each, the lowest first.
    places: Vec<u8>,
    pieces: usize,
}

impl Shifts {
    /// Makes the shifts of a grid ready.
    pub fn begin(&mut self, grid: &Grid) {
        self.ready.resize_with(self.ready.len().max(grid.shifts.len()), Ready::default);
        for (ready, shift) in self.ready.iter_mut().zip(&grid.shifts) {
            ready.rows.clear();
            ready.places.clear();
            for (row, &points) in (0..).zip(&grid.rows).filter(|(_, points)| *points >> shift.point & 1 == 0) {
                ready.rows.push(row);
                let points = if shift.joins { points | 1 << shift.point } else { points };
                for_each_bit(placed(shift, points), |place| ready.places.push(place as u8));
            }
            ready.pieces = ready.places.len() / ready.rows.len().max(1);
        }
    }

    /// The best shift of each row in a column, [`Merit::NONE`] where there is none. Cells that are no positions, or in
    /// which something is forced, get an arbitrary merit.
    #[inline(always)]
    pub fn best<S: Layout>(&mut self, grid: &Grid, column: usize, work: &Work<S>) -> &[Merit] {
        self.best.clear();
        self.best.resize(grid.rows.len(), Merit::NONE);
        let points = grid.columns[column];
        for (shift, ready) in grid.shifts.iter().zip(&self.ready) {
            if points >> shift.point & 1 == 1 || ready.rows.is_empty() {
                continue;
            }
            let taken = placed(shift, points);
            let first = shift.first + rank_subset(taken) * shift.width;
            self.ranks.resize(self.ranks.len().max(ready.pieces), [0; PLACES]);
            for (piece, ranks) in (1..).zip(&mut self.ranks[..ready.pieces]) {
                let mut left = 0;
                for (place, rank) in ranks.iter_mut().enumerate().take(shift.free as usize) {
                    *rank = binomial(left, piece) as u32;
                    left += u32::from(taken >> place & 1 == 0);
                }
            }
            self.indexes.clear();
            match ready.pieces {
                0 => index::<0>(ready, &self.ranks, first, &mut self.indexes),
                1 => index::<1>(ready, &self.ranks, first, &mut self.indexes),
                2 => index::<2>(ready, &self.ranks, first, &mut self.indexes),
                3 => index::<3>(ready, &self.ranks, first, &mut self.indexes),
                _ => index_any(ready, &self.ranks, first, &mut self.indexes),
            }
            self.codes.resize(self.indexes.len(), u16::ABSENT);
            work.gather(shift.slice, &self.indexes, &mut self.codes);
            for (&row, code) in ready.rows.iter().zip(&self.codes) {
                let best = &mut self.best[row as usize];
                *best = (*best).max(code.merit_of_move());
            }
        }
        &self.best
    }
}

/// The entries that a shift leads to from each of its rows.
#[inline(always)]
fn index<const PIECES: usize>(ready: &Ready, ranks: &[[u32; PLACES]], first: u64, indexes: &mut Vec<u64>) {
    let ranks: &[[u32; PLACES]; PIECES] = ranks.first_chunk().expect("there are ranks for every piece");
    indexes.extend((0..ready.rows.len()).map(|at| {
        let places = &ready.places[at * PIECES..][..PIECES];
        let rank: u32 = (0..PIECES).map(|piece| ranks[piece][usize::from(places[piece] & 63)]).sum();
        first + u64::from(rank)
    }));
}

/// [`index`] for any number of pieces.
fn index_any(ready: &Ready, ranks: &[[u32; PLACES]], first: u64, indexes: &mut Vec<u64>) {
    indexes.extend(ready.places.chunks_exact(ready.pieces).map(|places| {
        let rank: u32 = places.iter().zip(ranks).map(|(&place, ranks)| ranks[usize::from(place & 63)]).sum();
        first + u64::from(rank)
    }));
}

/// The places of a set of points after a shift.
#[inline(always)]
fn placed(shift: &Shift, points: u64) -> u64 {
    let mut places = 0;
    for_each_bit(points, |point| places |= 1 << shift.places[point]);
    places
}
