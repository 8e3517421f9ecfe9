//! Values that need not be stored, because they follow by moves from others: what compressed tables ask a game.
//!
//! The value of any position follows from those of its successors. So a table can leave out positions as long as their
//! successors are stored, or follow in turn: positions where every move is a conversion, and one of two halves that moves
//! lead to and fro between.

use std::any::Any;
use std::ops::ControlFlow;

use super::derivation::{Class, Derivation, Omitted, Source, Stored, TOGETHER};
use super::{Entry, SliceId, Space};
use crate::game::{Turn, Value};

/// What a game says of the positions that a compressed table may leave out. OPTIONAL: without it, compressed tables store
/// every value. [`Space::derivation`] returns it as [`Derived`].
///
/// What is said of a position holds for all positions of its entry. Both promises are checked for every entry that is left out when a table is compressed.
pub trait Derive: Space + 'static {
    /// Whether every move of the position leads to a slice of a component below, or to a finished game. OPTIONAL: by default
    /// no position is known to be so.
    fn is_forced(&self, _position: &Self::Position) -> bool {
        false
    }

    /// The half that the position is in: a move that leads to a slice of the same component leads to a position of the
    /// other half. OPTIONAL, with [`Derive::HALVES`].
    fn half(&self, _slice: SliceId, _position: &Self::Position) -> bool {
        false
    }

    /// Whether [`Derive::half`] keeps its promise.
    const HALVES: bool = false;

    /// The slice of a position, which [`Space::rank`] gives as well. OPTIONAL: faster.
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
}

/// A game that derives values.
pub struct Derived<S>(pub S);

impl<S: Derive> Derived<S> {
    /// The class of a position.
    #[inline(always)]
    fn class(&self, slice: SliceId, position: &S::Position) -> Class {
        match self.0.is_forced(position) {
            true => Class::Forced,
            false if S::HALVES && self.0.half(slice, position) => Class::Second,
            false => Class::First,
        }
    }

    /// The value of a position by its moves.
    fn best(&self, position: &S::Position, stored: &mut dyn Stored) -> Option<Value> {
        let results = stored.results();
        let mut best = Best { value: None, is_enough: false, results };
        let mut waiting =
            Waiting { slice: SliceId(0), indexes: [0; TOGETHER], turns: [Turn::Other; TOGETHER], count: 0 };
        for mv in self.0.moves(position) {
            let after = self.0.play(position, mv);
            let turn = self.0.turn(position, &after);
            match self.0.slice_of(&after) {
                None => best.take(self.0.outcome(&after)?.into(), turn),
                Some(slice) => {
                    let omitted = stored.omitted(slice);
                    if omitted != Omitted::NOTHING && omitted.has(self.class(slice, &after)) {
                        best.take(self.best(&after, stored)?, turn);
                    } else {
                        if waiting.count == TOGETHER || waiting.slice != slice {
                            waiting.look_up(stored, &mut best)?;
                        }
                        waiting.add(self.0.rank(&after)?, turn);
                    }
                }
            }
            if best.is_enough {
                break;
            }
        }
        if !best.is_enough {
            waiting.look_up(stored, &mut best)?;
        }
        let value = best.value.or_else(|| self.0.outcome(position).map(Value::from))?;
        Some(if results { value.result() } else { value })
    }
}

/// The best of the values of some moves.
struct Best {
    value: Option<Value>,
    /// Whether no other move matters: of results, any win is the best.
    is_enough: bool,
    results: bool,
}

impl Best {
    /// Takes the value of the position after a move.
    #[inline(always)]
    fn take(&mut self, after: Value, turn: Turn) {
        let value = after.before(turn);
        self.value = Some(self.value.map_or(value, |best| better(best, value)));
        self.is_enough |= self.results && matches!(value, Value::Win(_));
    }
}

/// Entries of a slice that moves lead to, to be looked up together.
struct Waiting {
    slice: SliceId,
    indexes: [u64; TOGETHER],
    turns: [Turn; TOGETHER],
    count: usize,
}

impl Waiting {
    /// Adds an entry of the slice, or of any if none is waiting. There are less than [`TOGETHER`].
    #[inline(always)]
    fn add(&mut self, entry: Entry, turn: Turn) {
        self.slice = entry.slice;
        (self.indexes[self.count], self.turns[self.count]) = (entry.index, turn);
        self.count += 1;
    }

    /// Looks them up.
    #[inline(always)]
    fn look_up(&mut self, stored: &mut dyn Stored, best: &mut Best) -> Option<()> {
        let mut values = [Value::Draw; TOGETHER];
        let count = std::mem::take(&mut self.count);
        stored.values(self.slice, &self.indexes[..count], &mut values[..count])?;
        values[..count].iter().zip(self.turns).for_each(|(&value, turn)| best.take(value, turn));
        Some(())
    }
}

/// The better of the values of two moves. Where one of two wins has no known depth, nor has the better.
fn better(one: Value, other: Value) -> Value {
    let best = one.max(other);
    match (one, other) {
        (Value::Win(a), Value::Win(b)) if a.max(b) >= Value::UNKNOWN => best.result(),
        _ => best,
    }
}

impl<S: Derive> Derivation for Derived<S> {
    fn has_halves(&self) -> bool {
        S::HALVES
    }

    fn classes(&self, from: Entry, classes: &mut [Class]) {
        let count = classes.len() as u64;
        let mut classes = classes.iter_mut();
        self.0.each_position(from, count, |position| {
            if let Some(class) = classes.next() {
                *class = position.map_or(Class::First, |position| self.class(from.slice, &position));
            }
        });
    }

    fn value(&self, entry: Entry, position: Option<&dyn Any>, stored: &mut dyn Stored) -> Option<Value> {
        let omitted = stored.omitted(entry.slice);
        let known = position.and_then(|position| position.downcast_ref::<S::Position>());
        match known.copied().or_else(|| self.0.unrank(entry)) {
            Some(position) if omitted.has(self.class(entry.slice, &position)) => self.best(&position, stored),
            None if omitted.has(Class::First) => None,
            _ => stored.value(entry),
        }
    }

    fn derive(&self, from: Entry, classes: &[Class], omitted: Omitted, values: &mut dyn Source) -> ControlFlow<()> {
        let results = values.results();
        let mut flow = ControlFlow::Continue(());
        let mut numbers = 0..classes.len();
        self.0.each_position(from, classes.len() as u64, |position| {
            let Some(number) = numbers.next() else { return };
            let (class, Some(position)) = (classes[number], position) else { return };
            if flow.is_break() || !omitted.has(class) {
                return;
            }
            let mut best = None;
            for mv in self.0.moves(&position) {
                let after = self.0.play(&position, mv);
                let value = match self.0.rank(&after) {
                    Some(entry) => {
                        let of = if entry.slice == from.slice || class != Class::Forced {
                            self.class(entry.slice, &after)
                        } else {
                            Class::First
                        };
                        let allowed = values.may_use(from.slice, class, entry.slice, of);
                        allowed.then(|| values.value(entry)).flatten()
                    }
                    None => self.0.outcome(&after).map(Value::from),
                };
                let Some(value) = value else {
                    flow = values.derived(number, None);
                    return;
                };
                let value = value.before(self.0.turn(&position, &after));
                best = Some(best.map_or(value, |best| better(best, value)));
                if results && matches!(value, Value::Win(_)) {
                    break;
                }
            }
            flow = values.derived(number, best.or_else(|| self.0.outcome(&position).map(Value::from)));
        });
        flow
    }
}
