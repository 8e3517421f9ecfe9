//! The colours of boards and pieces: numbers of the 256 colours of a terminal, and colours of SVG.
//!
//! White and black pieces are legible on either shade of a board, and on marked places.

use crate::game::Colour;

/// The colours of a board on a terminal.
pub struct TerminalColours {
    /// A square that is not shaded.
    pub light: u8,
    /// A shaded square.
    pub dark: u8,
    /// A place that the last move touched.
    pub touched: u8,
    /// The name of a place, written on it.
    pub name: u8,
}

/// The board on a terminal.
pub const TERMINAL: TerminalColours = TerminalColours { light: 137, dark: 94, touched: 66, name: 223 };

/// The colours of a board in SVG.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Brown.
    #[default]
    Wood,
    /// Grey and blue.
    Slate,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Theme; 2] = [Theme::Wood, Theme::Slate];

    /// The name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Wood => "wood",
            Theme::Slate => "slate",
        }
    }

    /// The theme of this name.
    pub fn named(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }
}

/// The colours of a theme.
pub struct ThemeColours {
    /// A square that is not shaded, and one that the last move touched.
    pub light: [&'static str; 2],
    /// A shaded square, and one that the last move touched.
    pub dark: [&'static str; 2],
    /// The name of a place, written on it.
    pub name: &'static str,
}

/// The colours of a theme.
pub fn theme(theme: Theme) -> ThemeColours {
    match theme {
        Theme::Wood => ThemeColours { light: ["#f0d9b5", "#d6d06f"], dark: ["#b58863", "#a8a03c"], name: "#33261a" },
        Theme::Slate => ThemeColours { light: ["#e4e9ee", "#c6dc90"], dark: ["#8aa0b4", "#8fb060"], name: "#16212c" },
    }
}

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

/// The colours of a piece in SVG.
pub struct PieceColours {
    /// Its upper side.
    pub fill: &'static str,
    /// Its edge, in the shade.
    pub edge: &'static str,
    /// The figure upon it.
    pub figure: &'static str,
}

/// The colours of the pieces of a side in SVG.
pub fn picture(colour: Colour) -> PieceColours {
    let [fill, edge, figure] = match colour {
        Colour::White => ["#fff", "#bdb29c", INK],
        Colour::Black => ["#35312e", "#0c0b0a", "#f2ede4"],
        Colour::Red => ["#c62828", "#7d1414", "#fff"],
        Colour::Blue => ["#1f62b8", "#0d366c", "#fff"],
        Colour::Green => ["#2e7d32", "#154618", "#fff"],
        Colour::Yellow => ["#f9c22e", "#a97b0a", INK],
    };
    PieceColours { fill, edge, figure }
}
