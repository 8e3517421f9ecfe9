//! Rows of bits, their groups and their shifts.
//!
//! A row has a bit for each filling of the lower eight points. A step between lower points is one shift of all bits of
//! a row, and a step between upper points takes whole rows to rows.
//!
//! The words of a row are in groups of eight, a vector register each. Many steps are possible in some groups alone, and
//! many sets are empty in some: groups without bits are passed over.

use crate::space::combinatorics::base3_digits;
use crate::util::bits::ones;

/// Points that a row spans.
pub const LOWER: u32 = 8;
/// Fillings of the lower points, which are the bits of a row.
pub const BITS: usize = 3usize.pow(LOWER);
/// Words of a group.
pub const GROUP: usize = 8;
/// Words of a row: 103 for the bits, and one that fills the last group.
pub const WORDS: usize = 104;
/// Words that a shift may reach beyond either end of a row: a step with its captures moves a bit by at most 2 x 3^8.
pub const GUARD: usize = 208;

/// The bits of one row.
pub type FillingRow = [u64; WORDS];
/// A row with the [`GUARD`] words on both sides of it.
pub type RowWindow = [u64; WORDS + 2 * GUARD];
/// Some groups of a row: group `g` is bit `g`.
pub type Groups = u16;
/// Every group of a row.
pub const ALL: Groups = (1 << (WORDS / GROUP)) - 1;

/// A window without bits.
pub const EMPTY: RowWindow = [0; WORDS + 2 * GUARD];

/// The white and the black pieces of every filling of the lower points.
pub fn fillings() -> Vec<(u16, u16)> {
    (0..BITS as u32).map(base3_digits).collect()
}

/// Puts a bit into a row.
pub fn insert(row: &mut FillingRow, bit: usize) {
    row[bit / 64] |= 1 << (bit % 64);
}

/// The groups of a row that have bits.
#[inline(always)]
pub fn groups(row: &FillingRow) -> Groups {
    let (groups, _) = row.as_chunks::<GROUP>();
    groups.iter().enumerate().map(|(at, &group)| u16::from(any(group)) << at).sum()
}

/// Whether a group has bits.
#[inline(always)]
pub fn any(group: [u64; GROUP]) -> bool {
    group.iter().fold(0, |any, word| any | word) != 0
}

/// A row of a set with the words on both sides of it.
#[inline(always)]
pub fn window(set: &[u64], row: usize) -> &RowWindow {
    set[row * WORDS..][..WORDS + 2 * GUARD].try_into().expect("a window has a fixed length")
}

/// The row in the middle of a window.
#[inline(always)]
pub fn row_in(window: &mut RowWindow) -> &mut FillingRow {
    (&mut window[GUARD..GUARD + WORDS]).try_into().expect("a row has a fixed length")
}

/// A shift of a row: each bit comes from a fixed number of places further up.
#[derive(Clone, Copy)]
pub struct Shift {
    start: usize,
    right: u32,
}

impl Shift {
    /// A shift by `places`; with a negative number, bits come from further down.
    pub fn new(places: i32) -> Shift {
        Shift { start: (GUARD as i32 + places.div_euclid(64)) as usize, right: places.rem_euclid(64) as u32 }
    }

    /// Calls `take` with each of these groups of a window's row, shifted.
    #[inline(always)]
    pub fn apply(self, window: &RowWindow, groups: Groups, mut take: impl FnMut(usize, [u64; GROUP])) {
        let (low, _) = window[self.start..][..WORDS].as_chunks::<GROUP>();
        let (high, _) = window[self.start + 1..][..WORDS].as_chunks::<GROUP>();
        for at in ones::<usize>(groups) {
            take(at, funnel(low[at], high[at], self.right));
        }
    }

    /// The groups that bits of these groups can be shifted into.
    #[inline(always)]
    pub fn reach(self, groups: Groups) -> Groups {
        // Group g takes its words from groups g + up and g + up + 1.
        let up = self.start as i32 / GROUP as i32 - (GUARD / GROUP) as i32;
        let from = u64::from(groups) << 32;
        let reached = if up >= 0 { from >> up | from >> (up + 1) } else { from << -up | from << (-up - 1) };
        (reached >> 32) as Groups & ALL
    }
}

/// The words that start `right` bits up in each of `low`, with the bits of `high` above them.
#[inline(always)]
fn funnel(low: [u64; GROUP], high: [u64; GROUP], right: u32) -> [u64; GROUP] {
    combine(low, high, |low, high| low >> right | high << 1 << (63 - right))
}

/// An operation on the words of two groups.
#[inline(always)]
pub fn combine(first: [u64; GROUP], second: [u64; GROUP], operation: impl Fn(u64, u64) -> u64) -> [u64; GROUP] {
    let mut words = [0; GROUP];
    for word in 0..GROUP {
        words[word] = operation(first[word], second[word]);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shift_takes_each_bit_from_further_up() {
        let bits = [0, 1, 63, 64, 1000, 4095, 6560];
        let mut window = EMPTY;
        for bit in bits {
            insert(row_in(&mut window), bit);
        }
        for places in [-6560, -4374, -512, -64, -1, 0, 1, 2, 63, 64, 65, 511, 512, 513, 4374, 13000] {
            let shift = Shift::new(places);
            let mut shifted = [0; WORDS];
            shift.apply(&window, ALL, |at, words| shifted[at * GROUP..][..GROUP].copy_from_slice(&words));
            let mut expected = [0; WORDS];
            for bit in 0..(WORDS * 64) as i32 {
                if bits.iter().any(|&from| from as i32 == bit + places) {
                    insert(&mut expected, bit as usize);
                }
            }
            assert_eq!(shifted, expected, "by {places}");
            let reached = shift.reach(groups(row_in(&mut window)));
            assert_eq!(groups(&shifted) & !reached, 0, "by {places}");
        }
    }
}
