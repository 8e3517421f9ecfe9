//! A board as SVG: one element with all that it needs, without scripts.
//!
//! Each place is a group with its name in `data-place`, each piece a group of the class `piece`, and the places that
//! the last move touched are of the class `touched`.

use std::fmt::Write;

use super::escaped::escaped;
use super::palette::{self, INK, Theme, ThemeColours};
use super::pieces::elements;
use crate::game::{Diagram, Piece, Place, Shape};

/// The side of a square, and the least distance of two points.
const UNIT: f64 = 50.0;

/// The radius of the mark of a touched point, which is around a piece.
const MARK: f64 = 24.5;

/// The radius of an empty point that bears its name, and of one that does not.
const NAMED_POINT: f64 = 11.0;
const POINT: f64 = 4.0;

/// The margin of a board, and the height of a line of names or notes.
const MARGIN: f64 = 10.0;
const LINE: f64 = 24.0;

/// The least width of a picture, for the notes.
const NARROWEST: f64 = 240.0;

/// The title and the description of a picture, for people who cannot see it.
#[derive(Clone, Copy, Debug)]
pub struct Caption<'a> {
    /// The title: the name of the game.
    pub title: &'a str,
    /// The description: the position as text.
    pub description: &'a str,
}

/// Draws a board with its notes. `touched` are the places that the last move touched, by number.
pub fn svg(diagram: &Diagram, touched: &[u16], theme: Theme, caption: Caption) -> String {
    let mut picture = Picture::of(diagram, palette::theme(theme));
    picture.board(touched);
    picture.frame();
    let (width, height) = (picture.width, picture.height);
    let ground = format!("<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n");
    document([0.0, 0.0, width, height], caption, &(picture.definitions() + &ground + &picture.body))
}

/// Draws a board alone: without a ground, notes, and the names of its columns and rows.
pub fn thumbnail(diagram: &Diagram, theme: Theme, caption: Caption) -> String {
    if diagram.places.is_empty() {
        return svg(diagram, &[], theme, caption);
    }
    let mut picture = Picture::of(diagram, palette::theme(theme));
    picture.board(&[]);
    let edge = |number: fn(&Place) -> u8| diagram.places.iter().map(number).max().map_or(0.0, f64::from);
    let margin = if diagram.shape == Shape::Squares { UNIT / 2.0 } else { UNIT / 2.0 + MARGIN };
    let size = |last: f64| picture.scale * last + 2.0 * margin;
    let [width, height] = [size(edge(|place| place.column)), size(edge(|place| place.row))];
    document(
        [picture.left - margin, picture.top - margin, width, height],
        caption,
        &(picture.definitions() + &picture.body),
    )
}

/// The height of a line of text on a sheet, and the width of a board there.
const SHEET_LINE: usize = 16;
const SHEET_BOARD: usize = 240;

/// A sheet of pictures in rows of this many, each above two lines of text: one document, of the pictures themselves.
pub fn sheet(pictures: &[(String, [String; 2])], columns: usize, title: &str) -> String {
    let (columns, cell) =
        (columns.clamp(1, pictures.len().max(1)), [SHEET_BOARD + 20, SHEET_BOARD + 3 * SHEET_LINE + 20]);
    let mut body = String::new();
    for (number, (picture, texts)) in pictures.iter().enumerate() {
        let [x, y] = [number % columns * cell[0] + 10, number / columns * cell[1] + 10];
        // An element within another has a corner and a size.
        let place = format!("<svg x=\"{x}\" y=\"{y}\" width=\"{SHEET_BOARD}\" height=\"{SHEET_BOARD}\" ");
        body.push_str(&picture.replacen("<svg ", &place, 1));
        for (line, text) in texts.iter().enumerate() {
            let (x, y) = (x + SHEET_BOARD / 2, y + SHEET_BOARD + (line + 1) * SHEET_LINE);
            // A text that is wider than its board is squeezed.
            let fits = if text.chars().count() > 36 {
                format!(" textLength=\"{SHEET_BOARD}\" lengthAdjust=\"spacingAndGlyphs\"")
            } else {
                String::new()
            };
            let _ = writeln!(body, "<text x=\"{x}\" y=\"{y}\" font-size=\"12\"{fits}>{}</text>", escaped(text));
        }
    }
    let rows = pictures.len().div_ceil(columns);
    let size = [0.0, 0.0, (columns * cell[0]) as f64, (rows * cell[1]) as f64];
    document(size, Caption { title, description: "A sheet of diagrams" }, &body)
}

/// A document with these elements in a box.
pub(super) fn document([x, y, width, height]: [f64; 4], caption: Caption, body: &str) -> String {
    let (title, description) = (escaped(caption.title), escaped(caption.description));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\" role=\"img\" \
         font-family=\"sans-serif\" text-anchor=\"middle\">\n\
         <title>{title}</title>\n<desc>{description}</desc>\n{body}\n</svg>\n"
    )
}

/// Draws a piece alone, on a square.
pub fn piece_svg(piece: &Piece) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-25 -25 50 50\" font-family=\"sans-serif\" \
         text-anchor=\"middle\">{}</svg>",
        elements(piece)
    )
}

/// A picture in the making.
pub(super) struct Picture<'a> {
    diagram: &'a Diagram,
    colours: ThemeColours,
    /// Whether squares have outlines: shades that take turns need none.
    outlined: bool,
    /// The distance of neighbouring columns and rows.
    scale: f64,
    /// Where the first column and the first row are.
    left: f64,
    top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) body: String,
    /// The pieces that are defined, by the numbers in their names.
    pieces: Vec<Piece>,
}

impl Picture<'_> {
    /// An empty picture that has room for the board.
    pub(super) fn of(diagram: &Diagram, colours: ThemeColours) -> Picture<'_> {
        let last = |number: fn(&Place) -> u8| diagram.places.iter().map(number).max().map_or(0.0, f64::from);
        let (scale, edge) = match diagram.shape {
            Shape::Squares => (UNIT, UNIT / 2.0),
            // Room for a marked piece with its name.
            Shape::Points => ((UNIT / closest(diagram)).ceil(), UNIT / 2.0 + MARGIN),
        };
        let (mut left, top) = (MARGIN + edge + if diagram.rows.is_empty() { 0.0 } else { LINE }, MARGIN + edge);
        let mut width = left + scale * last(|place| place.column) + edge + MARGIN;
        if width < NARROWEST {
            left += (NARROWEST - width) / 2.0;
            width = NARROWEST;
        }
        let bottom = if diagram.places.is_empty() { 0.0 } else { top + scale * last(|place| place.row) + edge };
        let outlined = has_neighbours_of_one_shade(&diagram.places);
        let (body, pieces) = (String::new(), Vec::new());
        Picture { diagram, colours, outlined, scale, left, top, width, height: bottom + MARGIN, body, pieces }
    }

    /// Where the middle of a place is.
    pub(super) fn at(&self, place: &Place) -> (f64, f64) {
        (self.left + self.scale * f64::from(place.column), self.top + self.scale * f64::from(place.row))
    }

    pub(super) fn board(&mut self, touched: &[u16]) {
        let diagram = self.diagram;
        if diagram.shape == Shape::Points && !diagram.places.is_empty() {
            let (light, [width, height]) = (self.colours.light[0], [self.width, self.height].map(|side| side - 4.0));
            self.add(&format!(
                "<rect class=\"ground\" x=\"2\" y=\"2\" width=\"{width}\" height=\"{height}\" rx=\"14\" \
                 fill=\"{light}\"/>\n"
            ));
        }
        for ends in &diagram.lines {
            let [(x1, y1), (x2, y2)] = ends.map(|number| self.at(&diagram.places[usize::from(number)]));
            self.add(&format!(
                "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{INK}\" stroke-width=\"2\"/>\n"
            ));
        }
        for (number, place) in (0u16..).zip(&diagram.places) {
            let touched = touched.contains(&number);
            let class = if touched { "place touched" } else { "place" };
            match place.name.is_empty() {
                true => self.add(&format!("<g class=\"{class}\">")),
                false => self.add(&format!("<g class=\"{class}\" data-place=\"{}\">", escaped(&place.name))),
            }
            if let Some(piece) = place.piece {
                self.add(&format!("<title>{}: {}</title>", escaped(&place.name), escaped(piece.name)));
            }
            match diagram.shape {
                Shape::Squares => self.square(place, touched),
                Shape::Points => self.point(place, touched),
            }
            self.add("</g>\n");
        }
    }

    fn square(&mut self, place: &Place, touched: bool) {
        let (x, y) = self.at(place);
        let shades = if place.shaded { self.colours.dark } else { self.colours.light };
        let fill = shades[usize::from(touched)];
        let (left, top) = (x - UNIT / 2.0, y - UNIT / 2.0);
        let outline = match self.outlined {
            true => format!(" stroke=\"{}\"", self.colours.dark[0]),
            false => String::new(),
        };
        self.add(&format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{UNIT}\" height=\"{UNIT}\" fill=\"{fill}\"{outline}/>"
        ));
        if self.diagram.shows_names() && !place.name.is_empty() {
            // In the corner, where a piece leaves room.
            self.text(left + 5.2, top + 4.6, 8.0, self.colours.name, &place.name);
        }
        if let Some(piece) = place.piece {
            self.piece(&piece, x, y);
        }
    }

    fn point(&mut self, place: &Place, touched: bool) {
        let (x, y) = self.at(place);
        // Around the point, where it takes clicks.
        let around = if touched { self.colours.light[1] } else { "transparent" };
        self.circle(x, y, MARK, around, "none");
        let named = self.diagram.shows_names();
        match place.piece {
            Some(piece) => {
                if named {
                    // Beside the piece.
                    self.text(x + 21.0, y + 22.0, 10.0, self.colours.name, &place.name);
                }
                self.piece(&piece, x, y);
            }
            None if named => {
                self.circle(x, y, NAMED_POINT, "#fff", INK);
                self.text(x, y, 11.0, INK, &place.name);
            }
            None => self.circle(x, y, POINT, INK, INK),
        }
    }

    /// Adds a piece, which is defined once however often it is on the board.
    pub(super) fn piece(&mut self, piece: &Piece, x: f64, y: f64) {
        let number = self.pieces.iter().position(|defined| defined == piece).unwrap_or_else(|| {
            self.pieces.push(*piece);
            self.pieces.len() - 1
        });
        let side = piece.side;
        self.add(&format!("<g class=\"piece side-{side}\"><use href=\"#piece-{number}\" x=\"{x}\" y=\"{y}\"/></g>"));
    }

    /// The pieces of the board, for the elements that refer to them.
    pub(super) fn definitions(&self) -> String {
        let piece = |(number, piece)| format!("<g id=\"piece-{number}\">{}</g>\n", elements(piece));
        let pieces: String = self.pieces.iter().enumerate().map(piece).collect();
        if pieces.is_empty() { pieces } else { format!("<defs>\n{pieces}</defs>\n") }
    }

    /// Adds the names of columns and rows, and the notes below the board.
    pub(super) fn frame(&mut self) {
        let diagram = self.diagram;
        for (row, name) in diagram.rows.iter().enumerate() {
            self.text(self.left - UNIT / 2.0 - LINE / 2.0, self.top + self.scale * row as f64, 14.0, INK, name);
        }
        if !diagram.columns.is_empty() {
            self.height += LINE - MARGIN;
            for (column, name) in diagram.columns.iter().enumerate() {
                let (x, y) = (self.left + self.scale * column as f64, self.height - LINE / 2.0);
                self.text(x, y, 14.0, INK, name);
            }
        }
        for note in &diagram.notes {
            self.height += LINE;
            self.text(self.width / 2.0, self.height - LINE / 2.0 - 4.0, 14.0, INK, note);
        }
    }

    fn circle(&mut self, x: f64, y: f64, radius: f64, fill: &str, stroke: &str) {
        self.add(&format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{stroke}\"/>"));
    }

    /// Adds a text with its middle here.
    fn text(&mut self, x: f64, y: f64, size: f64, fill: &str, text: &str) {
        let (base, text) = (y + 0.35 * size, escaped(text));
        // Writing to a string does not fail.
        let _ = write!(self.body, "<text x=\"{x}\" y=\"{base:.1}\" font-size=\"{size}\" fill=\"{fill}\">{text}</text>");
    }

    fn add(&mut self, text: &str) {
        self.body.push_str(text);
    }
}

/// The distance of the two points that are closest, in columns.
fn closest(diagram: &Diagram) -> f64 {
    let mut closest = f64::INFINITY;
    for (number, place) in diagram.places.iter().enumerate() {
        for other in &diagram.places[..number] {
            let (right, down) = (place.column.abs_diff(other.column), place.row.abs_diff(other.row));
            closest = closest.min(f64::from(right).hypot(f64::from(down)));
        }
    }
    if closest.is_finite() { closest.max(1.0) } else { 1.0 }
}

/// Whether two squares of the same shade share an edge.
fn has_neighbours_of_one_shade(places: &[Place]) -> bool {
    let is_beside = |one: &Place, other: &Place| one.column.abs_diff(other.column) + one.row.abs_diff(other.row) == 1;
    places.iter().any(|one| places.iter().any(|other| one.shaded == other.shaded && is_beside(one, other)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Colour, Figure};

    const MAN: Piece =
        Piece { side: 1, colour: Colour::Black, figure: Figure::Disc, letter: 'b', symbol: '●', name: "man" };
    const CAPTION: Caption = Caption { title: "a game", description: "a & b" };

    #[test]
    fn a_square_has_its_name_its_piece_and_the_mark_of_the_last_move() {
        let board = Diagram::squares(&["a", "b"], &["1"]).with_pieces(|place| (place == 1).then_some(MAN));
        let picture = svg(&board, &[1], Theme::Wood, CAPTION);
        let square = "<g class=\"place touched\" data-place=\"b1\"><title>b1: man</title>\
                      <rect x=\"132\" y=\"10\" width=\"50\" height=\"50\" fill=\"#d6d06f\" stroke=\"#b58863\"/>\
                      <g class=\"piece side-1\"><use href=\"#piece-0\" x=\"157\" y=\"35\"/></g></g>";
        assert!(picture.contains(square), "{picture}");
        assert!(picture.contains("<defs>\n<g id=\"piece-0\"><circle "), "{picture}");
        assert!(picture.contains("<g class=\"place\" data-place=\"a1\"><rect "), "{picture}");
        assert!(picture.contains("<title>a game</title>\n<desc>a &amp; b</desc>"), "{picture}");
        assert!(svg(&board, &[1], Theme::Slate, CAPTION).contains("fill=\"#c6dc90\""));
        assert!(piece_svg(&MAN).contains("viewBox=\"-25 -25 50 50\"") && piece_svg(&MAN).contains("fill=\"#35312e\""));
    }

    #[test]
    fn a_piece_is_defined_once() {
        let board = Diagram::squares(&["a", "b"], &["1"]).with_pieces(|_| Some(MAN));
        let picture = svg(&board, &[], Theme::Wood, CAPTION);
        assert_eq!((picture.matches("<g id=").count(), picture.matches("<use href=").count()), (1, 2), "{picture}");
    }

    #[test]
    fn a_drawing_of_a_game_has_the_colours_of_its_side() {
        let drawn = Piece { figure: Figure::Drawing("<path d=\"M0 0\"/>"), ..MAN };
        let picture = piece_svg(&drawn);
        assert!(picture.contains("fill=\"#35312e\" color=\"#f2ede4\" stroke=\"#222\""), "{picture}");
        assert!(picture.contains("><path d=\"M0 0\"/></g>"), "{picture}");
    }

    #[test]
    fn points_are_joined_by_their_lines() {
        let board = Diagram::points(&[(0, 0), (2, 0)], 1, vec![[0, 1]]);
        let picture = svg(&board, &[], Theme::Wood, CAPTION);
        // The points are closest: a unit apart, however far that is.
        assert!(picture.contains("<line x1=\"95\" y1=\"45\" x2=\"145\" y2=\"45\" "), "{picture}");
    }

    #[test]
    fn a_game_without_a_board_has_notes() {
        let picture = svg(&Diagram::squares(&[], &[]).with_note("node 7"), &[], Theme::Wood, CAPTION);
        assert!(picture.contains("viewBox=\"0 0 240 34\"") && picture.contains(">node 7</text>"), "{picture}");
    }
}
