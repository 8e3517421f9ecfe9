//! Boards of squares as text and as a picture. Squares are numbered from the lower left, row by row.

use hindsight::game::{Diagram, NotationError, Piece};

/// A board of squares.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    pub width: u8,
    pub height: u8,
}

impl Grid {
    /// The number of squares.
    pub fn squares(self) -> u8 {
        self.width * self.height
    }

    /// The square at a column and a row; `None` off the board.
    pub fn at(self, column: i8, row: i8) -> Option<u8> {
        let on_board = (0..self.width as i8).contains(&column) && (0..self.height as i8).contains(&row);
        on_board.then(|| row as u8 * self.width + column as u8)
    }

    /// The square this many columns to the right and rows up.
    pub fn step(self, from: u8, (right, up): (i8, i8)) -> Option<u8> {
        self.at((from % self.width) as i8 + right, (from / self.width) as i8 + up)
    }

    /// Writes the rows from the top with `/` between them.
    pub fn write(self, letter: impl Fn(u8) -> char, text: &mut String) {
        for row in (0..self.height).rev() {
            text.extend((0..self.width).map(|column| letter(row * self.width + column)));
            text.extend((row > 0).then_some('/'));
        }
    }

    /// Reads rows of these letters: for each letter, the set of its squares.
    pub fn read<const N: usize>(self, rows: &str, letters: [char; N]) -> Option<[u32; N]> {
        let mut sets = [0; N];
        let mut number = 0;
        for (row, text) in (0..self.height).rev().zip(rows.split('/')) {
            for (column, letter) in (0..self.width).zip(text.chars()) {
                if let Some(set) = letters.iter().position(|&known| known == letter) {
                    sets[set] |= 1 << (row * self.width + column);
                } else if letter != '.' {
                    return None;
                }
                number += 1;
            }
        }
        let length = usize::from(self.height) * (usize::from(self.width) + 1) - 1;
        (number == self.squares() && rows.chars().count() == length).then_some(sets)
    }

    /// Writes the name of a square: `a1`.
    pub fn name(self, square: u8, text: &mut String) {
        text.push((b'a' + square % self.width) as char);
        text.push((b'1' + square / self.width) as char);
    }

    /// The number of a square in the diagram, which counts from the upper left.
    pub fn in_diagram(self, square: u8) -> u16 {
        let (column, row) = (square % self.width, square / self.width);
        ((self.height - 1 - row) * self.width + column).into()
    }

    /// The picture of the board with these pieces.
    pub fn diagram(self, piece: impl Fn(u8) -> Option<Piece>, note: String) -> Diagram {
        let columns: Vec<String> = (0..self.width).map(|column| ((b'a' + column) as char).to_string()).collect();
        let rows: Vec<String> = (1..=self.height).rev().map(|row| row.to_string()).collect();
        let [columns, rows] = [&columns, &rows].map(|names| names.iter().map(String::as_str).collect::<Vec<_>>());
        let square = |number: usize| {
            let (column, row) = (number as u8 % self.width, number as u8 / self.width);
            (self.height - 1 - row) * self.width + column
        };
        Diagram::squares(&columns, &rows).with_pieces(|number| piece(square(number))).with_note(note)
    }
}

/// The squares of a set, ascending.
pub fn each(set: u32) -> impl Iterator<Item = u8> {
    (0..32).filter(move |square| set >> square & 1 == 1)
}

/// The rows and the side of a text such as `.../... w`, where `sides` are the letters of the sides.
pub fn fields<'a>(text: &'a str, sides: [&str; 2], form: &str) -> Result<(&'a str, bool), NotationError> {
    let mut fields = text.split_ascii_whitespace();
    match (fields.next(), fields.next(), fields.next()) {
        (Some(rows), Some(side), None) if sides.contains(&side) => Ok((rows, side == sides[1])),
        _ => Err(NotationError::new(form, text)),
    }
}
