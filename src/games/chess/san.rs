//! Standard algebraic notation: `Nbd7`, `exd6`, `O-O`, `e8=Q#`.

use super::position::{Kind, Move, Position, square_name, squares};

/// Writes a legal move.
pub fn write(position: &Position, mv: Move, text: &mut String) {
    let Move { from, to, promotion } = mv;
    let kind = position.piece(from).map_or(Kind::Pawn, |(kind, _)| kind);
    let captures = position.occupied() >> to & 1 == 1 || kind == Kind::Pawn && from % 8 != to % 8;
    if kind == Kind::King && from.abs_diff(to) == 2 {
        text.push_str(if to > from { "O-O" } else { "O-O-O" });
    } else {
        if kind == Kind::Pawn {
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

/// What tells the piece from others of its kind with a move to the same square: its file, else its rank, else both.
fn origin(position: &Position, mv: Move, kind: Kind) -> String {
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

/// The legal move of this text, whether or not it has the marks of captures, checks and mates, and says more of the origin
/// than it must.
///
/// # Errors
/// If it is no such move, or more than one is: these moves.
pub fn read(position: &Position, text: &str) -> Result<Move, Vec<Move>> {
    let bare: String = text.chars().filter(|c| !matches!(c, '+' | '#' | 'x' | '=' | '!' | '?' | '-')).collect();
    let legal = || position.legal_moves();
    if ["OO", "OOO", "00", "000"].contains(&bare.as_str()) {
        let king = position.king(position.own());
        let to = if bare.len() == 2 { king.wrapping_add(2) } else { king.wrapping_sub(2) };
        return legal().find(|mv| mv.from == king && mv.to == to).ok_or_else(Vec::new);
    }
    let letter = |c: char| Kind::ALL.into_iter().find(|kind| kind.letter() == c);
    let (kind, rest) = match bare.chars().next().and_then(letter) {
        Some(kind) => (kind, &bare[1..]),
        None => (Kind::Pawn, bare.as_str()),
    };
    let (rest, promotion) = match rest.chars().last().and_then(letter) {
        Some(kind) => (&rest[..rest.len() - 1], Some(kind)),
        None => (rest, None),
    };
    if !rest.is_ascii() || rest.len() < 2 {
        return Err(Vec::new());
    }
    let (origin, to) = rest.split_at(rest.len() - 2);
    let fits = |mv: &Move| {
        let from = square_name(mv.from);
        position.piece(mv.from).is_some_and(|(of, _)| of == kind)
            && square_name(mv.to) == to
            && mv.promotion == promotion
            && (origin.is_empty() || from == origin || origin.len() == 1 && from.contains(origin))
    };
    let found: Vec<Move> = legal().filter(fits).collect();
    match found[..] {
        [mv] => Ok(mv),
        _ => Err(found),
    }
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::*;

    fn san(position: &str, uci: (&str, &str), promotion: Option<Kind>) -> String {
        let position = fen::parse(position).expect(position);
        let square = |name: &str| (0..64).find(|&square| square_name(square) == name).expect(name);
        let mv = Move { from: square(uci.0), to: square(uci.1), promotion };
        assert!(position.legal_moves().any(|legal| legal == mv), "{uci:?}");
        let mut text = String::new();
        write(&position, mv, &mut text);
        assert_eq!(read(&position, &text), Ok(mv), "{text}");
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
        assert_eq!(san("8/P6k/8/8/8/8/8/K7 w - - 0 1", ("a7", "a8"), Some(Kind::Queen)), "a8=Q");
        assert_eq!(san("7k/P5pp/8/8/8/8/8/K7 w - - 0 1", ("a7", "a8"), Some(Kind::Rook)), "a8=R#");
        assert_eq!(san("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", ("e5", "d6"), None), "exd6");
    }
}
