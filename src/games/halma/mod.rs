//! Four-handed Halma: four players in two teams change places with their allies.
//!
//! The server of a university course played these rules in 2014. The board has 16 x 16 squares. Four players a, b, c, d
//! have thirteen pieces each in the corners, and move in this order. Allies sit in opposite corners, a and d against b
//! and c: after b moves c, of the same team. The target of a player is the corner of the ally. A team has won when both
//! players are home.
//!
//! ```text
//!      a b c d e f g h i j k l m n o p
//!  1   a a a a . . . . . . . . b b b b    the zone of a, target of d; the zone of b, target of c
//!  2   a a a a . . . . . . . . b b b b
//!  3   a a a . . . . . . . . . . b b b
//!  4   a a . . . . . . . . . . . . b b
//!           ...
//! 13   c c . . . . . . . . . . . . d d
//! 14   c c c . . . . . . . . . . d d d
//! 15   c c c c . . . . . . . . d d d d    the zone of c, target of b; the zone of d, target of a
//! 16   c c c c . . . . . . . . d d d d
//! ```
//!
//! # Moves
//!
//! A move is a whole turn: a step to an empty neighbouring square, or a chain of hops, each over a neighbouring piece
//! of any player to the empty square right beyond. A chain may end after any hop, and never returns to a square that it
//! has left. A piece that is inside its target stays inside, in the middle of a chain too. A player passes exactly when
//! all its pieces are home.
//!
//! Chains of a piece that end on the same square are one move, whichever way they take: the boards are the same
//! afterwards. From round 100 on a chain that touches the player's start zone ends there, because the game does, so no
//! way through that zone leads further. A step and a chain never end on the same square, because each hop goes an even
//! number of columns and rows. So different moves lead to different boards.
//!
//! # Perft
//!
//! `perft` counts sequences of moves: whole turns, with different boards after each. From the start there are 32,
//! 1,024, 32,768, 1,048,576 and 45,481,984 sequences of 1 to 5 turns. The server counts sub-moves: a step, a hop, and a
//! null move that ends a chain or is the turn of a player who is home. It has 32, 559, 9,983 and 178,096 sequences of 1
//! to 4 sub-moves. Up to three turns, no two chains of a piece end on the same square, so its ways over squares are as
//! many.
//!
//! # The end
//!
//! * A team wins as soon as both of its players are home, in the middle of a chain too.
//! * The round counter begins at 0 and rises after each turn of d. While it is 100 or more, a player loses the game for
//!   the team if one of its pieces stands in its start zone after a step or a hop. The zones of the other team are
//!   squares like others. (The server loops over all zones, and looks at the mover's own start zone each time.)
//! * A player who is not home and has no move loses the game for the team.
//! * When the counter reaches 5,000 the game is drawn, even if the step before it won or lost it. A hop that wins or
//!   loses ends the game before the counter rises.

mod board;
mod notation;
mod position;
mod rules;
mod squares;

pub use board::{HalmaBoard, Hop, STRIDE};
pub use position::{HalmaTurn, Position};
pub use rules::TEST_ROUND;
pub use squares::SquareSet;

/// The squares in each row of a zone, from the corner on.
pub const ZONE: [u8; 4] = [4, 4, 3, 2];

/// The game.
pub struct Halma {
    board: HalmaBoard,
}

impl Halma {
    /// The game on 16 x 16 squares, with thirteen pieces for each player.
    pub fn new() -> Halma {
        Halma::on(HalmaBoard::new(16, &ZONE))
    }

    /// The same game on another board, such as a small one for experiments.
    pub fn on(board: HalmaBoard) -> Halma {
        Halma { board }
    }

    /// The board.
    pub fn board(&self) -> &HalmaBoard {
        &self.board
    }
}

impl Default for Halma {
    fn default() -> Halma {
        Halma::new()
    }
}
