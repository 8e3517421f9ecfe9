//! The arithmetic that several games share: base-3 numbers, binomials, ranks of subsets.

pub use crate::util::cpu::{gather, scatter};

/// The largest set that [`BINOMIALS`] counts subsets of: a chess board's squares.
const SQUARES: usize = 64;
/// The largest subsets that [`BINOMIALS`] counts.
const PIECES: usize = 16;

/// `BINOMIALS[k][n]` is the number of subsets of `k` out of `n`. The numbers of one `k` are consecutive in memory.
static BINOMIALS: [[u64; SQUARES + 1]; PIECES + 1] = {
    let mut table = [[0; SQUARES + 1]; PIECES + 1];
    let mut n = 0;
    while n <= SQUARES {
        table[0][n] = 1;
        let mut k = 1;
        while k <= PIECES && k <= n {
            table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of subsets of `k` out of `n`, for `n` up to 64 and `k` up to 16.
#[inline(always)]
pub fn binomial(n: u32, k: u32) -> u64 {
    BINOMIALS[k as usize][n as usize]
}

/// The place of a subset among all subsets of its size, in the order of the subsets as numbers (the colexicographic
/// order, Knuth, TAOCP 7.2.1.3, "the combinatorial number system").
#[inline(always)]
pub fn rank_subset(mut set: u64) -> u64 {
    let (mut rank, mut k) = (0, 0);
    while set != 0 {
        k += 1;
        rank += binomial(set.trailing_zeros(), k);
        set &= set - 1;
    }
    rank
}

/// The subsets of two and of three out of 32, in order: the sizes unranked most often.
static PAIRS: [u32; 496] = subsets(2);
static TRIPLES: [u32; 4960] = subsets(3);

/// The first subsets of a size, in order.
const fn subsets<const N: usize>(size: u32) -> [u32; N] {
    let (mut table, mut subset, mut place) = ([0; N], (1u64 << size) - 1, 0);
    while place < N {
        table[place] = subset as u32;
        if let Some(next) = next_subset(subset) {
            subset = next;
        }
        place += 1;
    }
    table
}

/// The next subset of the same size, in ascending order (Gosper, HAKMEM 175); `None` after the empty subset and after
/// the last.
#[inline(always)]
pub const fn next_subset(subset: u64) -> Option<u64> {
    let lowest = subset & subset.wrapping_neg();
    match subset.checked_add(lowest) {
        Some(ripple) if lowest != 0 => Some(ripple | (((subset ^ ripple) >> 2) / lowest)),
        _ => None,
    }
}

/// The subset of `size` at this place: the inverse of [`rank_subset`].
#[inline]
pub fn unrank_subset(rank: u64, size: u32) -> u64 {
    match (size, rank) {
        (0, _) => 0,
        (1, _) => 1 << rank,
        (2, 0..496) => PAIRS[rank as usize].into(),
        (3, 0..4960) => TRIPLES[rank as usize].into(),
        _ => unrank_large(rank, size),
    }
}

/// [`unrank_subset`] for any place and size.
fn unrank_large(mut rank: u64, size: u32) -> u64 {
    let mut set = 0;
    for k in (1..=size).rev() {
        if k <= 3 && rank < binomial(32, k) {
            return set | unrank_subset(rank, k);
        }
        let mut top = k - 1;
        while binomial(top + 1, k) <= rank {
            top += 1;
        }
        rank -= binomial(top, k);
        set |= 1 << top;
    }
    set
}

/// `BASE3_OF_BYTE[b]` is the sum of 3^i over the bits i of b.
static BASE3_OF_BYTE: [u16; 256] = {
    let mut table = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        table[byte] = 3 * table[byte / 2] + (byte % 2) as u16;
        byte += 1;
    }
    table
};

/// The base-3 number with the digit 1 in the places of the set: the sum of 3^i over the bits i.
#[inline(always)]
pub fn base3(set: u16) -> u32 {
    u32::from(BASE3_OF_BYTE[usize::from(set & 255)]) + EIGHT_DIGITS * u32::from(BASE3_OF_BYTE[usize::from(set >> 8)])
}

/// The number of base-3 numbers of eight digits.
const EIGHT_DIGITS: u32 = 3u32.pow(8);

/// The places of the digits 1 and the places of the digits 2 in each base-3 number of eight digits.
static DIGITS: [(u8, u8); EIGHT_DIGITS as usize] = {
    let mut table = [(0, 0); EIGHT_DIGITS as usize];
    let mut number = 1;
    while number < EIGHT_DIGITS as usize {
        let (ones, twos) = table[number / 3];
        table[number] = (ones << 1 | (number % 3 == 1) as u8, twos << 1 | (number % 3 == 2) as u8);
        number += 1;
    }
    table
};

/// The places of the digits 1 and the places of the digits 2 in a base-3 number below 43,046,721: of at most 16 digits.
#[inline]
pub fn base3_digits(number: u32) -> (u16, u16) {
    let (low_ones, low_twos) = DIGITS[(number % EIGHT_DIGITS) as usize];
    let (high_ones, high_twos) = DIGITS[(number / EIGHT_DIGITS) as usize];
    (u16::from_le_bytes([low_ones, high_ones]), u16::from_le_bytes([low_twos, high_twos]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn binomials_are_those_of_the_books() {
        assert_eq!(binomial(32, 5), 201_376);
        assert_eq!(binomial(64, 16), 488_526_937_079_580);
        assert_eq!(binomial(3, 5), 0);
    }

    #[test]
    fn subsets_are_ranked_in_the_order_of_numbers() {
        for size in 0..=6 {
            let subsets = (0u64..1 << 12).filter(|set| set.count_ones() == size);
            for (place, set) in subsets.enumerate() {
                assert_eq!(rank_subset(set), place as u64);
                assert_eq!(unrank_subset(place as u64, size), set);
            }
        }
        for size in 1..=8 {
            let last = binomial(64, size) - 1;
            for rank in (0..=20).map(|part| (u128::from(last) * part / 20) as u64) {
                assert_eq!(rank_subset(unrank_subset(rank, size)), rank);
            }
        }
    }

    proptest! {
        #[test]
        fn base_3_digits_come_back(number in 0u32..43_046_721) {
            let (ones, twos) = base3_digits(number);
            prop_assert_eq!(ones & twos, 0);
            prop_assert_eq!(base3(ones) + 2 * base3(twos), number);
        }
    }
}
