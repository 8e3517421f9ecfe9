//! The pieces of a text that is no position, as far as it tells them: the page draws them beside the error.

use std::collections::BTreeMap;

use hindsight::game::{Diagram, Piece, Place};

/// The pieces by the names of their squares, each as its number in the list of pieces.
type SketchedPieces = BTreeMap<String, usize>;

/// The pieces of a text in rows, as FEN has it, or in lists of squares, as FEN of draughts has it.
pub fn sketched(text: &str, board: &Diagram, kinds: &[Piece]) -> SketchedPieces {
    match text.contains(':') {
        true => of_lists(text, board, kinds),
        false => of_rows(text.split_whitespace().next().unwrap_or_default(), board, kinds),
    }
}

/// The pieces of rows of letters and numbers of empty squares: `4k3/8/8/8/8/8/8/4KQ2`.
fn of_rows(text: &str, board: &Diagram, kinds: &[Piece]) -> SketchedPieces {
    let mut pieces = SketchedPieces::new();
    let mut rows: Vec<u8> = board.places.iter().map(|square| square.row).collect();
    rows.dedup();
    for (row, letters) in rows.into_iter().zip(text.split('/')) {
        let squares: Vec<&Place> = board.places.iter().filter(|square| square.row == row).collect();
        let (mut column, mut empty) = (0, 0);
        for letter in letters.chars() {
            if let Some(digit) = letter.to_digit(10) {
                empty = 10 * empty + digit as usize;
                continue;
            }
            column += std::mem::take(&mut empty);
            let kind = kinds.iter().position(|kind| kind.letter == letter);
            pieces.extend(squares.get(column).map(|square| square.name.clone()).zip(kind));
            column += 1;
        }
    }
    pieces
}

/// The pieces of lists of squares, each with the letter of its side: `W:WK10:B2,3`.
fn of_lists(text: &str, board: &Diagram, kinds: &[Piece]) -> SketchedPieces {
    let mut pieces = SketchedPieces::new();
    for list in text.split(':').skip(1) {
        let mut letters = list.chars();
        let Some(side) = letters.next() else { continue };
        for square in letters.as_str().split(',').map(str::trim) {
            let (is_king, name) = match square.strip_prefix('K') {
                Some(name) => (true, name),
                None => (false, square),
            };
            // Men are in lower case and kings in upper case.
            let letter = if is_king { side.to_ascii_uppercase() } else { side.to_ascii_lowercase() };
            let kind = kinds.iter().position(|kind| kind.letter == letter);
            pieces.extend(square_of(name, board).zip(kind));
        }
    }
    pieces
}

/// The name of the square that a list names: by its name, or by its number where squares have letters.
fn square_of(name: &str, board: &Diagram) -> Option<String> {
    let named = || board.places.iter().map(|square| &square.name).filter(|name| !name.is_empty());
    let number = || name.parse::<usize>().ok()?.checked_sub(1).and_then(|number| named().nth(number));
    named().find(|other| *other == name).or_else(number).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight::open::{Games, Sources};

    #[test]
    fn the_pieces_of_a_wrong_text_are_those_that_it_tells() {
        let games = Games::standard();
        for (game, text, expected) in [
            (
                "chess",
                "4k3/8/8/8/8/8/5q2/4K1RZ w",
                &[("e8", "Black king"), ("e1", "White king"), ("g1", "White rook")][..],
            ),
            ("checkers", "W:WK10,40:B2,x", &[("10", "White king"), ("2", "Black man")]),
            ("russian", "W:W1,c3:BK32", &[("b8", "White man"), ("c3", "White man"), ("g1", "Black king")]),
            ("tigers-and-goats", "hello", &[]),
        ] {
            let game = games.find(game).expect("the game is there");
            let kinds = &game.facts().pieces;
            let board = game.open(&Sources::nothing(), &()).expect("it opens").diagram(&game.facts().start);
            let found = sketched(text, &board.expect("the start"), kinds);
            for (square, name) in expected {
                assert_eq!(found.get(*square).map(|&kind| kinds[kind].name), Some(*name), "{text}");
            }
        }
    }
}
