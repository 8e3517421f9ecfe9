//! Sets as words: bit `i` of a word is 1 if `i` is in the set. Iterators, and the symmetries of boards of bits.
//!
//! A board is a word with bit `x + STRIDE y` for the square in column `x` and row `y`, both from 0. With a stride of 8
//! its 64 squares fill the word; a longer stride leaves columns that no square is in, so that shifts need no mask.
//!
//! # Overview of functions
//!
//! * [`ones`]: the members of a set, in ascending order.
//! * [`transposed`] and [`columns_mirrored`]: images of a board in one word. Of its other mirror images, the one with
//!   the rows exchanged is [`u64::swap_bytes`], and the rotation by 180 degrees is [`u64::reverse_bits`].
//! * [`transpose`]: a square of 64 words.

use std::marker::PhantomData;

use super::cpu;

/// A type of the members of a set.
pub trait SetMember {
    /// The member that a bit means.
    fn of_bit(bit: u32) -> Self;
}

impl SetMember for u8 {
    #[inline(always)]
    fn of_bit(bit: u32) -> u8 {
        bit as u8
    }
}

impl SetMember for u32 {
    #[inline(always)]
    fn of_bit(bit: u32) -> u32 {
        bit
    }
}

impl SetMember for usize {
    #[inline(always)]
    fn of_bit(bit: u32) -> usize {
        bit as usize
    }
}

/// The numbers of the bits of a set that are 1, in ascending order.
///
/// ```
/// use hindsight::util::bits::ones;
///
/// assert!(ones::<u32>(0b1001_0010_u16).eq([1, 4, 7]));
/// ```
#[inline(always)]
pub fn ones<M: SetMember>(set: impl Into<u64>) -> Ones<M> {
    Ones { set: set.into(), members: PhantomData }
}

/// See [`ones`].
#[derive(Clone)]
pub struct Ones<M> {
    /// The members that are left.
    set: u64,
    members: PhantomData<M>,
}

impl<M: SetMember> Iterator for Ones<M> {
    type Item = M;

    #[inline(always)]
    fn next(&mut self) -> Option<M> {
        // An empty word has 64 trailing zeros. The comparison tells the compiler that a member is below 64.
        let bit = self.set.trailing_zeros();
        self.set &= self.set.wrapping_sub(1);
        (bit < u64::BITS).then(|| M::of_bit(bit))
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = cpu::count_ones(self.set) as usize;
        (left, Some(left))
    }

    #[inline(always)]
    fn count(self) -> usize {
        cpu::count_ones(self.set) as usize
    }
}

impl<M: SetMember> ExactSizeIterator for Ones<M> {}

/// The board with rows and columns exchanged: a mirror in the diagonal through square 0.
///
/// ```text
///  row 2   . x x          . . x
///  row 1   . . .    ->    . . x
///  row 0   x . .          x . .
/// ```
///
/// The board is one of 8 rows and columns. If the stride is greater than 8, its squares have `x + y < 8`, which is the
/// half of the board that fits a word. Bit `b` of the column is exchanged with bit `b` of the row, for the three `b`
/// (Warren, "Hacker's Delight", 7-3).
#[inline(always)]
pub const fn transposed<const STRIDE: u32>(set: u64) -> u64 {
    const { assert!(STRIDE >= 8, "a board has 8 columns") };
    let set = exchanged(set, const { exchangeable(STRIDE, 1) }, STRIDE - 1);
    let set = exchanged(set, const { exchangeable(STRIDE, 2) }, 2 * (STRIDE - 1));
    exchanged(set, const { exchangeable(STRIDE, 4) }, 4 * (STRIDE - 1))
}

/// Exchanges the bits of a mask with the bits `by` places above them.
#[inline(always)]
const fn exchanged(set: u64, mask: u64, by: u32) -> u64 {
    let differ = (set >> by ^ set) & mask;
    set ^ differ ^ differ << by
}

/// The squares of the board whose column has a bit that the row does not have.
const fn exchangeable(stride: u32, bit: u32) -> u64 {
    let (mut squares, mut y) = (0, 0);
    while y < 8 {
        let mut x = 0;
        while x < 8 && (stride == 8 || x + y < 8) {
            if x & bit != 0 && y & bit == 0 {
                squares |= 1 << (x + stride * y);
            }
            x += 1;
        }
        y += 1;
    }
    squares
}

/// The board of 64 squares with the columns in the opposite order.
///
/// ```text
///  row 1   x x . . . . . .          . . . . . . x x
///  row 0   x . . . . . . .    ->    . . . . . . . x
/// ```
#[inline(always)]
pub const fn columns_mirrored(set: u64) -> u64 {
    let set = set >> 1 & 0x5555_5555_5555_5555 | (set & 0x5555_5555_5555_5555) << 1;
    let set = set >> 2 & 0x3333_3333_3333_3333 | (set & 0x3333_3333_3333_3333) << 2;
    set >> 4 & 0x0f0f_0f0f_0f0f_0f0f | (set & 0x0f0f_0f0f_0f0f_0f0f) << 4
}

/// Exchanges rows and columns of a square of 64 words: bit `c` of word `r` goes to bit `r` of word `c`.
///
/// ```text
///          bit 0 1 2              bit 0 1 2
///  word 0      a b c      word 0      a d g
///  word 1      d e f  ->  word 1      b e h
///  word 2      g h i      word 2      c f i
/// ```
///
/// The upper right block of each block of 64, 32, ... 2 rows and columns is exchanged with the lower left one (Warren,
/// "Hacker's Delight", 7-3).
#[inline(always)]
pub fn transpose(square: &mut [u64; 64]) {
    let (mut width, mut mask) = (32, u64::from(u32::MAX));
    while width != 0 {
        for block in square.chunks_exact_mut(2 * width) {
            let (upper, lower) = block.split_at_mut(width);
            for (upper, lower) in upper.iter_mut().zip(lower) {
                let differ = (*upper >> width ^ *lower) & mask;
                *upper ^= differ << width;
                *lower ^= differ;
            }
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The image of a board, square by square.
    fn image(set: u64, stride: u32, to: impl Fn(u32, u32) -> (u32, u32)) -> u64 {
        let members = (0..64).filter(|bit| set >> bit & 1 == 1);
        let images = members.map(|bit| to(bit % stride, bit / stride));
        images.fold(0, |image, (x, y)| image | 1 << (x + stride * y))
    }

    /// The squares whose column and row add up to less than 8.
    fn half_board(stride: u32) -> u64 {
        (0..8).flat_map(|y| (0..8 - y).map(move |x| 1u64 << (x + stride * y))).sum()
    }

    #[test]
    fn members_of_the_ends_of_a_word() {
        assert_eq!(ones::<u8>(0u64).next(), None);
        assert!(ones::<u8>(1u64 << 63 | 1).eq([0, 63]));
        assert!(ones::<usize>(u64::MAX).eq(0..64));
    }

    #[test]
    fn the_pictures_show_the_images() {
        assert_eq!(transposed::<8>(1 | 0b110 << 16), 1 | 1 << (2 + 8) | 1 << (2 + 16));
        assert_eq!(columns_mirrored(1 | 0b11 << 8), 1 << 7 | 0b11 << 14);
    }

    proptest! {
        #[test]
        fn ones_are_the_members_that_a_loop_over_all_bits_finds(set: u64) {
            let members: Vec<u32> = (0..64).filter(|bit| set >> bit & 1 == 1).collect();
            prop_assert_eq!(ones::<u32>(set).len(), members.len());
            prop_assert_eq!(ones::<u32>(set).count(), members.len());
            prop_assert_eq!(ones::<u32>(set).collect::<Vec<_>>(), members);
        }

        #[test]
        fn images_of_a_board_are_the_images_of_its_squares(set: u64) {
            prop_assert_eq!(transposed::<8>(set), image(set, 8, |x, y| (y, x)));
            prop_assert_eq!(columns_mirrored(set), image(set, 8, |x, y| (7 - x, y)));
            prop_assert_eq!(set.swap_bytes(), image(set, 8, |x, y| (x, 7 - y)));
            prop_assert_eq!(set.reverse_bits(), image(set, 8, |x, y| (7 - x, 7 - y)));
        }

        #[test]
        fn half_a_board_is_transposed_with_a_longer_stride(set: u64) {
            let half = set & half_board(9);
            prop_assert_eq!(transposed::<9>(half), image(half, 9, |x, y| (y, x)));
        }

        #[test]
        fn a_square_of_words_is_transposed(words in prop::collection::vec(any::<u64>(), 64)) {
            let mut square: [u64; 64] = std::array::from_fn(|row| words[row]);
            transpose(&mut square);
            for (row, line) in square.iter().enumerate() {
                let column = (0..64).map(|at| (words[at] >> row & 1) << at).sum::<u64>();
                prop_assert_eq!(*line, column);
            }
        }
    }
}
