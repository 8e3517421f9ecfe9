//! The positions of a table that meet criteria: listed in the order of the table, counted, or sampled.
//!
//! A position is looked at only if its value meets the [`Criteria`]: the codes of a table are read in blocks, and most
//! entries are left at that.
//!
//! # Overview of types
//!
//! * [`Criteria`]: what positions are searched for.
//! * [`Finder`]: slices searched by criteria; counts, samples, and the deepest of what is found.
//! * [`Batches`]: what is found, in the order of the table.
//! * [`Found`]: an entry that meets the criteria, with its position and value. It stands for all images of the position
//!   that share it, which [`Count`] counts each.

mod batches;
mod criteria;
mod finder;
mod pieces;
mod sample;

pub use batches::Batches;
pub use criteria::Criteria;
pub use finder::{Count, Finder, Found};
