//! The best value of the conversions of a position.

use super::best_move::better;
use crate::game::Value;
use crate::space::{Derive, value_of_move};

/// The best of the values of the conversions of a position, whose successors have these values: none without a
/// conversion. `None` if a value is missing.
#[inline(always)]
pub fn floor_of<S: Derive>(
    space: &S,
    position: &S::Position,
    mut value_of: impl FnMut(&S::Position) -> Option<Value>,
) -> Option<Option<Value>> {
    let (mut best, mut is_missing) = (None, false);
    space.each_conversion(position, |mv| {
        let after = space.play(position, mv);
        let Some(value) = value_of(&after).filter(|_| !is_missing) else {
            is_missing = true;
            return;
        };
        let value = value_of_move(space, position, mv, &after, value);
        best = Some(best.map_or(value, |best| better(best, value)));
    });
    (!is_missing).then_some(best)
}
