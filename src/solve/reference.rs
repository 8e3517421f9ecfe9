//! The plain solver: one thread, forward sweeps, nothing clever. It is the judge of the fast ones, with which it shares
//! the rules and the numbering of positions and no more.

use crate::space::{Entry, SliceId, Space};
use crate::value::Value;

/// The values of the slices that were solved, each under its number; the other slices are left empty.
///
/// An entry that holds no position has no value.
pub type Values = Vec<Vec<Option<Value>>>;

/// The values of every position of these slices and of all that they lead to.
///
/// A sweep for `n` plies gives a value to every position that has none and is won or lost in `n` by what earlier sweeps
/// found; when no position that is left can be decided any more, it is drawn.
///
/// # Panics
/// If a move leads out of the space, which [`conformance`](crate::verify::conformance) finds.
pub fn solve<S: Space>(space: &S, slices: &[SliceId]) -> Values {
    let mut values: Values = vec![Vec::new(); space.slices().len()];
    let mut undecided = Vec::new();
    for slice in closure(space, slices) {
        for index in 0..space.slices()[slice.index()].entries {
            let entry = Entry { slice, index };
            let position = space.unrank(entry);
            let value = position.and_then(|position| space.outcome(&position)).map(Value::from);
            values[slice.index()].push(value);
            if let (Some(position), None) = (position, value) {
                undecided.push((entry, position));
            }
        }
    }
    // A depth is at most one more than the deepest so far, so the first sweep that finds nothing is the last.
    for plies in 1.. {
        let mut found = Vec::new();
        undecided.retain(|(entry, position)| {
            let replies = space.moves(position).map(|m| {
                let next = space.play(position, m);
                match space.rank(&next) {
                    Some(entry) => values[entry.slice.index()][entry.index as usize],
                    None => Some(space.outcome(&next).expect("a move stays in the space, or ends the game").into()),
                }
            });
            let value = decided_in(plies, replies);
            found.extend(value.map(|value| (*entry, value)));
            value.is_none()
        });
        if found.is_empty() {
            break;
        }
        for (entry, value) in found {
            values[entry.slice.index()][entry.index as usize] = Some(value);
        }
    }
    for (entry, _) in undecided {
        values[entry.slice.index()][entry.index as usize] = Some(Value::Draw);
    }
    values
}

/// The value of a position that is decided in `plies`, by the values of its successors that are known.
fn decided_in(plies: u32, replies: impl Iterator<Item = Option<Value>>) -> Option<Value> {
    let mut all_won = true;
    for reply in replies {
        match reply {
            Some(Value::Loss(_)) => return Some(Value::Win(plies)),
            Some(Value::Win(_)) => {}
            Some(Value::Draw) | None => all_won = false,
        }
    }
    all_won.then_some(Value::Loss(plies))
}

/// The slices and all that they lead to.
fn closure<S: Space>(space: &S, slices: &[SliceId]) -> Vec<SliceId> {
    let mut closed = slices.to_vec();
    let mut next = 0;
    while next < closed.len() {
        for &below in &space.slices()[closed[next].index()].leads_to {
            if !closed.contains(&below) {
                closed.push(below);
            }
        }
        next += 1;
    }
    closed
}
