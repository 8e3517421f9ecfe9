//! A lookup that counts the entries that are read.

use crate::game::Value;
use crate::space::{Entry, SliceId, Space};
use crate::util::progress::Progress;
use crate::values::{Lookup, LookupError};

/// Values whose reads advance a progress: by each entry that [`Lookup::read`] reads, and by no other look-up. A read
/// fails with [`Stopped`](crate::util::progress::Stopped) once the work is to end.
pub struct CountedReads<'a, T> {
    /// The values.
    pub values: &'a T,
    /// Counts the entries.
    pub progress: &'a dyn Progress,
}

impl<T: Lookup> Lookup for CountedReads<'_, T> {
    #[inline(always)]
    fn value(&self, entry: Entry) -> Result<Option<Value>, LookupError> {
        self.values.value(entry)
    }

    #[inline(always)]
    fn value_of<S: Space>(
        &self,
        space: &S,
        entry: Entry,
        position: &S::Position,
    ) -> Result<Option<Value>, LookupError> {
        self.values.value_of(space, entry, position)
    }

    #[inline(always)]
    fn prefetch(&self, entry: Entry) {
        self.values.prefetch(entry);
    }

    fn read(&self, from: Entry, codes: &mut [u16]) -> Result<bool, LookupError> {
        self.progress.check().map_err(LookupError::new)?;
        let is_held = self.values.read(from, codes)?;
        self.progress.advance(codes.len() as u64);
        Ok(is_held)
    }

    fn gather(&self, slice: SliceId, indexes: &[u64], codes: &mut [u16]) -> Result<bool, LookupError> {
        self.values.gather(slice, indexes, codes)
    }

    fn holds(&self, slice: SliceId) -> bool {
        self.values.holds(slice)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use super::*;

    struct Counter(AtomicU64);

    impl Progress for Counter {
        fn advance(&self, entries: u64) {
            self.0.fetch_add(entries, Relaxed);
        }
    }

    /// Every entry of the slice 0 is drawn.
    struct Draws;

    impl Lookup for Draws {
        fn value(&self, _entry: Entry) -> Result<Option<Value>, LookupError> {
            Ok(Some(Value::Draw))
        }

        fn holds(&self, slice: SliceId) -> bool {
            slice == SliceId(0)
        }
    }

    #[test]
    fn entries_that_are_read_are_counted() {
        let counter = Counter(AtomicU64::new(0));
        let counted = CountedReads { values: &Draws, progress: &counter };
        let from = Entry { slice: SliceId(0), index: 5 };
        let mut codes = [7; 3];
        assert!(counted.read(from, &mut codes).expect("memory can be trusted"));
        assert_eq!(counted.value(from).expect("memory can be trusted"), Some(Value::Draw));
        assert!(counted.gather(from.slice, &[1, 2], &mut codes[..2]).expect("memory can be trusted"));
        assert_eq!((counter.0.load(Relaxed), codes, counted.holds(SliceId(1))), (3, [0; 3], false));
    }
}
