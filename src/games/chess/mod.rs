//! Chess, under the full rules.
//!
//! Positions are FEN (S. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994). Moves are as
//! UCI has them for programs, and in standard algebraic notation for people; both are read. An en-passant right counts
//! as one only while a legal move can use it, so that two positions with the same moves are equal.
//!
//! The board ends a game by checkmate, stalemate, or material with which nobody can be mated. Third occurrences and
//! fifty moves are draws of the played game ([`PlayRules::is_quiet`](crate::game::PlayRules::is_quiet)).
//!
//! [`attacks`] has the squares that pieces reach. `endings` has the positions that are solved: their material, numbers
//! and mirrors. [`solver`] solves them.

pub mod attacks;
mod endings;
mod fen;
mod illegal;
mod men;
mod moves;
mod notation;
mod position;
mod rules;
mod san;
pub mod solver;
mod sound;

pub use moves::Moves;
pub use position::{BLACK, Move, NO_FILE, PieceType, Position, Squares, WHITE, square_name, squares};
pub use rules::{Chess, LIGHT, is_dead};
