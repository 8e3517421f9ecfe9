//! Sets of fillings of a board, a row of bits for each filling of its upper points.
//!
//! A filling is a base-3 number: digit `i` is 0 where point `i` is empty, 1 for a white and 2 for a black piece. The
//! lower eight points make the place of a bit within its row, the upper ones the number of the row. So a step between
//! lower points is one shift for all bits of a row, and a step between upper points takes whole rows.

use crate::rank::base3_digits;

/// Points that a row spans.
pub const LOWER: u32 = 8;
/// Fillings of the lower points, which are the bits of a row.
pub const BITS: u32 = 3u32.pow(LOWER);
/// Words of a row: 103 for the bits, and one that fills the vector registers evenly.
pub const WORDS: usize = 104;
/// Words that a shift may reach beyond either end of a row: no piece moves a bit by more than 2 x 3^7.
pub const GUARD: usize = 72;

/// The bits of one row.
pub type Row = [u64; WORDS];
/// A row with what lies on both sides of it.
pub type Window = [u64; WORDS + 2 * GUARD];

/// A row of the fillings of the lower points, given as (white, black), that fit a condition.
pub fn row_of(condition: impl Fn(u16, u16) -> bool) -> Row {
    let mut row = [0; WORDS];
    for bit in 0..BITS {
        let (white, black) = base3_digits(bit);
        if condition(white, black) {
            row[bit as usize / 64] |= 1 << (bit % 64);
        }
    }
    row
}

/// The words of a set: its rows, with a guard at both ends.
pub fn empty_set(rows: usize) -> Vec<u64> {
    vec![0; rows * WORDS + 2 * GUARD]
}

/// The rows of a set without its guards.
pub fn rows_of(set: &mut [u64]) -> &mut [u64] {
    let end = set.len() - GUARD;
    &mut set[GUARD..end]
}

/// A row of a set with what lies beside it.
#[inline(always)]
pub fn window(set: &[u64], row: usize) -> &Window {
    set[row * WORDS..][..WORDS + 2 * GUARD].try_into().expect("a window has a fixed length")
}

/// A row of its own, as a window between zeros.
#[inline(always)]
pub fn row_in(window: &mut Window) -> &mut Row {
    (&mut window[GUARD..GUARD + WORDS]).try_into().expect("a row has a fixed length")
}

/// The words of a window's row, each bit taken from `shift` places further up.
#[inline(always)]
pub fn shifted(window: &Window, shift: i32) -> impl Fn(usize) -> u64 {
    let start = (GUARD as i32 + shift.div_euclid(64)) as usize;
    let right = shift.rem_euclid(64);
    let low: &Row = window[start..][..WORDS].try_into().expect("a row has a fixed length");
    let high: &Row = window[start + 1..][..WORDS].try_into().expect("a row has a fixed length");
    move |word| low[word] >> right | high[word] << 1 << (63 - right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shift_takes_each_bit_from_further_up() {
        let mut window: Window = [0; WORDS + 2 * GUARD];
        for bit in [0usize, 1, 63, 64, 1000, 6560] {
            row_in(&mut window)[bit / 64] |= 1 << (bit % 64);
        }
        for shift in [-4374, -64, -1, 0, 1, 2, 63, 64, 65, 4374] {
            let word = shifted(&window, shift);
            for bit in 0..BITS as i32 {
                let from = bit + shift;
                let expected = [0, 1, 63, 64, 1000, 6560].contains(&from);
                assert_eq!(word(bit as usize / 64) >> (bit % 64) & 1 == 1, expected, "bit {bit}, shift {shift}");
            }
        }
    }
}
