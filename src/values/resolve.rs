//! The values of positions without an entry, from the positions that they resolve to.

use crate::game::Value;
use crate::space::{Metric, Space, value_of_move_in};

/// The value of the best of several choices, of which some may be undecided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BestOf {
    /// The best of the known values; `None` if none is known.
    pub known: Option<Value>,
    /// Whether any choice is undecided.
    pub open: bool,
}

impl BestOf {
    /// Adds a choice; `None` if it is undecided.
    pub fn add(&mut self, value: Option<Value>) {
        match value {
            Some(_) => self.known = self.known.max(value),
            None => self.open = true,
        }
    }

    /// The value, if every choice is decided.
    pub fn complete(self) -> Option<Value> {
        self.known.filter(|_| !self.open)
    }

    /// The value, if every undecided choice takes more than `plies`: a win within them is then the quickest.
    pub fn after(self, plies: u32) -> Option<Value> {
        let won = |value: &Value| matches!(value, Value::Win(found) if *found <= plies);
        self.known.filter(|value| !self.open || won(value))
    }
}

/// The choices of a position without an entry that is not finished: its stored position and its extra moves, with the
/// values that `value` has for them, in this metric. `None` if the space does not resolve the position; see
/// [`Space::resolve`].
///
/// # Errors
/// The errors of `value`.
pub fn resolve<S: Space, E>(
    space: &S,
    metric: Metric,
    position: &S::Position,
    mut value: impl FnMut(&S::Position) -> Result<Option<Value>, E>,
) -> Result<Option<BestOf>, E> {
    let Some(resolved) = space.resolve(position) else { return Ok(None) };
    let mut best = BestOf::default();
    if let Some(stored) = &resolved.stored {
        best.add(value(stored)?);
    }
    for &mv in &resolved.moves {
        let after = space.play(position, mv);
        best.add(value(&after)?.map(|value| value_of_move_in(metric, space, position, mv, &after, value)));
    }
    Ok(Some(best))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_undecided_choice_leaves_quick_wins_alone() {
        let best = |values: &[Option<Value>]| {
            let mut best = BestOf::default();
            values.iter().for_each(|&value| best.add(value));
            best
        };
        let open = best(&[Some(Value::Draw), Some(Value::Win(5)), None]);
        assert_eq!((open.complete(), open.after(4), open.after(5)), (None, None, Some(Value::Win(5))));
        let lost = best(&[Some(Value::Loss(2)), None]);
        assert_eq!((lost.complete(), lost.after(9)), (None, None));
        let decided = best(&[Some(Value::Loss(2)), Some(Value::Loss(8))]);
        assert_eq!((decided.complete(), decided.after(0)), (Some(Value::Loss(8)), Some(Value::Loss(8))));
    }
}
