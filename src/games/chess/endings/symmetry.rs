//! The eight symmetries of the board, of squares and of sets of squares.
//!
//! A flip is a number of three bits: 1 exchanges the files (a and h), 2 the ranks (1 and 8), and 4 files with ranks, which
//! comes last.

/// One of the eight symmetries, 0 being none.
pub type Flip = u8;

/// Exchanges the ranks.
pub const RANKS: Flip = 2;
/// Exchanges files with ranks: a reflection in the diagonal from a1 to h8.
pub const DIAGONAL: Flip = 4;

/// Where each square goes, by flip.
pub static SQUARES: [[u8; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut flip = 0;
    while flip < 8 {
        let mut from = 0;
        while from < 64 {
            table[flip][from] = square(flip as Flip, from as u8);
            from += 1;
        }
        flip += 1;
    }
    table
};

/// Where a square goes.
pub const fn square(flip: Flip, square: u8) -> u8 {
    let file = if flip & 1 == 0 { square % 8 } else { 7 - square % 8 };
    let rank = if flip & RANKS == 0 { square / 8 } else { 7 - square / 8 };
    if flip & DIAGONAL == 0 { 8 * rank + file } else { 8 * file + rank }
}

/// The flip that undoes one.
#[inline(always)]
pub fn inverse(flip: Flip) -> Flip {
    // After the diagonal, files are ranks.
    if flip & DIAGONAL == 0 { flip } else { DIAGONAL | (flip & 1) << 1 | (flip >> 1) & 1 }
}

/// Where a set of squares goes.
#[inline(always)]
pub fn set(flip: Flip, mut set: u64) -> u64 {
    if flip & 1 != 0 {
        set = files_exchanged(set);
    }
    if flip & RANKS != 0 {
        set = set.swap_bytes();
    }
    if flip & DIAGONAL != 0 {
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
        for flip in 0..8 {
            for (from, &to) in SQUARES[usize::from(flip)].iter().enumerate() {
                assert_eq!(set(flip, 1 << from), 1 << to);
                assert_eq!(SQUARES[usize::from(inverse(flip))][usize::from(to)], from as u8);
                assert_eq!(square(flip ^ RANKS, from as u8), square(flip, from as u8 ^ 56));
            }
        }
    }
}
