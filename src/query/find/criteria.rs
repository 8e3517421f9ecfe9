//! Criteria for positions.

use std::ops::RangeInclusive;

use crate::game::{Outcome, PlayRules, Value};
use crate::query::Probe;
use crate::query::conditions::{has_only_move, is_quiet, is_zugzwang};
use crate::query::unique::is_unique_win;
use crate::space::Symmetry;
use crate::values::{Code, Lookup, LookupError};

/// Criteria for positions. A position must meet all of them. By default every position does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Criteria {
    /// The result for the side to move under best play; `None` for any.
    pub result: Option<Outcome>,
    /// The depth in plies of a win or a loss; `None` for any.
    pub plies: Option<RangeInclusive<u32>>,
    /// Whether to find mutual zugzwangs only: see
    /// [`Statistics::zugzwangs`](crate::query::statistics::Statistics::zugzwangs).
    pub zugzwang: bool,
    /// Whether to find quiet positions only: the game goes on, and no move captures.
    pub quiet: bool,
    /// Whether to find positions with an only move: of two or more moves, exactly one keeps the win or the draw. A move
    /// into a slice that the tables do not hold keeps nothing.
    pub only_move: bool,
    /// Whether to find wins that are made of only moves: see [`is_unique_win`](crate::query::is_unique_win).
    pub unique: bool,
}

impl Criteria {
    /// Whether the criteria depend on the value of a position alone.
    pub fn by_value(&self) -> bool {
        !(self.zugzwang || self.quiet || self.only_move || self.unique)
    }

    /// Whether a value has the wanted result and depth.
    pub fn admit(&self, value: Value) -> bool {
        let result = match value {
            Value::Win(_) => Outcome::Win,
            Value::Loss(_) => Outcome::Loss,
            Value::Draw => Outcome::Draw,
        };
        let deep = |plies: &RangeInclusive<u32>| value.plies().is_some_and(|depth| plies.contains(&depth));
        self.result.is_none_or(|wanted| wanted == result) && self.plies.as_ref().is_none_or(deep)
    }

    /// For each code of two bytes, whether its value is admitted.
    pub(super) fn codes(&self) -> Vec<bool> {
        (0..=u16::MAX).map(|code| code.decode().is_some_and(|value| self.admit(value))).collect()
    }

    /// Whether a position whose value is admitted meets the other criteria.
    pub(super) fn are_met<S: Symmetry + PlayRules, T: Lookup>(
        &self,
        probe: &Probe<S, T>,
        position: &S::Position,
        value: Value,
    ) -> Result<bool, LookupError> {
        Ok((!self.quiet || is_quiet(probe.space, position))
            && (!self.zugzwang || is_zugzwang(probe, position, value)?)
            && (!self.only_move || has_only_move(probe, position, value)?)
            && (!self.unique || is_unique_win(probe, position, value)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_admitted_by_result_and_depth() {
        let values = [Value::Draw, Value::Win(0), Value::Win(5), Value::Loss(5), Value::Loss(6)];
        let admitted = |result, plies| {
            let criteria = Criteria { result, plies, ..Criteria::default() };
            values.into_iter().filter(|value| criteria.admit(*value)).collect::<Vec<_>>()
        };
        assert_eq!(admitted(None, None), values);
        assert_eq!(admitted(Some(Outcome::Draw), None), [Value::Draw]);
        assert_eq!(admitted(Some(Outcome::Loss), None), [Value::Loss(5), Value::Loss(6)]);
        assert_eq!(admitted(None, Some(5..=5)), [Value::Win(5), Value::Loss(5)]);
        assert_eq!(admitted(Some(Outcome::Win), Some(0..=4)), [Value::Win(0)]);
        assert_eq!(admitted(Some(Outcome::Draw), Some(0..=9)), []);
    }

    #[test]
    fn the_code_of_no_position_is_never_admitted() {
        let codes = Criteria::default().codes();
        assert_eq!(codes.len(), 1 << u16::BITS);
        assert!(!codes[usize::from(u16::ABSENT)] && codes[usize::from(u16::DRAW)]);
    }
}
