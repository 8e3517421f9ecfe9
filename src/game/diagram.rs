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

impl Diagram {
    /// The board seen from the other side: turned by half, with the names of its columns and rows.
    pub fn flipped(mut self) -> Diagram {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flipped_board_is_turned_by_half() {
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
        let flipped = diagram.clone().flipped();
        assert_eq!(
            (flipped.columns.as_slice(), flipped.rows.as_slice()),
            (&*names(&["c", "b", "a"]), &*names(&["1", "2"]))
        );
        for (place, before) in flipped.places.iter().zip(&diagram.places) {
            assert_eq!((place.column, place.row), (2 - before.column, 1 - before.row));
            // A place keeps its name, which its column and its row still have.
            assert_eq!(place.name, before.name);
            assert_eq!(
                place.name,
                format!("{}{}", flipped.columns[usize::from(place.column)], flipped.rows[usize::from(place.row)])
            );
        }
        assert_eq!((&flipped.lines, &flipped.notes), (&diagram.lines, &diagram.notes));
        assert_eq!(flipped.flipped(), diagram);
    }
}
