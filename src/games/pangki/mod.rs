//! Pangki: six pieces per side on a 4x4 board. A move is one orthogonal step; two pieces in a line capture one beside
//! them.
//!
//! Rules and figures: Jason Doucette, "Artificial Intelligence", Pangki God, 2001-2003. A move looks at the row and the
//! column of the square moved to. Where such a line of four holds exactly two pieces of the mover, side by side, one
//! enemy piece directly beside the pair and one empty square, that enemy piece is captured; both lines may capture. A
//! side with one piece or none has lost, and so has a side to move without a legal move.
//!
//! # Overview of types
//!
//! * [`Pangki`]: the game. [`Position`]: two sets of squares and the side to move. [`Step`]: a move.
//! * The space: all fillings of the board, up to the eight symmetries.

mod notation;
mod space;
mod symmetry;

use crate::game::{Game, Outcome};
use crate::space::Slice;
use symmetry::Symmetries;

pub use space::POSITIONS;

/// The game, with the tables of its symmetries.
pub struct Pangki {
    symmetries: Symmetries,
    slices: Vec<Slice>,
    /// The number of pieces of the mover and of the other side in each slice.
    sizes: Vec<(u32, u32)>,
}

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
fn steps(pieces: u16, empty: u16) -> u64 {
    let up = pieces << 4 & empty;
    let down = pieces >> 4 & empty;
    let right = (pieces & !FILE_D) << 1 & empty;
    let left = (pieces & !FILE_A) >> 1 & empty;
    u64::from(up) | u64::from(down) << 16 | u64::from(right) << 32 | u64::from(left) << 48
}

/// The steps of a set that [`steps`] made, in its order.
#[inline(always)]
fn each(mut set: u64) -> impl Iterator<Item = Step> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let bit = set.trailing_zeros();
        set &= set - 1;
        let to = (bit & 15) as i8;
        Some(Step { from: (to - DIRECTIONS[(bit >> 4) as usize]) as u8, to: to as u8 })
    })
}

/// The patterns in a line of four, as (the mover's pair, the captured piece).
const PATTERNS: [(u8, u8); 4] = [(0b0011, 0b0100), (0b0110, 0b1000), (0b0110, 0b0001), (0b1100, 0b0010)];

/// `TAKEN[mover | enemy << 4]` is what the mover captures in a line of four that it has just entered.
static TAKEN: [u8; 256] = {
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
    crate::space::combinatorics::gather(pieces.into(), FILE_A.into()) as u16
}

/// The pieces of `other` that the side of `own` captures by having stepped to the square `to`.
#[inline(always)]
fn captured(own: u16, other: u16, to: u8) -> u16 {
    let (file, row) = (to & 3, to & 12);
    let in_row = TAKEN[usize::from(own >> row & 15 | (other >> row & 15) << 4)];
    let in_file = TAKEN[usize::from(line_of_file(own >> file) | line_of_file(other >> file) << 4)];
    u16::from(in_row) << row | COLUMN[usize::from(in_file)] << file
}

/// A side with fewer pieces has lost.
const FEWEST: u32 = 2;

impl Pangki {
    /// The game.
    pub fn new() -> Pangki {
        let symmetries = Symmetries::new();
        let slices = space::slices(&symmetries);
        Pangki { symmetries, slices, sizes: space::sizes() }
    }
}

impl Default for Pangki {
    fn default() -> Pangki {
        Pangki::new()
    }
}

impl Position {
    /// The empty squares.
    #[inline(always)]
    fn empty(&self) -> u16 {
        !(self.own | self.other)
    }

    /// Whether a side has too few pieces to go on.
    #[inline(always)]
    fn decided(&self) -> bool {
        self.own.count_ones() < FEWEST || self.other.count_ones() < FEWEST
    }
}

impl Game for Pangki {
    type Position = Position;
    type Move = Step;

    fn name(&self) -> &'static str {
        "pangki"
    }

    fn sides(&self) -> &'static [&'static str] {
        &["White", "Black"]
    }

    fn start(&self) -> Position {
        Position { own: 0x009f, other: 0xf900, white_to_move: true }
    }

    fn side_to_move(&self, position: &Position) -> usize {
        usize::from(!position.white_to_move)
    }

    /// The other side is looked at first: where both have too few pieces, the side to move has won. Only impossible
    /// positions tell the difference, 273 of them, and the published totals need it.
    #[inline(always)]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if position.other.count_ones() < FEWEST {
            Some(Outcome::Win)
        } else if position.own.count_ones() < FEWEST || steps(position.own, position.empty()) == 0 {
            Some(Outcome::Loss)
        } else {
            None
        }
    }

    #[inline(always)]
    fn moves(&self, position: &Position) -> impl Iterator<Item = Step> {
        each(if position.decided() { 0 } else { steps(position.own, position.empty()) })
    }

    #[inline(always)]
    fn play(&self, position: &Position, mv: Step) -> Position {
        let own = position.own ^ 1 << mv.from ^ 1 << mv.to;
        let taken = captured(own, position.other, mv.to);
        Position { own: position.other & !taken, other: own, white_to_move: !position.white_to_move }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rule of capture as the source words it, on a line of four characters.
    fn taken_in_line(mover: u8, enemy: u8) -> u8 {
        let text: String = (0..4)
            .map(|i| match (mover >> i & 1, enemy >> i & 1) {
                (1, _) => 'M',
                (_, 1) => 'e',
                _ => '.',
            })
            .collect();
        match text.as_str() {
            "MMe." => 0b0100,
            ".MMe" => 0b1000,
            "eMM." => 0b0001,
            ".eMM" => 0b0010,
            _ => 0,
        }
    }

    #[test]
    fn lines_capture_as_the_rule_says() {
        for mover in 0..16u8 {
            for enemy in (0..16u8).filter(|enemy| enemy & mover == 0) {
                assert_eq!(TAKEN[usize::from(mover | enemy << 4)], taken_in_line(mover, enemy));
            }
        }
    }

    #[test]
    fn a_step_may_capture_in_both_lines() {
        // White steps A2-B2 between the pairs: row 2 reads .MMe and file B, from the bottom, reads .MMe too.
        let game = Pangki::new();
        let square = |file: u8, rank: u8| 1u16 << (file + 4 * rank);
        let position = Position {
            own: square(0, 1) | square(2, 1) | square(1, 2),
            other: square(3, 1) | square(1, 3) | square(0, 3),
            white_to_move: true,
        };
        let after = game.play(&position, Step { from: 4, to: 5 });
        assert_eq!(after.own, square(0, 3));
        assert!(game.outcome(&after) == Some(Outcome::Loss));
    }

    #[test]
    fn the_start_has_four_moves() {
        let game = Pangki::new();
        assert_eq!(game.moves(&game.start()).count(), 4);
    }
}
