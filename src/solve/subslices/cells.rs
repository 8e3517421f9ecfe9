//! Sets of cells: one bit per cell, row by row, and the set of the rows that may have any.

/// Bits in a word.
pub const WORD: usize = 64;

/// A set of rows.
#[derive(Default)]
pub struct Rows(Vec<u64>);

impl Rows {
    /// Resizes to `rows` rows, with none in the set.
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
            for_each_bit(word, |bit| each(number * WORD + bit));
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Takes every row out, the lowest first.
    #[inline(always)]
    pub fn drain(&mut self, mut each: impl FnMut(usize)) {
        for (number, word) in self.0.iter_mut().enumerate() {
            for_each_bit(std::mem::take(word), |bit| each(number * WORD + bit));
        }
    }
}

/// Calls `each` with the place of every bit, the lowest first.
#[inline(always)]
pub fn for_each_bit(mut word: u64, mut each: impl FnMut(usize)) {
    while word != 0 {
        each(word.trailing_zeros() as usize);
        word &= word - 1;
    }
}

/// A set of cells.
#[derive(Default)]
pub struct Cells {
    words: usize,
    bits: Vec<u64>,
    /// The rows that may have cells in the set. Whoever writes through [`Cells::row_mut`] notes them.
    pub rows: Rows,
}

impl Cells {
    /// Resizes to `rows` rows of `words` words, with no cell in the set.
    pub fn reset(&mut self, rows: usize, words: usize) {
        self.words = words;
        self.bits.clear();
        self.bits.resize(rows * words, 0);
        self.rows.reset(rows);
    }

    #[inline(always)]
    pub fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..][..self.words]
    }

    #[inline(always)]
    pub fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.bits[row * self.words..][..self.words]
    }

    /// [`Cells::row`] for rows that are known to be of `words` words.
    #[inline(always)]
    pub fn row_of(&self, row: usize, words: usize) -> &[u64] {
        debug_assert_eq!(words, self.words);
        &self.bits[row * words..][..words]
    }

    /// [`Cells::row_mut`] for rows that are known to be of `words` words.
    #[inline(always)]
    pub fn row_of_mut(&mut self, row: usize, words: usize) -> &mut [u64] {
        debug_assert_eq!(words, self.words);
        &mut self.bits[row * words..][..words]
    }

    /// Moves the cells of this set into `to`, a set of the grid with the sides swapped: rows become columns.
    ///
    /// `row_at` has the row of this grid for each column of the other, `row_to` the row of the other for each column of
    /// this one. `each` is called with every word that is put: its row, its place in the row, and its bits.
    pub fn turn(&mut self, row_at: &[u32], row_to: &[u32], to: &mut Cells, mut each: impl FnMut(usize, usize, u64)) {
        if self.rows.is_empty() {
            return;
        }
        for (place, rows) in row_at.chunks(WORD).enumerate() {
            if !rows.iter().any(|&row| self.rows.has(row as usize)) {
                continue;
            }
            for (word, row_to) in row_to.chunks(WORD).enumerate() {
                let (mut square, mut any) = ([0; WORD], 0);
                for (line, &row) in square.iter_mut().zip(rows) {
                    *line = self.bits[row as usize * self.words + word];
                    any |= *line;
                }
                if any == 0 {
                    continue;
                }
                transpose(&mut square);
                for (&line, &row) in square.iter().zip(row_to) {
                    if line != 0 {
                        let row = row as usize;
                        to.bits[row * to.words + place] = line;
                        to.rows.add(row);
                        each(row, place, line);
                    }
                }
            }
        }
        let (bits, words) = (&mut self.bits, self.words);
        self.rows.drain(|row| bits[row * words..][..words].fill(0));
    }
}

/// Transposes: rows become columns (Warren, Hacker's Delight, 7-3).
fn transpose(square: &mut [u64; WORD]) {
    let (mut width, mut mask) = (WORD / 2, u64::from(u32::MAX));
    while width != 0 {
        for pair in square.chunks_exact_mut(2 * width) {
            let (upper, lower) = pair.split_at_mut(width);
            for (upper, lower) in upper.iter_mut().zip(lower) {
                let changed = (*upper >> width ^ *lower) & mask;
                *upper ^= changed << width;
                *lower ^= changed;
            }
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_is_transposed() {
        let mut square: [u64; WORD] = std::array::from_fn(|row| (row as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let before = square;
        transpose(&mut square);
        for (row, before) in before.into_iter().enumerate() {
            assert!(square.iter().enumerate().all(|(column, line)| line >> row & 1 == before >> column & 1));
        }
    }
}
