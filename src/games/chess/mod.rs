//! Chess, under the full rules.
//!
//! Positions are FEN (S. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994), moves are written
//! as UCI has them and read in standard algebraic notation as well. An en-passant right counts as one only while a legal
//! move can use it, so that equal positions are equal.
//!
//! The board ends a game by checkmate, stalemate, or material with which nobody can be mated. Third occurrences and fifty
//! moves are draws of the played game ([`Game::is_quiet`](crate::game::Game::is_quiet)).
//!
//! What attacks what comes from `cozy-chess`.

mod attacks;
mod fen;
mod moves;
mod notation;
mod position;
mod rules;
mod san;
mod space;
mod symmetry;

pub use moves::Moves;
pub use position::{BLACK, Kind, Move, NO_FILE, Position, Squares, WHITE, square_name, squares};

/// The game.
pub struct Chess {
    endings: space::Endings,
}

impl Chess {
    /// The game.
    pub fn new() -> Chess {
        Chess { endings: space::Endings::new() }
    }
}

impl Default for Chess {
    fn default() -> Chess {
        Chess::new()
    }
}
