//! The derivation of omitted values from the moves of a game.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::game::{Turn, Value, turn};
use crate::space::{
    Class, DEEPEST, Derivation, DerivationSource, Derive, Entry, Omitted, PositionDerivation, SliceId, Stored, TOGETHER,
};

impl<S: Derive> Derivation for S {
    fn shared(&self) -> Arc<dyn Derivation> {
        Arc::new(self.clone())
    }

    fn has_halves(&self) -> bool {
        S::HALVES
    }

    fn classes(&self, from: Entry, classes: &mut [Class]) {
        let count = classes.len() as u64;
        let mut classes = classes.iter_mut();
        self.each_position(from, count, |position| {
            if let Some(class) = classes.next() {
                *class = position.map_or(Class::First, |position| self.class(from.slice, &position));
            }
        });
    }

    fn value(&self, entry: Entry, stored: &mut dyn Stored) -> Option<Value> {
        match self.unrank(entry) {
            Some(position) => self.value_of(entry, &position, stored),
            None if stored.omitted(entry.slice).has(Class::First) => None,
            None => stored.value(entry),
        }
    }

    fn check(
        &self,
        from: Entry,
        classes: &[Class],
        omitted: Omitted,
        source: &mut dyn DerivationSource,
    ) -> ControlFlow<()> {
        let mut flow = ControlFlow::Continue(());
        let mut numbers = 0..classes.len();
        self.each_position(from, classes.len() as u64, |position| {
            let Some(number) = numbers.next() else { return };
            let (class, Some(position)) = (classes[number], position) else { return };
            if flow.is_continue() && omitted.has(class) {
                let value = checked_value(self, from.slice, class, &position, source);
                flow = source.derived(number, value);
            }
        });
        flow
    }
}

impl<S: Derive> PositionDerivation<S::Position> for S {
    fn value_of(&self, entry: Entry, position: &S::Position, stored: &mut dyn Stored) -> Option<Value> {
        match stored.omitted(entry.slice).has(self.class(entry.slice, position)) {
            true => value_by_moves(self, position, stored, 1).or_else(|| {
                stored.refuse("omitted values that do not follow from others");
                None
            }),
            false => stored.value(entry),
        }
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
    let mut best = BestMove { value: None, is_enough: false, results };
    let mut waiting =
        WaitingMoves { slice: SliceId(0), indexes: [0; TOGETHER], turns: [Turn::Other; TOGETHER], count: 0 };
    for mv in space.moves(position) {
        let after = space.play(position, mv);
        let turn = turn(space, position, &after);
        match space.slice_of(&after) {
            None => best.take(space.outcome(&after)?.into(), turn),
            Some(slice) => {
                let omitted = stored.omitted(slice);
                if omitted != Omitted::NOTHING && omitted.has(space.class(slice, &after)) {
                    best.take(value_by_moves(space, &after, stored, depth + 1)?, turn);
                } else {
                    if waiting.count == TOGETHER || waiting.slice != slice {
                        waiting.look_up(stored, &mut best)?;
                    }
                    waiting.add(space.rank(&after)?, turn);
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
    let value = best.value.or_else(|| space.outcome(position).map(Value::from))?;
    Some(if results { value.result() } else { value })
}

/// The value of an omitted position from the values of its successors in the source; `None` if one has no value or may
/// not be used.
fn checked_value<S: Derive>(
    space: &S,
    slice: SliceId,
    class: Class,
    position: &S::Position,
    source: &mut dyn DerivationSource,
) -> Option<Value> {
    let mut best = BestMove { value: None, is_enough: false, results: source.results() };
    for mv in space.moves(position) {
        let after = space.play(position, mv);
        let value = match space.rank(&after) {
            Some(entry) => {
                let needs_class = entry.slice == slice || class != Class::Forced;
                let after_class = if needs_class { space.class(entry.slice, &after) } else { Class::First };
                let allowed = source.may_depend(slice, class, entry.slice, after_class);
                allowed.then(|| source.value(entry)).flatten()
            }
            None => space.outcome(&after).map(Value::from),
        };
        best.take(value?, turn(space, position, &after));
        if best.is_enough {
            break;
        }
    }
    best.value.or_else(|| space.outcome(position).map(Value::from))
}

/// The best of the values of some moves.
struct BestMove {
    value: Option<Value>,
    /// Whether no other move matters: of results, any win is the best.
    is_enough: bool,
    results: bool,
}

impl BestMove {
    /// Takes the value of the position after a move.
    #[inline(always)]
    fn take(&mut self, after: Value, turn: Turn) {
        let value = after.before(turn);
        self.value = Some(self.value.map_or(value, |best| better(best, value)));
        self.is_enough |= self.results && matches!(value, Value::Win(_));
    }
}

/// The better of the values of two moves. If a win of unknown depth is among them, the depth of the better is unknown.
fn better(one: Value, other: Value) -> Value {
    let best = one.max(other);
    match (one, other) {
        (Value::Win(a), Value::Win(b)) if a.max(b) >= Value::UNKNOWN => best.result(),
        _ => best,
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
        values[..count].iter().zip(self.turns).for_each(|(&value, turn)| best.take(value, turn));
        Some(())
    }
}
