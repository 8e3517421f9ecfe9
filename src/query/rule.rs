//! Values under the rule of quiet plies: a hundred of them in a row are a draw.

use crate::game::Value;

/// The result of a position under the rule, for the side to move, with the depth that decides it.
///
/// # Example
/// ```
/// use hindsight::prelude::*;
/// use hindsight::query::{RuleResult, UnderRule};
///
/// // A win that zeroes the clock of quiet plies in 60 plies is lost to the rule once the clock shows more than 40.
/// assert_eq!(UnderRule::new(Value::Win(60), 40).result, RuleResult::Win);
/// assert_eq!(UnderRule::new(Value::Win(60), 41).result, RuleResult::CursedWin);
/// assert_eq!(UnderRule::new(Value::Loss(60), 0).dtz, -60);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnderRule {
    /// The result under the rule.
    pub result: RuleResult,
    /// The plies to the next move that zeroes the clock, or to the end, as R. de Man's tables have them: positive for a
    /// win, negative for a loss, 0 for a draw. A position that is checkmate has -1. More than 100 plies at a clock of
    /// zero, in either direction, are a draw.
    pub dtz: i32,
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
    /// shows this many quiet plies.
    pub fn new(value: Value, clock: u32) -> UnderRule {
        // A finished game is decided, whatever the clock shows.
        let keeps = |plies: u32| plies == 0 || plies + clock <= Value::QUIET;
        let (result, dtz) = match value {
            Value::Win(plies) => {
                (if keeps(plies) { RuleResult::Win } else { RuleResult::CursedWin }, plies.max(1) as i32)
            }
            Value::Draw => (RuleResult::Draw, 0),
            Value::Loss(plies) => {
                (if keeps(plies) { RuleResult::Loss } else { RuleResult::BlessedLoss }, -(plies.max(1) as i32))
            }
        };
        UnderRule { result, dtz }
    }
}
