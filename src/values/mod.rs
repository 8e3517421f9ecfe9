//! Where values are: the byte codes, the trait that looks values up and the trait that takes them in.
//!
//! # Overview of types
//!
//! * [`Code`]: one or two bytes that say a [`Value`](crate::game::Value), or that an entry holds no position. [`Merit`] is
//!   the same as a number that grows with the value.
//! * [`Lookup`]: values of entries, wherever they are kept; [`LookupError`] if they cannot be read.
//! * [`Sink`]: takes in the values that an engine finds, as [`Codes`].
//! * [`resolve`] and [`BestOf`]: the values of positions without an entry.
//! * [`Memory`]: the sink in memory. [`Layered`] looks up what one lookup lacks in another.

mod code;
mod layered;
mod lookup;
mod memory;
mod resolve;
mod sink;

pub use code::{Code, Merit, widened};
pub use layered::Layered;
pub use lookup::{Lookup, LookupError};
pub use memory::Memory;
pub use resolve::{BestOf, resolve};
pub use sink::{Codes, Sink};
