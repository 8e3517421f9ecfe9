//! Scores: evaluations in hundredths of a pawn, wins and losses with their distance, and pairs of scores for the
//! middle game and the endgame.

use std::ops::{AddAssign, Mul, SubAssign};

use crate::game::Value;

/// More than any score.
pub const INFINITE: i32 = 32_000;
/// The side to move is mated at the root, with the other sign.
pub const MATE: i32 = 31_000;
/// Every score beyond this is a win.
pub const DECIDED: i32 = MATE - 1_000;
/// No score.
pub const NONE: i32 = 32_001;

/// The score of an exact value, `ply` plies from the root.
pub fn of_value(value: Value, ply: i32) -> i32 {
    match value {
        Value::Win(plies) => MATE - ply - plies as i32,
        Value::Loss(plies) => plies as i32 + ply - MATE,
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

/// A score for the middle game in the lower half, and one for the endgame in the upper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tapered(pub i32);

impl Tapered {
    /// The pair of these two.
    pub const fn new(middle: i32, end: i32) -> Tapered {
        Tapered((end << 16).wrapping_add(middle))
    }

    /// The score for the middle game.
    #[inline(always)]
    pub fn middle(self) -> i32 {
        (self.0 as i16).into()
    }

    /// The score for the endgame.
    #[inline(always)]
    pub fn end(self) -> i32 {
        (self.0.wrapping_add(0x8000)) >> 16
    }
}

impl AddAssign for Tapered {
    #[inline(always)]
    fn add_assign(&mut self, other: Tapered) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

impl SubAssign for Tapered {
    #[inline(always)]
    fn sub_assign(&mut self, other: Tapered) {
        self.0 = self.0.wrapping_sub(other.0);
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;

    #[inline(always)]
    fn mul(self, times: i32) -> Tapered {
        Tapered(self.0.wrapping_mul(times))
    }
}
