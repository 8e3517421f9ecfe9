//! A position that is set up piece by piece, and how far it is one of the game.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::game::{Diagram, NotationError};

/// The position to set up.
#[derive(Clone, Debug, Default)]
pub struct SetUpQuery {
    /// The position whose state beside the board is kept; by default the start.
    pub position: Option<String>,
    /// The side to move, by its number; by default the side to move in the position.
    pub side: Option<usize>,
    /// The pieces by the names of their squares, each by its number among [`Board::pieces`]; by default the pieces of
    /// the position.
    ///
    /// [`Board::pieces`]: crate::game::Board::pieces
    pub pieces: Option<BTreeMap<String, usize>>,
    /// Whether the board was empty before: then earlier moves leave nothing beside it, such as castling rights.
    pub empty_before: bool,
    /// The rights that are granted, by their numbers in [`Board::rights`], as far as the pieces stand for them; by
    /// default the rights in the position.
    ///
    /// [`Board::rights`]: crate::game::Board::rights
    pub rights: Option<Vec<usize>>,
}

/// A position that was set up.
#[derive(Clone, Debug)]
pub struct SetUpAnswer {
    /// Its text, which may be wrong; `None` if the game writes none.
    pub text: Option<String>,
    /// The position as the game writes it, or why the text is none; `None` without a text.
    pub position: Option<Result<String, NotationError>>,
    /// The side to move, by its number.
    pub side: usize,
    /// The pieces by the names of their squares, each by its number.
    pub pieces: BTreeMap<String, usize>,
    /// The rights by their numbers: whether each is granted, `None` where the pieces do not stand for it.
    pub rights: Vec<Option<bool>>,
    /// The board, without notes.
    pub board: Diagram,
}

/// Why a position cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetUpError {
    /// The game is not set up piece by piece.
    #[error("expected a game that is set up piece by piece, found {0}: write its position")]
    NoPieces(&'static str),
    /// The game has no such side.
    #[error("expected the number of a side from 0 to {last}, found {found}")]
    NoSuchSide {
        /// The greatest number of a side.
        last: usize,
        /// The number.
        found: usize,
    },
    /// The board has no such square, or the game no such piece.
    #[error("expected a place of the board and a piece from 0 to {last}, found {square:?} and {piece}")]
    NoSuchPiece {
        /// The greatest number of a piece.
        last: usize,
        /// The name of the square.
        square: String,
        /// The number of the piece.
        piece: usize,
    },
}
