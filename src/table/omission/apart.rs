//! Depths that a table keeps apart from the results, and those that follow from them.
//!
//! ```text
//! value_of(position) -- its result is a draw ----> no depth
//!                    |- its depth is kept -------> the stored depth, or that of a conversion if it is better
//!                    \- its depth is not kept ---> play each move -> result -> the depth of those that count
//! ```
//!
//! The depth of a win is one more than the least among the losses that its moves lead to: the depths of other moves are
//! not looked up. The depth of a loss is one more than the greatest among all of its moves.

use super::best_move::{BestMove, better};
use super::floor::floor_of;
use crate::game::Value;
use crate::space::{Class, DEEPEST, Derive, Entry, EntryValues, PositionDerivation, Stored, value_of_move};
use crate::values::resolve;

/// The value of an entry of a slice whose depths are kept apart; `position` is any that has this entry. `depth` is the
/// number of derivations in turn so far.
pub fn value_of<S: Derive>(
    space: &S,
    entry: Entry,
    position: &S::Position,
    stored: &mut dyn Stored,
    depth: u32,
) -> Option<Value> {
    if depth > DEEPEST {
        stored.refuse("depths that take too many derivations in turn");
        return None;
    }
    let own = stored.value(entry)?;
    let has_floors = stored.omitted(entry.slice).has(Class::Attained);
    let floor = if has_floors { floor(space, position, stored, depth)? } else { None };
    let result = floor.map_or(own, |floor| own.max(floor)).result();
    if result == Value::Draw {
        return Some(result);
    }
    if !stored.kept(entry.slice).is_some_and(|kept| kept.has(result)) {
        return derived(space, position, result, stored, depth);
    }
    let kept = if own.result() == result { Some(stored.with_depth(entry, result)?) } else { None };
    let attained = match floor {
        Some(floor) if floor == result => best_of(space, position, result, stored, depth, true)?,
        _ => None,
    };
    kept.into_iter().chain(attained).reduce(better)
}

/// The same without the depth.
pub fn result_of<S: Derive>(
    space: &S,
    entry: Entry,
    position: &S::Position,
    stored: &mut dyn Stored,
    depth: u32,
) -> Option<Value> {
    let own = stored.value(entry)?.result();
    if matches!(own, Value::Win(_)) || !stored.omitted(entry.slice).has(Class::Attained) {
        return Some(own);
    }
    let floor = floor(space, position, stored, depth)?;
    Some(floor.map_or(own, |floor| own.max(floor)))
}

/// The best result of the conversions of a position; `Some(None)` if it has none.
fn floor<S: Derive>(space: &S, position: &S::Position, stored: &mut dyn Stored, depth: u32) -> Option<Option<Value>> {
    let floor = floor_of(space, position, |after| result_after(space, after, stored, depth));
    if floor.is_none() {
        stored.refuse("results whose floors do not follow from others");
    }
    floor.map(|floor| floor.map(Value::result))
}

/// The value of a position of this result, whose depth is not kept, from its moves.
fn derived<S: Derive>(
    space: &S,
    position: &S::Position,
    result: Value,
    stored: &mut dyn Stored,
    depth: u32,
) -> Option<Value> {
    let value = best_of(space, position, result, stored, depth, false)?;
    let value = value.or_else(|| space.outcome(position).map(Value::from));
    let value = value.filter(|value| value.result() == result);
    if value.is_none() {
        stored.refuse("depths that do not follow from others");
    }
    value
}

/// The best of the moves of a position that have this result, or of its conversions: `Some(None)` if there is none.
fn best_of<S: Derive>(
    space: &S,
    position: &S::Position,
    result: Value,
    stored: &mut dyn Stored,
    depth: u32,
    conversions: bool,
) -> Option<Option<Value>> {
    let (mut best, mut is_missing) = (BestMove::new(false), false);
    let mut take = |mv: S::Move| {
        let after = space.play(position, mv);
        // All moves of a lost position lose.
        if matches!(result, Value::Win(_)) {
            match result_after(space, &after, stored, depth) {
                Some(of_after) if value_of_move(space, position, mv, &after, of_after).result() != result => return,
                Some(_) => {}
                None => is_missing = true,
            }
        }
        match depth_after(space, &after, stored, depth).filter(|_| !is_missing) {
            Some(value) => best.take(value_of_move(space, position, mv, &after, value)),
            None => is_missing = true,
        }
    };
    match conversions {
        true => space.each_conversion(position, take),
        false => space.moves(position).for_each(&mut take),
    }
    (!is_missing).then_some(best.value)
}

/// The result of a position that a move leads to.
fn result_after<S: Derive>(space: &S, after: &S::Position, stored: &mut dyn Stored, depth: u32) -> Option<Value> {
    let Some(entry) = space.rank(after) else {
        return without_entry(space, after, &mut |position| result_after(space, position, stored, depth));
    };
    match stored.kept(entry.slice) {
        Some(_) => result_of(space, entry, after, stored, depth + 1),
        None => space.value_of(entry, after, stored).map(Value::result),
    }
}

/// The value of a position that a move leads to.
fn depth_after<S: Derive>(space: &S, after: &S::Position, stored: &mut dyn Stored, depth: u32) -> Option<Value> {
    let Some(entry) = space.rank(after) else {
        return without_entry(space, after, &mut |position| depth_after(space, position, stored, depth));
    };
    match stored.kept(entry.slice) {
        Some(_) => value_of(space, entry, after, stored, depth + 1),
        None => space.value_of(entry, after, stored),
    }
}

/// The value of a position without an entry: a finished one, or one that the space resolves.
fn without_entry<S: Derive>(
    space: &S,
    position: &S::Position,
    value_of: &mut dyn FnMut(&S::Position) -> Option<Value>,
) -> Option<Value> {
    if let Some(outcome) = space.outcome(position) {
        return Some(outcome.into());
    }
    let choices = resolve(space, space.metric(), position, &mut |position| Ok::<_, ()>(value_of(position)));
    choices.ok()??.complete()
}

/// The value of a position from the values of all its successors; `None` if one is missing.
pub fn by_moves<S: Derive>(space: &S, position: &S::Position, values: &mut dyn EntryValues) -> Option<Value> {
    let (mut best, mut is_missing) = (BestMove::new(false), false);
    space.moves(position).for_each(|mv| {
        let after = space.play(position, mv);
        match source_value(space, &after, values).filter(|_| !is_missing) {
            Some(value) => best.take(value_of_move(space, position, mv, &after, value)),
            None => is_missing = true,
        }
    });
    let value = best.value.or_else(|| space.outcome(position).map(Value::from));
    value.filter(|_| !is_missing)
}

/// The value of a position that a move leads to, of a source of all values.
fn source_value<S: Derive>(space: &S, after: &S::Position, values: &mut dyn EntryValues) -> Option<Value> {
    match space.rank(after) {
        Some(entry) => values.value(entry),
        None => without_entry(space, after, &mut |position| source_value(space, position, values)),
    }
}
