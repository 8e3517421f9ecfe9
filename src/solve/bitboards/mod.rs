//! Endings of chess.

pub mod flips;
mod kings;
mod layout;
mod numbering;

pub use layout::{Kind, Layout, Material};
pub use numbering::{Group, MOST_PIECES, Numbering, Squares};
