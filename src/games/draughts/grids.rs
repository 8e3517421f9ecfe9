//! Endings cut into grids: the men held still, the kings on rows and columns.

use super::board::{BOARD, DIRECTIONS, MAN_DIRECTIONS, SQUARES, step, turned};
use super::moves::{Move, Moves};
use super::numbering::Men;
use super::{Draughts, Position};
use crate::grids::{Grid, Grids, Step};
use crate::rank::{gather, rank_subset, scatter};
use crate::space::SliceId;

impl Men {
    /// The same men with the other side to move.
    fn turned(self) -> Men {
        Men { own: turned(self.other), other: turned(self.own) }
    }
}

/// How many rows the men of the side to move have gone, added up.
fn rows_gone(men: u64) -> u32 {
    let first_of_rows = [0, 4, 9, 13, 18, 22, 27];
    (0..).zip(first_of_rows).map(|(row, first)| row * (men >> first & 0xf).count_ones()).sum()
}

impl Grids for &Draughts {
    type Game = Draughts;

    fn units(&self, slice: SliceId) -> u64 {
        self.endings.numberings[slice.index()].men()
    }

    fn twin(&self, slice: SliceId, unit: u64) -> (SliceId, u64) {
        let numbering = &self.endings.numberings[slice.index()];
        let twin = self.endings.slice(numbering.material().turned());
        (twin, self.endings.numberings[twin.index()].rank_men(numbering.unrank_men(unit).turned()))
    }

    /// The rows that the men have yet to go.
    fn level(&self, slice: SliceId, unit: u64) -> u32 {
        let numbering = &self.endings.numberings[slice.index()];
        let men = numbering.unrank_men(unit);
        let most = 6 * (men.own.count_ones() + men.other.count_ones());
        most - rows_gone(men.own) - rows_gone(turned(men.other))
    }

    fn lay(&self, slice: SliceId, unit: u64, grid: &mut Grid) {
        let numbering = &self.endings.numberings[slice.index()];
        let men = numbering.unrank_men(unit);
        let (material, free) = (numbering.material(), men.free());
        let turned_free = turned(free);
        grid.clear();
        grid.fixed = (men.own, men.other);
        grid.width = numbering.kings().1;
        grid.rows.extend(placements(free, material.own.kings));
        grid.columns.extend(placements(free, material.other.kings));
        let in_twin = |kings: &u64| rank_subset(gather(turned(*kings), turned_free)) as u32;
        grid.column_of_row.extend(grid.rows.iter().map(in_twin));
        grid.row_of_column.extend(grid.columns.iter().map(in_twin));
        for &kings in &grid.rows {
            let enterable = free & !kings;
            for direction in 0..DIRECTIONS {
                let mut entered = step(kings, direction) & enterable;
                while entered != 0 {
                    let to = entered & entered.wrapping_neg();
                    entered ^= to;
                    let from = step(to, DIRECTIONS - 1 - direction);
                    let row = rank_subset(gather(kings ^ from ^ to, free)) as u32;
                    grid.steps.push(Step { row, point: to.trailing_zeros() });
                }
            }
            grid.steps_end.push(grid.steps.len() as u32);
        }
    }

    #[inline(always)]
    fn position(&self, grid: &Grid, row: u64, column: u64) -> Position {
        let (own, other) = grid.fixed;
        Position { own: own | row, other: other | column, kings: row | column, black_to_move: true }
    }

    /// Where something can be jumped, it must be.
    #[inline(always)]
    fn forced<'a>(&self, grid: &Grid, row: u64, with: impl Fn(u32) -> &'a [u64], forced: &mut [u64]) {
        let (men, other_men) = grid.fixed;
        let taken = men | row | other_men;
        for direction in 0..DIRECTIONS {
            let jumpers = if direction < MAN_DIRECTIONS { men | row } else { row };
            // The squares jumped over, with those behind them not taken by any piece but perhaps a king of the column.
            let mut over = step(jumpers, direction) & BOARD & step(BOARD & !taken, DIRECTIONS - 1 - direction);
            over &= !(men | row);
            while over != 0 {
                let square = over & over.wrapping_neg();
                over ^= square;
                let behind = with(step(square, direction).trailing_zeros());
                if square & other_men != 0 {
                    forced.iter_mut().zip(behind).for_each(|(forced, behind)| *forced |= !behind);
                } else {
                    let jumped = with(square.trailing_zeros());
                    let both = jumped.iter().zip(behind);
                    forced.iter_mut().zip(both).for_each(|(forced, (jumped, behind))| *forced |= jumped & !behind);
                }
            }
        }
    }

    #[inline(always)]
    fn conversions(&self, position: &Position) -> impl Iterator<Item = Move> {
        Moves::no_king_steps(position)
    }
}

/// Every placement of so many kings on the free squares, in the order of their ranks.
fn placements(free: u64, kings: u32) -> impl Iterator<Item = u64> {
    let squares = free.count_ones();
    debug_assert!(squares <= SQUARES);
    let first = (1u64 << kings) - 1;
    let next = |subset: &u64| {
        // The next number with as many bits (Gosper, HAKMEM 175).
        let lowest = subset & subset.wrapping_neg();
        let ripple = subset + lowest;
        (lowest != 0).then(|| ripple | ((subset ^ ripple) >> 2) / lowest)
    };
    std::iter::successors(Some(first), next)
        .take_while(move |subset| subset >> squares == 0)
        .map(move |subset| scatter(subset, free))
}
