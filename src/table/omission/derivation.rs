//! The derivation of omitted values from the moves of a game.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::apart;
use super::best_move::{BestMove, better};
use super::floor::floor_of;
use super::successors::{FAR, WaitingPositions};
use crate::game::{Turn, Value, turn};
use crate::space::{
    Class, DEEPEST, Derivation, DerivationSource, Derive, Entry, EntryValues, KeptDepths, Metric, Omitted,
    PositionDerivation, SliceId, Stored, TOGETHER, value_of_move,
};

impl<S: Derive> Derivation for S {
    fn shared(&self) -> Arc<dyn Derivation> {
        Arc::new(self.clone())
    }

    fn has_halves(&self) -> bool {
        Derive::has_halves(self)
    }

    fn has_floors(&self) -> bool {
        S::FLOORS
    }

    fn derives_depths(&self) -> bool {
        S::FLOORS && self.metric() == Metric::End
    }

    fn digits(&self, slice: SliceId) -> Vec<Vec<u64>> {
        Derive::digits(self, slice)
    }

    fn classes(&self, from: Entry, classes: &mut [Class]) {
        let count = classes.len() as u64;
        let mut classes = classes.iter_mut();
        self.each_position(from, count, |position| {
            if let Some(class) = classes.next() {
                *class = position.map_or(Class::Vacant, |position| self.class(from.slice, &position));
            }
        });
    }

    fn vacant(&self, from: Entry, vacant: &mut [bool]) {
        Derive::vacant(self, from, vacant);
    }

    fn floors(&self, from: Entry, values: &mut dyn EntryValues, floors: &mut [Option<Value>]) {
        let count = floors.len() as u64;
        let mut floors = floors.iter_mut();
        self.each_position(from, count, |position| {
            let (Some(floor), Some(position)) = (floors.next(), position) else { return };
            *floor = floor_of(self, &position, |after| match self.rank(after) {
                Some(entry) => values.value(entry),
                None => self.outcome(after).map(Value::from),
            })
            .flatten();
        });
    }

    fn value(&self, entry: Entry, stored: &mut dyn Stored) -> Option<Value> {
        self.value_of(entry, &self.unrank(entry)?, stored)
    }

    fn raise(&self, from: Entry, depths: KeptDepths, stored: &mut dyn Stored, values: &mut [Option<Value>]) {
        let count = values.len() as u64;
        let mut values = values.iter_mut();
        let (keeps_apart, mut index) = (stored.kept(from.slice).is_some(), from.index);
        self.each_position(from, count, |position| {
            let Some(value) = values.next() else { return };
            let entry = Entry { index, ..from };
            index += 1;
            if keeps_apart {
                *value = position
                    .zip(*value)
                    .and_then(|(position, own)| apart::value_above(self, own, depths, entry, &position, stored));
                return;
            }
            *value = position.zip(*value).and_then(|(position, own)| above_floor(self, own, &position, stored, 1));
        });
    }

    fn by_moves(&self, entry: Entry, values: &mut dyn EntryValues) -> Option<Value> {
        apart::by_moves(self, &self.unrank(entry)?, values)
    }

    fn check(
        &self,
        from: Entry,
        omitted: Omitted,
        classes: &mut [Class],
        source: &mut dyn DerivationSource,
    ) -> ControlFlow<()> {
        let mut flow = ControlFlow::Continue(());
        let (count, results) = (classes.len() as u64, source.results());
        let (mut classes, mut waiting) = (classes.iter_mut().enumerate(), WaitingPositions::default());
        self.each_position(from, count, |position| {
            let Some((number, class)) = classes.next().filter(|_| flow.is_continue()) else { return };
            *class = position.as_ref().map_or(Class::Vacant, |position| self.class(from.slice, position));
            if let Some(position) = position.filter(|_| omitted.has(*class)) {
                waiting.add(number, results);
                follow(self, from.slice, *class, &position, source, &mut waiting);
                if waiting.is_full() {
                    flow = waiting.look_up(source);
                }
            }
        });
        flow?;
        waiting.look_up(source)
    }
}

impl<S: Derive> PositionDerivation<S::Position> for S {
    fn value_of(&self, entry: Entry, position: &S::Position, stored: &mut dyn Stored) -> Option<Value> {
        if stored.kept(entry.slice).is_some() {
            return apart::value_of(self, entry, position, stored, 1);
        }
        let omitted = stored.omitted(entry.slice);
        match omitted.has(self.class(entry.slice, position)) {
            true => value_by_moves(self, position, stored, 1).or_else(|| {
                stored.refuse("omitted values that do not follow from others");
                None
            }),
            false if omitted.has(Class::Attained) => above_floor(self, stored.value(entry)?, position, stored, 1),
            false => stored.value(entry),
        }
    }

    fn quick_value_of(&self, entry: Entry, position: &S::Position, stored: &mut dyn Stored) -> Option<Value> {
        match stored.kept(entry.slice) {
            Some(_) => apart::result_of(self, entry, position, stored, 1),
            None => self.value_of(entry, position, stored),
        }
    }
}

/// The value of a position of a slice with floors: the better of the stored value `own` and of the floor. `depth` is as
/// in [`value_by_moves`].
fn above_floor<S: Derive>(
    space: &S,
    own: Value,
    position: &S::Position,
    stored: &mut dyn Stored,
    depth: u32,
) -> Option<Value> {
    if stored.results() && matches!(own, Value::Win(_)) {
        return Some(own);
    }
    let Some(floor) = floor_of(space, position, |after| value_after(space, after, stored, depth)) else {
        stored.refuse("values whose floors do not follow from others");
        return None;
    };
    let value = floor.map_or(own, |floor| better(own, floor));
    Some(if stored.results() { value.result() } else { value })
}

/// The value of a position that a move leads to, by derivation if it is omitted. `depth` is as in [`value_by_moves`].
fn value_after<S: Derive>(space: &S, after: &S::Position, stored: &mut dyn Stored, depth: u32) -> Option<Value> {
    let Some(slice) = space.slice_of(after) else { return space.outcome(after).map(Value::from) };
    if stored.kept(slice).is_some() {
        let entry = space.rank(after)?;
        return match stored.results() {
            true => apart::result_of(space, entry, after, stored, depth + 1),
            false => apart::value_of(space, entry, after, stored, depth + 1),
        };
    }
    let omitted = stored.omitted(slice);
    if omitted.has(space.class(slice, after)) {
        return value_by_moves(space, after, stored, depth + 1);
    }
    let entry = space.rank(after)?;
    match omitted.has(Class::Attained) {
        true if depth >= DEEPEST => {
            stored.refuse("omitted values that take too many derivations in turn");
            None
        }
        true => above_floor(space, stored.value(entry)?, after, stored, depth + 1),
        false => stored.value(entry),
    }
}

/// The value of a position from the values of its successors: stored ones, and omitted ones derived in turn. `depth` is
/// the number of derivations in turn so far.
fn value_by_moves<S: Derive>(space: &S, position: &S::Position, stored: &mut dyn Stored, depth: u32) -> Option<Value> {
    if depth > DEEPEST {
        stored.refuse("omitted values that take too many derivations in turn");
        return None;
    }
    let results = stored.results();
    let mut best = BestMove::new(results);
    let mut waiting =
        WaitingMoves { slice: SliceId(0), indexes: [0; TOGETHER], turns: [Turn::Other; TOGETHER], count: 0 };
    for mv in space.moves(position) {
        let after = space.play(position, mv);
        let stored_slice = space.slice_of(&after).filter(|&slice| {
            let omitted = stored.omitted(slice);
            let is_stored = omitted == Omitted::NOTHING
                || !omitted.has(Class::Attained) && !omitted.has(space.class(slice, &after));
            let is_stored = is_stored && stored.kept(slice).is_none();
            is_stored && space.metric() == Metric::End
        });
        match stored_slice {
            None => {
                let value = value_after(space, &after, stored, depth)?;
                best.take(value_of_move(space, position, mv, &after, value));
            }
            Some(slice) => {
                if waiting.count == TOGETHER || waiting.slice != slice {
                    waiting.look_up(stored, &mut best)?;
                }
                waiting.add(space.rank(&after)?, turn(space, position, &after));
            }
        }
        if best.is_enough {
            break;
        }
    }
    if !best.is_enough {
        waiting.look_up(stored, &mut best)?;
    }
    let value = best.value.or_else(|| space.outcome(position).map(Value::from))?;
    Some(if results { value.result() } else { value })
}

/// Adds the successors of an omitted position in the source, the last one of `waiting`.
#[inline(always)]
fn follow<S: Derive>(
    space: &S,
    slice: SliceId,
    class: Class,
    position: &S::Position,
    source: &mut dyn DerivationSource,
    waiting: &mut WaitingPositions,
) {
    let (mut has_moves, may_wait) = (false, space.metric() == Metric::End);
    for mv in space.moves(position) {
        has_moves = true;
        let after = space.play(position, mv);
        let worth = |value: Value| value_of_move(space, position, mv, &after, value);
        match space.rank(&after) {
            Some(entry) => {
                let needs_class = entry.slice == slice || class != Class::Forced;
                let after_class = if needs_class { space.class(entry.slice, &after) } else { Class::First };
                match source.may_depend(class, entry.slice, after_class) {
                    false => waiting.take(None),
                    true if may_wait && space.slice(entry.slice).entries >= FAR => {
                        waiting.wait(entry, turn(space, position, &after));
                    }
                    true => waiting.take(source.value(entry).map(worth)),
                }
            }
            None => waiting.take(space.outcome(&after).map(Value::from).map(worth)),
        }
        if waiting.is_enough() {
            break;
        }
    }
    if !has_moves {
        waiting.take(space.outcome(position).map(Value::from));
    }
}

/// Entries of one slice that moves lead to, to be looked up together.
struct WaitingMoves {
    slice: SliceId,
    indexes: [u64; TOGETHER],
    turns: [Turn; TOGETHER],
    count: usize,
}

impl WaitingMoves {
    /// Adds an entry of the slice, or of any slice if none is waiting. Fewer than [`TOGETHER`] are waiting.
    #[inline(always)]
    fn add(&mut self, entry: Entry, turn: Turn) {
        self.slice = entry.slice;
        (self.indexes[self.count], self.turns[self.count]) = (entry.index, turn);
        self.count += 1;
    }

    /// Looks the entries up.
    #[inline(always)]
    fn look_up(&mut self, stored: &mut dyn Stored, best: &mut BestMove) -> Option<()> {
        let mut values = [Value::Draw; TOGETHER];
        let count = std::mem::take(&mut self.count);
        stored.values(self.slice, &self.indexes[..count], &mut values[..count])?;
        values[..count].iter().zip(self.turns).for_each(|(&value, turn)| best.take(value.before(turn)));
        Some(())
    }
}
