//! Moves: steps to a neighbouring square, and whole jumps, every path of landing squares a move of its own.
//!
//! Nothing is allocated and nothing has a fixed capacity: the paths of jumps are walked one after the other, the last
//! jump taken back before the next is tried.

use super::Position;
use super::board::{DIRECTIONS, MAN_DIRECTIONS, step};

/// A step, or a jump with all that it takes.
///
/// Nine jumps are the most: a piece only ever lands on squares that are even numbers of rows and columns apart, and
/// nine squares lie between these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The bit of the square left.
    from: u8,
    /// How many pieces are jumped; a step jumps none.
    jumps: u8,
    /// The direction of each jump, or that of the step: two bits each, the first lowest.
    directions: u32,
}

impl Move {
    /// The set of the square left.
    #[inline(always)]
    pub(crate) fn from(self) -> u64 {
        1 << self.from
    }

    /// A number below 140 for a step: steps from the same square in the same direction have the same.
    #[inline(always)]
    pub(crate) fn number(self) -> usize {
        4 * usize::from(self.from) + (self.directions & 3) as usize
    }

    /// Whether pieces are taken.
    pub fn is_jump(self) -> bool {
        self.jumps > 0
    }

    /// The sets of the square entered last, and of the squares jumped over.
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

    /// The sets of the squares entered, one after the other.
    pub(crate) fn landings(self) -> impl Iterator<Item = u64> {
        let stops = u32::from(self.jumps.max(1));
        (1..=stops).map(move |stop| match self.is_jump() {
            true => Move { jumps: stop as u8, ..self }.effect().0,
            false => self.effect().0,
        })
    }
}

/// The legal moves of a position, one after the other.
pub(crate) enum Moves {
    /// No piece can jump.
    Steps(Steps),
    /// Some piece can, and so must.
    Jumps(Jumps),
}

impl Moves {
    /// The moves of a position.
    #[inline(always)]
    pub(crate) fn of(position: &Position) -> Moves {
        let jumps = Jumps::of(position);
        if jumps.starters == 0 { Moves::Steps(Steps::of(position)) } else { Moves::Jumps(jumps) }
    }

    /// Whether there is one.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Moves::Steps(steps) => steps.entered == [0; DIRECTIONS as usize],
            Moves::Jumps(_) => false,
        }
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline(always)]
    fn next(&mut self) -> Option<Move> {
        match self {
            Moves::Steps(steps) => steps.next(),
            Moves::Jumps(jumps) => jumps.next(),
        }
    }

    #[inline(always)]
    fn count(self) -> usize {
        match self {
            Moves::Steps(steps) => steps.count(),
            Moves::Jumps(jumps) => jumps.count(),
        }
    }
}

/// The steps of a position in which nothing can be jumped, direction by direction.
pub(crate) struct Steps {
    /// The squares that steps in each direction enter; those that have come are struck out.
    entered: [u64; DIRECTIONS as usize],
    /// The direction at hand.
    direction: usize,
}

impl Steps {
    #[inline(always)]
    fn of(position: &Position) -> Steps {
        let (own, empty) = (position.own, position.empty());
        let kings = own & position.kings;
        let entered = [step(own, 0) & empty, step(own, 1) & empty, step(kings, 2) & empty, step(kings, 3) & empty];
        Steps { entered, direction: 0 }
    }
}

impl Iterator for Steps {
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
        self.entered.iter().map(|set| set.count_ones() as usize).sum()
    }
}

/// The whole jumps of a position: every path from every piece that can jump, until it can no further.
pub(crate) struct Jumps {
    /// The pieces whose jumps have yet to come.
    starters: u64,
    /// The kings among them.
    kings: u64,
    /// The other side's pieces.
    other: u64,
    /// The empty squares.
    empty: u64,
    /// The path at hand.
    path: Move,
    /// Where it has led.
    at: u64,
    /// The other side's pieces that it has not jumped.
    left: u64,
    /// The squares that it may land on: those that are empty, and that where it began.
    free: u64,
    /// How many directions its piece may jump in.
    directions: u32,
}

impl Jumps {
    #[inline(always)]
    fn of(position: &Position) -> Jumps {
        let (other, empty) = (position.other, position.empty());
        let kings = position.own & position.kings;
        // A piece can jump if a step back from an empty square meets the other side, and a second one meets the piece.
        let behind = |direction| step(step(empty, DIRECTIONS - 1 - direction) & other, DIRECTIONS - 1 - direction);
        let starters = (behind(0) | behind(1)) & position.own | (behind(2) | behind(3)) & kings;
        let path = Move { from: 0, jumps: 0, directions: 0 };
        Jumps { starters, kings, other, empty, path, at: 0, left: 0, free: 0, directions: 0 }
    }

    /// Sets the next piece on its first square.
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
        // A man that is crowned ends its turn, for a man's directions lead no further from the far row.
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

    /// Takes the last jump back. Its direction.
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

impl Iterator for Jumps {
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
