//! The games that Hindsight knows, one file or folder each.
//!
//! A game is rules and arithmetic: it uses [`game`](crate::game), [`space`](crate::space), [`steps`](crate::steps) and
//! [`rank`](crate::rank) alone. `tic_tac_toe` is the smallest complete one, to be copied.

pub mod draughts;
pub mod pangki;
pub mod tic_tac_toe;
pub mod tigers_and_goats;

use crate::game::Notation;
use crate::space::Space;

/// Something that takes games, whatever their types: the command line, or a test that holds for each.
pub trait Registry {
    /// Takes one game, and the text of its published figures (see [`published`](crate::verify::published)), empty if
    /// there are none.
    fn add<G: Space + Notation>(&mut self, game: G, published: &'static str);
}

/// Hands every game of this crate to the registry.
pub fn register(registry: &mut impl Registry) {
    registry.add(pangki::Pangki::new(), include_str!("../../data/published/pangki.toml"));
    registry.add(draughts::Draughts::checkers(), include_str!("../../data/published/checkers.toml"));
    registry.add(draughts::Draughts::losing_checkers(), include_str!("../../data/published/losing-checkers.toml"));
    registry.add(tic_tac_toe::TicTacToe::new(), include_str!("../../data/published/tic-tac-toe.toml"));
    registry.add(tigers_and_goats::TigersAndGoats::new(), include_str!("../../data/published/tigers-and-goats.toml"));
}
