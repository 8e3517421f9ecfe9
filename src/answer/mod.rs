//! What the interfaces say about a game, as data: texts in the notation of the game and numbers, without the type of the
//! game. [`open`](crate::open) makes these answers; an interface writes them out.
//!
//! # Overview of types
//!
//! * [`SliceCounts`]: statistics, and [`CountsAnswer`] with [`Histogram`], which writes them out.
//! * [`GameFacts`], [`SliceFacts`], [`EngineFacts`]: a game. [`ValuesFacts`]: where its values come from, and how far
//!   they reach.

mod counted;
mod facts;

pub use counted::{Counted, CountsAnswer, Histogram, SliceCounts};
pub use facts::{EngineFacts, GameFacts, SMALL, SliceFacts, ValuesFacts, ValuesSource};
