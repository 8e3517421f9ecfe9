//! The contract of the solver by subslices: how a space cuts its slices into grids.
//!
//! In draughts kings go both ways and men only advance. In other games the fixed pieces are others; the solver knows no
//! game, and learns all from [`SubsliceSpace`]. The terms (fixed and free pieces, grid, step, conversion, side-swapped)
//! are defined on the [module's page](super).
//!
//! The contract cannot express:
//!
//! * more than 64 points;
//! * steps that do not lead back the same way;
//! * a step whose legality depends on more than its path, the points that it passes and the point that it enters;
//! * two sides that are not rotated images of each other;
//! * a team that moves twice running.

use crate::space::{SliceId, Space};

/// A space whose slices are cut into subslices.
///
/// [`Subslices`](super::Subslices) requires all of it. [`solve::check`](crate::solve::check) compares it with the rules
/// on a sample of cells; each method names the rules of that check that test it.
///
/// Where [`Space::metric`] counts plies to the next move that zeroes the clock of quiet plies, every conversion zeroes
/// it, and no step does.
pub trait SubsliceSpace: Space {
    /// The number of subslices of a slice. All have the same size, and the entries of a slice are the entries of
    /// subslice 0, then of subslice 1, and so on.
    ///
    /// Tested by "subslices are of equal size".
    fn subslices(&self, slice: SliceId) -> u64;

    /// The number of rows of each grid of a slice. The number of columns is the number of rows of the side-swapped
    /// grid.
    ///
    /// Tested by "a grid has a row of steps for each row, and the entries of its subslice".
    fn rows(&self, slice: SliceId) -> u64;

    /// The subslice with the same pieces and the other side to move. It has the same component, size and level, and its
    /// own side-swapped subslice is this one. A subslice may be its own side-swapped subslice.
    ///
    /// Tested by "the sides of a subslice can be swapped", "to swap the sides of a subslice twice changes nothing" and
    /// "subslices with the sides swapped are of one component and of one size".
    fn side_swapped_subslice(&self, slice: SliceId, subslice: u64) -> (SliceId, u64);

    /// The level of a subslice, below 255. A conversion within the component leads to a lower level.
    ///
    /// Tested by "levels are below 255", "subslices with the sides swapped are of one level" and "a conversion within
    /// the component leads to a lower level".
    fn level(&self, slice: SliceId, subslice: u64) -> u32;

    /// Writes the grid of a subslice into `grid`, whose old contents do not matter.
    ///
    /// Tested by "cells are entries in order", "a step enters a point that its row has not", "steps lead back the same
    /// way", "steps and conversions are the moves of a cell" and "steps and conversions lead where the slice says".
    fn lay_out(&self, slice: SliceId, subslice: u64, grid: &mut Grid);

    /// The position of a cell: the free pieces of the side to move stand on the points `row`, the opponent's on
    /// `column`.
    ///
    /// Tested by "cells are entries in order".
    fn position(&self, grid: &Grid, row: u64, column: u64) -> Self::Position;

    /// The paths of more than one point, by number from [`GridPath::FIRST`] on. OPTIONAL: by default a step enters a
    /// neighbouring point, and there are none.
    ///
    /// Tested by "a path goes on from one before it" and "steps and conversions are the moves of a cell".
    fn paths(&self) -> &[GridPath] {
        &[]
    }

    /// The points as the other side sees them.
    ///
    /// Tested by "steps and conversions are the moves of a cell".
    fn rotated(&self, points: u64) -> u64;

    /// Adds the moves of a forced position to `moves`. Moves that lead to the same position may be left out. OPTIONAL:
    /// by default [`Game::moves`](crate::game::Game::moves).
    ///
    /// Tested by "steps and conversions are the moves of a cell".
    fn forced_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) {
        moves.extend(self.moves(position));
    }

    /// Adds to `forced`, one bit per column, the forced cells of a row. `columns_with` gives the columns that have a
    /// point of the path with a number. `forced` is empty before the call.
    ///
    /// Tested by "steps are not legal where something is forced" and "steps and conversions are the moves of a cell".
    fn forced<'a>(&self, grid: &Grid, row: u64, columns_with: impl Fn(u32) -> &'a [u64], forced: &mut [u64]);
}

/// The number of entries of each subslice of a slice.
pub(super) fn cells(space: &impl SubsliceSpace, slice: SliceId) -> u64 {
    space.slices()[slice.index()].entries / space.subslices(slice).max(1)
}

/// The grid of a subslice. A set of points is a word, one bit per point. The entries of the subslice are the cells
/// whose row and column share no point, row by row.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// The points of the fixed pieces of the side to move, and of the opponent.
    pub fixed: (u64, u64),
    /// For each row, the points of the free pieces of the side to move. None is a point of `fixed`.
    pub rows: Vec<u64>,
    /// For each column, the points of the opponent's free pieces.
    pub columns: Vec<u64>,
    /// The number of positions in each row.
    pub width: u64,
    /// The steps of row 0, then of row 1, and so on. For every step from `r` to `s` there is one from `s` to `r`.
    pub steps: Vec<GridStep>,
    /// For each row, the end of its steps in `steps`.
    pub steps_end: Vec<u32>,
    /// The moves that leave the subslice.
    pub conversions: Vec<Conversion>,
    /// Whether the moves of forced cells are the game's own, and `conversions` has none that is compulsory.
    pub forced_by_moves: bool,
    /// For each row, the column of the side-swapped grid with the same pieces.
    pub column_of_row: Vec<u32>,
    /// For each column, the row of the side-swapped grid with the same pieces.
    pub row_of_column: Vec<u32>,
}

/// A move of a free piece. It is legal in the columns that lack all points of its path, unless the cell is forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridStep {
    /// The row after the step.
    pub row: u32,
    /// The path: the number of the point entered, or of a path of more than one point, whose last point is entered.
    pub path: u32,
}

/// A path of more than one point: a shorter path and a point behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridPath {
    /// The number of the shorter path.
    pub before: u32,
    /// The last point.
    pub point: u32,
}

impl GridPath {
    /// The number of the first path of more than one point. A lower number is a point, as a path of its own.
    pub const FIRST: u32 = u64::BITS;

    /// The points of the path of a number, as a set, and its last point.
    pub(super) fn points(paths: &[GridPath], number: u32) -> (u64, u32) {
        match number.checked_sub(GridPath::FIRST) {
            None => (1 << number, number),
            Some(index) => {
                let GridPath { before, point } = paths[index as usize];
                (GridPath::points(paths, before).0 | 1 << point, point)
            }
        }
    }
}

/// A move out of the subslice, legal in every cell where
///
/// * the row has `leaves` and the column has `takes`;
/// * neither has `enters`;
/// * the cell is forced if the conversion is `compulsory`, and unforced if it is not.
///
/// If one of its `continuations` is possible, or `target` is `None`, the rules decide the moves of the cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// The point that a free piece leaves, as a set; empty if a fixed piece moves.
    pub leaves: u64,
    /// The point entered, as a set.
    pub enters: u64,
    /// Whether the piece is free after the move.
    pub joins: bool,
    /// The point of the opponent's free piece that is captured, as a set; empty if there is none.
    pub takes: u64,
    /// Whether the move is compulsory: a cell in which it is legal is forced.
    pub compulsory: bool,
    /// The ways in which the move may continue. A continuation with an empty `to` stands for none.
    pub continuations: [Continuation; 4],
    /// The grid after the move.
    pub target: Option<TargetGrid>,
}

/// A second part of a conversion, such as the second jump of a capture. It is possible if the column has all points of
/// `over`, and neither row nor column has a point of `to`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Continuation {
    /// The point of a free piece of the opponent, as a set; empty if a fixed piece is jumped.
    pub over: u64,
    /// The point entered, as a set.
    pub to: u64,
}

/// The grid after a conversion. The opponent is to move there, and `free` is as the opponent sees it.
///
/// Rows are ordered by their sets of places among the points of `free`, as numbers. The positions of a row are ordered
/// by the columns' sets of places among the points of `free` that the row leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetGrid {
    /// The slice.
    pub slice: SliceId,
    /// The index of the grid's first entry.
    pub first: u64,
    /// The number of positions in each row.
    pub width: u64,
    /// The points without a fixed piece.
    pub free: u64,
}

impl Conversion {
    /// Whether the conversion is legal in a cell.
    pub fn is_legal(&self, row: u64, column: u64, forced: bool) -> bool {
        let has_pieces = self.leaves & !row == 0 && self.takes & !column == 0;
        has_pieces && (row | column) & self.enters == 0 && forced == self.compulsory
    }

    /// The points that a column leaves open for a continuation. A row that lacks one of them can continue.
    #[inline(always)]
    pub fn continuations(&self, column: u64) -> u64 {
        let possible = |way: &&Continuation| way.over & !(column ^ self.takes) == 0 && way.to & column == 0;
        self.continuations.iter().filter(possible).fold(0, |all, way| all | way.to)
    }
}

impl Grid {
    /// Empties the lists and keeps their memory.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.columns.clear();
        self.steps.clear();
        self.steps_end.clear();
        self.conversions.clear();
        self.column_of_row.clear();
        self.row_of_column.clear();
    }

    /// The steps of a row.
    #[inline(always)]
    pub fn steps_of(&self, row: usize) -> &[GridStep] {
        let start = if row == 0 { 0 } else { self.steps_end[row - 1] };
        &self.steps[start as usize..self.steps_end[row] as usize]
    }
}
