//! Moves: steps to a neighbouring square, and whole jumps. Every path of a jump is a move.
//!
//! The iterators allocate no memory: a depth-first search generates jumps, one path at a time.

use super::board::{DIRECTIONS, MAN_DIRECTIONS, step};
use super::position::Position;
use crate::util::cpu::count_ones;

/// A step, or a whole jump with all its captures.
///
/// A jump captures nine pieces at most: its landing squares are an even number of rows and columns apart, and only nine
/// squares lie between squares so spaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The bit of the square of departure.
    from: u8,
    /// The number of pieces captured; 0 for a step.
    jumps: u8,
    /// The direction of the step, or of each jump: two bits each, the first jump in the lowest bits.
    directions: u32,
}

impl Move {
    /// The square of departure, as a set.
    #[inline(always)]
    pub fn from(self) -> u64 {
        1 << self.from
    }

    /// The number of a step, below 140: four times the bit of its square of departure, plus its direction.
    #[inline(always)]
    pub(crate) fn number(self) -> usize {
        4 * usize::from(self.from) + (self.directions & 3) as usize
    }

    /// Whether the move captures.
    pub fn is_jump(self) -> bool {
        self.jumps > 0
    }

    /// The last square entered, and the squares jumped over, as sets.
    #[inline(always)]
    pub(crate) fn effect(self) -> (u64, u64) {
        if self.jumps == 0 {
            return (step(self.from(), self.directions & 3), 0);
        }
        let (mut at, mut taken, mut directions) = (self.from(), 0, self.directions);
        for _ in 0..self.jumps {
            let over = step(at, directions & 3);
            taken |= over;
            at = step(over, directions & 3);
            directions >>= 2;
        }
        (at, taken)
    }

    /// The squares entered, in order, each as a set.
    pub(crate) fn landings(self) -> impl Iterator<Item = u64> {
        let stops = u32::from(self.jumps.max(1));
        (1..=stops).map(move |stop| match self.is_jump() {
            true => Move { jumps: stop as u8, ..self }.effect().0,
            false => self.effect().0,
        })
    }
}

/// The legal moves of a position.
pub(crate) enum DraughtsMoves {
    /// No piece can jump.
    Steps(DraughtsSteps),
    /// Some piece can jump, so one must.
    Jumps(DraughtsJumps),
}

impl DraughtsMoves {
    /// The moves of a position.
    #[inline(always)]
    pub(crate) fn of(position: &Position) -> DraughtsMoves {
        let jumps = DraughtsJumps::of(position);
        if jumps.starters == 0 {
            DraughtsMoves::Steps(DraughtsSteps::of(position))
        } else {
            DraughtsMoves::Jumps(jumps)
        }
    }

    /// Whether a piece of the side to move can jump.
    #[inline(always)]
    pub(crate) fn can_jump(position: &Position) -> bool {
        DraughtsJumps::of(position).starters != 0
    }

    /// Whether there is no move.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            DraughtsMoves::Steps(steps) => steps.entered == [0; DIRECTIONS as usize],
            DraughtsMoves::Jumps(_) => false,
        }
    }
}

impl Iterator for DraughtsMoves {
    type Item = Move;

    #[inline(always)]
    fn next(&mut self) -> Option<Move> {
        match self {
            DraughtsMoves::Steps(steps) => steps.next(),
            DraughtsMoves::Jumps(jumps) => jumps.next(),
        }
    }

    #[inline(always)]
    fn count(self) -> usize {
        match self {
            DraughtsMoves::Steps(steps) => steps.count(),
            DraughtsMoves::Jumps(jumps) => jumps.count(),
        }
    }
}

/// The steps of a position without a jump, direction by direction.
pub(crate) struct DraughtsSteps {
    /// By direction, the squares that the remaining steps enter.
    entered: [u64; DIRECTIONS as usize],
    /// The current direction.
    direction: usize,
}

impl DraughtsSteps {
    #[inline(always)]
    fn of(position: &Position) -> DraughtsSteps {
        let (own, empty) = (position.own, position.empty());
        let kings = own & position.kings;
        let entered = [step(own, 0) & empty, step(own, 1) & empty, step(kings, 2) & empty, step(kings, 3) & empty];
        DraughtsSteps { entered, direction: 0 }
    }
}

impl Iterator for DraughtsSteps {
    type Item = Move;

    #[inline(always)]
    fn next(&mut self) -> Option<Move> {
        while self.entered[self.direction] == 0 {
            if self.direction + 1 == self.entered.len() {
                return None;
            }
            self.direction += 1;
        }
        let left = &mut self.entered[self.direction];
        let to = *left & left.wrapping_neg();
        *left ^= to;
        let direction = self.direction as u32;
        let from = step(to, DIRECTIONS - 1 - direction).trailing_zeros() as u8;
        Some(Move { from, jumps: 0, directions: direction })
    }

    #[inline(always)]
    fn count(self) -> usize {
        self.entered.iter().map(|&set| count_ones(set) as usize).sum()
    }
}

/// The whole jumps of a position: every path of every piece that can jump.
pub(crate) struct DraughtsJumps {
    /// The pieces whose jumps remain.
    starters: u64,
    /// The kings of the side to move.
    kings: u64,
    /// The other side's pieces.
    other: u64,
    /// The empty squares.
    empty: u64,
    /// The path that is being searched.
    path: Move,
    /// The square that the path has reached.
    at: u64,
    /// The other side's pieces that the path has not jumped.
    left: u64,
    /// The landing squares: the empty squares, and the square where the path began.
    free: u64,
    /// The number of directions of the path's piece.
    directions: u32,
}

impl DraughtsJumps {
    #[inline(always)]
    fn of(position: &Position) -> DraughtsJumps {
        let (other, empty) = (position.other, position.empty());
        let kings = position.own & position.kings;
        // A piece can jump if one step back from an empty square meets an enemy piece, and the next step back the
        // piece.
        let behind = |direction| step(step(empty, DIRECTIONS - 1 - direction) & other, DIRECTIONS - 1 - direction);
        let starters = (behind(0) | behind(1)) & position.own | (behind(2) | behind(3)) & kings;
        let path = Move { from: 0, jumps: 0, directions: 0 };
        DraughtsJumps { starters, kings, other, empty, path, at: 0, left: 0, free: 0, directions: 0 }
    }

    /// Begins the paths of the next piece.
    #[inline(always)]
    fn start(&mut self) -> Option<()> {
        if self.starters == 0 {
            return None;
        }
        self.path.from = self.starters.trailing_zeros() as u8;
        self.at = self.path.from();
        self.starters ^= self.at;
        self.left = self.other;
        self.free = self.empty | self.at;
        // A man that is crowned ends its move: a man's directions lead off the board from the far row.
        self.directions = if self.at & self.kings != 0 { DIRECTIONS } else { MAN_DIRECTIONS };
        Some(())
    }

    /// Whether the path can go on in this direction.
    #[inline(always)]
    fn can(&self, direction: u32) -> bool {
        step(step(self.at, direction) & self.left, direction) & self.free != 0
    }

    /// Goes on in this direction.
    #[inline(always)]
    fn jump(&mut self, direction: u32) {
        let over = step(self.at, direction);
        self.left ^= over;
        self.at = step(over, direction);
        self.path.directions |= direction << (2 * self.path.jumps);
        self.path.jumps += 1;
    }

    /// Takes back the last jump. Returns its direction.
    #[inline(always)]
    fn back(&mut self) -> u32 {
        self.path.jumps -= 1;
        let direction = self.path.directions >> (2 * self.path.jumps);
        self.path.directions ^= direction << (2 * self.path.jumps);
        let over = step(self.at, DIRECTIONS - 1 - direction);
        self.left |= over;
        self.at = step(over, DIRECTIONS - 1 - direction);
        direction
    }
}

impl Iterator for DraughtsJumps {
    type Item = Move;

    #[inline(always)]
    fn next(&mut self) -> Option<Move> {
        let mut whole = false;
        loop {
            let first = if whole {
                0
            } else if self.path.jumps > 0 {
                self.back() + 1
            } else {
                self.start()?;
                0
            };
            match (first..self.directions).find(|&direction| self.can(direction)) {
                Some(direction) => {
                    self.jump(direction);
                    whole = true;
                }
                None if whole => return Some(self.path),
                None => {}
            }
        }
    }
}
