//! The trait that looks up values: in tables on the disk, in memory, in slices that are being solved.

use std::error::Error;
use std::sync::Arc;

use crate::game::Value;
use crate::space::{Entry, SliceId, Space};
use crate::util::progress::Progress;
use crate::values::{Code, Codes};

/// Values of entries, wherever they are stored.
///
/// # Example
/// ```
/// use hindsight::games::tic_tac_toe::TicTacToe;
/// use hindsight::prelude::*;
///
/// /// The value of the start, from any lookup: memory, tables, an overlay of both.
/// fn value_of_start(game: &TicTacToe, values: &dyn Lookup) -> Option<Value> {
///     values.value(game.rank(&game.start())?).ok()?
/// }
///
/// let game = TicTacToe::new();
/// assert_eq!(value_of_start(&game, &in_memory(&game, &Retrograde, &())?), Some(Value::Draw));
/// // `()` holds nothing.
/// assert_eq!(value_of_start(&game, &()), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Lookup: Sync {
    /// The value of an entry; `None` if its slice is not held or the entry holds no position. REQUIRED.
    ///
    /// # Errors
    /// If the slice is damaged or cannot be read.
    fn value(&self, entry: Entry) -> Result<Option<Value>, LookupError>;

    /// The value of the entry of a position. OPTIONAL: equal to [`Lookup::value`], and faster for values that follow by
    /// moves.
    ///
    /// # Errors
    /// As [`Lookup::value`].
    #[inline(always)]
    fn value_of<S: Space>(
        &self,
        _space: &S,
        entry: Entry,
        _position: &S::Position,
    ) -> Result<Option<Value>, LookupError>
    where
        Self: Sized,
    {
        self.value(entry)
    }

    /// The value of the entry of a position, or its result alone if its depth takes much longer to find. OPTIONAL:
    /// equal to [`Lookup::value_of`].
    ///
    /// # Errors
    /// As [`Lookup::value`].
    #[inline(always)]
    fn quick_value_of<S: Space>(
        &self,
        space: &S,
        entry: Entry,
        position: &S::Position,
    ) -> Result<Option<Value>, LookupError>
    where
        Self: Sized,
    {
        self.value_of(space, entry, position)
    }

    /// Begins to load an entry for a look-up that comes soon. OPTIONAL: by default it does nothing.
    #[inline(always)]
    fn prefetch(&self, _entry: Entry) {}

    /// Reads the codes of consecutive entries of a slice, from `from` on, widened to two bytes. Returns whether the
    /// slice is held; if not, the codes are left as they were. OPTIONAL: equal to [`Lookup::value`] of each entry, and
    /// faster.
    ///
    /// # Errors
    /// If the slice is damaged or cannot be read.
    ///
    /// # Panics
    /// If the slice is held and the entries reach past its end: an implementation that knows where slices end calls
    /// [`assert_within`], and never returns the codes of another slice.
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

    /// Reads the codes of any entries of a slice, widened to two bytes; an index past the end reads as
    /// [`Code::ABSENT`]. Returns whether the slice is held; if not, the codes are left as they were. OPTIONAL: equal to
    /// [`Lookup::value`] of each entry, and faster.
    ///
    /// # Errors
    /// If the slice is damaged or cannot be read.
    ///
    /// # Panics
    /// If there are not as many codes as indexes.
    fn gather(&self, slice: SliceId, indexes: &[u64], codes: &mut [u16]) -> Result<bool, LookupError> {
        assert_eq!(indexes.len(), codes.len(), "expected a code for every index");
        if !self.holds(slice) {
            return Ok(false);
        }
        for (code, &index) in codes.iter_mut().zip(indexes) {
            let value = self.value(Entry { slice, index })?;
            *code = value.and_then(u16::encode).unwrap_or(u16::ABSENT);
        }
        Ok(true)
    }

    /// Whether the values of a slice take much longer to find than in memory, so that [`Lookup::decode`] pays.
    /// OPTIONAL: by default they do not.
    fn is_encoded(&self, _slice: SliceId) -> bool {
        false
    }

    /// Finds all values of slices for which [`Lookup::is_encoded`], and calls `put` with them. The slices that they
    /// lead to are among them. Those that `known` holds are not put again: it holds a slice once `put` got some of it.
    /// OPTIONAL, with [`Lookup::is_encoded`].
    ///
    /// # Errors
    /// If a slice is damaged or cannot be read, or the work is to stop.
    fn decode(
        &self,
        _slices: &[SliceId],
        _known: &dyn Lookup,
        _put: &PutCodes,
        _progress: &dyn Progress,
    ) -> Result<(), LookupError> {
        Ok(())
    }

    /// The values of the same entries under the rule of quiet plies, with depths to the next move that zeroes the
    /// clock. OPTIONAL: by default there are none.
    fn under_rule(&self) -> Option<&dyn Lookup> {
        None
    }

    /// Whether a slice is held. A damaged slice counts as held: looking up its values is an error. REQUIRED.
    fn holds(&self, slice: SliceId) -> bool;
}

/// Takes the codes of consecutive entries, from an entry on.
pub type PutCodes<'a> = dyn Fn(Entry, Codes) -> Result<(), LookupError> + Sync + 'a;

/// Checks that the entries of a [`Lookup::read`] are within their slice, which has `entries`.
///
/// # Panics
/// If they reach past its end.
#[inline]
pub fn assert_within(from: Entry, count: usize, entries: u64) {
    let within = from.index.checked_add(count as u64).is_some_and(|end| end <= entries);
    assert!(
        within,
        "expected entries within slice number {} of {entries} entries, found {count} from index {} on",
        from.slice.0, from.index
    );
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

/// Why a value could not be looked up: the error of the implementation, such as a damaged table or a failing disk.
#[derive(Clone, Debug, thiserror::Error)]
#[error(transparent)]
pub struct LookupError(Arc<dyn Error + Send + Sync>);

impl LookupError {
    /// Wraps the error of an implementation.
    pub fn new(error: impl Error + Send + Sync + 'static) -> LookupError {
        LookupError(Arc::new(error))
    }

    /// The error itself, if it is of this type.
    pub fn downcast_ref<E: Error + 'static>(&self) -> Option<&E> {
        self.0.downcast_ref()
    }
}
