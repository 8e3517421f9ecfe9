//! Where a search asks for exact values: solved tables, or nowhere.

use crate::game::Game;
use crate::game::Value;
use crate::query::Probe;
use crate::space::Space;
use crate::values::Lookup;
use crate::values::LookupError;

/// Something that knows the exact values of some positions.
pub trait Oracle<G: Game>: Sync {
    /// The value of a position, if it is known.
    ///
    /// # Errors
    /// If a table cannot be trusted. The search ends with this.
    fn value(&self, position: &G::Position) -> Result<Option<Value>, LookupError>;

    /// Whether there is no position whose value is known, so that nobody need ask. OPTIONAL.
    fn knows_nothing(&self) -> bool {
        false
    }
}

/// Knows nothing.
impl<G: Game> Oracle<G> for () {
    fn value(&self, _position: &G::Position) -> Result<Option<Value>, LookupError> {
        Ok(None)
    }

    fn knows_nothing(&self) -> bool {
        true
    }
}

impl<S: Space, T: Lookup> Oracle<S> for Probe<'_, S, T> {
    fn value(&self, position: &S::Position) -> Result<Option<Value>, LookupError> {
        Probe::value(self, position)
    }
}
