//! Endings cut into subslices, for the solver [`Subslices`](crate::solve::subslices).
//!
//! The men are the fixed pieces, and the kings are the free pieces. An advance of a man and every jump are conversions.
//! Jumps are compulsory. The level of a subslice is the number of rows that its men have yet to go, so an advance leads
//! to a lower level.

use super::board::{BOARD, DIRECTIONS, FAR_ROW, MAN_DIRECTIONS, SQUARES, rotated, step};
use super::material::DraughtsMaterial;
use super::numbering::Men;
use super::position::Position;
use super::rules::Draughts;
use crate::solve::subslices::{Continuation, Conversion, Grid, GridStep, SubsliceSpace, TargetGrid};
use crate::space::SliceId;
use crate::space::combinatorics::{gather, next_subset, rank_subset, scatter};
use crate::util::bits::ones;

/// The sum of the rows that the men of the side to move have gone.
fn rows_gone(men: u64) -> u32 {
    let first_of_rows = [0, 4, 9, 13, 18, 22, 27];
    (0..).zip(first_of_rows).map(|(row, first)| row * (men >> first & 0xf).count_ones()).sum()
}

impl SubsliceSpace for Draughts {
    fn subslices(&self, slice: SliceId) -> u64 {
        self.endings.numberings[slice.index()].men()
    }

    fn rows(&self, slice: SliceId) -> u64 {
        self.endings.numberings[slice.index()].kings().0
    }

    fn side_swapped_subslice(&self, slice: SliceId, subslice: u64) -> (SliceId, u64) {
        let numbering = &self.endings.numberings[slice.index()];
        let side_swapped = self.endings.slice(numbering.material().side_swapped());
        (
            side_swapped,
            self.endings.numberings[side_swapped.index()].rank_men(numbering.unrank_men(subslice).side_swapped()),
        )
    }

    /// The sum of the rows that the men have yet to go before they are crowned.
    fn level(&self, slice: SliceId, subslice: u64) -> u32 {
        let numbering = &self.endings.numberings[slice.index()];
        let men = numbering.unrank_men(subslice);
        let most = 6 * (men.own.count_ones() + men.other.count_ones());
        most - rows_gone(men.own) - rows_gone(rotated(men.other))
    }

    #[inline(always)]
    fn lay_out(&self, slice: SliceId, subslice: u64, grid: &mut Grid) {
        let numbering = &self.endings.numberings[slice.index()];
        let men = numbering.unrank_men(subslice);
        let (material, free) = (numbering.material(), men.free());
        let rotated_free = rotated(free);
        grid.clear();
        grid.fixed = (men.own, men.other);
        grid.width = numbering.kings().1;
        grid.rows.extend(placements(free, material.own.kings));
        grid.columns.extend(placements(free, material.other.kings));
        let in_side_swapped = |kings: &u64| rank_subset(gather(rotated(*kings), rotated_free)) as u32;
        grid.column_of_row.extend(grid.rows.iter().map(in_side_swapped));
        grid.row_of_column.extend(grid.columns.iter().map(in_side_swapped));
        for &kings in &grid.rows {
            let enterable = free & !kings;
            for direction in 0..DIRECTIONS {
                for to in squares(step(kings, direction) & enterable) {
                    let from = step(to, DIRECTIONS - 1 - direction);
                    let row = rank_subset(gather(kings ^ from ^ to, free)) as u32;
                    grid.steps.push(GridStep { row, point: to.trailing_zeros() });
                }
            }
            grid.steps_end.push(grid.steps.len() as u32);
        }
        for direction in 0..MAN_DIRECTIONS {
            for to in squares(step(men.own, direction) & free) {
                grid.conversions.push(self.advance(men, material, step(to, DIRECTIONS - 1 - direction), to));
            }
        }
        self.captures(men, material, &mut grid.conversions);
    }

    #[inline(always)]
    fn position(&self, grid: &Grid, row: u64, column: u64) -> Position {
        let (own, other) = grid.fixed;
        Position { own: own | row, other: other | column, kings: row | column, black_to_move: true }
    }

    fn rotated(&self, points: u64) -> u64 {
        rotated(points)
    }

    /// A cell is forced if a piece of the side to move can jump.
    #[inline(always)]
    fn forced<'a>(&self, grid: &Grid, row: u64, with: impl Fn(u32) -> &'a [u64], forced: &mut [u64]) {
        let (men, other_men) = grid.fixed;
        let taken = men | row | other_men;
        for direction in 0..DIRECTIONS {
            let jumpers = if direction < MAN_DIRECTIONS { men | row } else { row };
            // The squares that may be jumped: the square behind has no piece, except perhaps a king of the column.
            let mut over = step(jumpers, direction) & BOARD & step(BOARD & !taken, DIRECTIONS - 1 - direction);
            over &= !(men | row);
            for square in squares(over) {
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
    /// The advance of a man from one square to the next.
    fn advance(&self, men: Men, material: DraughtsMaterial, from: u64, to: u64) -> Conversion {
        let crowned = to & FAR_ROW != 0;
        let own = material.own.crowned().filter(|_| crowned).unwrap_or(material.own);
        let after = Men { own: men.own ^ from | if crowned { 0 } else { to }, ..men };
        Conversion {
            leaves: 0,
            enters: to,
            joins: crowned,
            takes: 0,
            compulsory: false,
            continuations: Default::default(),
            target: Some(self.target(after, DraughtsMaterial { own, ..material })),
        }
    }

    /// The jumps over one piece, from every square and in every direction.
    fn captures(&self, men: Men, material: DraughtsMaterial, conversions: &mut Vec<Conversion>) {
        let free = men.free();
        let pieces = if material.own.kings > 0 { free | men.own } else { men.own };
        let jumped = if material.other.kings > 0 { free | men.other } else { men.other };
        for direction in 0..DIRECTIONS {
            let pieces = if direction < MAN_DIRECTIONS { pieces } else { pieces & free };
            let over = step(pieces, direction) & jumped & step(free, DIRECTIONS - 1 - direction);
            for over in squares(over) {
                let (from, to) = (step(over, DIRECTIONS - 1 - direction), step(over, direction));
                let (is_man, takes_man) = (from & men.own != 0, over & men.other != 0);
                let crowned = is_man && to & FAR_ROW != 0;
                let mut after = men;
                let mut left = material;
                if is_man {
                    after.own ^= from | if crowned { 0 } else { to };
                    left.own = left.own.crowned().filter(|_| crowned).unwrap_or(left.own);
                }
                if takes_man {
                    after.other ^= over;
                    left.other.men -= 1;
                } else {
                    left.other.kings -= 1;
                }
                let mut continuations = [Continuation::default(); DIRECTIONS as usize];
                let directions = if crowned {
                    0
                } else if is_man {
                    MAN_DIRECTIONS
                } else {
                    DIRECTIONS
                };
                for (direction, continuation) in (0..directions).zip(&mut continuations) {
                    // The way back leads over the piece that was jumped already.
                    let next = step(to, direction);
                    if next != over && next & jumped != 0 {
                        *continuation = Continuation { over: next & !men.other, to: step(next, direction) & free };
                    }
                }
                conversions.push(Conversion {
                    leaves: from & !men.own,
                    enters: to,
                    joins: !is_man || crowned,
                    takes: over & !men.other,
                    compulsory: true,
                    continuations,
                    target: (left.other.pieces() > 0).then(|| self.target(after, left)),
                });
            }
        }
    }

    /// The grid after a conversion that leaves these men and this material.
    fn target(&self, after: Men, material: DraughtsMaterial) -> TargetGrid {
        let slice = self.endings.slice(material.side_swapped());
        let numbering = &self.endings.numberings[slice.index()];
        let after = after.side_swapped();
        let (rows, width) = numbering.kings();
        TargetGrid { slice, first: numbering.rank_men(after) * rows * width, width, free: after.free() }
    }
}

/// The squares of a set, each as a set.
#[inline(always)]
fn squares(set: u64) -> impl Iterator<Item = u64> {
    ones::<u32>(set).map(|bit| 1 << bit)
}

/// Every placement of `kings` kings on the free squares, in the order of ranks.
fn placements(free: u64, kings: u32) -> impl Iterator<Item = u64> {
    let squares = free.count_ones();
    debug_assert!(squares <= SQUARES);
    let first = (1u64 << kings) - 1;
    std::iter::successors(Some(first), |&subset| next_subset(subset))
        .take_while(move |subset| subset >> squares == 0)
        .map(move |subset| scatter(subset, free))
}
