//! The metric of a space: the plies that its depths count.

use crate::game::Value;

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
    ///                     = 1 ply, or N + 1 plies if the value after it has more than N, if it is not
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
}
