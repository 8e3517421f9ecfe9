//! The pieces in SVG.

use super::escaped::escaped;
use super::palette::{self, INK, PieceColours};
use crate::game::{Figure, Piece};

/// The radius of a round piece, on a square of 50.
const RADIUS: f64 = 20.0;

/// The size of a [`Figure::Drawing`]: 85 % of a square of 50.
const DRAWING: f64 = 0.425;

/// The elements of a piece with its middle at the origin.
pub fn elements(piece: &Piece) -> String {
    let colours = palette::picture(piece.colour);
    match piece.figure {
        Figure::Disc => disc(&colours, 1.5) + &rings(&colours),
        Figure::Crowned => disc(&colours, 3.0) + &disc(&colours, -2.0) + &crown(&colours),
        Figure::Stone => ball(&colours, 0.28),
        Figure::Marble => ball(&colours, 0.5),
        Figure::LetteredMarble => ball(&colours, 0.5) + &letter(piece, &colours, 17.0),
        Figure::Lettered => disc(&colours, 1.5) + &letter(piece, &colours, 22.0),
        Figure::Symbol => {
            let symbol = escaped(&piece.symbol.to_string());
            let PieceColours { fill, .. } = colours;
            format!("<text y=\"14\" font-size=\"40\" fill=\"{fill}\" stroke=\"{INK}\">{symbol}</text>")
        }
        Figure::Drawing(drawing) => {
            let PieceColours { fill, figure, .. } = colours;
            format!(
                "<g transform=\"scale({DRAWING})\" fill=\"{fill}\" color=\"{figure}\" stroke=\"{INK}\" \
                 stroke-width=\"3.5\" stroke-linejoin=\"round\" stroke-linecap=\"round\">{drawing}</g>"
            )
        }
    }
}

/// A disc seen from above the board's edge, lowered by `down`.
fn disc(PieceColours { fill, edge, .. }: &PieceColours, down: f64) -> String {
    format!(
        "<circle cy=\"{}\" r=\"{RADIUS}\" fill=\"{edge}\" stroke=\"{INK}\"/>\
         <circle cy=\"{}\" r=\"{RADIUS}\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\".7\"/>",
        down + 1.0,
        down - 2.0
    )
}

/// The rings on the upper side of a disc.
fn rings(PieceColours { figure, .. }: &PieceColours) -> String {
    format!(
        "<g fill=\"none\" stroke=\"{figure}\" stroke-opacity=\".55\">\
         <circle cy=\"-.5\" r=\"15.5\"/><circle cy=\"-.5\" r=\"10.5\"/></g>"
    )
}

/// The crown on the upper side of a disc.
fn crown(PieceColours { figure, .. }: &PieceColours) -> String {
    format!(
        "<polygon points=\"-10,4 -13,-10 -6,-4 0,-14 6,-4 13,-10 10,4\" fill=\"#e2a516\" stroke=\"{figure}\" \
         stroke-linejoin=\"round\"/>"
    )
}

/// A ball with a shade below and a light above, which is the brighter the more it shines.
fn ball(PieceColours { fill, edge, .. }: &PieceColours, shine: f64) -> String {
    format!(
        "<circle cy=\"1\" r=\"{RADIUS}\" fill=\"{edge}\" stroke=\"{INK}\"/>\
         <circle cy=\"-1\" r=\"18\" fill=\"{fill}\"/>\
         <ellipse cx=\"-6\" cy=\"-10\" rx=\"8\" ry=\"5\" fill=\"#fff\" fill-opacity=\"{shine}\" \
         transform=\"rotate(-28 -6 -10)\"/>"
    )
}

/// The letter of a piece in its middle.
fn letter(piece: &Piece, PieceColours { figure, .. }: &PieceColours, size: f64) -> String {
    let letter = escaped(&piece.letter.to_string());
    format!("<text y=\"{:.1}\" font-size=\"{size}\" fill=\"{figure}\">{letter}</text>", 0.32 * size)
}
