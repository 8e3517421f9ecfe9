#![doc = include_str!("README.md")]
#![warn(missing_docs)]
#![deny(unsafe_code)]

pub mod answer;
pub mod catalogue;
pub mod cluster;
pub mod draw;
pub mod game;
pub mod games;
pub mod guide;
pub mod job;
pub mod open;
pub mod play;
pub mod players;
pub mod query;
pub mod search;
pub mod solve;
pub mod space;
pub mod table;
pub mod util;
pub mod values;
pub mod verify;

/// What a user of the library needs most, in one import: `use hindsight::prelude::*;`.
pub mod prelude {
    pub use crate::game::{Board, Game, Notation, Outcome, PlayRules, Turn, Value};
    pub use crate::query::Probe;
    pub use crate::solve::bitsets::Bitsets;
    pub use crate::solve::hunters::Hunters;
    pub use crate::solve::packing::Packing;
    pub use crate::solve::reference::Reference;
    pub use crate::solve::retrograde::Retrograde;
    pub use crate::solve::subslices::Subslices;
    pub use crate::solve::{Solver, in_memory};
    pub use crate::space::{Entry, Naming, Slice, SliceId, Space, Symmetry};
    pub use crate::table::{Store, Tables};
    pub use crate::values::{Code, Lookup, Memory};
}

/// The Rust code of the README, which the doc tests compile and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
