//! A board as text.

use super::canvas::{Canvas, Paint};
use super::palette::{self, TERMINAL};
use crate::game::{Diagram, Piece, Place, Shape};

/// The characters of a drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// ASCII, for files, pipes and plain terminals: `w`, `W`. Touched places stand in brackets.
    #[default]
    Plain,
    /// Unicode characters without colours: `⛀`, `⛁`. Touched places stand in brackets.
    Unicode,
    /// Unicode characters with the colours of a terminal (ANSI escape sequences).
    Colour,
}

/// The columns of a terminal.
const WIDTH: usize = 80;

/// Draws a board with its notes, over several lines. `touched` are the places that the last move touched, by number.
///
/// Pieces are explained where their sides cannot be told by their letters.
pub fn text(diagram: &Diagram, touched: &[u16], style: Style) -> String {
    drawn(diagram, touched, style, true)
}

/// Draws a board as [`text`] does, without the explanation of its pieces.
pub fn text_without_legend(diagram: &Diagram, touched: &[u16], style: Style) -> String {
    drawn(diagram, touched, style, false)
}

fn drawn(diagram: &Diagram, touched: &[u16], style: Style, legend: bool) -> String {
    let grid = TextGrid::of(diagram, style);
    let mut canvas = Canvas::default();
    for &[from, to] in &diagram.lines {
        grid.line(diagram, [from, to], &mut canvas);
    }
    for (number, place) in (0u16..).zip(&diagram.places) {
        match diagram.shape {
            Shape::Squares => grid.square(place, touched.contains(&number), &mut canvas),
            Shape::Points => grid.point(place, touched.contains(&number), &mut canvas),
        }
    }
    grid.frame(diagram, &mut canvas);
    if legend {
        grid.legend(diagram, &mut canvas);
    }
    canvas.text()
}

/// Where places are on the canvas.
struct TextGrid {
    style: Style,
    /// The column of the piece of a place in the first column of the board.
    left: usize,
    /// The characters from one column to the next, and the lines from one row to the next.
    width: usize,
    height: usize,
    /// The length of the longest name that is written at a place; 0 if none are.
    names: usize,
}

impl TextGrid {
    fn of(diagram: &Diagram, style: Style) -> TextGrid {
        let longest = |names: &[String]| names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let shown = diagram.places.iter().filter(|_| diagram.shows_names()).map(|place| place.name.clone());
        let names = longest(&shown.collect::<Vec<_>>());
        let rows = longest(&diagram.rows);
        match (diagram.shape, style) {
            (Shape::Squares, Style::Colour) => {
                // A space on either side of the piece.
                let margin = if rows > 0 { rows + 1 } else { 0 };
                TextGrid { style, left: margin + names + 1, width: names + 3, height: 1, names }
            }
            // A space, or a bracket, before each square.
            (Shape::Squares, _) => TextGrid { style, left: rows + names + 1, width: names + 2, height: 1, names },
            (Shape::Points, _) => {
                let height = height(diagram);
                TextGrid { style, left: rows + 1 + names / 2, width: 2 * height, height, names }
            }
        }
    }

    /// The column and the line of the piece of a place.
    fn at(&self, place: &Place) -> (usize, usize) {
        (self.left + usize::from(place.column) * self.width, usize::from(place.row) * self.height)
    }

    fn square(&self, place: &Place, touched: bool, canvas: &mut Canvas) {
        let (x, y) = self.at(place);
        let colour = self.style == Style::Colour;
        let first = x - self.names - 1;
        let empty = if self.names > 0 && place.name.is_empty() { ' ' } else { self.pick('.', '·', ' ') };
        if colour {
            let background = match (touched, place.shaded) {
                (true, _) => TERMINAL.touched,
                (_, true) => TERMINAL.dark,
                _ => TERMINAL.light,
            };
            let paint = Paint { background: Some(background), ..Paint::default() };
            canvas.put(first, y, &" ".repeat(self.width), paint);
            self.put_piece(place, empty, x, y, canvas);
            if !place.name.is_empty() && self.names > 0 {
                let name = Paint { foreground: Some(TERMINAL.name), ..paint };
                canvas.put(first, y, &format!("{:>1$}", place.name, self.names), name);
            }
            return;
        }
        if self.names > 0 {
            canvas.put(x - place.name.chars().count(), y, &place.name, Paint::default());
        }
        self.put_piece(place, empty, x, y, canvas);
        if touched {
            brackets(first, x + 1, y, canvas);
        }
    }

    fn point(&self, place: &Place, touched: bool, canvas: &mut Canvas) {
        let (x, y) = self.at(place);
        let name = if self.names > 0 { place.name.as_str() } else { "" };
        let length = name.chars().count() + usize::from(place.piece.is_some() || name.is_empty());
        let first = x - (length - 1) / 2;
        let mut paint = Paint::default();
        if self.style == Style::Colour && (touched || place.piece.is_some()) {
            let background = if touched { TERMINAL.touched } else { TERMINAL.dark };
            paint = Paint { foreground: Some(TERMINAL.name), background: Some(background), bold: false };
        }
        canvas.put(first + length - name.chars().count(), y, name, paint);
        if place.piece.is_some() || name.is_empty() {
            canvas.at(first, y).1 = paint;
            self.put_piece(place, self.pick('+', '·', '·'), first, y, canvas);
        }
        if touched && self.style != Style::Colour {
            brackets(first - 1, first + length, y, canvas);
        }
    }

    /// Puts the piece of a place, or `empty`, on the background that is there.
    fn put_piece(&self, place: &Place, empty: char, x: usize, y: usize, canvas: &mut Canvas) {
        let cell = canvas.at(x, y);
        match place.piece {
            Some(piece) => *cell = (self.sign(&piece), self.paint(&piece, cell.1.background)),
            None => cell.0 = empty,
        }
    }

    /// The colours of a piece on a background.
    fn paint(&self, piece: &Piece, background: Option<u8>) -> Paint {
        match self.style {
            Style::Colour => Paint { foreground: Some(palette::terminal(piece.colour)), background, bold: true },
            _ => Paint::default(),
        }
    }

    /// The character of a piece.
    fn sign(&self, piece: &Piece) -> char {
        self.pick(piece.letter, piece.symbol, piece.symbol)
    }

    /// One of the characters, by style.
    fn pick(&self, plain: char, unicode: char, colour: char) -> char {
        match self.style {
            Style::Plain => plain,
            Style::Unicode => unicode,
            Style::Colour => colour,
        }
    }

    /// A line from one place to another: a character on each line of text that it crosses, and all along a row.
    fn line(&self, diagram: &Diagram, ends: [u16; 2], canvas: &mut Canvas) {
        let mut ends = ends.map(|number| self.at(&diagram.places[usize::from(number)]));
        ends.sort_unstable_by_key(|&(x, y)| (y, x));
        let [(from_x, from_y), (to_x, to_y)] = ends;
        if from_y == to_y {
            let sign = self.pick('-', '─', '─');
            (from_x..to_x).for_each(|x| canvas.at(x, from_y).0 = sign);
            return;
        }
        let sign = match from_x.cmp(&to_x) {
            std::cmp::Ordering::Equal => self.pick('|', '│', '│'),
            std::cmp::Ordering::Less => self.pick('\\', '╲', '╲'),
            std::cmp::Ordering::Greater => self.pick('/', '╱', '╱'),
        };
        let rows = to_y - from_y;
        for row in 1..rows {
            // Rounded away from the middle of the line, to the left and to the right alike.
            let aside = (2 * row * from_x.abs_diff(to_x) + rows) / (2 * rows);
            let x = if from_x < to_x { from_x + aside } else { from_x - aside };
            canvas.at(x, from_y + row).0 = sign;
        }
    }

    /// Adds the texts around the board: the names of rows and columns, the notes.
    fn frame(&self, diagram: &Diagram, canvas: &mut Canvas) {
        let plain = Paint::default();
        for (row, name) in diagram.rows.iter().enumerate() {
            canvas.put(0, row * self.height, name, plain);
        }
        let (mut x, below) = (2, canvas.height());
        for (column, name) in diagram.columns.iter().enumerate() {
            let at = self.left + column * self.width;
            canvas.put(at, below, name, plain);
            x = at + name.chars().count() + 3;
        }
        let notes = diagram.notes.join("   ");
        // Beside the names of the columns, if there is room.
        let fits = x + notes.chars().count() <= WIDTH;
        let (x, below) = if fits { (x, below) } else { (2, canvas.height()) };
        canvas.put(x, below, &notes, plain);
    }

    /// Adds the legend of the pieces, where their sides cannot be told by their letters.
    fn legend(&self, diagram: &Diagram, canvas: &mut Canvas) {
        let plain = Paint::default();
        let kinds = diagram.kinds();
        let alike = kinds.windows(2).all(|pair| pair[0].side != pair[1].side);
        if self.style == Style::Plain && alike {
            return;
        }
        let (mut x, mut below) = (2, canvas.height());
        for piece in kinds {
            let width = 2 + piece.name.chars().count();
            if x + width > WIDTH {
                (x, below) = (2, below + 1);
            }
            let background = Some(TERMINAL.light).filter(|_| self.style == Style::Colour);
            canvas.put(x, below, &self.sign(&piece).to_string(), self.paint(&piece, background));
            canvas.put(x + 2, below, piece.name, plain);
            x += width + 3;
        }
    }
}

/// Puts brackets around a place, or a bar between two such places.
fn brackets(left: usize, right: usize, y: usize, canvas: &mut Canvas) {
    for (x, bracket, other) in [(left, '[', ']'), (right, ']', '[')] {
        let cell = canvas.at(x, y);
        cell.0 = if cell.0 == other { '|' } else { bracket };
    }
}

/// The lines of text from one row of points to the next: enough to show lines between the points, and to fit names
/// beside one another. A character is twice as high as wide.
fn height(diagram: &Diagram) -> usize {
    const BRACKETS: usize = 2;
    let name = |place: &Place| if diagram.shows_names() { place.name.chars().count() } else { 0 };
    let mut height = 1;
    for (number, place) in diagram.places.iter().enumerate() {
        for other in diagram.places[..number].iter().filter(|other| other.row == place.row) {
            let apart = usize::from(place.column.abs_diff(other.column)).max(1);
            let needed = 1 + name(place).max(name(other)) + BRACKETS;
            height = height.max(needed.div_ceil(2 * apart));
        }
    }
    for ends in &diagram.lines {
        let [from, to] = ends.map(|number| &diagram.places[usize::from(number)]);
        let apart = usize::from(from.row.abs_diff(to.row));
        if apart > 0 {
            height = height.max(2usize.div_ceil(apart));
        }
    }
    height
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Colour, Figure};

    const WHITE: Piece =
        Piece { side: 0, colour: Colour::White, figure: Figure::Disc, letter: 'w', symbol: '○', name: "White" };

    /// The names of a board with rows of two digits take their room.
    #[test]
    fn names_of_rows_are_beside_the_rows() {
        let board = Diagram::squares(&["a", "b"], &["10", "9"]).with_pieces(|place| (place == 3).then_some(WHITE));
        let drawn =
            |touched: &[u16], style| text(&board.clone().with_note("a note").with_note("another"), touched, style);
        assert_eq!(drawn(&[], Style::Plain), "10 . .\n9  . w\n   a b   a note   another\n");
        assert_eq!(drawn(&[2, 3], Style::Plain), "10 . .\n9 [.|w]\n   a b   a note   another\n");
        assert_eq!(drawn(&[1], Style::Unicode), "10 ·[·]\n9  · ○\n   a b   a note   another\n  ○ White\n");
    }

    #[test]
    fn points_are_named_where_columns_and_rows_are_not() {
        let points = Diagram::points(&[(0, 0), (1, 0), (0, 1), (1, 1)], 98, vec![[0, 1], [0, 2], [1, 2]]);
        let board = points.with_pieces(|place| (place == 1).then_some(WHITE));
        assert_eq!(text(&board, &[], Style::Plain), "  98---w99\n  |   /\n  | /\n 100   101\n");
        assert_eq!(text(&board, &[1], Style::Unicode), "  98──[○99]\n  │   ╱\n  │ ╱\n 100   101\n  ○ White\n");
        let named = Diagram { columns: vec!["a".into(), "b".into()], rows: vec!["2".into(), "1".into()], ..board };
        assert_eq!(text(&named, &[], Style::Plain), "2 +---w\n  | /\n1 +   +\n  a   b\n");
    }

    #[test]
    fn a_game_without_a_board_has_notes() {
        assert_eq!(text(&Diagram::squares(&[], &[]).with_note("node 7"), &[], Style::Colour), "  node 7\n");
    }
}
