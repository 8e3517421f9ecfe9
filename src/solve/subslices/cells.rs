//! Sets of cells: one bit per cell, row by row, and the set of the rows that may have bits.

use crate::util::bits::{ones, transpose};

/// Bits in a word.
pub const WORD: usize = 64;

/// A set of rows.
#[derive(Default)]
pub struct Rows(Vec<u64>);

impl Rows {
    /// Resizes to `rows` rows and empties the set.
    pub fn reset(&mut self, rows: usize) {
        self.0.clear();
        self.0.resize(rows.div_ceil(WORD), 0);
    }

    #[inline(always)]
    pub fn add(&mut self, row: usize) {
        self.0[row / WORD] |= 1 << (row % WORD);
    }

    #[inline(always)]
    pub fn has(&self, row: usize) -> bool {
        self.0[row / WORD] >> (row % WORD) & 1 == 1
    }

    /// Calls `each` with every row, the lowest first.
    #[inline(always)]
    pub fn each(&self, mut each: impl FnMut(usize)) {
        for (number, &word) in self.0.iter().enumerate() {
            ones::<usize>(word).for_each(|bit| each(number * WORD + bit));
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Calls `each` with every row, the lowest first, and empties the set.
    #[inline(always)]
    pub fn drain(&mut self, each: impl FnMut(usize)) {
        self.each(each);
        self.0.fill(0);
    }
}

/// The rows of two grids, each side-swapped: the columns of one are the rows of the other.
#[derive(Clone, Copy)]
pub struct TransposedRows<'a> {
    /// For each column of the grid that is written, the row of the grid that is read.
    pub row_of_column: &'a [u32],
    /// For each column of the grid that is read, the row of the grid that is written.
    pub to_row_of_column: &'a [u32],
}

/// A set of cells of a grid.
#[derive(Default)]
pub struct Cells {
    /// The number of words in a row.
    words: usize,
    /// The words of every row; bit `c % 64` of word `c / 64` is column `c`.
    bits: Vec<u64>,
    /// Every row with a bit, and perhaps more. Whoever sets bits and wants them drained adds the row.
    pub rows: Rows,
}

impl Cells {
    /// Resizes to `rows` rows of `words` words and empties the set.
    pub fn reset(&mut self, rows: usize, words: usize) {
        self.words = words;
        self.bits.clear();
        self.bits.resize(rows * words, 0);
        self.rows.reset(rows);
    }

    #[inline(always)]
    pub fn row(&self, row: usize) -> &[u64] {
        self.row_of(row, self.words)
    }

    #[inline(always)]
    pub fn row_mut(&mut self, row: usize) -> &mut [u64] {
        self.row_of_mut(row, self.words)
    }

    /// [`Cells::row`] for a number of words that the compiler knows.
    #[inline(always)]
    pub fn row_of(&self, row: usize, words: usize) -> &[u64] {
        debug_assert_eq!(words, self.words);
        &self.bits[row * words..][..words]
    }

    /// [`Cells::row_mut`] for a number of words that the compiler knows.
    #[inline(always)]
    pub fn row_of_mut(&mut self, row: usize, words: usize) -> &mut [u64] {
        debug_assert_eq!(words, self.words);
        &mut self.bits[row * words..][..words]
    }

    /// Calls `each` with every row of [`Cells::rows`] and its words, the lowest row first, and empties the set.
    #[inline(always)]
    pub fn drain(&mut self, words: usize, mut each: impl FnMut(usize, &[u64])) {
        debug_assert_eq!(words, self.words);
        let Cells { bits, rows, .. } = self;
        rows.drain(|row| {
            let bits = &mut bits[row * words..][..words];
            each(row, bits);
            bits.fill(0);
        });
    }

    /// Moves the cells of this set into `to`, a set of the side-swapped grid. `each` is called with every word that is
    /// written to `to`: its row, its place in the row, and its bits.
    #[inline(always)]
    pub fn transpose_into(&mut self, rows: TransposedRows, to: &mut Cells, mut each: impl FnMut(usize, usize, u64)) {
        let TransposedRows { row_of_column, to_row_of_column } = rows;
        if self.rows.is_empty() {
            return;
        }
        for (place, rows) in row_of_column.chunks(WORD).enumerate() {
            if !rows.iter().any(|&row| self.rows.has(row as usize)) {
                continue;
            }
            for (word, to_rows) in to_row_of_column.chunks(WORD).enumerate() {
                let (mut square, mut any) = ([0; WORD], 0);
                for (line, &row) in square.iter_mut().zip(rows) {
                    *line = self.bits[row as usize * self.words + word];
                    any |= *line;
                }
                if any == 0 {
                    continue;
                }
                transpose(&mut square);
                for (&line, &row) in square.iter().zip(to_rows) {
                    if line != 0 {
                        let row = row as usize;
                        to.bits[row * to.words + place] = line;
                        to.rows.add(row);
                        each(row, place, line);
                    }
                }
            }
        }
        self.drain(self.words, |_, _| {});
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The picture of the module's page.
    #[test]
    fn a_set_is_transposed_into_the_other_grid() {
        let (mut from, mut to) = (Cells::default(), Cells::default());
        from.reset(3, 1);
        to.reset(6, 1);
        for (row, column) in [(0, 1), (1, 3), (2, 1)] {
            from.row_mut(row)[0] |= 1 << column;
            from.rows.add(row);
        }
        let rows = TransposedRows { row_of_column: &[0, 1, 2], to_row_of_column: &[0, 1, 2, 3, 4, 5] };
        let mut written = Vec::new();
        from.transpose_into(rows, &mut to, |row, place, bits| written.push((row, place, bits)));
        assert_eq!((0..6).map(|row| to.row(row)[0]).collect::<Vec<_>>(), [0, 0b101, 0, 0b010, 0, 0]);
        assert_eq!(written, [(1, 0, 0b101), (3, 0, 0b010)]);
        assert!((0..3).all(|row| from.row(row) == [0]) && from.rows.is_empty());

        // The rows of both grids may have any order.
        let rows = TransposedRows { row_of_column: &[2, 0, 1], to_row_of_column: &[5, 4, 3, 2, 1, 0] };
        from.row_mut(0)[0] = 0b1;
        from.rows.add(0);
        to.reset(6, 1);
        from.transpose_into(rows, &mut to, |_, _, _| {});
        assert_eq!((0..6).map(|row| to.row(row)[0]).collect::<Vec<_>>(), [0, 0, 0, 0, 0, 0b010]);
    }
}
