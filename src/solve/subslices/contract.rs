//! Slices cut into subslices: the contract for endings in which some pieces move to and fro and the others only
//! advance.
//!
//! In draughts kings go both ways and men do not; in chess it is pieces and pawns. Hold those still that only advance,
//! and the positions of a slice fall into *subslices*, each a grid: the row says where the free pieces of the side to
//! move stand, the column where those of the other side do. A move of a free piece is a *step* to another row, with the
//! other side to move: in the grid with the *sides swapped*, where rows and columns have changed places. Whatever else
//! is played is a *conversion* and leads to a subslice that comes before: the advance of a piece that was held still, or a
//! capture, which is compulsory where it can be made. A conversion can be made from many cells alike. Moves that are too
//! entangled to be laid out, such as a capture that goes on, are left to the rules.
//!
//! What the contract cannot express: more than 64 points; a grid whose steps do not lead back the same way, as with
//! pieces that slide and are blocked; a move of a free piece that depends on more than the point it enters; two sides
//! that are not each other's image in play; a team that moves twice running.

use crate::space::{SliceId, Space};

/// How the slices of a space are cut into subslices. All is REQUIRED; [`solve::check`](crate::solve::check)
/// tests it.
pub trait SubsliceSpace: Space {
    /// The number of subslices of a slice, all of the same size. The entries of a slice are those of subslice 0, then
    /// those of subslice 1, and so on.
    fn subslices(&self, slice: SliceId) -> u64;

    /// The number of rows of each grid of a slice. Its columns are the rows with the sides swapped.
    fn rows(&self, slice: SliceId) -> u64;

    /// The subslice with the same placement and the other side to move. Both are of one component and of one size, and
    /// each is the other's; a subslice may be its own.
    fn side_swapped_subslice(&self, slice: SliceId, subslice: u64) -> (SliceId, u64);

    /// The level of a subslice, below 255: a conversion within the component leads to a lower one. Subslices with the
    /// sides swapped are of one level.
    fn level(&self, slice: SliceId, subslice: u64) -> u32;

    /// Lays out the grid of a subslice, over whatever was in `grid` before.
    fn lay_out(&self, slice: SliceId, subslice: u64, grid: &mut Grid);

    /// The position of a cell: the free pieces of the side to move stand on `row`, those of the other on `column`.
    fn position(&self, grid: &Grid, row: u64, column: u64) -> Self::Position;

    /// The set of points as the other side sees them.
    fn rotated(&self, points: u64) -> u64;

    /// The cells of a row in which something is compulsory, so that neither steps nor other conversions are legal: one bit
    /// per column, in `forced`, which comes full of zeros. `with` gives, for a point, the columns that have it.
    fn forced<'a>(&self, grid: &Grid, row: u64, with: impl Fn(u32) -> &'a [u64], forced: &mut [u64]);
}

/// The number of entries of each subslice of a slice.
pub(super) fn cells(space: &impl SubsliceSpace, slice: SliceId) -> u64 {
    space.slices()[slice.index()].entries / space.subslices(slice).max(1)
}

/// The grid of a subslice. Points are bits; cells whose row and column share a point are no positions, and the others
/// are the subslice's entries, row by row.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// The points of the pieces that are held still, of the side to move and of the other.
    pub fixed: (u64, u64),
    /// The points of the free pieces of the side to move, for each row; none is a point of `fixed`.
    pub rows: Vec<u64>,
    /// The points of the free pieces of the other side, for each column.
    pub columns: Vec<u64>,
    /// The number of positions in a row, which is the same for each.
    pub width: u64,
    /// The steps of each row: those of row `r` end before `steps_end[r]`. They lead back the same way.
    pub steps: Vec<GridStep>,
    /// Where the steps of each row end in `steps`.
    pub steps_end: Vec<u32>,
    /// The moves that leave the grid.
    pub conversions: Vec<Conversion>,
    /// For each row, the column of the grid with the sides swapped in which the same pieces stand.
    pub column_of_row: Vec<u32>,
    /// For each column, the row of the grid with the sides swapped in which the same pieces stand.
    pub row_of_column: Vec<u32>,
}

/// A move of a free piece, legal wherever no piece of the other side stands on the point it enters and nothing else is
/// forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridStep {
    /// The row that it leads to.
    pub row: u32,
    /// The point that it enters.
    pub point: u32,
}

/// A move to a subslice before, legal in every cell in which these conditions hold:
///
/// * the row has `leaves` and the column has `takes`;
/// * neither has `enters`;
/// * something is forced if the conversion is `compulsory`, and nothing if it is not.
///
/// In cells where it is legal and one of `continuations` is open, or where there is no target, what can be played is left to the
/// rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// The point that a free piece leaves, as a set; empty if the piece was held still.
    pub leaves: u64,
    /// The point that it enters, as a set.
    pub enters: u64,
    /// Whether the piece is then one of the free ones.
    pub joins: bool,
    /// The point of the free piece of the other side that it takes, as a set; empty if it takes none.
    pub takes: u64,
    /// Whether it is forced.
    pub compulsory: bool,
    /// Ways on which the move may go on.
    pub continuations: [Continuation; 4],
    /// Where it leads.
    pub target: Option<TargetGrid>,
}

/// A way on which a conversion goes on: open where the column has all points of `over`, and neither the row nor the column
/// has one of `to`. There is none if `to` is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Continuation {
    /// The point of a free piece of the other side, or no point.
    pub over: u64,
    /// The point that is entered.
    pub to: u64,
}

/// The grid that a conversion leads to, where the other side is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetGrid {
    /// The slice.
    pub slice: SliceId,
    /// The index of the grid's first entry.
    pub first: u64,
    /// The number of positions in each row.
    pub width: u64,
    /// The points on which free pieces can stand there, as the side to move there sees them. Rows are in the order of
    /// their sets of places among these as numbers, and so are the positions of a row, by their columns' places among
    /// those that the row leaves.
    pub free: u64,
}

impl Conversion {
    /// Whether it is legal in a cell in which what is compulsory is `forced`.
    pub fn is_legal(&self, row: u64, column: u64, forced: bool) -> bool {
        let has_pieces = self.leaves & !row == 0 && self.takes & !column == 0;
        has_pieces && (row | column) & self.enters == 0 && forced == self.compulsory
    }

    /// The points of ways that this column leaves open, for rows that have none of them.
    #[inline(always)]
    pub fn continuations(&self, column: u64) -> u64 {
        let open = |way: &&Continuation| way.over & !(column ^ self.takes) == 0 && way.to & column == 0;
        self.continuations.iter().filter(open).fold(0, |all, way| all | way.to)
    }
}

impl Grid {
    /// Forgets everything, and keeps the memory.
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
