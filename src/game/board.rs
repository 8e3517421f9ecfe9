//! How a position looks on a board.

use super::{Diagram, Notation, Piece};
use crate::game::position_text;

/// The board of a game: the page, SVG and the terminal draw it, and people click on it. Every method is OPTIONAL:
/// without them a position is drawn as its text, and is set up as text.
///
/// [`space::conformance::check`](crate::space::conformance::check) tests that diagrams are well formed and that touched
/// places exist.
///
/// # Example
/// ```
/// use hindsight::draw::{self, Style};
/// use hindsight::games::tic_tac_toe::TicTacToe;
/// use hindsight::prelude::*;
///
/// let game = TicTacToe::new();
/// let diagram = game.diagram(&game.parse("x../.o./... x")?);
/// assert_eq!(draw::text(&diagram, &[], Style::Plain), "3 x . .\n2 . o .\n1 . . .\n  a b c   x to move\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Board: Notation {
    /// The board with its pieces. [`draw`](crate::draw) makes text and pictures of it. OPTIONAL: by default no board,
    /// with the position's text as a note.
    fn diagram(&self, position: &Self::Position) -> Diagram {
        Diagram::squares(&[], &[]).with_note(position_text(self, position))
    }

    /// The places that a legal move touches, by their numbers in the diagram, in order: the place that the piece
    /// leaves, the places of a chain of jumps, the place where it ends. OPTIONAL: by default none.
    fn touched(&self, _position: &Self::Position, _mv: Self::Move) -> Vec<u16> {
        Vec::new()
    }

    /// The place of the piece of the side to move that is attacked and must be saved, by its number in the diagram: a
    /// king in check. OPTIONAL: by default none.
    fn in_check(&self, _position: &Self::Position) -> Option<u16> {
        None
    }

    /// The pieces that a position may have, in the order in which a person who sets up a position is offered them.
    /// OPTIONAL, with [`Board::set_up`]: by default none.
    fn pieces(&self) -> Vec<Piece> {
        Vec::new()
    }

    /// The position without the facts that its earlier moves left beside the board, such as castling rights: a position
    /// that is set up from an empty board begins so. OPTIONAL: by default the position itself.
    fn without_history(&self, position: &Self::Position) -> Self::Position {
        *position
    }

    /// The rights that the board does not show and that a person who sets up a position grants one by one, each in a
    /// few words: `White may castle, king's side`. OPTIONAL, with [`Board::rights_in`] and [`Board::with_rights`]: by
    /// default none.
    fn rights(&self) -> &'static [&'static str] {
        &[]
    }

    /// The rights of a position as bits, the first of [`Board::rights`] being the lowest. OPTIONAL.
    fn rights_in(&self, _position: &Self::Position) -> u32 {
        0
    }

    /// The position with these rights and no others, possible or not: [`Board::set_up`] keeps those that are. OPTIONAL.
    fn with_rights(&self, position: &Self::Position, _rights: u32) -> Self::Position {
        *position
    }

    /// The text of a position with these pieces on the places of the diagram, by number, and side `side` to move. Facts
    /// that the board does not show (castling rights, pieces in hand) are taken from `position` where they are
    /// possible. OPTIONAL, with [`Board::pieces`].
    ///
    /// The text may be wrong: [`Notation::parse`] tells whether it is a position, and why not.
    fn set_up(&self, _pieces: &[Option<Piece>], _side: usize, _position: &Self::Position) -> Option<String> {
        None
    }
}
