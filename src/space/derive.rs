//! Values that compressed tables omit because they follow by moves from stored values: the contract of a game.
//!
//! The value of any position follows from the values of its successors. So a table can omit positions as long as their
//! successors are stored, or follow in turn: positions where every move is a conversion, and one of two halves such
//! that each other move leads from one half to the other.
//!
//! Where no half can be omitted, a *floor* saves space: the best value of a conversion. No position is worth less.
//!
//! ```text
//!   value of a position = the better of the stored value and of its floor
//!
//!   a queen can be captured:  floor win     stored: anything
//!   a pawn can be captured:   floor draw    the position is drawn: a draw or anything worse is stored
//! ```
//!
//! A game implements [`Derive`]. It then has a [`PositionDerivation`](super::PositionDerivation) and, for tables that
//! do not know its types, a [`Derivation`](super::Derivation).

use super::{Class, Entry, SliceId, Space};

/// The positions that a compressed table may omit. OPTIONAL: without it, compressed tables store every value. A game
/// that implements it returns itself from [`Space::derivation`].
///
/// All positions of an entry have the same class. When a table is compressed, both promises are checked for every entry
/// that is omitted. A value may take [`DEEPEST`](super::DEEPEST) derivations in turn, a look-up's greatest depth.
pub trait Derive: Space + Clone + Send + 'static {
    /// Whether every move of the position leads to a slice of a component below, or to a finished game. OPTIONAL: by
    /// default no position is known to be forced.
    fn is_forced(&self, _position: &Self::Position) -> bool {
        false
    }

    /// The half that the position is in: a move that leads to a slice of the same component leads to a position of the
    /// other half. OPTIONAL, with [`Derive::has_halves`].
    fn half(&self, _slice: SliceId, _position: &Self::Position) -> bool {
        false
    }

    /// Whether [`Derive::half`] keeps its promise. OPTIONAL: by default it does not.
    #[inline(always)]
    fn has_halves(&self) -> bool {
        false
    }

    /// Visits the conversions of a position: the moves that lead to a component below, or to a finished game.
    /// OPTIONAL, with [`Derive::FLOORS`].
    fn each_conversion(&self, _position: &Self::Position, _visit: impl FnMut(Self::Move)) {}

    /// Whether [`Derive::each_conversion`] visits any. A game has floors or halves, not both.
    const FLOORS: bool = false;

    /// The digits of the numbers of a slice's entries, the highest first: a number is of mixed radix, and the product
    /// of all is the number of entries. OPTIONAL: by default one digit. A compressed table may store the entries in the
    /// order of the digits in another sequence. The digits of an inner list, which belong to one piece, stay side by
    /// side.
    fn digits(&self, slice: SliceId) -> Vec<Vec<u64>> {
        vec![vec![self.slice(slice).entries]]
    }

    /// The slice of a position. OPTIONAL: equal to the slice of [`Space::rank`], and faster.
    #[inline(always)]
    fn slice_of(&self, position: &Self::Position) -> Option<SliceId> {
        self.rank(position).map(|entry| entry.slice)
    }

    /// Visits the positions of consecutive entries of a slice, from `from` on, `None` for an entry that holds none.
    /// OPTIONAL: equal to [`Space::unrank`] of each entry, and faster.
    #[inline(always)]
    fn each_position(&self, from: Entry, count: u64, mut visit: impl FnMut(Option<Self::Position>)) {
        for index in from.index..from.index + count {
            visit(self.unrank(Entry { index, ..from }));
        }
    }

    /// Sets which of consecutive entries of a slice, from `from` on, hold no position. OPTIONAL: equal to
    /// [`Space::unrank`] of each entry, and faster.
    #[inline(always)]
    fn vacant(&self, from: Entry, vacant: &mut [bool]) {
        let mut entries = vacant.iter_mut();
        self.each_position(from, entries.len() as u64, |position| {
            if let Some(is_vacant) = entries.next() {
                *is_vacant = position.is_none();
            }
        });
    }

    /// The class of a position of a slice, without regard to its floor. Do not override.
    #[inline(always)]
    fn class(&self, slice: SliceId, position: &Self::Position) -> Class {
        match self.is_forced(position) {
            true => Class::Forced,
            false if self.has_halves() && self.half(slice, position) => Class::Second,
            false => Class::First,
        }
    }
}
