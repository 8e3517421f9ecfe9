//! How many lines of play there are.
use crate::game::Game;

/// The number of different sequences of exactly `depth` plies from a position (Roland Ball's and Robert Hyatt's perft).
pub fn perft<G: Game>(_game: &G, _position: &G::Position, _depth: u32) -> u64 {
    todo!()
}
