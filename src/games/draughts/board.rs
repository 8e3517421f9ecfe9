//! The board as bits: squares, directions and the rotation by 180 degrees.
//!
//! The 32 squares lie in 35 bits, four a row, with an empty bit after every second row (Arthur Samuel, "Some Studies in
//! Machine Learning Using the Game of Checkers", 1959). So a step in a direction is the same shift from every square,
//! and a step off the board ends on a bit that is no square:
//!
//! ```text
//!      31  32  33  34      the far row of the side to move, where its men are crowned
//!    27  28  29  30
//!      22  23  24  25      bits 8, 17 and 26 are no squares
//!    18  19  20  21
//!      13  14  15  16
//!     9  10  11  12
//!       4   5   6   7
//!     0   1   2   3        its first row
//! ```
//!
//! The side to move always moves up. With Black to move bit 0 is square 1; with White to move the board is rotated by
//! 180 degrees, and bit 0 is square 32.

/// The number of squares.
pub const SQUARES: u32 = 32;

/// Every square.
pub const BOARD: u64 = 0x7_fbfd_feff;

/// The far row: men of the side to move are crowned here.
pub const FAR_ROW: u64 = 0xf << 31;

/// The near row: men of the other side are crowned here.
pub const NEAR_ROW: u64 = 0xf;

/// A man of the side to move has the directions below this; a king has all [`DIRECTIONS`].
pub const MAN_DIRECTIONS: u32 = 2;

/// The number of directions: 0 and 1 lead up, 2 and 3 down. Direction 3 is opposite to 0, and 2 to 1.
pub const DIRECTIONS: u32 = 4;

/// The squares that the pieces of a set enter by a step in a direction. Steps off the board end on bits that are no
/// squares.
#[inline(always)]
pub fn step(set: u64, direction: u32) -> u64 {
    set.rotate_left([4, 5, 59, 60][direction as usize])
}

/// The set rotated by 180 degrees.
#[inline(always)]
pub fn rotated(set: u64) -> u64 {
    set.reverse_bits() >> 29
}

/// The square with a number from 1 to 32, as a set.
pub fn square(number: u32, black_to_move: bool) -> u64 {
    let place = if black_to_move { number - 1 } else { SQUARES - number };
    1 << (place + place / 8)
}

/// The number of the lowest square of a set that is not empty.
pub fn number(set: u64, black_to_move: bool) -> u32 {
    let bit = set.trailing_zeros();
    let place = bit - bit / 9;
    if black_to_move { place + 1 } else { SQUARES - place }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_their_numbers_from_both_sides() {
        for black_to_move in [true, false] {
            let all = (1..=SQUARES).map(|n| square(n, black_to_move)).fold(0, |all, square| all ^ square);
            assert_eq!(all, BOARD);
            for n in 1..=SQUARES {
                assert_eq!(number(square(n, black_to_move), black_to_move), n);
                assert_eq!(rotated(square(n, black_to_move)), square(n, !black_to_move));
            }
        }
    }

    #[test]
    fn a_step_leads_to_the_diagonal_neighbour() {
        // Row and column of a square, counted from Black's side and from the left of the usual diagram.
        let place =
            |n: u32| ((n as i32 - 1) / 4, 2 * ((n as i32 - 1) % 4) + i32::from(((n - 1) / 4).is_multiple_of(2)));
        for n in 1..=SQUARES {
            for (direction, (down, right)) in [(1, -1), (1, 1), (-1, -1), (-1, 1)].into_iter().enumerate() {
                let (row, column) = place(n);
                let neighbour = (1..=SQUARES).find(|&mv| place(mv) == (row + down, column + right));
                let entered = step(square(n, true), direction as u32) & BOARD;
                assert_eq!(entered, neighbour.map_or(0, |mv| square(mv, true)), "from {n}");
            }
        }
    }
}
