//! How compressed tables ask for values that they do not store, because they follow by moves from others.

use std::any::Any;
use std::ops::ControlFlow;

use super::slice::{Entry, SliceId};
use crate::game::Value;

/// What a table omits of a slice: a set of [`Class`]es, a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Omitted(pub u8);

impl Omitted {
    /// Nothing is omitted.
    pub const NOTHING: Omitted = Omitted(0);
    /// Every position.
    pub const ALL: Omitted = Omitted(7);

    /// Whether the positions of a class are omitted.
    #[inline(always)]
    pub fn has(self, class: Class) -> bool {
        self.0 >> class as u8 & 1 == 1
    }

    /// What is omitted besides the positions of this class.
    pub fn and(self, class: Class) -> Omitted {
        Omitted(self.0 | 1 << class as u8)
    }
}

/// What [`Derive`](super::Derive) says of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Class {
    /// It is in the first half and not forced, or the entry holds no position.
    #[default]
    First = 0,
    /// It is in the second half and not forced.
    Second = 1,
    /// It is forced.
    Forced = 2,
}

/// Entries whose values are looked up together.
pub const TOGETHER: usize = 4;

/// Stored values, for a [`Derivation`].
pub trait Stored {
    /// What the table of a slice omits.
    fn omitted(&mut self, slice: SliceId) -> Omitted;

    /// The stored value of an entry that is not omitted; `None` if there is none, or it cannot be read.
    fn value(&mut self, entry: Entry) -> Option<Value>;

    /// The same for [`TOGETHER`] entries of a slice or fewer; `None` if one has none.
    fn values(&mut self, slice: SliceId, indexes: &[u64], values: &mut [Value]) -> Option<()>;

    /// Whether results are enough: a win need not be the quickest.
    fn results(&self) -> bool;
}

/// [`Derive`](super::Derive) behind an object, whatever the types of the game.
pub trait Derivation: Send + Sync {
    /// Whether positions have halves.
    fn has_halves(&self) -> bool;

    /// The classes of consecutive entries, from `from` on.
    fn classes(&self, from: Entry, classes: &mut [Class]);

    /// The value of an entry of a slice of which some are omitted, and its position if that is known: any that has this entry.
    fn value(&self, entry: Entry, position: Option<&dyn Any>, stored: &mut dyn Stored) -> Option<Value>;

    /// For each of consecutive entries that is omitted, the value that follows from the values of all its successors, which
    /// `values` looks up; and whether they are where [`Derive`](super::Derive) promises.
    fn derive(&self, from: Entry, classes: &[Class], omitted: Omitted, values: &mut dyn Source) -> ControlFlow<()>;
}

/// The values that omitted ones are derived from, when they are checked.
pub trait Source {
    /// The value of an entry.
    fn value(&mut self, entry: Entry) -> Option<Value>;

    /// Whether the value of an entry may be used for one of another slice that is omitted: it is below, or stored, or
    /// forced.
    fn may_use(&self, from: SliceId, class: Class, slice: SliceId, of: Class) -> bool;

    /// Takes the value that was derived for the entry of this number, counted from the first; `None` if a successor has
    /// none or may not be used.
    fn derived(&mut self, number: usize, value: Option<Value>) -> ControlFlow<()>;

    /// Whether results are enough.
    fn results(&self) -> bool;
}
