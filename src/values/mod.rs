//! Where values are: the codes, the trait that looks values up and the trait that takes them in.
//!
//! # Overview of types
//!
//! * [`Code`]: a [`Value`](crate::game::Value), or that an entry holds no position, in one byte or two. [`OrderCode`]:
//!   a value as a number that grows as the side to move prefers it.
//! * [`Lookup`]: values of entries, wherever they are stored; [`LookupError`] if they cannot be read.
//! * [`Sink`]: takes in the values that a solver finds, as [`Codes`].
//! * [`resolve`] and [`BestOf`]: the values of positions without an entry.
//! * [`Memory`]: the sink in memory. [`Overlay`] looks up the slices that one lookup lacks in another. [`decode`] puts
//!   compressed slices into memory.
//! * [`ResultMemory`]: the sink that keeps results alone. [`ResultsOf`]: the results of other values. [`packed_byte`]
//!   and [`unpack`]: four results in a byte.

mod code;
mod decoded;
mod lookup;
mod memory;
mod overlay;
mod packed;
mod resolve;
mod results;
mod sink;

pub use code::{Code, Codes, OrderCode, widened};
pub use decoded::decode;
pub use lookup::{Lookup, LookupError, PutCodes, assert_within};
pub use memory::Memory;
pub use overlay::Overlay;
pub use packed::{packed_byte, packed_bytes, packed_code, unpack};
pub use resolve::{BestOf, resolve};
pub use results::{RESULT_CODES, ResultMemory, ResultsOf};
pub use sink::Sink;
