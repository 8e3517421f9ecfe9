//! The value of a position.
//!
//! A [`Value`] is a result for the team of the side to move. Its depth counts plies to the end under best play: the
//! winner takes the shortest win, the loser the longest loss. An even depth may be a win: in some games the side that
//! cannot move wins. Where tables hold only results, the depth is [`Value::UNKNOWN`].

use std::cmp::Ordering;
use std::fmt;

use crate::game::{Outcome, Turn};
use crate::util::units::{count, plies};

/// The value of a position for the team of the side to move.
///
/// A better value for the side to move is greater: a short win is greater than a long one, any win than a draw, a draw
/// than a loss, and a long loss than a short one.
///
/// # Example
/// ```
/// use hindsight::prelude::*;
///
/// assert!(Value::Win(3) > Value::Win(5) && Value::Win(5) > Value::Draw);
/// assert!(Value::Draw > Value::Loss(8) && Value::Loss(8) > Value::Loss(4));
/// assert_eq!(Value::Win(1).to_string(), "win in 1 ply");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The team to move wins, in this many plies.
    Win(u32),
    /// The team to move loses, in this many plies.
    Loss(u32),
    /// Neither team can force a win.
    Draw,
}

impl Value {
    /// The depth of a win or a loss of which only the result is known. It is greater than every depth in a table. A
    /// search that counts on from it may reach a greater number.
    pub const UNKNOWN: u32 = 32_766;

    /// The value of a move into a position of this value, for the team that makes the move: one ply further from the
    /// end, and with win and loss exchanged if the turn passes to the other team.
    #[inline(always)]
    pub fn before(self, turn: Turn) -> Value {
        match (self, turn) {
            (Value::Win(plies), Turn::Other) | (Value::Loss(plies), Turn::Same) => Value::Loss(further(plies)),
            (Value::Loss(plies), Turn::Other) | (Value::Win(plies), Turn::Same) => Value::Win(further(plies)),
            (Value::Draw, _) => Value::Draw,
        }
    }

    /// The value after a move that zeroes the clock of quiet plies, where `most` of them in a row are no draw yet and
    /// one more is: the count of plies begins anew. A win or a loss that the rule keeps has no plies left, and one that
    /// the rule turns into a draw, which [is cursed](Value::is_cursed), has `most`. REQUIRED: the depth counts to the
    /// next move that zeroes the clock.
    pub fn zeroed(self, most: u32) -> Value {
        let counted = if self.is_cursed(most) { most } else { 0 };
        match self {
            Value::Win(_) => Value::Win(counted),
            Value::Loss(_) => Value::Loss(counted),
            Value::Draw => Value::Draw,
        }
    }

    /// Whether a rule of `most` quiet plies makes a draw of this win or loss, at a clock of zero. REQUIRED: as for
    /// [`Value::zeroed`].
    pub fn is_cursed(self, most: u32) -> bool {
        matches!(self, Value::Win(plies) | Value::Loss(plies) if plies > most)
    }

    /// The depth to the end in plies; `None` for a draw, and for a win or a loss of unknown depth.
    pub fn plies(self) -> Option<u32> {
        match self {
            Value::Win(plies) | Value::Loss(plies) => Some(plies).filter(|&plies| plies < Value::UNKNOWN),
            Value::Draw => None,
        }
    }

    /// The value without its depth.
    pub fn result(self) -> Value {
        match self {
            Value::Win(_) => Value::Win(Value::UNKNOWN),
            Value::Loss(_) => Value::Loss(Value::UNKNOWN),
            Value::Draw => Value::Draw,
        }
    }

    /// Whether the value is complete: a draw, or a win or a loss of known depth.
    pub fn is_exact(self) -> bool {
        self == Value::Draw || self.plies().is_some()
    }

    /// Whether both values are wins, or both losses, or both draws, whatever their depths.
    pub fn same_result(self, other: Value) -> bool {
        self.result() == other.result()
    }

    /// The result in one word: `win`, `loss` or `draw`.
    pub fn word(self) -> &'static str {
        match self {
            Value::Win(_) => "win",
            Value::Loss(_) => "loss",
            Value::Draw => "draw",
        }
    }

    /// The value in words, in a game of this many sides: `win in 29 plies (15 moves)`, `draw`.
    pub fn text(self, sides: usize) -> String {
        match self.plies() {
            Some(number) => format!("{} in {}", self.word(), plies(number.into(), sides)),
            None => self.to_string(),
        }
    }

    /// A number that is greater for a greater value.
    fn key(self) -> i64 {
        match self {
            Value::Win(plies) => i64::from(u32::MAX) + 1 - i64::from(plies),
            Value::Draw => 0,
            Value::Loss(plies) => i64::from(plies) - i64::from(u32::MAX) - 1,
        }
    }
}

/// A depth one ply further from the end.
#[inline(always)]
fn further(plies: u32) -> u32 {
    if plies >= Value::UNKNOWN { Value::UNKNOWN } else { plies + 1 }
}

/// The value of a finished game.
impl From<Outcome> for Value {
    fn from(outcome: Outcome) -> Value {
        match outcome {
            Outcome::Win => Value::Win(0),
            Outcome::Loss => Value::Loss(0),
            Outcome::Draw => Value::Draw,
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// In words: `win in 29 plies`, `draw`, and `win` where only the result is known. [`value_text`](super::value_text)
/// adds the number of moves.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies() {
            Some(plies) => write!(f, "{} in {}", self.word(), count(plies.into(), "ply")),
            None => f.write_str(self.word()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_better_value_is_greater() {
        let best_first = [Value::Win(0), Value::Win(7), Value::Draw, Value::Loss(8), Value::Loss(0)];
        assert!(best_first.windows(2).all(|pair| pair[0] > pair[1]));
    }

    #[test]
    fn a_move_keeps_or_changes_the_result_with_the_turn() {
        assert_eq!(Value::Win(3).before(Turn::Other), Value::Loss(4));
        assert_eq!(Value::Loss(3).before(Turn::Other), Value::Win(4));
        assert_eq!(Value::Win(3).before(Turn::Same), Value::Win(4));
        assert_eq!(Value::Loss(3).before(Turn::Same), Value::Loss(4));
        assert_eq!([Turn::Same, Turn::Other].map(|turn| Value::Draw.before(turn)), [Value::Draw; 2]);
    }

    #[test]
    fn a_value_says_its_unit() {
        assert_eq!(Value::Win(29).to_string(), "win in 29 plies");
        assert_eq!(Value::Loss(1).to_string(), "loss in 1 ply");
    }

    #[test]
    fn an_unknown_depth_stays_unknown() {
        let (won, lost) = (Value::Win(3).result(), Value::Loss(3).result());
        assert_eq!((won.before(Turn::Other), lost.before(Turn::Other)), (lost, won));
        assert_eq!((won.plies(), won.is_exact(), Value::Draw.is_exact()), (None, false, true));
        assert_eq!((won.to_string(), lost.to_string()), ("win".to_string(), "loss".to_string()));
        assert!(Value::Win(32_765) > won && won > Value::Draw && lost < Value::Draw);
        assert!(Value::Loss(32_765) < lost);
        assert_eq!(Value::Draw.to_string(), "draw");
    }
}
