//! The trait that takes in values while they are found.

use crate::space::Entry;
use crate::values::{Lookup, LookupError};

/// Codes of consecutive entries, in either width.
#[derive(Clone, Copy, Debug)]
pub enum Codes<'a> {
    /// One byte each.
    One(&'a [u8]),
    /// Two bytes each.
    Two(&'a [u16]),
}

impl Codes<'_> {
    /// The number of codes.
    pub fn len(&self) -> usize {
        match self {
            Codes::One(codes) => codes.len(),
            Codes::Two(codes) => codes.len(),
        }
    }

    /// Whether there are no codes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Takes in the values that an engine finds, in any order and from any number of threads. What was put can be looked up at
/// once; an entry that was not put yet holds no position.
///
/// A slice need not fit in memory: no engine asks a sink for a whole slice.
pub trait Sink: Lookup {
    /// Puts the codes of consecutive entries of a slice, from `from` on.
    ///
    /// # Errors
    /// If they cannot be stored.
    ///
    /// # Panics
    /// If the entries reach past the end of the slice.
    fn put(&self, from: Entry, codes: Codes) -> Result<(), LookupError>;
}
