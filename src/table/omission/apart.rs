//! Depths that a table keeps apart from the results, and those that follow from them.
//!
//! ```text
//! value_of(position) -- its result is a draw ----> no depth
//!                    |- its depth is kept -------> the stored depth, or that of a conversion if it is better
//!                    \- its depth is not kept ---> play each move -> result -> the depth of those that count
//! ```
//!
//! The depth of a win is one more than the least among the losses that its moves lead to: the depths of other moves are
//! not looked up. The depth of a loss is one more than the greatest among all of its moves. As in an alpha-beta search,
//! a position that cannot change the depth of the one before is not followed to its end:
//!
//! ```text
//!   win in 7 so far --move--> loss --move--> win in 6 or more: the loss is no quicker, its other moves do not matter
//! ```

use super::best_move::BestMove;
use super::floor::floor_of;
use crate::game::Value;
use crate::space::{Class, DEEPEST, Derive, Entry, EntryValues, KeptDepths, PositionDerivation, Stored, value_of_move};
use crate::values::resolve;

/// What is asked about the value of a position.
#[derive(Clone, Copy)]
struct DepthQuestion<'a> {
    /// The results whose depth matters; `None` if the result alone is asked.
    wanted: Option<&'a dyn Fn(Value) -> bool>,
    /// Values that are no worse for the side to move are as good as this one.
    enough: Option<Value>,
}

impl DepthQuestion<'_> {
    /// The whole value.
    const VALUE: DepthQuestion<'static> = DepthQuestion { wanted: Some(&|_| true), enough: None };
    /// The result.
    const RESULT: DepthQuestion<'static> = DepthQuestion { wanted: None, enough: None };

    /// Whether better values than this one do not matter.
    fn is_enough(self, value: Option<Value>) -> bool {
        self.enough.is_some_and(|enough| value.is_some_and(|value| value >= enough))
    }
}

/// The value of an entry of a slice whose depths are kept apart; `position` is any that has this entry. `depth` is the
/// number of derivations in turn so far.
pub fn value_of<S: Derive>(
    space: &S,
    entry: Entry,
    position: &S::Position,
    stored: &mut dyn Stored,
    depth: u32,
) -> Option<Value> {
    answer(space, entry, position, stored, depth, DepthQuestion::VALUE)
}

/// The same without the depth.
pub fn result_of<S: Derive>(
    space: &S,
    entry: Entry,
    position: &S::Position,
    stored: &mut dyn Stored,
    depth: u32,
) -> Option<Value> {
    answer(space, entry, position, stored, depth, DepthQuestion::RESULT)
}

/// The answer to a question about an entry; the rest is as in [`value_of`].
fn answer<S: Derive>(
    space: &S,
    entry: Entry,
    position: &S::Position,
    stored: &mut dyn Stored,
    depth: u32,
    question: DepthQuestion,
) -> Option<Value> {
    let own = match question.wanted.and_then(|_| stored.at_hand(entry)) {
        Some(own) => own,
        None => stored.value(entry)?.result(),
    };
    above(space, own, entry, position, stored, depth, question)
}

/// The value of an entry whose stored value is `own`, with the depth if it is one of `depths`; the rest is as in
/// [`value_of`].
pub fn value_above<S: Derive>(
    space: &S,
    own: Value,
    depths: KeptDepths,
    entry: Entry,
    position: &S::Position,
    stored: &mut dyn Stored,
) -> Option<Value> {
    let wanted = |value: Value| depths.has(value);
    above(space, own, entry, position, stored, 1, DepthQuestion { wanted: Some(&wanted), enough: None })
}

/// The answer to a question about an entry whose stored value is `own`, with the depth that is kept or without.
fn above<S: Derive>(
    space: &S,
    own: Value,
    entry: Entry,
    position: &S::Position,
    stored: &mut dyn Stored,
    depth: u32,
    question: DepthQuestion,
) -> Option<Value> {
    if depth > DEEPEST {
        stored.refuse("depths that take too many derivations in turn");
        return None;
    }
    let (at_hand, own) = (own, own.result());
    let has_floors = stored.omitted(entry.slice).has(Class::Attained);
    let result = match own {
        Value::Win(_) => own,
        _ if !has_floors => own,
        _ => {
            let floor =
                floor_of(space, position, |after| after_value(space, after, stored, depth, DepthQuestion::RESULT));
            if floor.is_none() {
                stored.refuse("results whose floors do not follow from others");
            }
            floor?.map_or(own, |floor| own.max(floor.result()))
        }
    };
    if result == Value::Draw || !question.wanted.is_some_and(|wanted| wanted(result)) {
        return Some(result);
    }
    if !stored.kept(entry.slice).is_some_and(|kept| kept.has(result)) {
        let value = best_of(space, position, result, None, stored, depth, question)?;
        let value = value.or_else(|| space.outcome(position).map(Value::from));
        let value = value.filter(|value| value.result() == result);
        if value.is_none() {
            stored.refuse("depths that do not follow from others");
        }
        return value;
    }
    let kept = if own != result {
        None
    } else if at_hand.is_exact() {
        Some(at_hand)
    } else {
        Some(stored.with_depth(entry, result)?)
    };
    match has_floors && !question.is_enough(kept) {
        true => best_of(space, position, result, Some(kept), stored, depth, question)?,
        false => kept,
    }
}

/// The best of the moves of a position that have this result: with `kept` of its conversions and of this value.
/// `Some(None)` if there is none.
fn best_of<S: Derive>(
    space: &S,
    position: &S::Position,
    result: Value,
    kept: Option<Option<Value>>,
    stored: &mut dyn Stored,
    depth: u32,
    question: DepthQuestion,
) -> Option<Option<Value>> {
    let (mut best, mut is_missing) = (BestMove::new(false), false);
    best.value = kept.flatten();
    let mut take = |mv: S::Move| {
        if is_missing || question.is_enough(best.value) {
            return;
        }
        let after = space.play(position, mv);
        let worth = |value: Value| value_of_move(space, position, mv, &after, value);
        let wanted = |value: Value| worth(value).result() == result;
        // The value of the move is no better than the best so far, if the side to move there has this value or more.
        let enough = best.value.and_then(|best| no_better(best, &worth));
        match after_value(space, &after, stored, depth, DepthQuestion { wanted: Some(&wanted), enough }) {
            Some(value) if wanted(value) => best.take(worth(value)),
            Some(_) => {}
            None => is_missing = true,
        }
    };
    match kept {
        Some(_) => space.each_conversion(position, take),
        None => space.moves(position).for_each(&mut take),
    }
    (!is_missing).then_some(best.value)
}

/// Of the position that a move leads to, the least value of the result that counts with which the move is no better
/// than `best`.
fn no_better(best: Value, worth: &dyn Fn(Value) -> Value) -> Option<Value> {
    let plies = |plies: u32| plies.saturating_sub(1)..=plies + 1;
    let is_no_better = |after: &Value| worth(*after) <= best && worth(*after).result() == best.result();
    match best {
        Value::Win(n) if n < Value::UNKNOWN => plies(n).map(Value::Loss).find(is_no_better),
        Value::Loss(n) if n < Value::UNKNOWN => plies(n).rev().map(Value::Win).find(is_no_better),
        _ => None,
    }
}

/// The answer to a question about a position that a move leads to.
fn after_value<S: Derive>(
    space: &S,
    after: &S::Position,
    stored: &mut dyn Stored,
    depth: u32,
    question: DepthQuestion,
) -> Option<Value> {
    let Some(entry) = space.rank(after) else {
        let question = if question.wanted.is_some() { DepthQuestion::VALUE } else { DepthQuestion::RESULT };
        return without_entry(space, after, &mut |position| after_value(space, position, stored, depth, question));
    };
    match stored.kept(entry.slice) {
        Some(_) => answer(space, entry, after, stored, depth + 1, question),
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
