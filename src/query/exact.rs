//! Exact values for searches: the values of solved tables, or none.

use super::{Probe, value_under_rule};
use crate::game::{Game, PlayRules, Value};
use crate::space::Space;
use crate::values::{Lookup, LookupError};

/// The exact values of some positions of a game. A [`Probe`] has the values of its tables, and `()` has none.
pub trait ExactValues<G: Game>: Sync {
    /// The exact value of a position; `None` if it is not known. REQUIRED.
    ///
    /// # Errors
    /// If a table is damaged or cannot be read.
    fn value(&self, position: &G::Position) -> Result<Option<Value>, LookupError>;

    /// The same, or the result alone if the depth takes much longer to find: for the positions of a search. OPTIONAL:
    /// equal to [`ExactValues::value`].
    ///
    /// # Errors
    /// As [`ExactValues::value`].
    fn quick_value(&self, position: &G::Position) -> Result<Option<Value>, LookupError> {
        self.value(position)
    }

    /// The value with its depth to the next move that zeroes the clock of quiet plies, to choose among wins of unknown
    /// depth. OPTIONAL: by default it is not known.
    ///
    /// # Errors
    /// As [`ExactValues::value`].
    fn zeroing_value(&self, _position: &G::Position) -> Result<Option<Value>, LookupError> {
        Ok(None)
    }

    /// Whether no value is known, so that a search skips the look-ups. OPTIONAL: by default there are values.
    fn is_empty(&self) -> bool {
        false
    }

    /// Whether positions of the slice of this one can have a value, so that a search skips the look-ups of slices
    /// without tables. OPTIONAL: by default they can.
    fn may_hold(&self, _position: &G::Position) -> bool {
        true
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

    fn may_hold(&self, _position: &G::Position) -> bool {
        false
    }
}

/// The values under the rule of quiet plies, where the tables have them.
impl<S: Space + PlayRules, T: Lookup> ExactValues<S> for Probe<'_, S, T> {
    fn value(&self, position: &S::Position) -> Result<Option<Value>, LookupError> {
        self.by_the_rule(position, Probe::value(self, position)?)
    }

    fn quick_value(&self, position: &S::Position) -> Result<Option<Value>, LookupError> {
        self.by_the_rule(position, Probe::quick_value(self, position)?)
    }

    fn zeroing_value(&self, position: &S::Position) -> Result<Option<Value>, LookupError> {
        Probe::zeroing_value(self, position)
    }

    fn may_hold(&self, position: &S::Position) -> bool {
        self.space.rank(position).is_none_or(|entry| {
            let rule = self.tables.under_rule();
            self.tables.holds(entry.slice) || rule.is_some_and(|rule| rule.holds(entry.slice))
        })
    }
}

impl<S: Space + PlayRules, T: Lookup> Probe<'_, S, T> {
    /// The value of a position under the rule of quiet plies, where the tables have it. `value` is its value without
    /// the rule.
    fn by_the_rule(&self, position: &S::Position, value: Option<Value>) -> Result<Option<Value>, LookupError> {
        Ok(match self.under_rule(position)? {
            // A value that is not held leaves the result alone.
            Some(rule) => {
                let known = value.unwrap_or(Value::Win(Value::UNKNOWN));
                Some(value_under_rule(known, rule, self.space.quiet_plies(position)))
            }
            None => value,
        })
    }
}
