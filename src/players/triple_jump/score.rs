//! Scores: evaluations in hundredths of a logit, and wins and losses by their distance from the root in plies.

use crate::game::Value;

/// The score of a win in 0 plies; a win in n plies scores n less.
pub const WIN: i32 = 30_000;

/// Every win scores more than this, also the deepest win of a table. Every evaluation is less.
pub const DECIDED: i32 = 28_000;

/// Stands for an unknown number of plies: more than any table or search has.
const UNKNOWN: i32 = 1_700;

/// The forced result that a score at the root announces.
pub fn decided(score: i32) -> Option<Value> {
    let plies = WIN - score.abs();
    let plies = if plies < UNKNOWN { plies as u32 } else { Value::UNKNOWN };
    match sign(score) {
        1 => Some(Value::Win(plies)),
        -1 => Some(Value::Loss(plies)),
        _ => None,
    }
}

/// The score of a value from a table, `ply` plies from the root.
pub fn of_value(value: Value, ply: i32) -> i32 {
    match value {
        Value::Win(plies) => WIN - ply - (plies as i32).min(UNKNOWN),
        Value::Loss(plies) => ply + (plies as i32).min(UNKNOWN) - WIN,
        Value::Draw => 0,
    }
}

/// Converts a score `ply` plies from the root for the transposition table, where wins and losses count from the node.
pub fn to_entry(score: i32, ply: i32) -> i16 {
    (score + sign(score) * ply) as i16
}

/// The inverse of [`to_entry`].
pub fn from_entry(score: i16, ply: i32) -> i32 {
    let score = i32::from(score);
    score - sign(score) * ply
}

/// 1 for a win, -1 for a loss, else 0.
fn sign(score: i32) -> i32 {
    i32::from(score > DECIDED) - i32::from(score < -DECIDED)
}
