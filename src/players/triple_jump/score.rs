//! Scores: evaluations, and wins and losses by their distance from the root in plies.

use crate::game::Value;

/// A win in 0 plies; a win in n plies is n less.
pub const WIN: i32 = 30_000;

/// Every win is above this, with those of the deepest tables, and every evaluation below.
pub const DECIDED: i32 = 28_000;

/// The plies that stand for an unknown number: more than any table or search has.
const UNKNOWN: i32 = 1_700;

/// The forced result that a score of the root stands for.
pub fn decided(score: i32) -> Option<Value> {
    let plies = WIN - score.abs();
    let plies = if plies < UNKNOWN { plies as u32 } else { Value::UNKNOWN };
    match sign(score) {
        1 => Some(Value::Win(plies)),
        -1 => Some(Value::Loss(plies)),
        _ => None,
    }
}

/// The score of a table's value at this ply from the root.
pub fn of_value(value: Value, ply: i32) -> i32 {
    match value {
        Value::Win(plies) => WIN - ply - (plies as i32).min(UNKNOWN),
        Value::Loss(plies) => ply + (plies as i32).min(UNKNOWN) - WIN,
        Value::Draw => 0,
    }
}

/// A score of a node at this ply, for the transposition table: wins and losses in plies from the node.
pub fn to_entry(score: i32, ply: i32) -> i16 {
    (score + sign(score) * ply) as i16
}

/// The inverse of [`to_entry`].
pub fn from_entry(score: i16, ply: i32) -> i32 {
    let score = i32::from(score);
    score - sign(score) * ply
}

/// 1 for a win, -1 for a loss, 0 for anything else.
fn sign(score: i32) -> i32 {
    i32::from(score > DECIDED) - i32::from(score < -DECIDED)
}
