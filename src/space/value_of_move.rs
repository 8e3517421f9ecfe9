//! The value of a move, from the value of the position after it.

use super::{Metric, Space};
use crate::game::{Value, turn};

/// The value of a move for the team that makes it, in the metric of the space. `value` is the value of `after`, the
/// position after the move.
#[inline(always)]
pub fn value_of_move<S: Space>(
    space: &S,
    position: &S::Position,
    mv: S::Move,
    after: &S::Position,
    value: Value,
) -> Value {
    value_of_move_in(space.metric(), space, position, mv, after, value)
}

/// The value of a move for the team that makes it, in this metric.
#[inline(always)]
pub fn value_of_move_in<S: Space>(
    metric: Metric,
    space: &S,
    position: &S::Position,
    mv: S::Move,
    after: &S::Position,
    value: Value,
) -> Value {
    let zeroes = metric != Metric::End && space.is_zeroing(position, mv);
    let value = if zeroes { metric.zeroed(value) } else { value };
    value.before(turn(space, position, after))
}
