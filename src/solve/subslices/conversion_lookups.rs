//! What the conversions of a grid lead to. Look-ups are gathered by the slices that they lead to, some thousands at a time.

use super::cells::{WORD, for_each_bit};
use super::context::SubsliceContext;
use super::contract::{Conversion, SubsliceSpace, TargetGrid};
use super::grid_state::GridState;
use crate::solve::scan::Scan;
use crate::space::SliceId;
use crate::space::combinatorics::{binomial, gather, rank_subset};
use crate::values::Code;

/// Points are the bits of a word.
const POINTS: usize = u64::BITS as usize;

/// Look-ups that are made at a time.
const BATCH: usize = 1 << 11;

/// The memory in which the conversions of grids are looked up, one grid after the other.
#[derive(Default)]
pub struct ConversionLookups {
    /// By point, the rows that have it.
    with: Vec<Vec<u32>>,
    every: Vec<u32>,
    /// Rows and columns as the other side sees them.
    rotated_rows: Vec<u64>,
    rotated_columns: Vec<u64>,
    /// Look-ups to be made, by slice.
    batches: Vec<LookupBatch>,
}

/// Entries of a slice that conversions lead to.
#[derive(Default)]
struct LookupBatch {
    slice: SliceId,
    indexes: Vec<u64>,
    /// For each, the cell that the conversion is made from.
    cells: Vec<usize>,
    codes: Vec<u16>,
}

impl ConversionLookups {
    /// Makes the rows and columns of a side ready.
    pub fn begin<S: SubsliceSpace, C: Scan>(&mut self, side: &GridState<C>, space: &S) {
        if side.grid.conversions.iter().any(|conversion| conversion.leaves != 0) {
            self.with.resize_with(POINTS, Vec::new);
            self.with.iter_mut().for_each(Vec::clear);
            for (row, &points) in (0..).zip(&side.grid.rows) {
                for_each_bit(points, |point| self.with[point].push(row));
            }
        }
        self.every.clear();
        self.every.extend(0..side.grid.rows.len() as u32);
        self.rotated_rows.clear();
        self.rotated_rows.extend(side.grid.rows.iter().map(|&row| space.rotated(row)));
        self.rotated_columns.clear();
        self.rotated_columns.extend(side.grid.columns.iter().map(|&column| space.rotated(column)));
    }

    /// The rows in which a free piece can make a conversion, and perhaps some in which the point it enters is taken.
    fn rows(&self, conversion: &Conversion) -> &[u32] {
        if conversion.leaves == 0 { &self.every } else { &self.with[conversion.leaves.trailing_zeros() as usize] }
    }

    /// Notes which rows of a side with one column without points are forced.
    pub fn force_rows<C: Scan>(&self, side: &mut GridState<C>) {
        for conversion in
            side.grid.conversions.iter().filter(|conversion| conversion.compulsory && conversion.takes == 0)
        {
            for &row in self.rows(conversion) {
                let row = row as usize;
                side.forced.row_mut(row)[0] |= u64::from(side.grid.rows[row] & conversion.enters == 0);
            }
        }
    }

    /// Notes for each cell of a side the best of its conversions, and which cells are left to the rules.
    pub fn look_up<S: SubsliceSpace, C: Scan>(&mut self, side: &mut GridState<C>, context: &SubsliceContext<S>) {
        let conversions = std::mem::take(&mut side.grid.conversions);
        let pieces = side.grid.rows.first().map_or(0, |row| row.count_ones());
        // A word of columns at a time: its cells stay in the cache.
        for word in 0..side.grid.columns.len().div_ceil(WORD) {
            for conversion in &conversions {
                let pieces = pieces + u32::from(conversion.leaves == 0 && conversion.joins);
                match pieces {
                    0 => self.gather_word::<0, S, C>(conversion, word, side, context),
                    1 => self.gather_word::<1, S, C>(conversion, word, side, context),
                    2 => self.gather_word::<2, S, C>(conversion, word, side, context),
                    3 => self.gather_word::<3, S, C>(conversion, word, side, context),
                    4 => self.gather_word::<4, S, C>(conversion, word, side, context),
                    _ => self.gather_word::<ANY, S, C>(conversion, word, side, context),
                }
            }
        }
        for batch in self.batches.iter_mut().filter(|batch| !batch.indexes.is_empty()) {
            batch.look_up(side, context);
        }
        side.grid.conversions = conversions;
    }

    /// Gathers what a conversion leads to from the cells in a word of columns. After it the side to move has `PIECES` free
    /// pieces.
    fn gather_word<const PIECES: usize, S: SubsliceSpace, C: Scan>(
        &mut self,
        conversion: &Conversion,
        word: usize,
        side: &mut GridState<C>,
        context: &SubsliceContext<S>,
    ) {
        let &Conversion { leaves, enters, joins, takes, compulsory, ref target, .. } = conversion;
        let ConversionLookups { with, every, rotated_rows, rotated_columns, batches } = self;
        let number = target.map(|target| batch_of(batches, target.slice));
        let rows = if leaves == 0 { every } else { &with[leaves.trailing_zeros() as usize] };
        let taken = context.space.rotated(takes);
        let change = context.space.rotated(leaves ^ if joins { enters } else { 0 });
        let row_length = side.row_length();
        let end = side.grid.columns.len().min((word + 1) * WORD);
        for (column, &rotated) in (word * WORD..end).zip(&rotated_columns[word * WORD..end]) {
            let points = side.grid.columns[column];
            if points & (leaves | enters) != 0 || takes & !points != 0 {
                continue;
            }
            let bit = 1 << (column % WORD);
            let blocked = points | enters;
            let (Some(number), Some(TargetGrid { first, width, free, .. })) = (number, *target) else {
                for &row in rows.iter().filter(|row| side.grid.rows[**row as usize] & blocked == 0) {
                    side.left_to_rules.row_mut(row as usize)[word] |= bit;
                }
                continue;
            };
            let continuations = conversion.continuations(points);
            let rotated = rotated ^ taken;
            let first = first + rank_subset(gather(rotated, free)) * width;
            let free = free & !rotated;
            let batch = &mut batches[number];
            for &row in rows {
                let points = side.grid.rows[row as usize];
                if points & blocked != 0 || !compulsory && side.forced.row(row as usize)[word] & bit != 0 {
                    continue;
                }
                if continuations & !points != 0 {
                    side.left_to_rules.row_mut(row as usize)[word] |= bit;
                    continue;
                }
                let index = first + rank::<PIECES>(gather(rotated_rows[row as usize] ^ change, free));
                batch.indexes.push(index);
                batch.cells.push(row as usize * row_length + column);
            }
            if batch.cells.len() >= BATCH {
                batch.look_up(side, context);
            }
        }
    }
}

/// Stands for any number of pieces.
const ANY: usize = usize::MAX;

/// [`rank_subset`] for a subset of so many.
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

/// The number of the batch for a slice.
fn batch_of(batches: &mut Vec<LookupBatch>, slice: SliceId) -> usize {
    let found = batches.iter().position(|batch| batch.slice == slice);
    found.unwrap_or_else(|| {
        batches.push(LookupBatch { slice, ..LookupBatch::default() });
        batches.len() - 1
    })
}

impl LookupBatch {
    /// Looks the entries up, and notes them for their cells.
    fn look_up<S: SubsliceSpace, C: Scan>(&mut self, side: &mut GridState<C>, context: &SubsliceContext<S>) {
        self.codes.resize(self.indexes.len(), 0);
        context.gather(self.slice, &self.indexes, &mut self.codes);
        for (&cell, code) in self.cells.iter().zip(&self.codes) {
            side.note_conversion(cell, code.order_code_of_move());
        }
        self.indexes.clear();
        self.cells.clear();
        self.codes.clear();
    }
}
