//! Halma packing: one side alone brings thirteen pieces home in a corner of the Halma board, in as few turns as
//! possible.
//!
//! A turn is a step of one piece to an empty neighbouring square, in any of the eight directions, or a chain of hops of
//! one piece: each over an adjacent piece to the empty square right beyond, in any of the eight directions. A chain may
//! stop after any hop, and never returns to a square that it has left. A piece inside the target zone stays inside, in
//! the middle of a chain too. When all pieces are home, the game is won.
//!
//! # Regions
//!
//! The board is a region at the corner: the squares whose column and row, counted from 0, add up to less than 7, which
//! are 28, or to less than 8, which are 36. The other regions, of 15 to 35 squares, have whole diagonals and the first
//! squares of the next diagonal, from the uppermost row down. The target zone (`o`) has 13 squares, in rows of 4, 4, 3
//! and 2. The number above a column counts the squares of the region whose last diagonal begins there:
//!
//! ```text
//!                  15 21 28 36
//!      a  b  c  d  e  f  g  h
//!   1  o  o  o  o  .  .  .  .
//!   2  o  o  o  o  .  .  .
//!   3  o  o  o  .  .  .
//!   4  o  o  .  .  .
//!   5  .  .  .  .
//!   6  .  .  .
//!   7  .  .
//!   8  .
//! ```
//!
//! The game starts in the region of 28, with the pieces on all 13 squares of the two outer diagonals.
//!
//! # Values
//!
//! One side moves alone, so no position is lost. It is won in a number of turns, each one ply, or drawn if the pieces
//! can never come home. For four-handed Halma the number is a lower bound as long as no foreign piece serves as a
//! bridge and leaving the region shortens no way.

mod board;
mod notation;
mod packing;
mod region;
mod routes;
mod rules;
mod space;

pub use board::{PIECES, Position, STRIDE, TARGET};
pub use region::region;
pub use routes::Move;
pub use rules::HalmaPacking;
