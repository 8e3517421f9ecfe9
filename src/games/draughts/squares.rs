//! The names of squares: numbers from 1 on, or letters and numbers as in chess.
//!
//! ```text
//!   checkers, pool       russian, brazilian   italian, mirrored    spanish, mirrored    White is below
//!       1   2   3   4    8   .   .   .   .    1   2   3   4        32  31  30  29
//!     5   6   7   8      7 .   .   .   .        5   6   7   8        28  27  26  25
//!      ...                ...                  ...                  ...
//!    29  30  31  32      1 .   .   .   .        29  30  31  32        4   3   2   1
//!                          a b c d e f g h
//! ```

use super::board::DraughtsBoard;
use super::rules::{DraughtsRules, LowSide};

/// The letters of columns.
const LETTERS: &str = "abcdefghij";

/// The squares of a game as people name them.
#[derive(Clone, Copy)]
pub(super) struct SquareNames {
    low_is_black: bool,
    mirrored: bool,
    pub letters: bool,
    row: u32,
    squares: u32,
}

impl SquareNames {
    pub fn of<B: DraughtsBoard>(rules: &DraughtsRules) -> SquareNames {
        SquareNames {
            low_is_black: rules.notation.low == LowSide::Black,
            mirrored: rules.notation.mirrored,
            letters: rules.notation.letters,
            row: B::ROW,
            squares: B::SQUARES,
        }
    }

    /// Whether squares have the numbers of English draughts.
    #[inline]
    pub fn is_english(self) -> bool {
        self.low_is_black && !self.mirrored
    }

    /// The number of rows, and of columns.
    pub fn side(self) -> u32 {
        2 * self.row
    }

    /// The index of a square with the squares of the lowest numbers below, from its index for the side to move, and
    /// the other way round.
    fn turned(self, index: u32, black_to_move: bool) -> u32 {
        if black_to_move == self.low_is_black { index } else { self.squares - 1 - index }
    }

    /// The index with each row in reverse order, if the board is mirrored.
    fn reversed(self, index: u32) -> u32 {
        let (row, of_row) = (index / self.row, index % self.row);
        if self.mirrored { row * self.row + self.row - 1 - of_row } else { index }
    }

    /// The number of the square with an index, for the side to move.
    pub fn number(self, index: u32, black_to_move: bool) -> u32 {
        self.reversed(self.turned(index, black_to_move)) + 1
    }

    /// The index of the square with a number, for the side to move.
    pub fn index(self, number: u32, black_to_move: bool) -> u32 {
        self.turned(self.reversed(number - 1), black_to_move)
    }

    /// The column from the left and the row from above, as White sees the square with an index for the side to move.
    pub fn column_and_row(self, index: u32, black_to_move: bool) -> (u32, u32) {
        let index = if black_to_move { self.squares - 1 - index } else { index };
        let row = index / self.row;
        let column = 2 * (index % self.row) + 1 - row % 2;
        let last = self.side() - 1;
        (if self.mirrored { column } else { last - column }, last - row)
    }

    /// The letter of a column.
    pub fn letter(column: u32) -> &'static str {
        &LETTERS[column as usize..][..1]
    }

    /// The name of a square.
    pub fn name(self, index: u32, black_to_move: bool) -> String {
        if !self.letters {
            return self.number(index, black_to_move).to_string();
        }
        let (column, row) = self.column_and_row(index, black_to_move);
        format!("{}{}", SquareNames::letter(column), self.side() - row)
    }

    /// The number of the square that a text names, by its number, or by letters where the game has them.
    pub fn read(self, text: &str) -> Option<u32> {
        let text = text.trim();
        let digits = |text: &str| {
            // The parser of numbers would take a sign.
            text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
        };
        let letter = text.chars().next().filter(|_| self.letters).map(|letter| letter.to_ascii_lowercase());
        let Some(column) = letter.and_then(|letter| LETTERS.find(letter)) else {
            return digits(text).filter(|number| (1..=self.squares).contains(number));
        };
        let row = digits(&text[1..]).filter(|row| (1..=self.side()).contains(row))?;
        let named =
            |number: &u32| self.column_and_row(self.index(*number, false), false) == (column as u32, self.side() - row);
        (1..=self.squares).find(named)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::board::{Eight, Ten};
    use crate::games::draughts::rules::{CHECKERS_RULES, INTERNATIONAL, ITALIAN, RUSSIAN, SPANISH, THAI};

    #[test]
    fn squares_have_their_numbers_from_both_sides() {
        for (rules, top_left, crowning_of_white) in [
            (&CHECKERS_RULES, (1, 0), 1),
            (&RUSSIAN, (1, 0), 1),
            (&ITALIAN, (0, 0), 1),
            (&SPANISH, (7, 7), 32),
            (&THAI, (6, 7), 32),
        ] {
            let squares = SquareNames::of::<Eight>(rules);
            for black_to_move in [true, false] {
                for number in 1..=32 {
                    let index = squares.index(number, black_to_move);
                    assert_eq!(squares.number(index, black_to_move), number, "{}", rules.name);
                    let other = Eight::SQUARES - 1 - index;
                    assert_eq!(squares.number(other, !black_to_move), number, "{}", rules.name);
                    assert_eq!(
                        squares.column_and_row(index, black_to_move),
                        squares.column_and_row(other, !black_to_move)
                    );
                    assert_eq!(squares.read(&squares.name(index, black_to_move)), Some(number), "{}", rules.name);
                }
            }
            let first = squares.index(1, false);
            assert_eq!(squares.column_and_row(first, false), top_left, "{}", rules.name);
            let crowning = squares.index(crowning_of_white, false);
            assert_ne!(Eight::square(crowning) & Eight::FAR_ROW, 0, "{}", rules.name);
        }
        let ten = SquareNames::of::<Ten>(&INTERNATIONAL);
        assert_eq!(ten.column_and_row(ten.index(1, false), false), (1, 0));
        assert_eq!(ten.column_and_row(ten.index(46, false), false), (0, 9));
        let russian = SquareNames::of::<Eight>(&RUSSIAN);
        assert_eq!((russian.name(russian.index(29, false), false), russian.read("H8")), ("a1".to_string(), Some(4)));
        for wrong in ["b1", "a", "a9", "i1", "33", "0", "", "-1", "é1"] {
            assert_eq!(russian.read(wrong), None, "{wrong}");
        }
    }
}
