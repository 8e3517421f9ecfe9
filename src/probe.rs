//! From a position to its value: the only thing that search, play and queries know of tables.

use crate::space::{Entry, Space};
use crate::table::TableError;
use crate::value::Value;

/// Values of entries, wherever they are kept: in a table on the disk, or in memory while a space is being solved.
pub trait Tables: Sync {
    /// The value of an entry, or nothing if its slice is not there or the entry holds no position.
    ///
    /// # Errors
    /// If what is there cannot be trusted.
    fn value(&self, entry: Entry) -> Result<Option<Value>, TableError>;
}

/// A game's positions looked up in its tables.
pub struct Probe<'a, S, T> {
    /// The game.
    pub space: &'a S,
    /// Its tables.
    pub tables: &'a T,
}

impl<S: Space, T: Tables> Probe<'_, S, T> {
    /// The value of a position, or nothing if no table holds it. A finished game has one without a table.
    ///
    /// # Errors
    /// If the table cannot be trusted.
    #[inline(always)]
    pub fn value(&self, position: &S::Position) -> Result<Option<Value>, TableError> {
        match self.space.rank(position) {
            Some(entry) => self.tables.value(entry),
            None => Ok(self.space.outcome(position).map(Value::from)),
        }
    }
}
