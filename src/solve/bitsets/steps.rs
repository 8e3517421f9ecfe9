//! The contract: the rules of a small stepping game as data.
//!
//! In many old board games a move is one step of one piece to a neighbouring empty point, and captures depend on the
//! pattern around the point. A game whose rules fit [`Steps`] implements [`BitsetSpace`].
//!
//! The solver requires [`BitsetSpace`]. [`solve::check`](crate::solve::check) tests the data: limits, mutual steps,
//! symmetries that keep the rules. It then compares the steps with the rules of the game in up to 40 random fillings
//! for each of up to 500 slices: the entry, the moves and the end of the game. It counts the positions of spaces up to
//! 8 million entries: there are no more than fillings.
//!
//! The contract cannot express more than 16 points; rules that differ between the sides; a draw for a side that cannot
//! move; patterns that share captured or empty points and are completed by one step; moves other than steps; a team
//! that moves twice running.

use crate::game::Outcome;
use crate::space::Space;

/// A space whose rules are steps. REQUIRED by [`Bitsets`](super::Bitsets).
pub trait BitsetSpace: Space {
    /// The rules.
    fn steps(&self) -> Steps<Self::Position>;
}

/// The rules of a game on at most 16 points, the same for both sides. A set of points is a number: point `i` is bit
/// `i`.
#[derive(Clone, Debug)]
pub struct Steps<P> {
    /// The number of points of the board.
    pub points: u32,
    /// The points that a piece on each point may step to. Stepping is mutual: a piece may step back.
    pub neighbours: [u16; 16],
    /// The captures. A step takes the pieces of every pattern that it completes.
    pub captures: Vec<Capture>,
    /// A side with fewer pieces has lost. Where both have, the side to move has won.
    pub fewest: u32,
    /// The outcome for a side to move that cannot step: a win or a loss.
    pub stuck: Outcome,
    /// The symmetries of the board and of all rules: by point, the point that the symmetry takes it to.
    pub symmetries: Vec<[u8; 16]>,
    /// The position with these points of the side to move and of the other side.
    pub position: fn(u16, u16) -> P,
}

impl<P> Steps<P> {
    /// Whether the solver can solve the rules; the error has the limit that they break.
    pub(super) fn check_limits(&self) -> Result<(), String> {
        match self.points {
            0 | 17.. => Err(format!("expected 1 to 16 points, found {}", self.points)),
            // A drawn side would be in neither family, so a later round could decide it.
            _ if self.stuck == Outcome::Draw => {
                Err("expected a side that cannot move to win or lose, found a draw".to_string())
            }
            _ => Ok(()),
        }
    }

    /// These rules with the two sets of points as the position.
    pub(super) fn of_points(&self) -> Steps<(u16, u16)> {
        let Steps { points, neighbours, fewest, stuck, .. } = *self;
        let (captures, symmetries) = (self.captures.clone(), self.symmetries.clone());
        Steps { points, neighbours, captures, fewest, stuck, symmetries, position: |own, other| (own, other) }
    }
}

/// A pattern that a step to a point of `own` completes: after the step the mover has all of `own`, the other side all
/// of `taken`, and `empty` is empty. The pieces on `taken` leave the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    /// Points of the side that stepped.
    pub own: u16,
    /// Points of the other side, which loses the pieces on them.
    pub taken: u16,
    /// Points that must be empty.
    pub empty: u16,
}

impl Capture {
    /// All points of the pattern.
    pub fn points(&self) -> u16 {
        self.own | self.taken | self.empty
    }

    /// Whether the pattern is complete, with these pieces of the side that stepped and of the other.
    pub fn complete(&self, own: u16, other: u16) -> bool {
        own & self.own == self.own && other & self.taken == self.taken && (own | other) & self.empty == 0
    }
}
