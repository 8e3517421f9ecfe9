//! One lookup above another.

use crate::game::Value;
use crate::space::{Entry, SliceId};
use crate::values::{Lookup, LookupError};

/// Values of `above` where it holds the slice, else of `below`.
#[derive(Clone, Copy)]
pub struct Overlay<'a, A: ?Sized, B: ?Sized> {
    /// Looked up first.
    pub above: &'a A,
    /// Looked up for slices that `above` does not hold.
    pub below: &'a B,
}

impl<A: Lookup + ?Sized, B: Lookup + ?Sized> Lookup for Overlay<'_, A, B> {
    #[inline(always)]
    fn value(&self, entry: Entry) -> Result<Option<Value>, LookupError> {
        match self.above.holds(entry.slice) {
            true => self.above.value(entry),
            false => self.below.value(entry),
        }
    }

    fn read(&self, from: Entry, codes: &mut [u16]) -> Result<bool, LookupError> {
        Ok(self.above.read(from, codes)? || self.below.read(from, codes)?)
    }

    fn gather(&self, slice: SliceId, indexes: &[u64], codes: &mut [u16]) -> Result<bool, LookupError> {
        Ok(self.above.gather(slice, indexes, codes)? || self.below.gather(slice, indexes, codes)?)
    }

    fn holds(&self, slice: SliceId) -> bool {
        self.above.holds(slice) || self.below.holds(slice)
    }
}
