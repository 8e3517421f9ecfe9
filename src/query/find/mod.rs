//! The positions of a table that meet criteria: listed in the order of the table, counted, or sampled.
//!
//! The codes of a table are read in blocks. An entry is unranked only if its value meets the [`Criteria`], which most
//! values do not.
//!
//! # Overview of types
//!
//! * [`Criteria`]: the conditions that a position must meet, [`OnlyMoves`] and a [`PiecePattern`] of pieces among them.
//! * [`Finder`]: slices searched by criteria; it counts, samples, and finds the greatest depth.
//! * [`Batches`]: the found entries in the order of the table.
//! * [`FoundEntry`]: an entry that meets the criteria, with its position and value. It stands for all images of the
//!   position that share it, which [`FoundCount`] counts each.

mod batches;
mod criteria;
mod finder;
mod pattern;
mod pieces;
mod sample;

pub use batches::Batches;
pub use criteria::{Criteria, OnlyMoves};
pub use finder::{Finder, FoundCount, FoundEntry};
pub use pattern::{PatternError, PiecePattern};
