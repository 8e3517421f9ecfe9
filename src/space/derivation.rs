//! The derivation of omitted values, as tables see it: without the types of a game, or with its position alone.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::slice::{Entry, SliceId};
use crate::game::Value;

/// The class of a position, which a table omits or stores as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Class {
    /// It is in the first half and not forced.
    #[default]
    First = 0,
    /// It is in the second half and not forced.
    Second = 1,
    /// It is forced.
    Forced = 2,
    /// The entry holds no position.
    Vacant = 3,
    /// A conversion attains its value: of a game with [`FLOORS`](super::Derive::FLOORS), where it replaces the classes
    /// of halves and forced positions. Only values tell it.
    Attained = 4,
    /// A conversion attains its result in another number of plies. Only values tell it.
    Equalled = 5,
}

/// The classes that a table omits of a slice: a set, a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Omitted(pub u8);

impl Omitted {
    /// No class.
    pub const NOTHING: Omitted = Omitted(0);
    /// Every position.
    pub const ALL: Omitted = Omitted(7);
    /// The sum of all classes.
    pub const MOST: u8 = 31;

    /// Whether the positions of a class are omitted.
    #[inline(always)]
    pub fn has(self, class: Class) -> bool {
        self.0 >> class as u8 & 1 == 1
    }

    /// These classes and one more.
    pub fn and(self, class: Class) -> Omitted {
        Omitted(self.0 | 1 << class as u8)
    }
}

/// The results of which a table keeps the depths, apart from the results: a set, a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeptDepths(pub u8);

impl KeptDepths {
    /// No depth.
    pub const NOTHING: KeptDepths = KeptDepths(0);
    /// Depths of wins.
    pub const WON: KeptDepths = KeptDepths(1);
    /// Depths of losses.
    pub const LOST: KeptDepths = KeptDepths(2);
    /// All depths.
    pub const ALL: KeptDepths = KeptDepths(3);

    /// Whether the depth of a value is kept.
    #[inline(always)]
    pub fn has(self, value: Value) -> bool {
        match value {
            Value::Win(_) => self.0 & KeptDepths::WON.0 != 0,
            Value::Loss(_) => self.0 & KeptDepths::LOST.0 != 0,
            Value::Draw => false,
        }
    }

    /// Whether the depths that are not kept here follow from those that are kept `after` a move: the depth of a win
    /// follows from losses, that of a loss from wins.
    pub fn follows_from(self, after: KeptDepths) -> bool {
        (self.0 & KeptDepths::WON.0 != 0 || after.0 & KeptDepths::LOST.0 != 0)
            && (self.0 & KeptDepths::LOST.0 != 0 || after.0 & KeptDepths::WON.0 != 0)
    }
}

/// A game that derives omitted values, by entries: for tables that do not know its types. Every
/// [`Derive`](super::Derive) has it.
pub trait Derivation: Send + Sync {
    /// This game, shared.
    fn shared(&self) -> Arc<dyn Derivation>;

    /// Whether positions have halves.
    fn has_halves(&self) -> bool;

    /// Whether positions have floors.
    fn has_floors(&self) -> bool;

    /// Whether depths that are kept apart from the results can be derived.
    fn derives_depths(&self) -> bool;

    /// See [`Derive::digits`](super::Derive::digits).
    fn digits(&self, slice: SliceId) -> Vec<Vec<u64>>;

    /// Sets the classes of consecutive entries, from `from` on. No entry gets one that only values tell.
    fn classes(&self, from: Entry, classes: &mut [Class]);

    /// See [`Derive::vacant`](super::Derive::vacant).
    fn vacant(&self, from: Entry, vacant: &mut [bool]);

    /// Sets the floors of consecutive entries, from `from` on: the best of the values of conversions. `None` for an
    /// entry without a position or a conversion, and where a value is missing.
    fn floors(&self, from: Entry, values: &mut dyn EntryValues, floors: &mut [Option<Value>]);

    /// The value of an entry of a slice of which some classes are omitted.
    fn value(&self, entry: Entry, stored: &mut dyn Stored) -> Option<Value>;

    /// Replaces the stored values of consecutive entries, from `from` on, by the better of each and its floor. An entry
    /// that holds no position gets none. If the depths of the slice are kept apart, the wins or losses of `depths` get
    /// them.
    fn raise(&self, from: Entry, depths: KeptDepths, stored: &mut dyn Stored, values: &mut [Option<Value>]);

    /// The value of an entry from the values of all its successors; `None` if one is missing.
    fn by_moves(&self, entry: Entry, values: &mut dyn EntryValues) -> Option<Value>;

    /// Sets the classes of consecutive entries, from `from` on, derives the value of each omitted one from the values
    /// of all its successors, and tells `source`. Once `source` breaks off, classes are not set.
    fn check(
        &self,
        from: Entry,
        omitted: Omitted,
        classes: &mut [Class],
        source: &mut dyn DerivationSource,
    ) -> ControlFlow<()>;
}

/// A game that derives omitted values of positions at hand, which saves it to unrank an entry. Every
/// [`Derive`](super::Derive) has it.
pub trait PositionDerivation<P>: Derivation {
    /// The value of an entry of a slice of which some classes are omitted; `position` is any that has this entry.
    fn value_of(&self, entry: Entry, position: &P, stored: &mut dyn Stored) -> Option<Value>;

    /// The same, or the result alone if the depths of the slice are kept apart.
    fn quick_value_of(&self, entry: Entry, position: &P, stored: &mut dyn Stored) -> Option<Value>;
}

/// The number of entries whose values are looked up together.
pub const TOGETHER: usize = 4;

/// The greatest number of derivations in turn: of a value, of the value of a successor, and so on.
pub const DEEPEST: u32 = 64;

/// The stored values that a [`Derivation`] looks up.
pub trait Stored {
    /// The classes that the table of a slice omits.
    fn omitted(&mut self, slice: SliceId) -> Omitted;

    /// The depths that the table of a slice keeps apart from the results; `None` if it has no such depths, and the
    /// stored values have the depths that there are.
    fn kept(&mut self, slice: SliceId) -> Option<KeptDepths>;

    /// The stored value of an entry that is not omitted; `None` if there is none, or it cannot be read.
    fn value(&mut self, entry: Entry) -> Option<Value>;

    /// The stored value of an entry with the depth that is kept apart, if both are in memory: much faster than
    /// [`Stored::value`], where it finds one.
    fn at_hand(&mut self, entry: Entry) -> Option<Value>;

    /// The depth that is kept apart for an entry whose stored value is `result`; `None` if it cannot be read.
    fn with_depth(&mut self, entry: Entry, result: Value) -> Option<Value>;

    /// Looks up the stored values of up to [`TOGETHER`] entries of a slice; `None` if one has none, or cannot be read.
    fn values(&mut self, slice: SliceId, indexes: &[u64], values: &mut [Value]) -> Option<()>;

    /// Whether the values are results only: then any win of a position is as good as the quickest.
    fn results(&self) -> bool;

    /// Takes the reason why an omitted value cannot be derived; the first one counts.
    fn refuse(&mut self, why: &'static str);
}

/// Values of entries.
pub trait EntryValues {
    /// The value of an entry; `None` if there is none, or it cannot be read.
    fn value(&mut self, entry: Entry) -> Option<Value>;
}

/// The values that a [`Derivation`] is checked against when a table is compressed.
pub trait DerivationSource: EntryValues {
    /// Whether the value of an omitted entry of a class may depend on an entry of the slice `on`, of the class
    /// `on_class`: if this one is in a component below, or stored, or forced.
    fn may_depend(&self, class: Class, on: SliceId, on_class: Class) -> bool;

    /// Looks up the values of entries of a slice: `None` for an entry that has none, or cannot be read.
    fn values(&mut self, slice: SliceId, indexes: &[u64], values: &mut Vec<Option<Value>>);

    /// Takes the value derived for the entry of this number, counted from the first; `None` if a successor has no value
    /// or may not be used.
    fn derived(&mut self, number: usize, value: Option<Value>) -> ControlFlow<()>;

    /// Whether the values are results only.
    fn results(&self) -> bool;
}
