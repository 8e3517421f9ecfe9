//! Scores: evaluations in hundredths of a pawn, wins and losses with their distance.

use crate::game::Value;

/// More than any score.
pub const INFINITE: i32 = 32_000;
/// The score of a mate at the root; a mate in n plies scores n less.
pub const MATE: i32 = 31_000;
/// Every score beyond this is a win.
pub const DECIDED: i32 = MATE - 1_000;
/// No score.
pub const NONE: i32 = 32_001;

/// The score of an exact value, `ply` plies from the root. A win of unknown depth is the least win.
pub fn of_value(value: Value, ply: i32) -> i32 {
    match value {
        Value::Win(plies) => (MATE - ply - plies as i32).max(DECIDED),
        Value::Loss(plies) => (plies as i32 + ply - MATE).min(-DECIDED),
        Value::Draw => 0,
    }
}

/// The value that a score at the root announces.
pub fn value_of(score: i32) -> Option<Value> {
    match score {
        DECIDED.. => Some(Value::Win((MATE - score) as u32)),
        _ if score <= -DECIDED => Some(Value::Loss((MATE + score) as u32)),
        _ => None,
    }
}

/// A score for the table: distances from the position, not from the root.
#[inline(always)]
pub fn to_table(score: i32, ply: i32) -> i32 {
    match score {
        DECIDED.. => score + ply,
        _ if score <= -DECIDED => score - ply,
        _ => score,
    }
}

/// A score from the table.
#[inline(always)]
pub fn from_table(score: i32, ply: i32) -> i32 {
    match score {
        DECIDED.. => score - ply,
        _ if score <= -DECIDED => score + ply,
        _ => score,
    }
}
