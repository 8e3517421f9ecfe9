//! The moves of English draughts: steps to a neighbouring square, and whole jumps. Every path of a jump is a move.
//!
//! The iterators allocate no memory: a depth-first search generates jumps, one path at a time.
//!
//! A jump captures nine pieces at most: its landing squares are an even number of rows and columns apart, and only nine
//! squares lie between squares so spaced.

use super::mv::Move;
use crate::games::draughts::board::{DIRECTIONS, DraughtsBoard, Eight, MAN_DIRECTIONS, opposite};
use crate::games::draughts::position::Position;
use crate::util::cpu::count_ones;

/// The squares entered by a move, in order, each as a set.
pub(crate) fn landings(mv: Move) -> impl Iterator<Item = u64> {
    let (mut at, mut directions, stops) = (mv.from(), mv.way, count_ones(mv.taken).max(1));
    (0..stops).map(move |_| {
        at = Eight::step(at, directions & 3);
        if mv.is_jump() {
            at = Eight::step(at, directions & 3);
        }
        directions >>= 2;
        at
    })
}

/// The legal moves of a position.
pub(crate) enum EnglishMoves {
    /// No piece can jump.
    Steps(EnglishSteps),
    /// Some piece can jump, so one must.
    Jumps(EnglishJumps),
}

impl EnglishMoves {
    /// The moves of a position.
    #[inline(always)]
    pub(crate) fn of(position: &Position) -> EnglishMoves {
        let jumps = EnglishJumps::of(position);
        if jumps.starters == 0 { EnglishMoves::Steps(EnglishSteps::of(position)) } else { EnglishMoves::Jumps(jumps) }
    }

    /// Whether a piece of the side to move can jump.
    #[inline(always)]
    pub(crate) fn can_jump(position: &Position) -> bool {
        EnglishJumps::of(position).starters != 0
    }

    /// Whether there is no move.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            EnglishMoves::Steps(steps) => steps.entered == [0; DIRECTIONS as usize],
            EnglishMoves::Jumps(_) => false,
        }
    }
}

impl Iterator for EnglishMoves {
    type Item = Move;

    #[inline(always)]
    fn next(&mut self) -> Option<Move> {
        match self {
            EnglishMoves::Steps(steps) => steps.next(),
            EnglishMoves::Jumps(jumps) => jumps.next(),
        }
    }

    #[inline(always)]
    fn count(self) -> usize {
        match self {
            EnglishMoves::Steps(steps) => steps.count(),
            EnglishMoves::Jumps(jumps) => jumps.count(),
        }
    }
}

/// The steps of a position without a jump, direction by direction.
pub(crate) struct EnglishSteps {
    /// By direction, the squares that the remaining steps enter.
    entered: [u64; DIRECTIONS as usize],
    /// The current direction.
    direction: usize,
}

impl EnglishSteps {
    #[inline(always)]
    fn of(position: &Position) -> EnglishSteps {
        let (own, empty) = (position.own, position.empty::<Eight>());
        let kings = own & position.kings;
        let entered = |pieces: u64, direction| Eight::step(pieces, direction) & empty;
        let entered = [entered(own, 0), entered(own, 1), entered(kings, 2), entered(kings, 3)];
        EnglishSteps { entered, direction: 0 }
    }
}

impl Iterator for EnglishSteps {
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
        Some(Move { way: direction, ..Move::step(Eight::step(to, opposite(direction)), to) })
    }

    #[inline(always)]
    fn count(self) -> usize {
        self.entered.iter().map(|&set| count_ones(set) as usize).sum()
    }
}

/// The whole jumps of a position: every path of every piece that can jump.
pub(crate) struct EnglishJumps {
    /// The pieces whose jumps remain.
    starters: u64,
    /// The kings of the side to move.
    kings: u64,
    /// The other side's pieces.
    other: u64,
    /// The empty squares.
    empty: u64,
    /// The square where the path began.
    from: u64,
    /// The number of jumps of the path.
    jumps: u32,
    /// The direction of each jump: two bits each, the first jump in the lowest bits.
    ways: u32,
    /// The square that the path has reached.
    at: u64,
    /// The other side's pieces that the path has not jumped.
    left: u64,
    /// The landing squares: the empty squares, and the square where the path began.
    free: u64,
    /// The number of directions of the path's piece.
    directions: u32,
}

impl EnglishJumps {
    #[inline(always)]
    fn of(position: &Position) -> EnglishJumps {
        let (other, empty) = (position.other, position.empty::<Eight>());
        let kings = position.own & position.kings;
        // A piece can jump if one step back from an empty square meets an enemy piece, and the next step back the
        // piece.
        let behind = |direction| Eight::step(Eight::step(empty, opposite(direction)) & other, opposite(direction));
        let starters = (behind(0) | behind(1)) & position.own | (behind(2) | behind(3)) & kings;
        EnglishJumps {
            starters,
            kings,
            other,
            empty,
            from: 0,
            jumps: 0,
            ways: 0,
            at: 0,
            left: 0,
            free: 0,
            directions: 0,
        }
    }

    /// Begins the paths of the next piece.
    #[inline(always)]
    fn start(&mut self) -> Option<()> {
        if self.starters == 0 {
            return None;
        }
        self.from = self.starters & self.starters.wrapping_neg();
        self.at = self.from;
        self.starters ^= self.at;
        self.left = self.other;
        self.free = self.empty | self.at;
        // A man that is crowned ends its move: a man's directions lead off the board from the far row.
        self.directions = if self.at & self.kings != 0 { DIRECTIONS } else { MAN_DIRECTIONS };
        Some(())
    }

    /// The path as a move.
    #[inline(always)]
    fn path(&self) -> Move {
        let (from, to) = (self.from.trailing_zeros() as u8, self.at.trailing_zeros() as u8);
        Move { taken: self.other & !self.left, way: self.ways, from, to, crowned: false }
    }

    /// Whether the path can go on in this direction.
    #[inline(always)]
    fn can(&self, direction: u32) -> bool {
        Eight::step(Eight::step(self.at, direction) & self.left, direction) & self.free != 0
    }

    /// Goes on in this direction.
    #[inline(always)]
    fn jump(&mut self, direction: u32) {
        let over = Eight::step(self.at, direction);
        self.left ^= over;
        self.at = Eight::step(over, direction);
        self.ways |= direction << (2 * self.jumps);
        self.jumps += 1;
    }

    /// Takes back the last jump. Returns its direction.
    #[inline(always)]
    fn back(&mut self) -> u32 {
        self.jumps -= 1;
        let direction = self.ways >> (2 * self.jumps);
        self.ways ^= direction << (2 * self.jumps);
        let over = Eight::step(self.at, opposite(direction));
        self.left |= over;
        self.at = Eight::step(over, opposite(direction));
        direction
    }
}

impl Iterator for EnglishJumps {
    type Item = Move;

    #[inline(always)]
    fn next(&mut self) -> Option<Move> {
        let mut whole = false;
        loop {
            let first = if whole {
                0
            } else if self.jumps > 0 {
                self.back() + 1
            } else {
                self.start()?;
                0
            };
            let mut direction = first;
            while direction < self.directions && !self.can(direction) {
                direction += 1;
            }
            if direction < self.directions {
                self.jump(direction);
                whole = true;
            } else if whole {
                return Some(self.path());
            }
        }
    }
}
