//! Standard algebraic notation: `Nbd7`, `exd6`, `O-O`, `e8=Q#`.

use super::moves::{CASTLINGS, Castling};
use super::position::{Move, PieceType, Position, Squares, read_square, square_name, squares};

/// Writes a legal move.
pub fn write(position: &Position, mv: Move, text: &mut String) {
    let Move { from, to, promotion } = mv;
    let kind = position.piece(from).map_or(PieceType::Pawn, |(kind, _)| kind);
    let captures = position.occupied() >> to & 1 == 1 || kind == PieceType::Pawn && from % 8 != to % 8;
    if kind == PieceType::King && from.abs_diff(to) == 2 {
        text.push_str(if to > from { "O-O" } else { "O-O-O" });
    } else {
        if kind == PieceType::Pawn {
            if captures {
                text.push(char::from(b'a' + from % 8));
            }
        } else {
            text.push(kind.letter());
            text.push_str(&origin(position, mv, kind));
        }
        if captures {
            text.push('x');
        }
        text.push_str(&square_name(to));
        if let Some(kind) = promotion {
            text.push('=');
            text.push(kind.letter());
        }
    }
    let next = position.after(mv);
    if next.checkers() != 0 {
        text.push(if next.legal_moves().len() == 0 { '#' } else { '+' });
    }
}

/// The origin in SAN, if another piece of this type can move to the same square: the file, else the rank, else both.
fn origin(position: &Position, mv: Move, kind: PieceType) -> String {
    let same_kind = position.of(kind, position.own());
    let others = position.legal_moves().filter(|other| other.to == mv.to && other.from != mv.from);
    let others = others.filter(|other| same_kind >> other.from & 1 == 1).fold(0u64, |set, other| set | 1 << other.from);
    let name = square_name(mv.from);
    let shares = |part: fn(u8) -> u8| squares(others).any(|other| part(other) == part(mv.from));
    match (others, shares(|square| square % 8), shares(|square| square / 8)) {
        (0, ..) => String::new(),
        (_, false, _) => name[..1].to_string(),
        (_, true, false) => name[1..].to_string(),
        (_, true, true) => name,
    }
}

/// The parts of a move in standard algebraic notation.
pub struct San {
    /// The piece that moves.
    pub kind: PieceType,
    /// The squares that it may come from.
    pub from: Squares,
    /// The square that it goes to.
    pub to: u8,
    /// The piece that a pawn becomes.
    pub promotion: Option<PieceType>,
}

impl San {
    /// Reads a text, whether or not it has the marks of captures, checks and mates, and says more of the origin than it
    /// must. `None` if it is no such notation.
    pub fn parse(position: &Position, text: &str) -> Option<San> {
        let text = text.strip_suffix("e.p.").unwrap_or(text).trim_end();
        let bare: String = text.chars().filter(|c| !matches!(c, '+' | '#' | 'x' | '=' | '!' | '?' | '-')).collect();
        let [short, long] = &CASTLINGS[position.own()];
        match bare.to_ascii_uppercase().as_str() {
            "OO" | "00" => return Some(San::castling(short)),
            "OOO" | "000" => return Some(San::castling(long)),
            _ => {}
        }
        let letter = |letter: Option<&u8>| {
            PieceType::ALL.into_iter().find(|kind| letter.is_some_and(|letter| char::from(*letter) == kind.letter()))
        };
        let mut rest = bare.as_bytes();
        let kind = letter(rest.first());
        rest = &rest[usize::from(kind.is_some())..];
        let promotion = letter(rest.last());
        rest = &rest[..rest.len() - usize::from(promotion.is_some())];
        let (origin, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
        let (kind, to) = (kind.unwrap_or(PieceType::Pawn), read_square(to)?);
        let from = match *origin {
            // A pawn that captures has its file.
            [] if kind == PieceType::Pawn => file(to % 8),
            [] => !0,
            [letter @ b'a'..=b'h'] => file(letter - b'a'),
            [digit @ b'1'..=b'8'] => 0xff << (8 * (digit - b'1')),
            _ => 1 << read_square(origin)?,
        };
        Some(San { kind, from, to, promotion })
    }

    fn castling(castling: &Castling) -> San {
        San { kind: PieceType::King, from: 1 << castling.king, to: castling.to, promotion: None }
    }

    /// The legal moves that it may mean.
    pub fn moves(&self, position: &Position) -> Vec<Move> {
        let from = self.from & position.of(self.kind, position.own());
        let fits = |mv: &Move| from >> mv.from & 1 == 1 && (mv.to, mv.promotion) == (self.to, self.promotion);
        position.legal_moves().filter(fits).collect()
    }
}

/// The squares of a file.
fn file(file: u8) -> Squares {
    0x0101_0101_0101_0101 << file
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::*;

    fn san(position: &str, uci: (&str, &str), promotion: Option<PieceType>) -> String {
        let position = fen::parse(position).expect(position);
        let square = |name: &str| (0..64).find(|&square| square_name(square) == name).expect(name);
        let mv = Move { from: square(uci.0), to: square(uci.1), promotion };
        assert!(position.legal_moves().any(|legal| legal == mv), "{uci:?}");
        let mut text = String::new();
        write(&position, mv, &mut text);
        let read = San::parse(&position, &text).expect(&text);
        assert_eq!(read.moves(&position), [mv], "{text}");
        text
    }

    #[test]
    fn moves_are_written_as_in_print() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(san(start, ("g1", "f3"), None), "Nf3");
        assert_eq!(san(start, ("e2", "e4"), None), "e4");
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert_eq!(san(castling, ("e1", "g1"), None), "O-O");
        assert_eq!(san(castling, ("e1", "c1"), None), "O-O-O");
        assert_eq!(san(castling, ("a1", "a8"), None), "Rxa8+");
        let knights = "4k3/8/8/8/8/1N6/8/1N1K1N2 w - - 0 1";
        assert_eq!(san(knights, ("f1", "d2"), None), "Nfd2");
        assert_eq!(san(knights, ("b1", "d2"), None), "Nb1d2");
        assert_eq!(san(knights, ("b3", "d2"), None), "N3d2");
        assert_eq!(san("8/P6k/8/8/8/8/8/K7 w - - 0 1", ("a7", "a8"), Some(PieceType::Queen)), "a8=Q");
        assert_eq!(san("7k/P5pp/8/8/8/8/8/K7 w - - 0 1", ("a7", "a8"), Some(PieceType::Rook)), "a8=R#");
        assert_eq!(san("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", ("e5", "d6"), None), "exd6");
    }
}
