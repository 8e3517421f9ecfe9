//! A move.

/// One move of one side, by the numbers of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A goat is placed on this point.
    Place(u8),
    /// A tiger or a goat goes to a neighbouring point.
    Step {
        /// The point left.
        from: u8,
        /// The point entered.
        to: u8,
    },
    /// A tiger jumps over a goat, which leaves the board.
    Capture {
        /// The point left.
        from: u8,
        /// The point of the goat.
        over: u8,
        /// The point entered.
        to: u8,
    },
}
