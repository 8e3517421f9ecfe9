//! The notation: the rows of the region, `.....xx/....xx/...xx/..xx/.xx/xx/x`, and moves `g1-f2` and `e1:e3:c5`.

use super::board::{PIECES, Position, STRIDE, TARGET};
use super::region::{FEWEST, MOST, region, rows};
use super::routes::{Move, Route, name};
use super::rules::{HalmaPacking, home};
use crate::game::{
    Board, Colour, Diagram, Figure, Notation, NotationError, Piece, Place, Shape, move_of_squares, no_such_move,
    rows_text,
};

const EXPECTED: &str = "a position of halma packing such as `.....xx/....xx/...xx/..xx/.xx/xx/x`: the rows of a region of \
                        15 to 36 squares from the top, of x for a piece and `.`, with `/` between, and 13 pieces";

const PIECE: Piece =
    Piece { side: 0, colour: Colour::Blue, figure: Figure::Marble, letter: 'x', symbol: '●', name: "piece" };

/// The number of a square in the diagram, where squares are numbered row by row.
fn number(square: u8, region: u64) -> u16 {
    (region & ((1 << square) - 1)).count_ones() as u16
}

impl Notation for HalmaPacking {
    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let error = || NotationError::new(EXPECTED, text);
        let (mut pieces, mut lengths) = (0, Vec::new());
        for row in text.trim().split('/') {
            let first = STRIDE * lengths.len() as u32;
            if first >= u64::BITS || row.len() >= STRIDE as usize {
                return Err(error());
            }
            for (square, character) in (first..).zip(row.bytes()) {
                match character {
                    b'x' if square < u64::BITS => pieces |= 1u64 << square,
                    b'.' => {}
                    _ => return Err(error()),
                }
            }
            lengths.push(row.len() as u32);
        }
        let squares = lengths.iter().sum::<u32>() as u8;
        let is_region = (FEWEST..=MOST).contains(&squares) && rows(region(squares)).eq(lengths);
        match is_region && pieces.count_ones() == PIECES {
            true => Ok(Position { pieces, squares }),
            false => Err(error()),
        }
    }

    fn write(&self, position: &Position, text: &mut String) {
        for (row, length) in (0..).zip(rows(region(position.squares))) {
            if row > 0 {
                text.push('/');
            }
            let piece = |x: u32| position.pieces >> (x + STRIDE * row) & 1 == 1;
            text.extend((0..length).map(|x| if piece(x) { 'x' } else { '.' }));
        }
    }

    fn write_move(&self, position: &Position, mv: Move, text: &mut String) {
        text.push_str(&match position.route(mv) {
            Route::Step(squares) => squares.map(name).join("-"),
            Route::Hops(squares) => squares.into_iter().map(name).collect::<Vec<_>>().join(":"),
        });
    }

    fn help(&self) -> &'static str {
        "a position: the rows of the region from the corner, `.....xx/....xx/...xx/..xx/.xx/xx/x`, whose lengths tell it; \
         a move: a step `g1-f2`, or hops with every square touched, `e2:c4:c2`"
    }

    /// Every legal way to a square is the same move.
    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        match position.read_route(text.trim()) {
            Some(Ok(mv)) => Ok(mv),
            _ => move_of_squares(self, position, text).ok_or_else(|| no_such_move(self, position, text.trim())),
        }
    }

    fn why_illegal(&self, position: &Position, text: &str) -> Option<String> {
        position.read_route(text)?.err()
    }

    fn why_over(&self, position: &Position) -> Option<String> {
        Some(if position.pieces == TARGET { "all pieces are home" } else { "no piece can move" }.to_string())
    }
}

impl Board for HalmaPacking {
    fn diagram(&self, position: &Position) -> Diagram {
        let lengths: Vec<u32> = rows(region(position.squares)).collect();
        let squares = (0..).zip(&lengths).flat_map(|(row, &length)| (0..length).map(move |x| x + STRIDE * row));
        let place = |square: u32| Place {
            column: (square % STRIDE) as u8,
            row: (square / STRIDE) as u8,
            name: name(square as u8),
            shaded: TARGET >> square & 1 == 1,
            piece: (position.pieces >> square & 1 == 1).then_some(PIECE),
        };
        Diagram {
            shape: Shape::Squares,
            places: squares.map(place).collect(),
            lines: Vec::new(),
            columns: ('a'..).take(lengths[0] as usize).map(String::from).collect(),
            rows: (1..=lengths.len()).map(|row| row.to_string()).collect(),
            notes: vec![format!("{} of {PIECES} pieces home", home(position))],
        }
    }

    fn touched(&self, position: &Position, mv: Move) -> Vec<u16> {
        let squares = match position.route(mv) {
            Route::Step(squares) => squares.to_vec(),
            Route::Hops(squares) => squares,
        };
        squares.into_iter().map(|square| number(square, region(position.squares))).collect()
    }

    fn pieces(&self) -> Vec<Piece> {
        vec![PIECE]
    }

    fn set_up(&self, pieces: &[Option<Piece>], _side: usize, position: &Position) -> Option<String> {
        Some(rows_text(pieces, rows(region(position.squares)).map(|length| length as usize), Some('.')))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{self, Style};
    use crate::game::{Game, move_text, position_text};

    #[test]
    fn positions_are_read_as_written() {
        let game = HalmaPacking::new();
        assert_eq!(position_text(&game, &game.start()), ".....xx/....xx/...xx/..xx/.xx/xx/x");
        for text in ["xxxx./xxxx/xxx/xx/.", "xxxx.x/.xxx/xxx/xx/.", "x......./......./xxxxxx/xxxxx/x.../.../../."] {
            let position = game.parse(text).expect(text);
            assert_eq!(position_text(&game, &position), text);
        }
        let wrong = [
            "",
            "/",
            "xxxx./xxxx/xxx/xx",
            "xxxx./xxxx/xxx/x./.",
            "xxxx./xxxx/xxx/xx/x",
            "xxxx/xxxx/xxx/xx/..",
            "xxxxx/xxxx/xxx/x/./",
            "oooo./oooo/ooo/oo/.",
            "xxxx./xxxx/xxx/xx/. x",
            "......../......./....../...../..../.../xx/x/x",
        ];
        for text in wrong {
            let error = game.parse(text).expect_err(text).to_string();
            assert!(error.starts_with("expected a position of halma packing such as"), "{error}");
        }
    }

    #[test]
    fn a_move_is_written_the_shortest_way_and_read_by_any() {
        let game = HalmaPacking::new();
        let position = game.parse("xx...../xxx.../...../.xxx/.xx/xx/x").expect("a position");
        // From a1 to c3 over b2, or by way of c1 over b1 and c2; both are inside the target.
        let hops = game.parse_move(&position, "a1:c3").expect("a hop");
        assert_eq!(game.parse_move(&position, " A1:C1:C3 "), Ok(hops));
        assert_eq!(move_text(&game, &position, hops), "a1:c3");
        assert_eq!(game.touched(&position, hops), [0, 15]);
        for (text, why) in [
            ("a1:c1:a1", "a piece does not come back to a1, which it has left"),
            ("c1-d1", "no piece is on c1"),
            ("a1-b1", "a piece is on b1"),
            ("a1:b1", "a piece is on b1"),
            ("a1-c1", "a step is to a neighbouring square; hops are written with `:`, as in a1:c3"),
            ("a1:a3:a5", "a piece on a3 does not leave the target"),
            ("a1:d1", "a hop ends two squares away in a line, and d1 is not so from a1"),
            ("b1:d1", "there is no other piece on c1 to hop over"),
            ("a1:i1", "i1 is outside the region of 28 squares"),
            ("b1-c1-d1", "a move is one step, as in c3-d4, or hops, as in a1:c3:e5"),
            ("b1-b1", "the piece is on b1 already"),
            ("d4-e4", "e4 is outside the region of 28 squares"),
        ] {
            let error = game.parse_move(&position, text).expect_err(text).to_string();
            assert_eq!(error, format!("expected a legal move, found {text:?}: {why}"));
        }
        for text in ["", "a1", "a1-", "a0-a1", "a+1-a2", "é1-a2", "a1-q1", "a1-a17", "a01-a2"] {
            let error = game.parse_move(&position, text).expect_err(text).to_string();
            assert!(error.starts_with("expected one of the legal moves "), "{text}: {error}");
        }
    }

    #[test]
    fn the_target_is_shaded() {
        let game = HalmaPacking::new();
        let diagram = game.diagram(&game.start());
        let shaded: String = diagram.places.iter().filter(|place| place.shaded).map(|place| &*place.name).collect();
        assert_eq!(shaded, "a1b1c1d1a2b2c2d2a3b3c3a4b4");
        let drawn = "1 . . . . . x x\n2 . . . . x x\n3 . . . x x\n4 . . x x\n5 . x x\n6 x x\n7 x\n  a b c d e f g   0 of 13 \
                     pieces home\n";
        assert_eq!(draw::text(&diagram, &[], Style::Plain), drawn);
    }
}
