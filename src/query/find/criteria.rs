//! Criteria for positions.

use std::ops::RangeInclusive;

use super::pattern::PiecePattern;
use crate::game::{Board, Outcome, PlayRules, Value};
use crate::query::conditions::{Zugzwang, has_only_move, is_quiet, is_zugzwang, other_value};
use crate::query::only_moves::{OnlyMoveRule, only_moves};
use crate::query::unique::is_unique_win;
use crate::query::{Probe, RuleResult};
use crate::space::Symmetry;
use crate::values::{Code, Lookup, LookupError};

/// Criteria for positions. A position must meet all of them. By default every position does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Criteria {
    /// The result for the side to move under best play; `None` for any.
    pub result: Option<Outcome>,
    /// The depth in plies of a win or a loss; `None` for any.
    pub plies: Option<RangeInclusive<u32>>,
    /// The result under the rule of quiet plies; `None` for any. A position that no table under the rule holds has
    /// none.
    pub under_rule: Option<RuleResult>,
    /// The mutual zugzwangs to find: see
    /// [`Statistics::zugzwangs`](crate::query::statistics::Statistics::zugzwangs); `None` for all positions.
    pub zugzwang: Option<Zugzwang>,
    /// Whether to find quiet positions only: the game goes on, and no move captures.
    pub quiet: bool,
    /// Whether to find positions with an only move: of two or more moves, exactly one keeps the win or the draw. A move
    /// into a slice that the tables do not hold keeps nothing.
    pub only_move: bool,
    /// Whether to find wins that are made of only moves: see [`is_unique_win`](crate::query::is_unique_win).
    pub unique: bool,
    /// The only moves in a row that the side to move must find; `None` for any.
    pub only_moves: Option<OnlyMoves>,
    /// The pieces and their squares. A position is met by an image that shares its entry.
    pub pattern: PiecePattern,
}

/// A run of only moves to find: see [`only_moves`](crate::query::only_moves()).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnlyMoves {
    /// The number of moves.
    pub run: RangeInclusive<u32>,
    /// How they are counted.
    pub rule: OnlyMoveRule,
}

impl Criteria {
    /// Whether the criteria depend on the value of a position alone.
    pub fn by_value(&self) -> bool {
        !(self.zugzwang.is_some() || self.under_rule.is_some() || self.quiet || self.only_move || self.unique)
            && self.only_moves.is_none()
            && self.pattern.is_empty()
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

    /// Whether a position whose value is admitted meets the other criteria but the pattern and the run of only moves.
    pub(super) fn are_met<S: Symmetry + PlayRules, T: Lookup>(
        &self,
        probe: &Probe<S, T>,
        position: &S::Position,
        value: Value,
    ) -> Result<bool, LookupError> {
        Ok((!self.quiet || is_quiet(probe.space, position))
            && self.has_zugzwang(probe, position, value)?
            && self.has_rule(probe, position)?
            && (!self.only_move || has_only_move(probe, position, value)?)
            && (!self.unique || is_unique_win(probe, position, value)?))
    }

    fn has_zugzwang<S: Symmetry, T: Lookup>(
        &self,
        probe: &Probe<S, T>,
        position: &S::Position,
        value: Value,
    ) -> Result<bool, LookupError> {
        let Some(kind) = self.zugzwang else { return Ok(true) };
        if !is_zugzwang(probe, position, value)? {
            return Ok(false);
        }
        Ok(other_value(probe, position)?.is_some_and(|other| kind.has(value, other)))
    }

    fn has_rule<S: Symmetry + PlayRules, T: Lookup>(
        &self,
        probe: &Probe<S, T>,
        position: &S::Position,
    ) -> Result<bool, LookupError> {
        let Some(wanted) = self.under_rule else { return Ok(true) };
        Ok(probe.under_rule(position)?.is_some_and(|rule| rule.result == wanted))
    }

    /// The only moves in a row from a position, `Some(None)` if none are wanted; `None` if it has too few or too many.
    pub(super) fn run<S: Symmetry, T: Lookup>(
        &self,
        probe: &Probe<S, T>,
        position: &S::Position,
        value: Value,
    ) -> Result<Option<Option<u32>>, LookupError> {
        let Some(wanted) = &self.only_moves else { return Ok(Some(None)) };
        // A side that loses has none.
        let run = if matches!(value, Value::Loss(_)) { 0 } else { only_moves(probe, position, wanted.rule)? };
        Ok(wanted.run.contains(&run).then_some(Some(run)))
    }

    /// The first image of a position that shares its entry and meets the pattern, and the number of those that do;
    /// `None` without a pattern, too.
    pub(super) fn image<S: Symmetry + Board>(&self, space: &S, position: &S::Position) -> Option<(S::Position, u64)> {
        if self.pattern.is_empty() {
            return None;
        }
        let (entry, mut met) = (space.rank(position), Vec::new());
        for image in space.images(position) {
            let is_met = || space.rank(&image) == entry && self.pattern.is_met(&space.diagram(&image));
            if !met.contains(&image) && is_met() {
                met.push(image);
            }
        }
        met.first().map(|first| (*first, met.len() as u64))
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
