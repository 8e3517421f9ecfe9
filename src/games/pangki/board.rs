//! The board: positions, steps and captures.

use crate::space::combinatorics::gather;
use crate::util::bits::ones;
use crate::util::cpu::count_ones;

/// The pieces of both sides. Square `i` is bit `i`: A1, B1, C1, D1, A2, ... D4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The pieces of the side to move.
    pub own: u16,
    /// The pieces of the other side.
    pub other: u16,
    /// Whether White is to move.
    pub white_to_move: bool,
}

/// A step of one piece from a square to a neighbouring one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The square left, 0 to 15.
    pub from: u8,
    /// The square entered, 0 to 15.
    pub to: u8,
}

const FILE_A: u16 = 0x1111;

const FILE_D: u16 = 0x8888;

/// The difference of square numbers in a step up, down, right or left.
const DIRECTIONS: [i8; 4] = [4, -4, 1, -1];

/// Every step of the pieces to the empty squares: bit `16 d + s` is a step in direction `d` that enters the square `s`.
#[inline(always)]
pub(super) fn steps(pieces: u16, empty: u16) -> u64 {
    let up = pieces << 4 & empty;
    let down = pieces >> 4 & empty;
    let right = (pieces & !FILE_D) << 1 & empty;
    let left = (pieces & !FILE_A) >> 1 & empty;
    u64::from(up) | u64::from(down) << 16 | u64::from(right) << 32 | u64::from(left) << 48
}

/// The steps of a set of [`steps`], in the order of its bits.
#[inline(always)]
pub(super) fn listed(steps: u64) -> impl Iterator<Item = Step> {
    ones::<u32>(steps).map(|bit| {
        let to = (bit & 15) as i8;
        Step { from: (to - DIRECTIONS[(bit >> 4) as usize]) as u8, to: to as u8 }
    })
}

/// The patterns in a line of four, as (the mover's pair, the captured piece).
pub(super) const PATTERNS: [(u8, u8); 4] = [(0b0011, 0b0100), (0b0110, 0b1000), (0b0110, 0b0001), (0b1100, 0b0010)];

/// `TAKEN[mover | enemy << 4]` are the pieces that the mover captures in a line of four that it has just entered.
pub(super) static TAKEN: [u8; 256] = {
    let mut table = [0; 256];
    let mut pattern = 0;
    while pattern < 4 {
        let (pair, taken) = PATTERNS[pattern];
        table[(pair | taken << 4) as usize] = taken;
        pattern += 1;
    }
    table
};

/// `COLUMN[line]` spreads the four bits of a line over the file A.
static COLUMN: [u16; 16] = {
    let mut table = [0; 16];
    let mut line = 0;
    while line < 16 {
        table[line] = (line & 1 | (line & 2) << 3 | (line & 4) << 6 | (line & 8) << 9) as u16;
        line += 1;
    }
    table
};

/// The pieces on a file, given shifted to the file A, as a line of four bits.
#[inline(always)]
fn line_of_file(pieces: u16) -> u16 {
    gather(pieces.into(), FILE_A.into()) as u16
}

/// The pieces of `other` that the side of `own` captures by a step to the square `to`.
#[inline(always)]
pub(super) fn captured(own: u16, other: u16, to: u8) -> u16 {
    let (file, row) = (to & 3, to & 12);
    let in_row = TAKEN[usize::from(own >> row & 15 | (other >> row & 15) << 4)];
    let in_file = TAKEN[usize::from(line_of_file(own >> file) | line_of_file(other >> file) << 4)];
    u16::from(in_row) << row | COLUMN[usize::from(in_file)] << file
}

/// A side with fewer pieces has lost.
pub(super) const FEWEST: u32 = 2;

impl Position {
    /// The empty squares.
    #[inline(always)]
    pub(super) fn empty(&self) -> u16 {
        !(self.own | self.other)
    }

    /// Whether a side has too few pieces to go on.
    #[inline(always)]
    pub(super) fn decided(&self) -> bool {
        count_ones(self.own) < FEWEST || count_ones(self.other) < FEWEST
    }
}
