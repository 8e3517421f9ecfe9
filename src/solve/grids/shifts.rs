//! What the shifts of a unit lead to, column by column: for all rows alike, so that little is to be done for each.

use super::bits::for_each_bit;
use crate::grids::{Grid, Shift};
use crate::rank::binomial;
use crate::value::Merit;

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

    /// The best shift of each row in a column, [`Merit::NONE`] where there is none. `after` gives the merit of a shift,
    /// by its number and by the index of the entry that it leads to.
    ///
    /// Cells that are no positions, or in which something is forced, are not told apart: what they get means nothing.
    #[inline(always)]
    pub fn best(&mut self, grid: &Grid, column: usize, after: impl Fn(usize, u64) -> Merit) -> &[Merit] {
        self.best.clear();
        self.best.resize(grid.rows.len(), Merit::NONE);
        let points = grid.columns[column];
        for (number, (shift, ready)) in grid.shifts.iter().zip(&self.ready).enumerate() {
            if points >> shift.point & 1 == 1 {
                continue;
            }
            let taken = placed(shift, points);
            let first = shift.first + crate::rank::rank_subset(taken) * shift.width;
            self.ranks.resize(self.ranks.len().max(ready.pieces), [0; PLACES]);
            for (piece, ranks) in (1..).zip(&mut self.ranks[..ready.pieces]) {
                let mut left = 0;
                for (place, rank) in ranks.iter_mut().enumerate().take(shift.free as usize) {
                    *rank = binomial(left, piece) as u32;
                    left += u32::from(taken >> place & 1 == 0);
                }
            }
            match ready.pieces {
                0 => lead::<0>(ready, &self.ranks, first, number, &after, &mut self.best),
                1 => lead::<1>(ready, &self.ranks, first, number, &after, &mut self.best),
                2 => lead::<2>(ready, &self.ranks, first, number, &after, &mut self.best),
                3 => lead::<3>(ready, &self.ranks, first, number, &after, &mut self.best),
                _ => lead_any(ready, &self.ranks, first, number, &after, &mut self.best),
            }
        }
        &self.best
    }
}

/// Looks where a shift leads from each row.
#[inline(always)]
fn lead<const PIECES: usize>(
    ready: &Ready,
    ranks: &[[u32; PLACES]],
    first: u64,
    number: usize,
    after: &impl Fn(usize, u64) -> Merit,
    best: &mut [Merit],
) {
    let ranks: &[[u32; PLACES]; PIECES] = ranks.first_chunk().expect("there are ranks for every piece");
    for (at, &row) in ready.rows.iter().enumerate() {
        let places = &ready.places[at * PIECES..][..PIECES];
        let rank: u32 = (0..PIECES).map(|piece| ranks[piece][usize::from(places[piece] & 63)]).sum();
        let best = &mut best[row as usize];
        *best = (*best).max(after(number, first + u64::from(rank)));
    }
}

/// [`lead`] for any number of pieces.
fn lead_any(
    ready: &Ready,
    ranks: &[[u32; PLACES]],
    first: u64,
    number: usize,
    after: &impl Fn(usize, u64) -> Merit,
    best: &mut [Merit],
) {
    for (places, &row) in ready.places.chunks_exact(ready.pieces).zip(&ready.rows) {
        let rank: u32 = places.iter().zip(ranks).map(|(&place, ranks)| ranks[usize::from(place & 63)]).sum();
        let best = &mut best[row as usize];
        *best = (*best).max(after(number, first + u64::from(rank)));
    }
}

/// The places of a set of points after a shift.
#[inline(always)]
fn placed(shift: &Shift, points: u64) -> u64 {
    let mut places = 0;
    for_each_bit(points, |point| places |= 1 << shift.places[point]);
    places
}
