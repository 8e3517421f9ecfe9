//! From a position to its value: the only thing that search, play and queries know of tables.

use std::fmt;

use thiserror::Error;

use crate::game::Notation;
use crate::plan;
use crate::space::{Entry, SliceId, Space};
use crate::table::TableError;
use crate::value::{Code, Value};

/// Values of entries, wherever they are kept: in tables on the disk, or in memory while a space is being solved.
pub trait Tables: Sync {
    /// The value of an entry, or nothing if its slice is not there or the entry holds no position.
    ///
    /// # Errors
    /// If what is there cannot be trusted.
    fn value(&self, entry: Entry) -> Result<Option<Value>, TableError>;

    /// Puts the codes, in two bytes, of this entry and those after it into `codes`. Whether their slice is there.
    /// OPTIONAL: it says what [`Tables::value`] says of each, and is quicker.
    ///
    /// # Errors
    /// If what is there cannot be trusted.
    fn read(&self, from: Entry, codes: &mut [u16]) -> Result<bool, TableError> {
        if !self.holds(from.slice) {
            return Ok(false);
        }
        for (code, index) in codes.iter_mut().zip(from.index..) {
            let value = self.value(Entry { index, ..from })?;
            *code = value.map_or(Some(u16::ABSENT), u16::encode).unwrap_or(u16::ABSENT);
        }
        Ok(true)
    }

    /// Whether a slice is there. One that is there and cannot be trusted counts: to ask for its values is an error.
    fn holds(&self, slice: SliceId) -> bool;
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

    /// The slices that the tables hold, in order.
    pub fn held(&self) -> Vec<SliceId> {
        (0..self.space.slices().len() as u32).map(SliceId).filter(|&slice| self.tables.holds(slice)).collect()
    }

    /// The error that the tables do not know enough of a position. The slice that is lacking is its own, or else the
    /// first that one of its moves leads to.
    pub fn not_held(&self, position: &S::Position) -> NotHeld
    where
        S: Notation,
    {
        let after = self.space.moves(position).map(|m| self.space.play(position, m));
        let mut entries = std::iter::once(*position).chain(after).filter_map(|position| self.space.rank(&position));
        let lacking = entries.find(|entry| !self.tables.holds(entry.slice));
        NotHeld {
            game: self.space.name(),
            position: self.space.text(position),
            lacking: lacking.map(|entry| Unsolved::new(self.space, entry.slice)),
        }
    }
}

/// A slice whose table is not there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "slice {slice} of {game} is not solved here. Run `hindsight solve {game} {option} {number}`, or with \
         `--slice {slice}` for what that slice needs alone"
)]
pub struct Unsolved {
    game: &'static str,
    slice: String,
    option: &'static str,
    number: u32,
}

impl Unsolved {
    /// The slice of a game.
    pub fn new<S: Space>(space: &S, slice: SliceId) -> Unsolved {
        let name = space.slices()[slice.index()].name.clone();
        let (option, number) = (plan::option(space), plan::size(space, slice));
        Unsolved { game: space.name(), slice: name, option, number }
    }
}

/// A position that the tables do not know enough of.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct NotHeld {
    /// The game.
    pub game: &'static str,
    /// The position.
    pub position: String,
    /// The slice that it takes, if it is in one.
    pub lacking: Option<Unsolved>,
}

impl fmt::Display for NotHeld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a position that the tables of {} hold, found {}", self.game, self.position)?;
        self.lacking.iter().try_for_each(|slice| write!(f, ": {slice}"))
    }
}
