//! Moves and the board in text.

use super::position::{BLACK, Kind, Move, Position, WHITE, square_name};
use super::{Chess, fen, san};
use crate::game::{Colour, Diagram, Figure, Game, Notation, NotationError, Piece};

const fn piece(side: u8, letter: char, symbol: char, name: &'static str) -> Piece {
    let colour = if side == 0 { Colour::White } else { Colour::Black };
    Piece { side, colour, figure: Figure::Symbol, letter, symbol, name }
}

/// The pieces of each colour, by kind.
const PIECES: [[Piece; 6]; 2] = [
    [
        piece(0, 'P', '♙', "White pawn"),
        piece(0, 'N', '♘', "White knight"),
        piece(0, 'B', '♗', "White bishop"),
        piece(0, 'R', '♖', "White rook"),
        piece(0, 'Q', '♕', "White queen"),
        piece(0, 'K', '♔', "White king"),
    ],
    [
        piece(1, 'p', '♟', "Black pawn"),
        piece(1, 'n', '♞', "Black knight"),
        piece(1, 'b', '♝', "Black bishop"),
        piece(1, 'r', '♜', "Black rook"),
        piece(1, 'q', '♛', "Black queen"),
        piece(1, 'k', '♚', "Black king"),
    ],
];

/// The place of a square in the diagram, and the square of a place: places are numbered from the upper left.
fn upside_down(number: u8) -> u8 {
    number ^ 56
}

/// Reads a move as UCI has it.
fn read_uci(text: &str) -> Option<Move> {
    let square = |name: &[u8]| match *name {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(8 * (rank - b'1') + file - b'a'),
        _ => None,
    };
    let bytes = text.as_bytes();
    let promotion = match bytes.get(4..)? {
        [] => None,
        [letter] => {
            let found = Kind::ALL.into_iter().find(|kind| kind.letter().eq_ignore_ascii_case(&char::from(*letter)));
            Some(found.filter(|kind| !matches!(kind, Kind::Pawn | Kind::King))?)
        }
        _ => return None,
    };
    Some(Move { from: square(&bytes[..2])?, to: square(&bytes[2..4])?, promotion })
}

impl Notation for Chess {
    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        fen::parse(text)
    }

    fn write(&self, position: &Position, text: &mut String) {
        fen::write(position, text);
    }

    fn write_move(&self, _position: &Position, mv: Move, text: &mut String) {
        text.push_str(&square_name(mv.from));
        text.push_str(&square_name(mv.to));
        text.extend(mv.promotion.map(|kind| kind.letter().to_ascii_lowercase()));
    }

    fn diagram(&self, position: &Position) -> Diagram {
        let files = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let ranks = ["8", "7", "6", "5", "4", "3", "2", "1"];
        let piece = |place: usize| {
            let (kind, colour) = position.piece(upside_down(place as u8))?;
            Some(PIECES[colour][kind as usize])
        };
        let mut board = Diagram::squares(&files, &ranks).with_pieces(piece);
        for place in &mut board.places {
            place.shaded = (place.column + place.row) % 2 == 1;
        }
        let check = if position.checkers() == 0 { "" } else { ", in check" };
        board.with_note(format!("{} to move{check}", self.sides()[position.own()]))
    }

    fn touched(&self, _position: &Position, mv: Move) -> Vec<u16> {
        vec![upside_down(mv.from).into(), upside_down(mv.to).into()]
    }

    fn help(&self) -> &'static str {
        "a position: FEN, `8/8/8/8/8/4k3/8/4KQ2 w - - 0 1`; a move: `e2e4`, `e7e8q`, or `Nf3`, `exd5`, `O-O`, `e8=Q`"
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let wanted = text.trim();
        let uci = read_uci(wanted).filter(|mv| self.moves(position).any(|legal| legal == *mv));
        let over = self.outcome(position).is_some();
        uci.or_else(|| san::read(position, wanted).ok().filter(|_| !over))
            .ok_or_else(|| self.no_such_move(position, wanted))
    }

    fn why_illegal(&self, position: &Position, text: &str) -> Option<String> {
        self.outcome(position).is_none().then_some(())?;
        let Some(Move { from, to, promotion }) = read_uci(text) else {
            let found = san::read(position, text).err().filter(|found| found.len() > 1)?;
            let moves: Vec<String> = found.into_iter().map(|mv| self.move_text(position, mv)).collect();
            return Some(format!("it may be {}", moves.join(" or ")));
        };
        let own = position.own();
        let Some((kind, _)) = position.piece(from).filter(|&(_, colour)| colour == own) else {
            return Some(format!("no piece of {} is on {}", self.sides()[own], square_name(from)));
        };
        let moves = position.legal_moves().filter(|mv| (mv.from, mv.to) == (from, to));
        match moves.into_iter().next() {
            Some(_) if promotion.is_none() => {
                Some("a pawn on the last rank becomes q, r, b or n: name one".to_string())
            }
            Some(_) => Some("nothing is promoted here".to_string()),
            None if position.checkers() != 0 => Some("the king is in check and would still be".to_string()),
            None if kind == Kind::King => Some("the king cannot go there".to_string()),
            None => None,
        }
    }

    fn why_over(&self, position: &Position) -> Option<String> {
        self.outcome(position)?;
        let mated = ["White is checkmated", "Black is checkmated"];
        Some(match (position.is_dead(), position.checkers()) {
            (true, _) => "nobody has material to mate".to_string(),
            (_, 0) => "stalemate".to_string(),
            _ => mated[position.own()].to_string(),
        })
    }
}

const _: () = assert!(WHITE == 0 && BLACK == 1, "sides are numbered as in PIECES");
