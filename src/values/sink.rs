//! The trait that takes in values while they are found.

use crate::space::Entry;
use crate::values::{Codes, Lookup, LookupError};

/// Takes in the values that a solver finds, in any order and from any number of threads. A value that was put can be
/// looked up at once; an entry without a value holds no position.
///
/// A slice need not fit in memory: no solver asks a sink for a whole slice.
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
