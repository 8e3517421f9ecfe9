//! The notation of Pangki: `bbbb/b2b/w2w/wwww w`, ranks 4 to 1, and moves `A2-B2`.

use super::board::{FEWEST, Position, Step};
use super::rules::Pangki;
use crate::game::{Board, Colour, Diagram, Figure, Game, Notation, NotationError, Piece, rows_text};

const EXPECTED: &str = "a Pangki position such as `bbbb/b2b/w2w/wwww w`: ranks 4 to 1 with `/` between, each four squares \
                        of w, b and digits for runs of empty squares, then the side to move";

const WHITE: Piece =
    Piece { side: 0, colour: Colour::White, figure: Figure::Stone, letter: 'w', symbol: '○', name: "White" };
const BLACK: Piece =
    Piece { side: 1, colour: Colour::Black, figure: Figure::Stone, letter: 'b', symbol: '●', name: "Black" };

/// The place of a square in the diagram, and the square of a place: places are numbered from the upper left.
fn upside_down(number: usize) -> usize {
    4 * (3 - number / 4) + number % 4
}

/// The name of a square: file and rank.
fn push_square(square: u8, text: &mut String) {
    text.push((b'A' + square % 4) as char);
    text.push((b'1' + square / 4) as char);
}

/// White's and Black's pieces.
fn colours(position: &Position) -> (u16, u16) {
    if position.white_to_move { (position.own, position.other) } else { (position.other, position.own) }
}

impl Notation for Pangki {
    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let error = || NotationError::new(EXPECTED, text);
        let mut fields = text.split_ascii_whitespace();
        let (Some(board), Some(side), None) = (fields.next(), fields.next(), fields.next()) else {
            return Err(error());
        };
        let (mut white, mut black) = (0u16, 0u16);
        let mut ranks_left = 4;
        for rank in board.split('/') {
            if ranks_left == 0 {
                return Err(error());
            }
            ranks_left -= 1;
            let mut file = 0;
            for character in rank.bytes() {
                if file >= 4 {
                    return Err(error());
                }
                let square = 1 << (4 * ranks_left + file);
                match character {
                    b'w' => white |= square,
                    b'b' => black |= square,
                    b'1'..=b'4' => file += u32::from(character - b'1'),
                    _ => return Err(error()),
                }
                file += 1;
            }
            if file != 4 {
                return Err(error());
            }
        }
        if ranks_left != 0 {
            return Err(error());
        }
        match side {
            "w" => Ok(Position { own: white, other: black, white_to_move: true }),
            "b" => Ok(Position { own: black, other: white, white_to_move: false }),
            _ => Err(error()),
        }
    }

    fn write(&self, position: &Position, text: &mut String) {
        let (white, black) = colours(position);
        for rank in (0..4).rev() {
            let mut empty = 0u8;
            for square in 4 * rank..4 * rank + 4 {
                let piece = if white >> square & 1 == 1 {
                    'w'
                } else if black >> square & 1 == 1 {
                    'b'
                } else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text.push((b'0' + empty) as char);
                    empty = 0;
                }
                text.push(piece);
            }
            if empty > 0 {
                text.push((b'0' + empty) as char);
            }
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        text.push(if position.white_to_move { 'w' } else { 'b' });
    }

    fn write_move(&self, _position: &Position, mv: Step, text: &mut String) {
        push_square(mv.from, text);
        text.push('-');
        push_square(mv.to, text);
    }

    fn help(&self) -> &'static str {
        "a position: ranks 4 to 1, `bbbb/b2b/w2w/wwww w`; a move: `A2-B2`"
    }

    fn why_illegal(&self, position: &Position, text: &str) -> Option<String> {
        let (from, to) = text.split_once('-')?;
        let (from_bit, to_bit) = (1u16 << square(from)?, 1u16 << square(to)?);
        let [from, to] = [from, to].map(|name| name.trim().to_ascii_uppercase());
        let side = self.sides()[self.side_to_move(position)];
        if position.own & from_bit == 0 {
            Some(format!("no piece of {side}'s is on {from}"))
        } else if position.empty() & to_bit == 0 {
            Some(format!("a piece is on {to}"))
        } else {
            Some("a piece steps to a neighbouring square".to_string())
        }
    }

    fn why_over(&self, position: &Position) -> Option<String> {
        let [own, other] = [0, 1].map(|other| self.sides()[self.side_to_move(position) ^ other]);
        Some(if position.other.count_ones() < FEWEST {
            format!("{other} has too few pieces to capture")
        } else if position.own.count_ones() < FEWEST {
            format!("{own} has too few pieces to capture")
        } else {
            format!("{own} cannot move")
        })
    }
}

impl Board for Pangki {
    fn diagram(&self, position: &Position) -> Diagram {
        let (white, black) = colours(position);
        let piece = |place| match (white >> upside_down(place) & 1, black >> upside_down(place) & 1) {
            (1, _) => Some(WHITE),
            (_, 1) => Some(BLACK),
            _ => None,
        };
        let to_move = self.sides()[self.side_to_move(position)];
        let board = Diagram::squares(&["A", "B", "C", "D"], &["4", "3", "2", "1"]);
        board.with_pieces(piece).with_note(format!("{to_move} to move"))
    }

    fn touched(&self, _position: &Position, mv: Step) -> Vec<u16> {
        [mv.from, mv.to].map(|square| upside_down(square.into()) as u16).to_vec()
    }

    fn pieces(&self) -> Vec<Piece> {
        vec![WHITE, BLACK]
    }

    fn set_up(&self, pieces: &[Option<Piece>], side: usize, _position: &Position) -> Option<String> {
        Some(format!("{} {}", rows_text(pieces, [4; 4], None), ["w", "b"][side]))
    }
}

/// The number of the square of this name.
fn square(name: &str) -> Option<u8> {
    let [file, rank] = *name.trim().as_bytes() else { return None };
    let (file, rank) = (file.to_ascii_uppercase().checked_sub(b'A')?, rank.checked_sub(b'1')?);
    (file < 4 && rank < 4).then(|| file + 4 * rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{self, Style};

    #[test]
    fn an_illegal_move_has_its_reason() {
        let game = Pangki::new();
        for (text, why) in [
            ("A4-A3", Some("no piece of White's is on A4")),
            ("b2-b3", Some("no piece of White's is on B2")),
            ("A1-A2", Some("a piece is on A2")),
            ("a2 - c2", Some("a piece steps to a neighbouring square")),
            ("A2", None),
            ("A2-A5", None),
            ("A2-é2", None),
            ("A2-zz", None),
            ("A2-\u{7f}z", None),
        ] {
            let error = game.parse_move(&game.start(), text).expect_err(text).to_string();
            let told = why.map_or("expected one of the legal moves ".to_string(), |why| {
                format!("expected a legal move, found {text:?}: {why}")
            });
            assert!(error.starts_with(&told), "{error}");
        }
    }

    #[test]
    fn the_end_has_its_reason() {
        let game = Pangki::new();
        for (text, why) in [
            ("w3/4/4/2bb w", "White has too few pieces to capture"),
            ("w3/4/4/2bb b", "White has too few pieces to capture"),
            ("wwb1/bb2/4/4 w", "White cannot move"),
        ] {
            let position = game.parse(text).expect(text);
            assert!(game.outcome(&position).is_some(), "{text}");
            assert_eq!(game.why_over(&position).as_deref(), Some(why), "{text}");
        }
    }

    #[test]
    fn the_board_is_drawn_with_its_ranks_and_files() {
        let game = Pangki::new();
        let drawn = "4 b b b b\n3 b . . b\n2 w . . w\n1 w w w w\n  A B C D   White to move\n";
        assert_eq!(draw::text(&game.diagram(&game.start()), &[], Style::Plain), drawn);
        // A2-B2: neighbours.
        let step = Step { from: 4, to: 5 };
        let after = game.diagram(&game.play(&game.start(), step));
        let drawn = "4 b b b b\n3 b . . b\n2[.|w]. w\n1 w w w w\n  A B C D   Black to move\n";
        assert_eq!(draw::text(&after, &game.touched(&game.start(), step), Style::Plain), drawn);
    }
}
