//! A move with its value.

use crate::game::{Game, Turn, Value};

/// A move, and its value for the team that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rated<P, M> {
    /// The move.
    pub mv: M,
    /// The position after it.
    pub position: P,
    /// The team to move then, relative to the mover.
    pub turn: Turn,
    /// The mover's value, in plies from before the move: a move that ends the game at once wins in 1 ply.
    pub value: Value,
}

/// A rated move of a game.
pub type RatedMove<G> = Rated<<G as Game>::Position, <G as Game>::Move>;
