//! Endings cut into subslices: the men held still, the kings on rows and columns.

use super::board::{BOARD, DIRECTIONS, FAR_ROW, MAN_DIRECTIONS, SQUARES, rotated, step};
use super::material::Material;
use super::numbering::Men;
use super::position::Position;
use super::rules::Draughts;
use crate::solve::subslices::{Grid, Layout, Shift, Step};
use crate::space::SliceId;
use crate::space::combinatorics::{gather, next_subset, rank_subset, scatter};

impl Men {
    /// The same men with the other side to move.
    fn side_swapped(self) -> Men {
        Men { own: rotated(self.other), other: rotated(self.own) }
    }
}

/// How many rows the men of the side to move have gone, added up.
fn rows_gone(men: u64) -> u32 {
    let first_of_rows = [0, 4, 9, 13, 18, 22, 27];
    (0..).zip(first_of_rows).map(|(row, first)| row * (men >> first & 0xf).count_ones()).sum()
}

impl Layout for Draughts {
    fn subslices(&self, slice: SliceId) -> u64 {
        self.endings.numberings[slice.index()].men()
    }

    fn side_swapped_subslice(&self, slice: SliceId, subslice: u64) -> (SliceId, u64) {
        let numbering = &self.endings.numberings[slice.index()];
        let side_swapped = self.endings.slice(numbering.material().side_swapped());
        (
            side_swapped,
            self.endings.numberings[side_swapped.index()].rank_men(numbering.unrank_men(subslice).side_swapped()),
        )
    }

    /// The rows that the men have yet to go.
    fn level(&self, slice: SliceId, subslice: u64) -> u32 {
        let numbering = &self.endings.numberings[slice.index()];
        let men = numbering.unrank_men(subslice);
        let most = 6 * (men.own.count_ones() + men.other.count_ones());
        most - rows_gone(men.own) - rows_gone(rotated(men.other))
    }

    fn lay_out(&self, slice: SliceId, subslice: u64, grid: &mut Grid) {
        let numbering = &self.endings.numberings[slice.index()];
        let men = numbering.unrank_men(subslice);
        let (material, free) = (numbering.material(), men.free());
        let turned_free = rotated(free);
        grid.clear();
        grid.fixed = (men.own, men.other);
        grid.width = numbering.kings().1;
        grid.rows.extend(placements(free, material.own.kings));
        grid.columns.extend(placements(free, material.other.kings));
        let in_twin = |kings: &u64| rank_subset(gather(rotated(*kings), turned_free)) as u32;
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
        for direction in 0..MAN_DIRECTIONS {
            let mut entered = step(men.own, direction) & free;
            while entered != 0 {
                let to = entered & entered.wrapping_neg();
                entered ^= to;
                grid.shifts.push(self.shift(men, material, step(to, DIRECTIONS - 1 - direction), to));
            }
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
}

impl Draughts {
    /// The step of a man.
    fn shift(&self, men: Men, material: Material, from: u64, to: u64) -> Shift {
        let joins = to & FAR_ROW != 0;
        let own = material.own.crowned().filter(|_| joins).unwrap_or(material.own);
        let slice = self.endings.slice(Material { own, other: material.other }.side_swapped());
        let numbering = &self.endings.numberings[slice.index()];
        let after = Men { own: men.own ^ from | if joins { 0 } else { to }, ..men }.side_swapped();
        let (rows, width) = numbering.kings();
        let free = after.free();
        let mut places = [0; 64];
        for point in 0..BOARD.count_ones() + 3 {
            let below = rotated(1 << point).wrapping_sub(1);
            places[point as usize] = (free & below).count_ones() as u8;
        }
        Shift {
            point: to.trailing_zeros(),
            joins,
            slice,
            first: numbering.rank_men(after) * rows * width,
            width,
            free: free.count_ones(),
            places,
        }
    }
}

/// Every placement of so many kings on the free squares, in the order of their ranks.
fn placements(free: u64, kings: u32) -> impl Iterator<Item = u64> {
    let squares = free.count_ones();
    debug_assert!(squares <= SQUARES);
    let first = (1u64 << kings) - 1;
    std::iter::successors(Some(first), |&subset| next_subset(subset))
        .take_while(move |subset| subset >> squares == 0)
        .map(move |subset| scatter(subset, free))
}
