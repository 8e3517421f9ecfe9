//! The boards as bits: squares, directions and the rotation by 180 degrees.
//!
//! The squares of a row lie side by side, with an empty bit after every second row (Arthur Samuel, "Some Studies in
//! Machine Learning Using the Game of Checkers", 1959). So a step in a direction is the same shift from every square,
//! and a step off the board ends on a bit that is no square. [`Eight`] has 32 squares in 35 bits:
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
//! [`Ten`] has 50 squares in 54 bits; its bits 10, 21, 32 and 43 are no squares.
//!
//! The side to move always moves up. With the other side to move the board is rotated by 180 degrees. The *index* of a
//! square counts the squares in the rows below it and before it in its row, from 0.

use std::any::Any;
use std::fmt::Debug;
use std::sync::OnceLock;

/// A man of the side to move has the directions below this; a king has all [`DIRECTIONS`].
pub const MAN_DIRECTIONS: u32 = 2;

/// The number of directions: 0 and 1 lead up, 2 and 3 down. Direction 3 is opposite to 0, and 2 to 1.
pub const DIRECTIONS: u32 = 4;

/// The direction opposite to another.
#[inline(always)]
pub const fn opposite(direction: u32) -> u32 {
    DIRECTIONS - 1 - direction
}

/// Memory that is filled once.
pub type SharedMemory = OnceLock<Box<dyn Any + Send + Sync>>;

/// A board, as a type without a value.
pub trait DraughtsBoard: Copy + Eq + Debug + Send + Sync + 'static {
    /// The squares of a row.
    const ROW: u32;

    /// The greatest number of pieces in an ending.
    const MOST_PIECES: u32;

    /// The number of rows, and of columns.
    const SIDE: u32 = 2 * Self::ROW;

    /// The number of squares.
    const SQUARES: u32 = Self::SIDE * Self::ROW;

    /// The bits of two rows and the empty bit after them.
    const TWO_ROWS: u32 = 2 * Self::ROW + 1;

    /// The bits from the first square to the last.
    const BITS: u32 = Self::SQUARES + Self::ROW - 1;

    /// Every square.
    const BOARD: u64 = {
        let (mut board, mut pair) = (0, 0);
        while pair < Self::ROW {
            board |= ((1 << (2 * Self::ROW)) - 1) << (pair * Self::TWO_ROWS);
            pair += 1;
        }
        board
    };

    /// The near row: men of the other side are crowned here.
    const NEAR_ROW: u64 = (1 << Self::ROW) - 1;

    /// The far row: men of the side to move are crowned here.
    const FAR_ROW: u64 = Self::NEAR_ROW << (Self::BITS - Self::ROW);

    /// The squares that men of both sides can stand on.
    const FIELD: u64 = Self::BOARD & !(Self::NEAR_ROW | Self::FAR_ROW);

    /// The number of squares that men of both sides can stand on.
    const FIELD_SQUARES: u32 = Self::SQUARES - 2 * Self::ROW;

    /// The squares that men of the other side can stand on.
    const OTHERS: u64 = Self::BOARD & !Self::NEAR_ROW;

    /// The number of squares that men of the other side can stand on.
    const OTHERS_SQUARES: u32 = Self::SQUARES - Self::ROW;

    /// The squares that have a square behind them in every direction. Elsewhere no piece can be captured.
    const INNER: u64 = {
        let (mut inner, mut row) = (0, 1);
        while row < Self::SIDE - 1 {
            // The square at the edge is the first of an odd row, and the last of an even one.
            let edge = if row % 2 == 1 { 1 } else { 1 << (Self::ROW - 1) };
            inner |= (Self::NEAR_ROW & !edge) << (row / 2 * Self::TWO_ROWS + row % 2 * Self::ROW);
            row += 1;
        }
        inner
    };

    /// By the bit of a square and the direction, the squares on the way to the edge.
    const RAYS: &'static [[u64; DIRECTIONS as usize]; 64] = &{
        let mut rays = [[0; DIRECTIONS as usize]; 64];
        let mut bit = 0;
        while bit < Self::BITS as usize {
            let mut direction = 0;
            while direction < DIRECTIONS as usize {
                let mut at = Self::BOARD & 1 << bit;
                while at != 0 {
                    at = at.rotate_left(Self::SHIFTS[direction]) & Self::BOARD;
                    rays[bit][direction] |= at;
                }
                direction += 1;
            }
            bit += 1;
        }
        rays
    };

    /// By direction, the bits by which a step turns a set to the left.
    const SHIFTS: [u32; DIRECTIONS as usize] = [Self::ROW, Self::ROW + 1, 63 - Self::ROW, 64 - Self::ROW];

    /// Memory for a list of the squares: an array of a power of two, empty.
    type List: AsRef<[u64]> + AsMut<[u64]>;

    /// An empty list.
    const NO_SQUARES: Self::List;

    /// The squares that the pieces of a set enter by a step in a direction. Steps off the board end on bits that are no
    /// squares.
    #[inline(always)]
    fn step(set: u64, direction: u32) -> u64 {
        set.rotate_left(Self::SHIFTS[direction as usize])
    }

    /// The set rotated by 180 degrees.
    #[inline(always)]
    fn rotated(set: u64) -> u64 {
        set.reverse_bits() >> (64 - Self::BITS)
    }

    /// The squares of a row, counted from 0.
    #[inline(always)]
    fn row(number: u32) -> u64 {
        Self::NEAR_ROW << (number / 2 * Self::TWO_ROWS + number % 2 * Self::ROW)
    }

    /// The square of an index, as a set.
    #[inline(always)]
    fn square(index: u32) -> u64 {
        1 << (index + index / (2 * Self::ROW))
    }

    /// The index of the lowest square of a set that is not empty.
    #[inline(always)]
    fn index(set: u64) -> u32 {
        let bit = set.trailing_zeros();
        bit - bit / Self::TWO_ROWS
    }

    /// Memory for the endings, which all games on the board share.
    fn shared() -> &'static SharedMemory;
}

/// The board of 32 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eight;

/// The board of 50 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ten;

impl DraughtsBoard for Eight {
    const ROW: u32 = 4;
    /// Endings of ten pieces are the largest that have been solved.
    const MOST_PIECES: u32 = 10;
    type List = [u64; 32];
    const NO_SQUARES: [u64; 32] = [0; 32];

    fn shared() -> &'static SharedMemory {
        static SHARED: SharedMemory = OnceLock::new();
        &SHARED
    }
}

impl DraughtsBoard for Ten {
    const ROW: u32 = 5;
    const MOST_PIECES: u32 = 8;
    type List = [u64; 64];
    const NO_SQUARES: [u64; 64] = [0; 64];

    fn shared() -> &'static SharedMemory {
        static SHARED: SharedMemory = OnceLock::new();
        &SHARED
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bits_are_those_of_the_picture() {
        assert_eq!((Eight::BOARD, Eight::FAR_ROW, Eight::BITS), (0x7_fbfd_feff, 0xf << 31, 35));
        let gaps = [10, 21, 32, 43].iter().fold(0, |gaps, bit| gaps | 1 << bit);
        assert_eq!((Ten::BOARD, Ten::FAR_ROW, Ten::BITS), (((1 << 54) - 1) ^ gaps, 0x1f << 49, 54));
    }

    fn squares_and_steps<B: DraughtsBoard>() {
        let all = (0..B::SQUARES).map(B::square).fold(0, |all, square| all ^ square);
        assert_eq!((all, B::BOARD.count_ones()), (B::BOARD, B::SQUARES));
        // Row and column of a square.
        let at = |index: u32| {
            let (row, of_row) = ((index / B::ROW) as i32, (index % B::ROW) as i32);
            (row, 2 * of_row + 1 - row % 2)
        };
        for index in 0..B::SQUARES {
            let square = B::square(index);
            assert_eq!(B::index(square), index);
            assert_eq!(B::rotated(square), B::square(B::SQUARES - 1 - index));
            assert_ne!(B::row(index / B::ROW) & square, 0);
            let sees = (0..DIRECTIONS as usize).filter(|&way| B::RAYS[square.trailing_zeros() as usize][way] != 0);
            assert_eq!(B::INNER & square != 0, sees.count() == 4, "{index}");
            for (direction, (up, right)) in [(1, -1), (1, 1), (-1, -1), (-1, 1)].into_iter().enumerate() {
                let (row, column) = at(index);
                let neighbour = (0..B::SQUARES).find(|&other| at(other) == (row + up, column + right));
                let entered = B::step(square, direction as u32) & B::BOARD;
                assert_eq!(entered, neighbour.map_or(0, B::square), "from {index}");
                let ray = std::iter::successors(Some(entered), |&at| Some(B::step(at, direction as u32) & B::BOARD));
                let ray = ray.take(B::SIDE as usize).fold(0, |ray, at| ray | at);
                assert_eq!(B::RAYS[square.trailing_zeros() as usize][direction], ray);
                let back = B::step(B::step(square, direction as u32), opposite(direction as u32));
                assert_eq!(back, square);
            }
        }
    }

    #[test]
    fn a_step_leads_to_the_diagonal_neighbour() {
        squares_and_steps::<Eight>();
        squares_and_steps::<Ten>();
    }
}
