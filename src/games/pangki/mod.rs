//! Pangki: six pieces per side on a 4x4 board. A move is one orthogonal step; two pieces in a line capture one beside
//! them.
//!
//! Rules and figures: Jason Doucette, "Artificial Intelligence", Pangki God, 2001-2003. A move looks at the row and the
//! column of the square moved to. Where such a line of four holds exactly two pieces of the mover, side by side, one
//! enemy piece directly beside the pair and one empty square, that enemy piece is captured; both lines may capture. A
//! side with one piece or none has lost, and so has a side to move without a legal move.
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
