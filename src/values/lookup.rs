//! Where values are looked up: tables on the disk, tables in memory, a slice that is being solved.

use std::error::Error;
use std::sync::Arc;

use crate::game::Value;
use crate::space::{Entry, SliceId};
use crate::values::Code;

/// Values of entries, wherever they are kept.
pub trait Lookup: Sync {
    /// The value of an entry; `None` if its slice is not held or the entry holds no position. REQUIRED.
    ///
    /// # Errors
    /// If what is held is damaged or cannot be read.
    fn value(&self, entry: Entry) -> Result<Option<Value>, LookupError>;

    /// Reads the codes of consecutive entries of a slice, from `from` on, widened to two bytes. Returns whether the slice is
    /// held. OPTIONAL: equal to [`Lookup::value`] of each entry, and faster.
    ///
    /// # Errors
    /// If what is held is damaged or cannot be read.
    ///
    /// # Panics
    /// If the entries reach past the end of the slice.
    fn read(&self, from: Entry, codes: &mut [u16]) -> Result<bool, LookupError> {
        if !self.holds(from.slice) {
            return Ok(false);
        }
        for (code, index) in codes.iter_mut().zip(from.index..) {
            let value = self.value(Entry { index, ..from })?;
            *code = value.map_or(Some(u16::ABSENT), u16::encode).unwrap_or(u16::ABSENT);
        }
        Ok(true)
    }

    /// Reads the codes of any entries of a slice, widened to two bytes; an index past the end reads as [`Code::ABSENT`].
    /// Returns whether the slice is held. OPTIONAL: equal to [`Lookup::value`] of each entry, and faster.
    ///
    /// # Errors
    /// If what is held is damaged or cannot be read.
    ///
    /// # Panics
    /// If there are not as many codes as indexes.
    fn gather(&self, slice: SliceId, indexes: &[u64], codes: &mut [u16]) -> Result<bool, LookupError> {
        assert_eq!(indexes.len(), codes.len(), "a code for every index");
        for (code, &index) in codes.iter_mut().zip(indexes) {
            let value = self.value(Entry { slice, index })?;
            *code = value.and_then(u16::encode).unwrap_or(u16::ABSENT);
        }
        Ok(self.holds(slice))
    }

    /// Whether a slice is held. A damaged slice counts as held: looking up its values is an error. REQUIRED.
    fn holds(&self, slice: SliceId) -> bool;
}

/// Holds nothing.
impl Lookup for () {
    fn value(&self, _entry: Entry) -> Result<Option<Value>, LookupError> {
        Ok(None)
    }

    fn holds(&self, _slice: SliceId) -> bool {
        false
    }
}

/// Why a value could not be looked up: whatever error the place has that keeps it, such as
/// [`LookupError`](crate::table::TableError).
#[derive(Clone, Debug, thiserror::Error)]
#[error(transparent)]
pub struct LookupError(Arc<dyn Error + Send + Sync>);

impl LookupError {
    /// Wraps the error of a place that keeps values.
    pub fn new(error: impl Error + Send + Sync + 'static) -> LookupError {
        LookupError(Arc::new(error))
    }

    /// The error itself, if it is of this type.
    pub fn downcast_ref<E: Error + 'static>(&self) -> Option<&E> {
        self.0.downcast_ref()
    }
}
