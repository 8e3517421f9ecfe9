//! Exact values for searches: the values of solved tables, or none.

use super::Probe;
use crate::game::{Game, Value};
use crate::space::Space;
use crate::values::{Lookup, LookupError};

/// The exact values of some positions of a game. A [`Probe`] has the values of its tables, and `()` has none.
pub trait ExactValues<G: Game>: Sync {
    /// The exact value of a position; `None` if it is not known. REQUIRED.
    ///
    /// # Errors
    /// If a table is damaged or cannot be read.
    fn value(&self, position: &G::Position) -> Result<Option<Value>, LookupError>;

    /// Whether no value is known, so that a search skips the look-ups. OPTIONAL: by default there are values.
    fn is_empty(&self) -> bool {
        false
    }
}

/// No values.
impl<G: Game> ExactValues<G> for () {
    fn value(&self, _position: &G::Position) -> Result<Option<Value>, LookupError> {
        Ok(None)
    }

    fn is_empty(&self) -> bool {
        true
    }
}

impl<S: Space, T: Lookup> ExactValues<S> for Probe<'_, S, T> {
    fn value(&self, position: &S::Position) -> Result<Option<Value>, LookupError> {
        Probe::value(self, position)
    }
}
