//! Endings cut into subslices, for the solver [`Subslices`](crate::solve::subslices).
//!
//! The men are the fixed pieces, and the kings are the free pieces. An advance of a man and every jump are conversions.
//! Jumps are compulsory. The level of a subslice is the number of rows that its men have yet to go, so an advance leads
//! to a lower level.

use super::board::{DIRECTIONS, DraughtsBoard, MAN_DIRECTIONS, opposite};
use super::game::Draughts;
use super::material::DraughtsMaterial;
use super::moves::{Move, captures};
use super::numbering::Men;
use super::position::Position;
use super::rules::King;
use crate::solve::subslices::{Continuation, Conversion, Grid, GridPath, GridStep, SubsliceSpace, TargetGrid};
use crate::space::SliceId;
use crate::space::combinatorics::{gather, next_subset, rank_subset, scatter};
use crate::util::bits::ones;

/// The sum of the rows that the men of the side to move have gone.
fn rows_gone<B: DraughtsBoard>(men: u64) -> u32 {
    (1..B::SIDE).map(|row| row * (men & B::row(row)).count_ones()).sum()
}

impl<B: DraughtsBoard> SubsliceSpace for Draughts<B> {
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
            self.endings.numberings[side_swapped.index()].rank_men(numbering.unrank_men(subslice).side_swapped::<B>()),
        )
    }

    /// The sum of the rows that the men have yet to go before they are crowned.
    fn level(&self, slice: SliceId, subslice: u64) -> u32 {
        let numbering = &self.endings.numberings[slice.index()];
        let men = numbering.unrank_men(subslice);
        let most = (B::SIDE - 2) * (men.own.count_ones() + men.other.count_ones());
        most - rows_gone::<B>(men.own) - rows_gone::<B>(B::rotated(men.other))
    }

    #[inline(always)]
    fn lay_out(&self, slice: SliceId, subslice: u64, grid: &mut Grid) {
        let numbering = &self.endings.numberings[slice.index()];
        let men = numbering.unrank_men(subslice);
        let (material, free) = (numbering.material(), men.free::<B>());
        let rotated_free = B::rotated(free);
        grid.clear();
        grid.fixed = (men.own, men.other);
        grid.width = numbering.kings().1;
        grid.rows.extend(placements::<B>(free, material.own.kings));
        grid.columns.extend(placements::<B>(free, material.other.kings));
        let in_side_swapped = |kings: &u64| rank_subset(gather(B::rotated(*kings), rotated_free)) as u32;
        grid.column_of_row.extend(grid.rows.iter().map(in_side_swapped));
        grid.row_of_column.extend(grid.columns.iter().map(in_side_swapped));
        for row in 0..grid.rows.len() {
            let kings = grid.rows[row];
            let enterable = free & !kings;
            for direction in 0..DIRECTIONS {
                if self.rules.king != King::Short {
                    for from in squares(kings) {
                        self.long_steps(grid, kings, from, direction, free);
                    }
                    continue;
                }
                for to in squares(B::step(kings, direction) & enterable) {
                    let from = B::step(to, opposite(direction));
                    let row = rank_subset(gather(kings ^ from ^ to, free)) as u32;
                    grid.steps.push(GridStep { row, path: to.trailing_zeros() });
                }
            }
            grid.steps_end.push(grid.steps.len() as u32);
        }
        for direction in 0..MAN_DIRECTIONS {
            for to in squares(B::step(men.own, direction) & free) {
                grid.conversions.push(self.advance(men, material, B::step(to, opposite(direction)), to));
            }
        }
        grid.forced_by_moves = !self.is_english();
        if self.is_english() {
            self.captures(men, material, &mut grid.conversions);
        }
    }

    #[inline(always)]
    fn position(&self, grid: &Grid, row: u64, column: u64) -> Position {
        let (own, other) = grid.fixed;
        Position { own: own | row, other: other | column, kings: row | column, black_to_move: true, clock: 0 }
    }

    fn paths(&self) -> &[GridPath] {
        match self.rules.king {
            King::Short => &[],
            _ => self.endings.paths.all(),
        }
    }

    fn rotated(&self, points: u64) -> u64 {
        B::rotated(points)
    }

    fn forced_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        captures::<B>(self.rules, position, false, moves);
    }

    /// A cell is forced if a piece of the side to move can capture.
    #[inline(always)]
    fn forced<'a>(&self, grid: &Grid, row: u64, with: impl Fn(u32) -> &'a [u64], forced: &mut [u64]) {
        if !self.is_english() {
            return self.forced_by_rules(grid, row, with, forced);
        }
        let (men, other_men) = grid.fixed;
        let taken = men | row | other_men;
        for direction in 0..DIRECTIONS {
            let jumpers = if direction < MAN_DIRECTIONS { men | row } else { row };
            // The squares that may be jumped: the square behind has no piece, except perhaps a king of the column.
            let mut over = B::step(jumpers, direction) & B::BOARD & B::step(B::BOARD & !taken, opposite(direction));
            over &= !(men | row);
            for square in squares(over) {
                let behind = with(B::step(square, direction).trailing_zeros());
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

impl<B: DraughtsBoard> Draughts<B> {
    /// Adds the steps of a long king in a direction.
    #[inline(always)]
    fn long_steps(&self, grid: &mut Grid, kings: u64, from: u64, direction: u32, free: u64) {
        let mut paths = self.endings.paths.from(from, direction);
        let mut to = B::step(from, direction) & free & !kings;
        while to != 0 {
            let row = rank_subset(gather(kings ^ from ^ to, free)) as u32;
            grid.steps.push(GridStep { row, path: paths.next().unwrap_or_default() });
            to = B::step(to, direction) & free & !kings;
        }
    }

    /// [`SubsliceSpace::forced`] by the rules of the game.
    #[inline(always)]
    fn forced_by_rules<'a>(&self, grid: &Grid, row: u64, with: impl Fn(u32) -> &'a [u64], forced: &mut [u64]) {
        let (men, other_men) = grid.fixed;
        // The squares that are empty unless a king of the column stands there.
        let free = B::BOARD & !(men | row | other_men);
        for from in squares(men | row) {
            let is_man = men & from != 0;
            let (directions, takes_kings) = match is_man {
                true => (self.rules.capture_directions_of_men(), self.rules.men_take_kings),
                false => (DIRECTIONS, true),
            };
            for direction in 0..directions {
                self.forced_in(is_man, takes_kings, [from, free, other_men], direction, &with, forced);
            }
        }
    }

    /// Adds the columns where a piece can capture in a direction. `sets` are its square, the squares that are empty
    /// unless the column has a king there, and the men of the other side.
    #[inline(always)]
    fn forced_in<'a>(
        &self,
        is_man: bool,
        takes_kings: bool,
        [from, free, other_men]: [u64; 3],
        direction: u32,
        with: &impl Fn(u32) -> &'a [u64],
        forced: &mut [u64],
    ) {
        let is_short = is_man || self.rules.king == King::Short;
        let mut over = B::step(from, direction);
        // The squares before the piece that is taken, if there are any.
        let mut before = None;
        for path in self.endings.paths.from(from, direction) {
            let behind = B::step(over, direction) & free;
            let takes_man = over & other_men != 0;
            if behind != 0 && (takes_man || takes_kings && over & free != 0) {
                let (behind, king) = (with(behind.trailing_zeros()), with(over.trailing_zeros()));
                for (word, forced) in forced.iter_mut().enumerate() {
                    let taken = if takes_man { u64::MAX } else { king[word] };
                    *forced |= taken & !behind[word] & before.map_or(u64::MAX, |before: &[u64]| !before[word]);
                }
            }
            if is_short || over & free == 0 {
                break;
            }
            before = Some(with(path));
            over = B::step(over, direction);
        }
    }

    /// The advance of a man from one square to the next.
    fn advance(&self, men: Men, material: DraughtsMaterial, from: u64, to: u64) -> Conversion {
        let crowned = to & B::FAR_ROW != 0;
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
        let free = men.free::<B>();
        let pieces = if material.own.kings > 0 { free | men.own } else { men.own };
        let jumped = if material.other.kings > 0 { free | men.other } else { men.other };
        for direction in 0..DIRECTIONS {
            let pieces = if direction < MAN_DIRECTIONS { pieces } else { pieces & free };
            let over = B::step(pieces, direction) & jumped & B::step(free, opposite(direction));
            for over in squares(over) {
                let (from, to) = (B::step(over, opposite(direction)), B::step(over, direction));
                let (is_man, takes_man) = (from & men.own != 0, over & men.other != 0);
                let crowned = is_man && to & B::FAR_ROW != 0;
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
                    let next = B::step(to, direction);
                    if next != over && next & jumped != 0 {
                        *continuation = Continuation { over: next & !men.other, to: B::step(next, direction) & free };
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
        let after = after.side_swapped::<B>();
        let (rows, width) = numbering.kings();
        TargetGrid { slice, first: numbering.rank_men(after) * rows * width, width, free: after.free::<B>() }
    }
}

/// The squares of a set, each as a set.
#[inline(always)]
fn squares(set: u64) -> impl Iterator<Item = u64> {
    ones::<u32>(set).map(|bit| 1 << bit)
}

/// Every placement of `kings` kings on the free squares, in the order of ranks.
fn placements<B: DraughtsBoard>(free: u64, kings: u32) -> impl Iterator<Item = u64> {
    let squares = free.count_ones();
    debug_assert!(squares <= B::SQUARES);
    let first = (1u64 << kings) - 1;
    std::iter::successors(Some(first), |&subset| next_subset(subset))
        .take_while(move |subset| subset >> squares == 0)
        .map(move |subset| scatter(subset, free))
}
