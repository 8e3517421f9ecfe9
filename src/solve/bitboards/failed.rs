//! Why an ending could not be solved.

use crate::space::SliceId;
use crate::values::LookupError;

/// Why an ending could not be solved.
pub enum Failed {
    /// Its slice is not solved.
    Unsolved(SliceId),
    /// A win or a loss is deeper than a byte holds.
    TooDeep,
    Lookup(LookupError),
}
