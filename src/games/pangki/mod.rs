//! Pangki: six pieces per side on a 4x4 board. A move is one orthogonal step; two pieces in a line capture one beside
//! them.
//!
//! Rules and figures: Jason Doucette, "Artificial Intelligence", Pangki God, 2001-2003. A move looks at the row and the
//! column of the square moved to. If that line of four has exactly two pieces of the mover, side by side, one enemy
//! piece right beside the pair and one empty square, the enemy piece is captured. Both lines may capture. A side with
//! fewer than two pieces has lost, and so has a side to move without a legal move.
//!
//! # Overview of types
//!
//! * [`Pangki`]: the game. [`Position`]: two sets of squares and the side to move. [`Step`]: a move.
//! * The space: all fillings of the board, up to the eight symmetries.

mod board;
mod notation;
mod rules;
mod slices;
mod space;
mod symmetry;

pub use board::{Position, Step};
pub use rules::Pangki;
pub use space::POSITIONS;
