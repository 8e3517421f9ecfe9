//! A description of a board, which text, SVG and a page draw alike.

use std::collections::HashSet;

/// How the places of a board are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Squares side by side, of two shades or one.
    Squares,
    /// Points, joined by lines.
    Points,
}

/// A position as a picture: the board with its pieces, and notes beside it.
///
/// The places are in an order of the game's own, and moves do not change them: [`Board::touched`] names them by
/// their number in it. A game without a board has notes only.
///
/// [`Board::touched`]: crate::game::Board::touched
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
    /// The names of the rows from the top, written beside the board; empty if they have none. A board without names of
    /// columns and rows shows the name of each place.
    pub rows: Vec<String>,
    /// Facts that the board does not show, each in a few words: the side to move, pieces in hand.
    pub notes: Vec<String>,
}

/// A square or a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The column of a square, counted from 0 at the left; for a point, the distance from the left in the unit of
    /// `row`.
    pub column: u8,
    /// The row of a square, counted from 0 at the top; for a point, the distance from the top in the unit of `column`.
    pub row: u8,
    /// The name in the game's notation: `a1`, or a number. Empty for a square that is not played on.
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
    /// The colour, the same for all pieces of a side.
    pub colour: Colour,
    /// How it looks in a picture.
    pub figure: Figure,
    /// One ASCII character, different for each side: `w`, `W`.
    pub letter: char,
    /// One Unicode character that shows the piece and its side: `⛂`, `♔`.
    pub symbol: char,
    /// The name, with the side's name if both sides have such a piece: `White king`.
    pub name: &'static str,
}

/// The colour of a side's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// White.
    White,
    /// Black.
    Black,
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Green.
    Green,
    /// Yellow.
    Yellow,
}

/// How a piece looks in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// A disc with rings, such as a man of draughts.
    Disc,
    /// Two discs with a crown.
    Crowned,
    /// A round stone.
    Stone,
    /// A marble.
    Marble,
    /// A marble with the letter of the piece.
    LetteredMarble,
    /// A disc with the letter of the piece.
    Lettered,
    /// The symbol of the piece.
    Symbol,
    /// A drawing of the game's own: SVG elements in a square from -50 to 50 in both directions. They have the colour of
    /// the side with a dark outline, where they do not say otherwise. `currentColor` stands out from that colour.
    Drawing(&'static str),
}

impl Diagram {
    /// A board of squares without pieces. The squares are numbered row by row from the upper left, and named by column
    /// and row. No square is shaded.
    pub fn squares(columns: &[&str], rows: &[&str]) -> Diagram {
        let square = |(row, column): (usize, usize)| Place {
            column: column as u8,
            row: row as u8,
            name: format!("{}{}", columns[column], rows[row]),
            shaded: false,
            piece: None,
        };
        let names = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        Diagram {
            shape: Shape::Squares,
            places: (0..rows.len()).flat_map(|row| (0..columns.len()).map(move |c| (row, c))).map(square).collect(),
            lines: Vec::new(),
            columns: names(columns),
            rows: names(rows),
            notes: Vec::new(),
        }
    }

    /// A board of points without pieces. Each point has a column and a row; its name is its number, counted from
    /// `first`.
    pub fn points(points: &[(u8, u8)], first: usize, lines: Vec<[u16; 2]>) -> Diagram {
        let point = |(number, &(column, row)): (usize, &(u8, u8))| Place {
            column,
            row,
            name: (first + number).to_string(),
            shaded: false,
            piece: None,
        };
        let places = points.iter().enumerate().map(point).collect();
        Diagram { shape: Shape::Points, places, lines, columns: Vec::new(), rows: Vec::new(), notes: Vec::new() }
    }

    /// The board with the piece that each place has, by its number.
    pub fn with_pieces(mut self, piece: impl Fn(usize) -> Option<Piece>) -> Diagram {
        for (number, place) in self.places.iter_mut().enumerate() {
            place.piece = piece(number);
        }
        self
    }

    /// The board with one more note.
    pub fn with_note(mut self, note: impl Into<String>) -> Diagram {
        self.notes.push(note.into());
        self
    }

    /// Whether each place shows its name, because columns and rows have none.
    pub fn shows_names(&self) -> bool {
        self.columns.is_empty() && self.rows.is_empty()
    }

    /// The different pieces on the board, ordered by side and name.
    pub fn kinds(&self) -> Vec<Piece> {
        let mut kinds: Vec<Piece> = self.places.iter().filter_map(|place| place.piece).collect();
        kinds.sort_by_key(|piece| (piece.side, piece.name));
        kinds.dedup();
        kinds
    }

    /// The faults of the description, for a game with this number of sides: a sentence for each.
    pub fn faults(&self, sides: usize) -> Vec<String> {
        let (mut faults, mut squares, mut names) = (Vec::new(), HashSet::new(), HashSet::new());
        if self.places.len() > usize::from(u16::MAX) {
            faults.push(format!("it has {} places, more than {}", self.places.len(), u16::MAX));
        }
        for Place { column, row, name, piece, .. } in &self.places {
            if !squares.insert((column, row)) {
                faults.push(format!("two places are at column {column} and row {row}"));
            }
            if !name.is_empty() && !names.insert(name) {
                faults.push(format!("two places are called {name}"));
            }
            let named = |names: &[String], number: u8| names.is_empty() || usize::from(number) < names.len();
            if !named(&self.columns, *column) || !named(&self.rows, *row) {
                faults.push(format!("the place {name} is past the last name of columns or rows"));
            }
            let Some(piece) = piece else { continue };
            if usize::from(piece.side) >= sides {
                faults.push(format!("the {} on {name} is of side {}, of {sides}", piece.name, piece.side));
            }
            if !piece.letter.is_ascii_graphic() || piece.symbol.is_control() || piece.symbol.is_whitespace() {
                let (letter, symbol) = (piece.letter, piece.symbol);
                faults.push(format!("the {} is {letter:?} in ASCII and {symbol:?} in Unicode", piece.name));
            }
        }
        for [from, to] in &self.lines {
            if usize::from(*from.max(to)) >= self.places.len() || from == to {
                faults.push(format!("a line joins the places {from} and {to} of {}", self.places.len()));
            }
        }
        faults
    }

    /// The board seen from the other side, with the names of its columns and rows.
    pub fn rotated(mut self) -> Diagram {
        let last = |number: fn(&Place) -> u8| self.places.iter().map(number).max().unwrap_or(0);
        let (column, row) = (last(|place| place.column), last(|place| place.row));
        for place in &mut self.places {
            (place.column, place.row) = (column - place.column, row - place.row);
        }
        self.columns.reverse();
        self.rows.reverse();
        self
    }
}

/// The letters of pieces in rows of these lengths, with `/` between. An empty place is this character; without one,
/// runs of empty places are numbers.
pub fn rows_text(pieces: &[Option<Piece>], lengths: impl IntoIterator<Item = usize>, empty: Option<char>) -> String {
    let (mut text, mut left) = (String::new(), pieces);
    for (number, length) in lengths.into_iter().enumerate() {
        let (row, rest) = left.split_at(length.min(left.len()));
        left = rest;
        if number > 0 {
            text.push('/');
        }
        let mut run = 0;
        for piece in row {
            match (piece, empty) {
                (None, Some(empty)) => text.push(empty),
                (None, None) => run += 1,
                (Some(piece), _) => {
                    push_run(&mut run, &mut text);
                    text.push(piece.letter);
                }
            }
        }
        push_run(&mut run, &mut text);
    }
    text
}

/// Ends a run of empty places.
fn push_run(run: &mut usize, text: &mut String) {
    if *run > 0 {
        text.push_str(&run.to_string());
        *run = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rotated_board_keeps_its_names() {
        let place = |column, row| Place {
            column,
            row,
            name: format!("{}{}", ["a", "b", "c"][usize::from(column)], 2 - row),
            shaded: (column + row) % 2 == 1,
            piece: None,
        };
        let names = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Vec<_>>();
        let diagram = Diagram {
            shape: Shape::Squares,
            places: (0..2).flat_map(|row| (0..3).map(move |column| (column, row))).map(|(c, r)| place(c, r)).collect(),
            lines: vec![[0, 1]],
            columns: names(&["a", "b", "c"]),
            rows: names(&["2", "1"]),
            notes: names(&["White to move"]),
        };
        let rotated = diagram.clone().rotated();
        assert_eq!(
            (rotated.columns.as_slice(), rotated.rows.as_slice()),
            (&*names(&["c", "b", "a"]), &*names(&["1", "2"]))
        );
        for (place, before) in rotated.places.iter().zip(&diagram.places) {
            assert_eq!((place.column, place.row), (2 - before.column, 1 - before.row));
            // A place keeps its name, which its column and its row still have.
            assert_eq!(place.name, before.name);
            assert_eq!(
                place.name,
                format!("{}{}", rotated.columns[usize::from(place.column)], rotated.rows[usize::from(place.row)])
            );
        }
        assert_eq!((&rotated.lines, &rotated.notes), (&diagram.lines, &diagram.notes));
        assert_eq!(rotated.rotated(), diagram);
    }
}
