//! The values of a grid's conversions.
//!
//! Conversions are taken one after the other, 64 columns at a time. Their target entries are gathered by slice, and
//! looked up a few thousand at a time.

use super::cells::WORD;
use super::context::SubsliceContext;
use super::contract::{Conversion, Grid, SubsliceSpace, TargetGrid};
use super::grid_state::{ConversionCells, GridState};
use crate::solve::scan::Scan;
use crate::space::SliceId;
use crate::space::combinatorics::{binomial, gather, rank_subset};
use crate::util::bits::ones;
use crate::values::Code;

/// Points are the bits of a word.
const POINTS: usize = u64::BITS as usize;

/// Entries that are looked up together.
const BATCH: usize = 1 << 11;

/// The memory in which the conversions of grids are looked up, one grid after the other.
#[derive(Default)]
pub struct ConversionLookups {
    rows: RowIndex,
    batches: Vec<LookupBatch>,
}

/// The rows of a grid by point, and its rows and columns as the other side sees them.
#[derive(Default)]
struct RowIndex {
    /// By point, the rows that have it. Filled only if a conversion needs it.
    with: Vec<Vec<u32>>,
    /// All rows.
    all: Vec<u32>,
    rotated_rows: Vec<u64>,
    rotated_columns: Vec<u64>,
}

/// Target entries of conversions, all in one slice.
#[derive(Default)]
struct LookupBatch {
    slice: SliceId,
    indexes: Vec<u64>,
    /// For each entry, the cell that the conversion is made from.
    cells: Vec<usize>,
    codes: Vec<u16>,
}

impl ConversionLookups {
    /// Prepares for a grid.
    #[inline(always)]
    pub fn begin<S: SubsliceSpace>(&mut self, grid: &Grid, space: &S) {
        self.rows.begin(grid, space);
    }

    /// Marks the forced rows of a grid with one column, without points.
    pub fn force_rows<C: Scan>(&self, state: &mut GridState<C>) {
        let GridState { grid, forced, .. } = state;
        let compulsory = grid.conversions.iter().filter(|conversion| conversion.compulsory && conversion.takes == 0);
        for conversion in compulsory {
            for &row in self.rows.of(conversion) {
                let row = row as usize;
                forced.row_mut(row)[0] |= u64::from(grid.rows[row] & conversion.enters == 0);
            }
        }
    }

    /// Finds, for each cell of a grid, the value of its best conversion, and whether its moves are left to the rules.
    #[inline(always)]
    pub fn look_up<S: SubsliceSpace, C: Scan>(&mut self, state: &mut GridState<C>, context: &SubsliceContext<S>) {
        let (grid, cells) = state.conversion_cells();
        let pieces = grid.rows.first().map_or(0, |row| row.count_ones());
        let mut gathering = Gathering { grid, cells, rows: &self.rows, batches: &mut self.batches, context };
        // One word of columns after the other: its cells stay in the cache.
        for word in 0..grid.columns.len().div_ceil(WORD) {
            for conversion in &grid.conversions {
                match pieces + u32::from(conversion.leaves == 0 && conversion.joins) {
                    0 => gathering.gather_word::<0>(conversion, word),
                    1 => gathering.gather_word::<1>(conversion, word),
                    2 => gathering.gather_word::<2>(conversion, word),
                    3 => gathering.gather_word::<3>(conversion, word),
                    4 => gathering.gather_word::<4>(conversion, word),
                    _ => gathering.gather_word::<ANY>(conversion, word),
                }
            }
        }
        let Gathering { mut cells, batches, .. } = gathering;
        for batch in batches.iter_mut().filter(|batch| !batch.indexes.is_empty()) {
            batch.look_up(&mut cells, context);
        }
    }
}

impl ConversionLookups {
    /// Finds the value of the best move of each forced cell, by the moves of the game.
    #[inline(always)]
    pub fn look_up_forced<S: SubsliceSpace, C: Scan>(
        &mut self,
        state: &mut GridState<C>,
        context: &SubsliceContext<S>,
    ) {
        let (grid, mut cells) = state.conversion_cells();
        let (space, forced) = (context.space, cells.forced);
        let mut moves = Vec::new();
        for (row, &own) in grid.rows.iter().enumerate() {
            for (word, &forced) in forced.row(row).iter().enumerate() {
                for column in ones::<usize>(forced).map(|bit| word * WORD + bit) {
                    let position = space.position(grid, own, grid.columns[column]);
                    let cell = row * cells.row_length + column;
                    moves.clear();
                    space.forced_moves(&position, &mut moves);
                    for &mv in &moves {
                        let after = space.play(&position, mv);
                        let Some(entry) = space.rank(&after) else {
                            cells.improve(cell, context.value_of_finished(&position, &after));
                            continue;
                        };
                        let number = batch_of(&mut self.batches, entry.slice);
                        let batch = &mut self.batches[number];
                        batch.indexes.push(entry.index);
                        batch.cells.push(cell);
                        if batch.cells.len() >= BATCH {
                            batch.look_up(&mut cells, context);
                        }
                    }
                }
            }
        }
        for batch in self.batches.iter_mut().filter(|batch| !batch.indexes.is_empty()) {
            batch.look_up(&mut cells, context);
        }
    }
}

impl RowIndex {
    #[inline(always)]
    fn begin<S: SubsliceSpace>(&mut self, grid: &Grid, space: &S) {
        if grid.conversions.iter().any(|conversion| conversion.leaves != 0) {
            self.with.resize_with(POINTS, Vec::new);
            self.with.iter_mut().for_each(Vec::clear);
            for (row, &points) in (0..).zip(&grid.rows) {
                ones::<usize>(points).for_each(|point| self.with[point].push(row));
            }
        }
        self.all.clear();
        self.all.extend(0..grid.rows.len() as u32);
        self.rotated_rows.clear();
        self.rotated_rows.extend(grid.rows.iter().map(|&row| space.rotated(row)));
        self.rotated_columns.clear();
        self.rotated_columns.extend(grid.columns.iter().map(|&column| space.rotated(column)));
    }

    /// The rows that have the piece of a conversion. In some of them the point that it enters may be occupied.
    #[inline(always)]
    fn of(&self, conversion: &Conversion) -> &[u32] {
        match conversion.leaves {
            0 => &self.all,
            leaves => &self.with[leaves.trailing_zeros() as usize],
        }
    }
}

/// One grid while the targets of its conversions are gathered.
struct Gathering<'a, S, C> {
    grid: &'a Grid,
    cells: ConversionCells<'a, C>,
    rows: &'a RowIndex,
    batches: &'a mut Vec<LookupBatch>,
    context: &'a SubsliceContext<'a, S>,
}

impl<S: SubsliceSpace, C: Scan> Gathering<'_, S, C> {
    /// Gathers the targets of a conversion from the cells in a word of columns. The side that makes it has `PIECES`
    /// free pieces afterwards.
    #[inline(always)]
    fn gather_word<const PIECES: usize>(&mut self, conversion: &Conversion, word: usize) {
        let &Conversion { leaves, enters, joins, takes, compulsory, ref target, .. } = conversion;
        let Gathering { grid, cells, rows, batches, context } = self;
        let number = target.map(|target| batch_of(batches, target.slice));
        let rows_of_piece = rows.of(conversion);
        let taken = context.space.rotated(takes);
        let change = context.space.rotated(leaves ^ if joins { enters } else { 0 });
        let end = grid.columns.len().min((word + 1) * WORD);
        for (column, &rotated) in (word * WORD..end).zip(&rows.rotated_columns[word * WORD..end]) {
            let points = grid.columns[column];
            if points & (leaves | enters) != 0 || takes & !points != 0 {
                continue;
            }
            let bit = 1 << (column % WORD);
            let blocked = points | enters;
            let (Some(number), Some(TargetGrid { first, width, free, .. })) = (number, *target) else {
                for &row in rows_of_piece.iter().filter(|row| grid.rows[**row as usize] & blocked == 0) {
                    cells.left_to_rules.row_mut(row as usize)[word] |= bit;
                }
                continue;
            };
            let continuations = conversion.continuations(points);
            let rotated = rotated ^ taken;
            let first = first + rank_subset(gather(rotated, free)) * width;
            let free = free & !rotated;
            let batch = &mut batches[number];
            for &row in rows_of_piece {
                let row = row as usize;
                let points = grid.rows[row];
                if points & blocked != 0 || !compulsory && cells.forced.row(row)[word] & bit != 0 {
                    continue;
                }
                if continuations & !points != 0 {
                    cells.left_to_rules.row_mut(row)[word] |= bit;
                    continue;
                }
                let index = first + rank::<PIECES>(gather(rows.rotated_rows[row] ^ change, free));
                batch.indexes.push(index);
                batch.cells.push(row * cells.row_length + column);
            }
            if batch.cells.len() >= BATCH {
                batch.look_up(cells, context);
            }
        }
    }
}

/// Stands for any number of pieces.
const ANY: usize = usize::MAX;

/// [`rank_subset`] for a set of `PIECES` points.
#[inline(always)]
fn rank<const PIECES: usize>(mut set: u64) -> u64 {
    if PIECES == ANY {
        return rank_subset(set);
    }
    let mut rank = 0;
    for piece in 1..=PIECES as u32 {
        rank += binomial(set.trailing_zeros(), piece);
        set &= set.wrapping_sub(1);
    }
    rank
}

/// The number of the batch for a slice, which may be a new one.
fn batch_of(batches: &mut Vec<LookupBatch>, slice: SliceId) -> usize {
    let found = batches.iter().position(|batch| batch.slice == slice);
    found.unwrap_or_else(|| {
        batches.push(LookupBatch { slice, ..LookupBatch::default() });
        batches.len() - 1
    })
}

impl LookupBatch {
    /// Looks the entries up, improves the cells by their values, and empties the batch.
    fn look_up<S: SubsliceSpace, C: Scan>(&mut self, cells: &mut ConversionCells<C>, context: &SubsliceContext<S>) {
        self.codes.resize(self.indexes.len(), 0);
        context.gather(self.slice, &self.indexes, &mut self.codes);
        for (&cell, code) in self.cells.iter().zip(&self.codes) {
            cells.improve(cell, code.order_code_of_move());
        }
        self.indexes.clear();
        self.cells.clear();
        self.codes.clear();
    }
}
