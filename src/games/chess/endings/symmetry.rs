//! The eight mirrors of the board, on squares and on sets of squares.
//!
//! A mirror is a number of three bits: 1 exchanges the files (a with h), 2 exchanges the ranks (1 with 8), and 4, done
//! last, exchanges files with ranks.

/// A symmetry of the board; 0 changes nothing.
pub type Mirror = u8;

/// Exchanges the ranks.
pub const RANKS: Mirror = 2;
/// Exchanges files with ranks: the mirror in the diagonal from a1 to h8.
pub const DIAGONAL: Mirror = 4;

/// By mirror and square, the mirrored square.
pub static SQUARES: [[u8; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut mirror = 0;
    while mirror < 8 {
        let mut from = 0;
        while from < 64 {
            table[mirror][from] = square(mirror as Mirror, from as u8);
            from += 1;
        }
        mirror += 1;
    }
    table
};

/// The mirrored square.
pub const fn square(mirror: Mirror, square: u8) -> u8 {
    let file = if mirror & 1 == 0 { square % 8 } else { 7 - square % 8 };
    let rank = if mirror & RANKS == 0 { square / 8 } else { 7 - square / 8 };
    if mirror & DIAGONAL == 0 { 8 * rank + file } else { 8 * file + rank }
}

/// The mirror that undoes a mirror.
#[inline(always)]
pub fn inverse(mirror: Mirror) -> Mirror {
    // After the diagonal, files are ranks.
    if mirror & DIAGONAL == 0 { mirror } else { DIAGONAL | (mirror & 1) << 1 | (mirror >> 1) & 1 }
}

/// The mirrored set of squares.
#[inline(always)]
pub fn set(mirror: Mirror, mut set: u64) -> u64 {
    if mirror & 1 != 0 {
        set = files_exchanged(set);
    }
    if mirror & RANKS != 0 {
        set = set.swap_bytes();
    }
    if mirror & DIAGONAL != 0 {
        set = transposed(set);
    }
    set
}

#[inline(always)]
fn files_exchanged(set: u64) -> u64 {
    let set = set >> 1 & 0x5555_5555_5555_5555 | (set & 0x5555_5555_5555_5555) << 1;
    let set = set >> 2 & 0x3333_3333_3333_3333 | (set & 0x3333_3333_3333_3333) << 2;
    set >> 4 & 0x0f0f_0f0f_0f0f_0f0f | (set & 0x0f0f_0f0f_0f0f_0f0f) << 4
}

/// Files exchanged with ranks, in blocks of one, two and four squares (Warren, "Hacker's Delight", 7-3).
#[inline(always)]
fn transposed(set: u64) -> u64 {
    let exchange = |set: u64, by: u32, mask: u64| {
        let differ = (set ^ set >> by) & mask;
        set ^ differ ^ differ << by
    };
    let set = exchange(set, 7, 0x00aa_00aa_00aa_00aa);
    let set = exchange(set, 14, 0x0000_cccc_0000_cccc);
    exchange(set, 28, 0x0000_0000_f0f0_f0f0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_go_where_their_squares_go_and_back() {
        for mirror in 0..8 {
            for (from, &to) in SQUARES[usize::from(mirror)].iter().enumerate() {
                assert_eq!(set(mirror, 1 << from), 1 << to);
                assert_eq!(SQUARES[usize::from(inverse(mirror))][usize::from(to)], from as u8);
                assert_eq!(square(mirror ^ RANKS, from as u8), square(mirror, from as u8 ^ 56));
            }
        }
    }
}
