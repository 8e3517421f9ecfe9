//! The metric of a space: the plies that its depths count.

use super::Space;
use crate::game::{Value, turn};

/// The quiet plies in a row that make a draw, in games with that rule: in chess, the fifty-move rule.
pub const QUIET_PLIES: u32 = 100;

/// The plies that the depths of a space count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Metric {
    /// The plies to the end of the game: in chess, the depth to mate (DTM).
    #[default]
    End,
    /// The plies to the next move that zeroes the clock of quiet plies, or to the end of the game (DTZ, R. de Man's
    /// distance to zeroing), under a rule of this many quiet plies: a win or a loss in more plies is a draw under it.
    ///
    /// ```text
    /// the worth of a move = the value after it, one ply further, if the move is quiet
    ///                     = 1 ply, or 101 plies if the value after it has more than 100, if it is not
    /// ```
    Zeroing(u32),
}

impl Metric {
    /// The value that a move that is not quiet leads to, as the metric counts it before the move.
    #[inline(always)]
    pub fn zeroed(self, value: Value) -> Value {
        match self {
            Metric::End => value,
            Metric::Zeroing(most) => value.zeroed(most),
        }
    }

    /// The value of a move for the team that makes it. `value` is the value of `after`, the position after the move.
    #[inline(always)]
    pub fn value_of_move<S: Space>(
        self,
        space: &S,
        position: &S::Position,
        mv: S::Move,
        after: &S::Position,
        value: Value,
    ) -> Value {
        let zeroes = self != Metric::End && space.is_zeroing(position, mv);
        let value = if zeroes { self.zeroed(value) } else { value };
        value.before(turn(space, position, after))
    }
}

/// The value of a move for the team that makes it, in the metric of the space. `value` is the value of `after`, the
/// position after the move.
#[inline(always)]
pub fn value_of_move<S: Space>(
    space: &S,
    position: &S::Position,
    mv: S::Move,
    after: &S::Position,
    value: Value,
) -> Value {
    space.metric().value_of_move(space, position, mv, after, value)
}
