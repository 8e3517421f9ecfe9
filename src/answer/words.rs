//! Sentences of the answers.

use crate::game::Value;
use crate::query::annotate::Comparison;
use crate::query::{RuleResult, UnderRule};
use crate::util::units::count;

/// The name of a rule of this many quiet plies: they are moves of both sides.
fn rule_name(limit: u32) -> String {
    match limit {
        100 => "the fifty-move rule".to_string(),
        limit => format!("the rule of {} moves", limit / 2),
    }
}

/// The result under the rule of quiet plies, as the end of a sentence that begins with the value without it; empty for
/// a draw.
pub fn rule_clause(rule: UnderRule) -> String {
    let (name, plies) = (rule_name(rule.limit), count(rule.dtz.unsigned_abs().into(), "ply"));
    match rule.result {
        RuleResult::Win | RuleResult::Loss => {
            format!(", also under {name}: the clock is zeroed in {plies}")
        }
        RuleResult::CursedWin | RuleResult::BlessedLoss => {
            format!(", but a draw under {name}: the clock would be zeroed in {plies}")
        }
        RuleResult::Draw => String::new(),
    }
}

/// The result under the rule of quiet plies, in a sentence without its full stop; `None` for a draw.
pub fn rule_sentence(rule: UnderRule) -> Option<String> {
    let (name, plies) = (rule_name(rule.limit), count(rule.dtz.unsigned_abs().into(), "ply"));
    match rule.result {
        RuleResult::Win | RuleResult::Loss => {
            Some(format!("{} changes nothing: the clock is zeroed in {plies}", name.replacen('t', "T", 1)))
        }
        RuleResult::CursedWin | RuleResult::BlessedLoss => {
            Some(format!("A draw under {name}: the clock would be zeroed in {plies}"))
        }
        RuleResult::Draw => None,
    }
}

/// A win or a loss that the rule of `limit` quiet plies may turn into a draw, with this many quiet plies before it, in
/// a sentence without its full stop: no tables under the rule hold it.
pub fn rule_doubt(quiet_plies: u32, limit: u32) -> String {
    let (name, plies) = (rule_name(limit), count(quiet_plies.into(), "ply"));
    format!("{name} may make it a draw: the clock shows {plies}")
}

/// A value that contradicts the values of the moves, in a sentence without its full stop.
pub fn contradiction(value: Value, best: Value) -> String {
    format!(
        "the value contradicts the moves: expected {best}, as the best of them has, found {value}; verify the table"
    )
}

/// The source of results that come from another program, in a sentence without its full stop.
pub fn of_other(name: &str) -> String {
    format!("the results come from {name}'s tables, with the plies to the move that zeroes the clock")
}

/// The source of results under the rule of quiet plies that come from another program, in a sentence without its
/// full stop.
pub fn rule_of_other(name: &str) -> String {
    format!("the results under the rule of quiet plies come from {name}'s tables")
}

/// The end of a game in a sentence without its full stop. `victory` says who has won; without it, it is a draw.
pub fn game_over(victory: Option<&str>, why: Option<&str>) -> String {
    let result = victory.unwrap_or("It is a draw");
    let why = why.map_or(String::new(), |why| format!(": {why}"));
    format!("The game is over. {result}{why}")
}

/// The comparison of a move with the best in a word: `best`, `slower`, `mistake` or `blunder`.
pub fn verdict(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Best => "best",
        Comparison::Slower(_) => "slower",
        Comparison::Mistake => "mistake",
        Comparison::Blunder => "blunder",
    }
}
