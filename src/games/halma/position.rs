//! Positions and moves.

use super::squares::SquareSet;

/// All that decides how a game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The pieces of each player.
    pub pieces: [SquareSet; 4],
    /// The player to move.
    pub player: u8,
    /// The rounds that are complete.
    pub round: u16,
}

impl Position {
    /// The squares with a piece.
    #[inline(always)]
    pub fn occupied(&self) -> SquareSet {
        let [a, b, c, d] = self.pieces;
        a | b | c | d
    }

    /// The player who has moved last, if the game began at the start.
    pub fn previous_player(&self) -> usize {
        usize::from(self.player + 3) % 4
    }

    /// The pieces of the player to move.
    #[inline(always)]
    pub fn own(&self) -> &SquareSet {
        &self.pieces[usize::from(self.player)]
    }
}

/// A whole turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HalmaTurn {
    /// No piece moves: all are home.
    Pass,
    /// A step to a neighbouring square.
    Step {
        /// The square that the piece comes from.
        from: u8,
        /// The square that it ends on.
        to: u8,
    },
    /// A chain of hops, whichever way it takes.
    Hops {
        /// The square that the piece comes from.
        from: u8,
        /// The square that it ends on.
        to: u8,
    },
}

impl HalmaTurn {
    /// The squares that a piece comes from and ends on.
    pub fn squares(self) -> Option<(u8, u8)> {
        match self {
            HalmaTurn::Pass => None,
            HalmaTurn::Step { from, to } | HalmaTurn::Hops { from, to } => Some((from, to)),
        }
    }
}
