//! The score of a position: an evaluation, or a win or a loss with the plies to the end.

use crate::game::{Outcome, Turn, Value};

/// The greatest evaluation. Greater ones are clamped.
const EVALUATION: i32 = 1_000_000;

/// A win in 0 plies. A win in any number of plies is above all evaluations, and a score fits 24 bits.
const WIN: i32 = 8_000_000;

/// The plies of the longest win that [`Score::mean_value`] tells from a longer one. A win must stay far above a draw.
const LONGEST: u32 = 5_000;

/// The score of a position for the side to move.
///
/// A win is above every evaluation and a loss below, a quick win above a slow one and a late loss above an early one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// A draw, or an even position.
    pub const DRAW: Score = Score(0);
    /// Below every score.
    pub const LEAST: Score = Score(-WIN - 1);
    /// Above every score.
    pub const GREATEST: Score = Score(WIN + 1);

    /// The score of an evaluation for the side to move.
    #[inline(always)]
    pub fn evaluated(evaluation: i32) -> Score {
        Score(evaluation.clamp(-EVALUATION, EVALUATION))
    }

    /// The score of a finished game.
    pub fn of_outcome(outcome: Outcome) -> Score {
        match outcome {
            Outcome::Win => Score(WIN),
            Outcome::Loss => Score(-WIN),
            Outcome::Draw => Score::DRAW,
        }
    }

    /// The score of a value from a table.
    pub fn of_value(value: Value) -> Score {
        match value {
            Value::Win(plies) => Score(WIN - plies as i32),
            Value::Loss(plies) => Score(plies as i32 - WIN),
            Value::Draw => Score::DRAW,
        }
    }

    /// The value of a win or a loss; `None` for an evaluation or a draw.
    pub fn decided(self) -> Option<Value> {
        match self.0 {
            score if score > EVALUATION => Some(Value::Win((WIN - score) as u32)),
            score if score < -EVALUATION => Some(Value::Loss((WIN + score) as u32)),
            _ => None,
        }
    }

    /// The score before a move into a position of this score, for the team that makes the move: one ply further from
    /// the end, and negated if the turn passes to the other team. See [`Value::before`].
    #[inline(always)]
    pub fn before(self, turn: Turn) -> Score {
        match turn {
            Turn::Other => Score(self.sign() - self.0),
            Turn::Same => Score(self.0 - self.sign()),
        }
    }

    /// A bound on the score after a move, from a bound on the score before it: the inverse of [`Score::before`].
    #[inline(always)]
    pub fn after(self, turn: Turn) -> Score {
        let bound = match turn {
            Turn::Other => Score(-self.0 - self.sign()),
            Turn::Same => Score(self.0 + self.sign()),
        };
        bound.clamp(Score::LEAST, Score::GREATEST)
    }

    /// 1 for a win, -1 for a loss, else 0.
    #[inline(always)]
    fn sign(self) -> i32 {
        i32::from(self.0 > EVALUATION) - i32::from(self.0 < -EVALUATION)
    }

    /// The next greater score.
    #[inline(always)]
    pub fn next(self) -> Score {
        Score(self.0 + 1)
    }

    /// The next lesser score.
    #[inline(always)]
    pub fn previous(self) -> Score {
        Score(self.0 - 1)
    }

    /// The score as a number: an evaluation is itself; wins are above a million, losses below minus a million.
    #[inline(always)]
    pub fn number(self) -> i32 {
        self.0
    }

    /// The score of a number that [`Score::number`] gave.
    #[inline(always)]
    pub(super) fn of_number(number: i32) -> Score {
        Score(number)
    }

    /// The score as a number to be averaged: an evaluation is itself; a win is 10,000 minus its plies, as in Saeedi's
    /// program. A win in more than 5,000 plies, or without a depth, counts as a win in 5,000.
    #[inline(always)]
    pub fn mean_value(self) -> f64 {
        let win = |plies: u32| 10_000.0 - f64::from(plies.min(LONGEST));
        match self.decided() {
            Some(Value::Win(plies)) => win(plies),
            Some(Value::Loss(plies)) => -win(plies),
            _ => f64::from(self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Turn;

    #[test]
    fn scores_before_a_move_are_those_of_values() {
        for turn in [Turn::Same, Turn::Other] {
            let values =
                [Value::Win(0), Value::Win(7), Value::Win(32_764), Value::Loss(0), Value::Loss(8), Value::Draw];
            for value in values {
                let score = Score::of_value(value);
                assert_eq!(score.before(turn), Score::of_value(value.before(turn)));
                assert_eq!(score.before(turn).after(turn), score);
                assert_eq!(score.decided(), Some(value).filter(|value| *value != Value::Draw));
            }
            for number in [0, 49, -1_000_000] {
                let score = Score::evaluated(number);
                let expected = if turn == Turn::Same { number } else { -number };
                assert_eq!((score.before(turn).number(), score.before(turn).after(turn)), (expected, score));
                assert_eq!(score.decided(), None);
            }
        }
    }

    #[test]
    fn a_win_without_a_depth_has_a_greater_mean_than_a_draw() {
        let mean = |value| Score::of_value(value).mean_value();
        let [won, lost] = [Value::Win(1).result(), Value::Loss(1).result()];
        assert!(mean(Value::Win(9)) > mean(Value::Win(4_000)) && mean(Value::Win(4_000)) > mean(won));
        assert!(mean(won) > mean(Value::Draw) && mean(Value::Draw) > mean(lost));
        assert_eq!((mean(Value::Win(9)), mean(Value::Loss(8))), (9_991.0, -9_992.0));
    }

    #[test]
    fn every_win_is_above_every_evaluation_and_below_the_greatest() {
        let (quick, slow) = (Score::of_value(Value::Win(0)), Score::of_value(Value::Win(32_766)));
        assert!(Score::GREATEST > quick && quick > slow && slow > Score::evaluated(i32::MAX));
        let (early, late) = (Score::of_value(Value::Loss(0)), Score::of_value(Value::Loss(32_766)));
        assert!(Score::LEAST < early && early < late && late < Score::evaluated(i32::MIN));
        for (turn, [least, greatest]) in
            [(Turn::Same, [Score::LEAST, Score::GREATEST]), (Turn::Other, [Score::GREATEST, Score::LEAST])]
        {
            assert_eq!((Score::LEAST.after(turn), Score::GREATEST.after(turn)), (least, greatest));
        }
    }
}
