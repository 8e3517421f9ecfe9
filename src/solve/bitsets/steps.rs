//! The rules of small stepping games as data.
//!
//! In many old board games a move is one step of one piece to a neighbouring empty point, and captures depend on the
//! pattern around it. A game that can say so in [`Steps`] has a [`BitsetSpace`] for [`Bitsets`](super::Bitsets).
//!
//! What the contract cannot express: more than 16 points; rules that differ between the sides; a draw for a side that
//! cannot move; patterns that share captured or empty points and are completed by one step; moves other than steps; a
//! team that moves twice running.

use crate::game::Outcome;
use crate::space::Space;

/// A space whose rules are steps. REQUIRED; [`solve::check`](crate::solve::check) tests it.
pub trait BitsetSpace: Space {
    /// The rules.
    fn steps(&self) -> Steps<Self::Position>;
}

/// The rules of a game on at most 16 points, the same for both sides. A set of points is a number: point `i` is bit
/// `i`.
#[derive(Clone, Debug)]
pub struct Steps<P> {
    /// How many points the board has.
    pub points: u32,
    /// The points that a piece on each point may step to. Stepping is mutual: a piece may step back.
    pub neighbours: [u16; 16],
    /// What a step captures: the pieces taken by every pattern that it completes.
    pub captures: Vec<Capture>,
    /// A side with fewer pieces has lost. Where both have, the side to move has won.
    pub fewest: u32,
    /// How the game has ended for a side to move that cannot.
    pub stuck: Outcome,
    /// The symmetries of the board, under which every rule is the same: where each takes every point.
    pub symmetries: Vec<[u8; 16]>,
    /// The position with these points of the side to move, and of the other.
    pub position: fn(u16, u16) -> P,
}

impl<P> Steps<P> {
    /// Whether the rules are within what the solver can solve; the error says what is not.
    pub(super) fn check_limits(&self) -> Result<(), String> {
        match self.points {
            0 | 17.. => Err(format!("expected 1 to 16 points, found {}", self.points)),
            // A drawn side is in neither family, and would be taken for one that a step could still decide.
            _ if self.stuck == Outcome::Draw => {
                Err("expected a side that cannot move to win or lose, found a draw".to_string())
            }
            _ => Ok(()),
        }
    }

    /// The same rules, a position being no more than its points.
    pub(super) fn of_points(&self) -> Steps<(u16, u16)> {
        let Steps { points, neighbours, fewest, stuck, .. } = *self;
        let (captures, symmetries) = (self.captures.clone(), self.symmetries.clone());
        Steps { points, neighbours, captures, fewest, stuck, symmetries, position: |own, other| (own, other) }
    }
}

/// A pattern that a step to a point of `own` completes: the mover on all of `own`, the other side on all of `taken`,
/// and nobody on `empty`, once the step is made. The pieces on `taken` leave the board.
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
