//! What a board looks like: a description that text, SVG and a page draw alike.

/// How the places of a board are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Squares side by side, of two shades or one.
    Squares,
    /// Points, joined by lines.
    Points,
}

/// A position as a picture: the board with its pieces, and what is to be said beside it.
///
/// The places are in an order of the game's own, the same in every position: [`Notation::touched`] names them by their
/// number in it.
///
/// [`Notation::touched`]: crate::game::Notation::touched
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// How the places are drawn.
    pub shape: Shape,
    /// The places of the board.
    pub places: Vec<Place>,
    /// The lines of the board, each from one place to another, by their numbers.
    pub lines: Vec<[u16; 2]>,
    /// The names of the columns from the left, written below the board; empty if they have none.
    pub columns: Vec<String>,
    /// The names of the rows from the top, written beside the board; empty if they have none.
    pub rows: Vec<String>,
    /// What the board does not show, each in a few words: the side to move, pieces in hand.
    pub notes: Vec<String>,
}

/// A square or a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The column, counted from 0 at the left.
    pub column: u8,
    /// The row, counted from 0 at the top.
    pub row: u8,
    /// The name in the game's notation: `a1`, or a number.
    pub name: String,
    /// Whether it is a dark square, of two shades.
    pub shaded: bool,
    /// The piece on it.
    pub piece: Option<Piece>,
}

/// A piece as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The side that it belongs to, as in [`Game::sides`](crate::game::Game::sides).
    pub side: u8,
    /// One ASCII character: where a side is told by the case of the letter, the game says so in its help.
    pub letter: char,
    /// One Unicode character that shows the piece and its side: `⛂`, `♔`.
    pub symbol: char,
    /// The name of the piece: `king`.
    pub name: &'static str,
}
