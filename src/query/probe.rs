//! From a position to its value: all that search, play and queries know of tables.

use std::fmt;

use thiserror::Error;

use crate::game::{Notation, Value, position_text};
use crate::space::{Entry, Naming, SliceId, Space};
use crate::values::{BestOf, Lookup, LookupError, resolve};

/// A game's positions looked up in its tables.
///
/// # Example
/// ```
/// use hindsight::games::tic_tac_toe::TicTacToe;
/// use hindsight::prelude::*;
///
/// let game = TicTacToe::new();
/// let values = in_memory(&game, &Retrograde, &())?;
/// let probe = Probe { space: &game, tables: &values };
/// assert_eq!(probe.value(&game.parse("xx./oo./... x")?)?, Some(Value::Win(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Probe<'a, S, T> {
    /// The game.
    pub space: &'a S,
    /// Its tables.
    pub tables: &'a T,
}

impl<S: Space, T: Lookup> Probe<'_, S, T> {
    /// The value of a position; `None` if the tables do not hold it. A finished game has one without a table, and a
    /// position without an entry that of what it [resolves](Space::resolve) to.
    ///
    /// # Errors
    /// If the table cannot be trusted.
    #[inline(always)]
    pub fn value(&self, position: &S::Position) -> Result<Option<Value>, LookupError> {
        self.value_at(position, self.space.rank(position))
    }

    /// The value of a position, or its result alone if its depth takes much longer to find: for searches, which ask for
    /// many.
    ///
    /// # Errors
    /// As [`Probe::value`].
    #[inline(always)]
    pub fn quick_value(&self, position: &S::Position) -> Result<Option<Value>, LookupError> {
        match self.space.rank(position) {
            Some(entry) => self.tables.quick_value_of(self.space, entry, position),
            None => self.value_without_entry(position),
        }
    }

    /// The entry of a position, whose value will be looked up soon: [`Probe::value_at`] finds it in the cache.
    #[inline(always)]
    pub fn prefetch(&self, position: &S::Position) -> Option<Entry> {
        let entry = self.space.rank(position);
        if let Some(entry) = entry {
            self.tables.prefetch(entry);
        }
        entry
    }

    /// The value of a position whose entry, if it has one, is known.
    ///
    /// # Errors
    /// As [`Probe::value`].
    #[inline(always)]
    pub fn value_at(&self, position: &S::Position, entry: Option<Entry>) -> Result<Option<Value>, LookupError> {
        match entry {
            Some(entry) => self.tables.value_of(self.space, entry, position),
            None => self.value_without_entry(position),
        }
    }

    /// The values of several positions, in their order: the look-ups of some of them overlap, so that many positions
    /// take much less time than one by one.
    ///
    /// # Errors
    /// As [`Probe::value`], of the first that has one. The values before it are set.
    ///
    /// # Panics
    /// If there are not as many values as positions.
    pub fn values(&self, positions: &[S::Position], values: &mut [Option<Value>]) -> Result<(), LookupError> {
        /// Look-ups that overlap.
        const TOGETHER: usize = 32;
        assert_eq!(positions.len(), values.len(), "expected a value for every position");
        let mut entries = [None; TOGETHER];
        for (positions, values) in positions.chunks(TOGETHER).zip(values.chunks_mut(TOGETHER)) {
            for (entry, position) in entries.iter_mut().zip(positions) {
                *entry = self.prefetch(position);
            }
            for ((value, position), entry) in values.iter_mut().zip(positions).zip(entries) {
                *value = self.value_at(position, entry)?;
            }
        }
        Ok(())
    }

    /// The value of a position without an entry.
    fn value_without_entry(&self, position: &S::Position) -> Result<Option<Value>, LookupError> {
        if let Some(outcome) = self.space.outcome(position) {
            return Ok(Some(outcome.into()));
        }
        let best = resolve(self.space, self.space.metric(), position, &mut |position| self.value(position))?;
        Ok(best.and_then(BestOf::complete))
    }

    /// The slices that the tables hold, in order.
    pub fn held(&self) -> Vec<SliceId> {
        held(self.tables, self.space.slices().len())
    }

    /// The error for a position whose value does not follow from the tables. The missing slice is its own, or else the
    /// first that one of its moves leads to.
    pub fn not_held(&self, position: &S::Position) -> NotHeld
    where
        S: Naming + Notation,
    {
        let after = self.space.moves(position).map(|mv| self.space.play(position, mv));
        let mut entries = std::iter::once(*position).chain(after).filter_map(|position| self.space.rank(&position));
        let missing = entries.find(|entry| !self.tables.holds(entry.slice));
        NotHeld {
            game: self.space.name(),
            position: position_text(self.space, position),
            missing: missing.map(|entry| Unsolved::new(self.space, entry.slice)),
            why: self.space.why_not_held(position).map(String::into_boxed_str),
        }
    }
}

/// See [`Probe::held`].
fn held(tables: &dyn Lookup, slices: usize) -> Vec<SliceId> {
    (0..slices as u32).map(SliceId).filter(|&slice| tables.holds(slice)).collect()
}

/// A slice whose table is not there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("slice {slice} of {game} is not solved")]
pub struct Unsolved {
    /// The game.
    pub game: &'static str,
    /// The name of the slice.
    pub slice: String,
    /// What slices are chosen by, such as `pieces`: see [`Naming::size_name`].
    pub size_name: &'static str,
    /// How many of them the slice has: see [`Naming::size`].
    pub size: u32,
}

impl Unsolved {
    /// The error for a slice of a game.
    pub fn new(space: &dyn crate::table::TableGame, slice: SliceId) -> Unsolved {
        Unsolved {
            game: space.name(),
            slice: space.slices()[slice.index()].name.clone(),
            size_name: space.size_name(),
            size: space.size(slice),
        }
    }
}

/// A position whose value does not follow from the tables at hand.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct NotHeld {
    /// The game.
    pub game: &'static str,
    /// The position as text.
    pub position: String,
    /// The slice that is missing; `None` if no slice has the position.
    pub missing: Option<Unsolved>,
    /// Why no slice has the position, where the space says it: see [`Space::why_not_held`].
    pub why: Option<Box<str>>,
}

impl fmt::Display for NotHeld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a position that the tables of {} hold, found {}", self.game, self.position)?;
        match (&self.missing, &self.why) {
            (Some(slice), _) => write!(f, ": {slice}"),
            (None, Some(why)) => write!(f, ": {why}"),
            (None, None) => write!(f, ": it is in no slice of the game"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::solve::{self, retrograde::Retrograde};

    #[test]
    fn the_values_of_several_positions_are_those_of_each() {
        let game = TicTacToe::new();
        let solved = solve::in_memory(&game, &Retrograde, &()).expect("tic-tac-toe is solved");
        let probe = Probe { space: &game, tables: &solved };
        let entries = (0..)
            .map(SliceId)
            .zip(game.slices())
            .flat_map(|(slice, held)| (0..held.entries).map(move |index| Entry { slice, index }));
        let positions: Vec<_> = entries.filter_map(|entry| game.unrank(entry)).collect();
        for count in [0, 1, 31, 32, 33, positions.len()] {
            let mut values = vec![None; count];
            probe.values(&positions[..count], &mut values).expect("memory can be trusted");
            for (position, value) in positions.iter().zip(values) {
                assert_eq!(probe.value(position).expect("memory can be trusted"), value);
                assert!(value.is_some());
            }
        }
    }
}
