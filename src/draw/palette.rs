//! The colours of boards and pieces: numbers of the 256 colours of a terminal, and colours of SVG.
//!
//! White and black pieces are legible on either shade of a board, and on marked places.

use crate::game::Colour;

/// The colours of a board.
pub struct BoardColours<C> {
    /// A square that is not shaded.
    pub light: C,
    /// A shaded square.
    pub dark: C,
    /// A place that the last move touched.
    pub touched: C,
    /// The name of a place, written on it.
    pub name: C,
}

/// The board on a terminal.
pub const TERMINAL: BoardColours<u8> = BoardColours { light: 137, dark: 94, touched: 66, name: 223 };

/// The board in SVG.
pub const PICTURE: BoardColours<&str> =
    BoardColours { light: "#f0d9b5", dark: "#b58863", touched: "#aaa23a", name: "#33261a" };

/// The outline of pieces and the lines of a board in SVG.
pub const INK: &str = "#222";

/// A piece on a terminal.
pub fn terminal(colour: Colour) -> u8 {
    match colour {
        Colour::White => 231,
        Colour::Black => 16,
        Colour::Red => 52,
        Colour::Blue => 18,
        Colour::Green => 22,
        Colour::Yellow => 220,
    }
}

/// The colour of a piece in SVG, and of the figure upon it.
pub fn picture(colour: Colour) -> (&'static str, &'static str) {
    match colour {
        Colour::White => ("#fff", INK),
        Colour::Black => (INK, "#eee"),
        Colour::Red => ("#c62828", "#fff"),
        Colour::Blue => ("#1556a8", "#fff"),
        Colour::Green => ("#2e7d32", "#fff"),
        Colour::Yellow => ("#f9c22e", INK),
    }
}
