//! Scores: evaluations in hundredths of a pawn, wins and losses with their distance.

use crate::game::Value;

/// More than any score.
pub const INFINITE: i32 = 32_000;
/// The score of a mate at the root; a mate in n plies scores n less.
pub const MATE: i32 = 31_000;
/// Every win scores more than this, also a win of unknown depth. Every evaluation is less.
pub const DECIDED: i32 = MATE - 2_000;
/// Stands for an unknown number of plies: more than any table or search has.
const UNKNOWN: i32 = 1_200;
/// No score.
pub const NONE: i32 = 32_001;

/// The score of an exact value, `ply` plies from the root. A win of unknown depth is less than a win of known depth.
pub fn of_value(value: Value, ply: i32) -> i32 {
    match value {
        Value::Win(plies) => MATE - ply - (plies as i32).min(UNKNOWN),
        Value::Loss(plies) => ply + (plies as i32).min(UNKNOWN) - MATE,
        Value::Draw => 0,
    }
}

/// The value that a score at the root announces.
pub fn value_of(score: i32) -> Option<Value> {
    let plies = MATE - score.abs();
    let plies = if plies < UNKNOWN { plies as u32 } else { Value::UNKNOWN };
    match score {
        DECIDED.. => Some(Value::Win(plies)),
        _ if score <= -DECIDED => Some(Value::Loss(plies)),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::maim::search::MOST_PLIES;

    #[test]
    fn a_win_of_unknown_depth_stays_a_win_wherever_it_is_stored_and_read() {
        let [win, loss] = [Value::Win(Value::UNKNOWN), Value::Loss(Value::UNKNOWN)];
        let last = MOST_PLIES as i32;
        for (found, stored, read) in [(7, 7, 3), (7, 7, 9), (last, 0, last), (last, last, 0), (last, 1, last)] {
            for (value, expected) in [(win, Some(win)), (loss, Some(loss))] {
                let score = from_table(to_table(of_value(value, found), stored), read);
                assert!(score.abs() > DECIDED, "{score}");
                assert_eq!(value_of(score), expected, "{score}");
            }
        }
    }

    #[test]
    fn the_sooner_win_and_the_later_loss_score_more() {
        let scores = [
            of_value(Value::Loss(3), 4),
            of_value(Value::Loss(Value::UNKNOWN), 4),
            of_value(Value::Loss(Value::UNKNOWN), 6),
            of_value(Value::Draw, 1),
            of_value(Value::Win(Value::UNKNOWN), 5),
            of_value(Value::Win(Value::UNKNOWN), 3),
            of_value(Value::Win(1_019), 3),
            of_value(Value::Win(8), 3),
        ];
        assert!(scores.is_sorted_by(|one, other| one < other), "{scores:?}");
        assert_eq!(
            [11, 1_019].map(|plies| value_of(of_value(Value::Win(plies), 0))),
            [11, 1_019].map(|plies| Some(Value::Win(plies)))
        );
    }
}
