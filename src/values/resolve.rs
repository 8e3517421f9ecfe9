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
    /// Whether any choice is a win without a depth: it may be quicker than the best of the known values.
    pub undated: bool,
}

impl BestOf {
    /// Adds a choice; `None` if it is undecided.
    pub fn add(&mut self, value: Option<Value>) {
        match value {
            Some(known) => {
                self.known = self.known.max(value);
                self.undated |= matches!(known, Value::Win(_)) && !known.is_exact();
            }
            None => self.open = true,
        }
    }

    /// The value, if every choice is decided. It has no depth if a choice is a win without one, which may be quicker
    /// than any but a win in one ply.
    pub fn complete(self) -> Option<Value> {
        let known = self.known.filter(|_| !self.open)?;
        let may_be_quicker = self.undated && !matches!(known, Value::Win(..=1));
        Some(if may_be_quicker { known.result() } else { known })
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
    value: &mut dyn FnMut(&S::Position) -> Result<Option<Value>, E>,
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

    #[test]
    fn a_win_beside_a_win_without_a_depth_has_no_depth() {
        let [won, lost] = [Value::Win(3).result(), Value::Loss(4).result()];
        for (choices, value) in [
            ([Value::Win(5), won], won),
            ([won, Value::Win(5)], won),
            ([won, Value::Win(1)], Value::Win(1)),
            ([Value::Win(5), lost], Value::Win(5)),
            ([lost, Value::Draw], Value::Draw),
        ] {
            let mut best = BestOf::default();
            choices.into_iter().for_each(|choice| best.add(Some(choice)));
            assert_eq!(best.complete(), Some(value), "{choices:?}");
        }
    }
}
