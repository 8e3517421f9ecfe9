//! Everything the tables say of a position: its value, every move with its value, and the best line.
use crate::probe::{Probe, Tables};
use crate::space::Space;
use crate::table::TableError;
use crate::value::Value;

/// A move, and what it is worth to the side that makes it.
pub struct Rated<P, M> {
    pub m: M,
    pub position: P,
    pub value: Value,
}

/// The moves of a position with the mover's values, best first; equal ones in the game's order. Nothing if a table is missing.
pub fn moves<S: Space, T: Tables>(
    _probe: &Probe<S, T>,
    _position: &S::Position,
) -> Result<Option<Vec<Rated<S::Position, S::Move>>>, TableError> {
    todo!()
}

/// Best play from a position: to the end, or to where a position comes back.
pub fn line<S: Space, T: Tables>(
    _probe: &Probe<S, T>,
    _position: &S::Position,
) -> Result<Option<Vec<S::Move>>, TableError> {
    todo!()
}
