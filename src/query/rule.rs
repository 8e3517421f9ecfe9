//! Values under the rule of quiet plies: N of them in a row are a draw, by the game.

use std::cmp::Reverse;

use super::{Probe, RatedMove};
use crate::game::{PlayRules, Value};
use crate::space::{Metric, Space, value_of_move_in};
use crate::util::sort::sort_short;
use crate::values::{BestOf, Lookup, LookupError, resolve};

/// The metric of tables under the rule of a game.
fn metric<G: PlayRules>(game: &G) -> Metric {
    Metric::Zeroing(game.quiet_limit())
}

/// The result of a position under the rule, for the side to move, with the depth that decides it.
///
/// # Example
/// ```
/// use hindsight::prelude::*;
/// use hindsight::query::{RuleResult, UnderRule};
///
/// // In chess, a win that zeroes the clock of quiet plies in 60 plies is lost to the rule once the clock shows more
/// // than 40.
/// assert_eq!(UnderRule::new(Value::Win(60), 40, 100).result, RuleResult::Win);
/// assert_eq!(UnderRule::new(Value::Win(60), 41, 100).result, RuleResult::CursedWin);
/// assert_eq!(UnderRule::new(Value::Loss(60), 0, 100).dtz, -60);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnderRule {
    /// The result under the rule.
    pub result: RuleResult,
    /// The plies to the next move that zeroes the clock, or to the end, as R. de Man's tables have them: positive for a
    /// win, negative for a loss, 0 for a draw. A position that is lost by the rules has -1. More than `limit` plies at
    /// a clock of zero, in either direction, are a draw.
    pub dtz: i32,
    /// The quiet plies in a row that make a draw.
    pub limit: u32,
}

/// A result under the rule of quiet plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleResult {
    /// The side to move wins.
    Win,
    /// The side to move would win without the rule; it is a draw.
    CursedWin,
    /// A draw without the rule too.
    Draw,
    /// The side to move would lose without the rule; it is a draw.
    BlessedLoss,
    /// The side to move loses.
    Loss,
}

impl RuleResult {
    /// The result in one word: `win`, `cursed-win`, `draw`, `blessed-loss` or `loss`.
    pub fn word(self) -> &'static str {
        match self {
            RuleResult::Win => "win",
            RuleResult::CursedWin => "cursed-win",
            RuleResult::Draw => "draw",
            RuleResult::BlessedLoss => "blessed-loss",
            RuleResult::Loss => "loss",
        }
    }
}

impl UnderRule {
    /// The result of a value whose depth counts plies to the next move that zeroes the clock, in a position whose clock
    /// shows this many quiet plies, of `limit` that make a draw.
    pub fn new(value: Value, clock: u32, limit: u32) -> UnderRule {
        // A finished game is decided, whatever the clock shows.
        let keeps = |plies: u32| plies == 0 || plies + clock <= limit;
        let (result, dtz) = match value {
            Value::Win(plies) => {
                (if keeps(plies) { RuleResult::Win } else { RuleResult::CursedWin }, plies.max(1) as i32)
            }
            Value::Draw => (RuleResult::Draw, 0),
            Value::Loss(plies) => {
                (if keeps(plies) { RuleResult::Loss } else { RuleResult::BlessedLoss }, -(plies.max(1) as i32))
            }
        };
        UnderRule { result, dtz, limit }
    }
}

impl<S: Space + PlayRules, T: Lookup> Probe<'_, S, T> {
    /// The value of a position with its depth to the next move that zeroes the clock; `None` without tables under the
    /// rule that hold the position.
    ///
    /// # Errors
    /// If the table cannot be trusted.
    pub fn zeroing_value(&self, position: &S::Position) -> Result<Option<Value>, LookupError> {
        let Some(tables) = self.tables.under_rule() else { return Ok(None) };
        if let Some(entry) = self.space.rank(position) {
            return tables.value(entry);
        }
        if let Some(outcome) = self.space.outcome(position) {
            return Ok(Some(outcome.into()));
        }
        let best = resolve(self.space, metric(self.space), position, &mut |position| self.zeroing_value(position))?;
        Ok(best.and_then(BestOf::complete))
    }

    /// The result of a position under the rule, with its clock; `None` without tables under the rule that hold it.
    ///
    /// # Errors
    /// If a table cannot be trusted.
    pub fn under_rule(&self, position: &S::Position) -> Result<Option<UnderRule>, LookupError> {
        let value = self.zeroing_value(position)?;
        Ok(value.map(|value| self.with_clock(value, position)))
    }

    /// The result under the rule of a position with this value, whose depth counts plies to the next move that zeroes
    /// the clock.
    pub fn with_clock(&self, value: Value, position: &S::Position) -> UnderRule {
        UnderRule::new(value, self.space.quiet_plies(position), self.space.quiet_limit())
    }
}

/// Whether a game with this value ends before the rule of `limit` quiet plies can be claimed, whatever happens on the
/// way: by its depth, where the clock shows this many quiet plies.
pub fn is_in_time(value: Value, clock: u32, limit: u32) -> bool {
    value == Value::Draw || value.plies().is_some_and(|plies| plies == 0 || plies + clock <= limit)
}

/// A value as the rule leaves it, in a position whose clock shows this many quiet plies. A depth is kept if the game
/// ends before the rule can be claimed, whatever happens on the way; the depth of another win or loss is not known.
pub fn value_under_rule(value: Value, rule: UnderRule, clock: u32) -> Value {
    match rule.result {
        RuleResult::Win | RuleResult::Loss if is_in_time(value, clock, rule.limit) => value,
        RuleResult::Win => Value::Win(Value::UNKNOWN),
        RuleResult::Loss => Value::Loss(Value::UNKNOWN),
        RuleResult::CursedWin | RuleResult::Draw | RuleResult::BlessedLoss => Value::Draw,
    }
}

/// Gives the moves of a position their values under the rule, best first. Of wins of unknown depth, the first zeroes
/// the clock the soonest: to choose it each time wins in time. Returns whether the tables under the rule hold all
/// moves; if not, nothing is changed.
///
/// # Errors
/// If a table cannot be trusted.
pub fn apply_rule<S: Space + PlayRules, T: Lookup>(
    probe: &Probe<S, T>,
    position: &S::Position,
    rated: &mut [RatedMove<S>],
) -> Result<bool, LookupError> {
    let (space, clock) = (probe.space, probe.space.quiet_plies(position));
    let mut zeroing = Vec::with_capacity(rated.len());
    for rated in rated.iter() {
        let Some(value) = probe.zeroing_value(&rated.position)? else { return Ok(false) };
        zeroing.push(value_of_move_in(metric(space), space, position, rated.mv, &rated.position, value));
    }
    for (rated, &zeroing) in rated.iter_mut().zip(&zeroing) {
        // A move that zeroes the clock leaves the whole of it to the moves after it.
        let left = if space.is_quiet(position, rated.mv) { clock } else { 0 };
        rated.value = value_under_rule(rated.value, UnderRule::new(zeroing, clock, space.quiet_limit()), left);
    }
    let mut order: Vec<(Value, RatedMove<S>)> = Vec::with_capacity(rated.len());
    for (&rated, zeroing) in rated.iter().zip(zeroing) {
        order.push((zeroing, rated));
    }
    sort_short(&mut order, |(zeroing, rated)| Reverse((rated.value, *zeroing)));
    for (rated, (_, ordered)) in rated.iter_mut().zip(order) {
        *rated = ordered;
    }
    Ok(true)
}
