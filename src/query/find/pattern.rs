//! Patterns of pieces on squares, as composers write them: `wP=a2 bK=a1..h1`.

use thiserror::Error;

use crate::game::{Diagram, Piece};

/// Terms that a board must meet, all of them: a piece depends on one of its squares, or on none of them. A pattern
/// without terms is always met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PiecePattern(Vec<Term>);

/// A piece on one of some squares.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    /// The letter of the piece: see [`Piece::letter`].
    letter: char,
    /// The names of the squares.
    squares: Vec<String>,
    /// Whether the piece must stand on none of them.
    absent: bool,
}

/// A text that is no pattern.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PatternError {
    /// It is not of the form.
    #[error("expected a piece and its squares such as wP=a2 or bK=a1..h1,a8, found {0:?}")]
    Form(String),
    /// The game has no such piece.
    #[error("expected a piece such as {}, found {found:?}", names.join(", "))]
    Piece {
        /// The names of the pieces.
        names: Vec<String>,
        /// The text.
        found: String,
    },
    /// The board has no such square.
    #[error("expected the name of a square, found {0:?}")]
    Square(String),
}

impl PiecePattern {
    /// Reads a pattern of a game with these sides, pieces and squares: terms with spaces between them, each a piece,
    /// `=` and squares with commas between them. A piece is the first letter of its side in lower case and its own
    /// letter in upper case (`wP`, `bK`; in draughts `M` is a man), or the letter of both on a board in ASCII.
    /// `a1..h1` are the squares of a rectangle with these corners, `1..4` those with these numbers. `!` before a term
    /// means that no such piece stands there.
    ///
    /// # Errors
    /// See [`PatternError`].
    pub fn read(
        text: &str,
        sides: &[&str],
        pieces: &[Piece],
        squares: &[String],
    ) -> Result<PiecePattern, PatternError> {
        let term = |text: &str| {
            let (absent, rest) = text.strip_prefix('!').map_or((false, text), |rest| (true, rest));
            let form = || PatternError::Form(text.to_string());
            let (piece, places) = rest.split_once('=').filter(|(_, places)| !places.is_empty()).ok_or_else(form)?;
            let letter = letter_of(piece, sides, pieces)?;
            let mut named = Vec::new();
            for place in places.split(',') {
                named.extend(squares_of(place, squares)?);
            }
            Ok(Term { letter, squares: named, absent })
        };
        text.split_whitespace().map(term).collect::<Result<Vec<_>, _>>().map(PiecePattern)
    }

    /// Whether it has no terms.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a board meets it.
    pub fn is_met(&self, board: &Diagram) -> bool {
        let stands = |term: &Term| {
            let letter = Some(term.letter);
            let mut places = board.places.iter().filter(|place| place.piece.map(|piece| piece.letter) == letter);
            places.any(|place| term.squares.contains(&place.name))
        };
        self.0.iter().all(|term| stands(term) != term.absent)
    }
}

/// The side of a piece in a letter, and the letter of the piece: of a game whose letters differ in either case, that
/// letter, else the first of the last word of its name.
fn named(piece: &Piece, sides: &[&str], pieces: &[Piece]) -> Option<String> {
    let side = sides.get(usize::from(piece.side))?.chars().next()?.to_ascii_lowercase();
    let own: Vec<char> =
        pieces.iter().filter(|other| other.side == piece.side).map(|other| other.letter.to_ascii_uppercase()).collect();
    let letters_tell = own.iter().enumerate().all(|(number, letter)| !own[..number].contains(letter));
    let kind = match letters_tell && own.len() > 1 {
        true => piece.letter,
        false => piece.name.rsplit(' ').next()?.chars().next()?,
    };
    Some(format!("{side}{}", kind.to_ascii_uppercase()))
}

/// The letter of the piece that a text names.
fn letter_of(text: &str, sides: &[&str], pieces: &[Piece]) -> Result<char, PatternError> {
    let is_named = |piece: &&Piece| {
        named(piece, sides, pieces).is_some_and(|name| name == text) || text == piece.letter.to_string()
    };
    pieces.iter().find(is_named).map(|piece| piece.letter).ok_or_else(|| PatternError::Piece {
        names: pieces.iter().filter_map(|piece| named(piece, sides, pieces)).collect(),
        found: text.to_string(),
    })
}

/// The names of the squares of `a2`, of `a1..h1` or of `1..4`.
fn squares_of(text: &str, squares: &[String]) -> Result<Vec<String>, PatternError> {
    let known = |name: &str| match squares.iter().any(|square| square == name) {
        true => Ok(name.to_string()),
        false => Err(PatternError::Square(name.to_string())),
    };
    let Some((first, last)) = text.split_once("..") else { return Ok(vec![known(text)?]) };
    let (first, last) = (known(first)?, known(last)?);
    let ends = [parts(&first), parts(&last)];
    let within = |name: &&String| {
        let (column, row) = parts(name);
        let between = |part: fn(&(u32, u32)) -> u32, own: u32| {
            let [one, other] = [part(&ends[0]), part(&ends[1])];
            (one.min(other)..=one.max(other)).contains(&own)
        };
        !name.is_empty() && between(|(column, _)| *column, column) && between(|(_, row)| *row, row)
    };
    Ok(squares.iter().filter(within).cloned().collect())
}

/// The column of a square as a number, 0 without a letter, and its row.
fn parts(name: &str) -> (u32, u32) {
    let letter = name.chars().next().filter(char::is_ascii_alphabetic);
    let column = letter.map_or(0, |letter| u32::from(letter.to_ascii_lowercase()));
    (column, name.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Board;
    use crate::games::chess::Chess;
    use crate::games::draughts::Draughts;

    fn is_met<G: Board>(game: &G, pattern: &str, position: &str) -> Result<bool, PatternError> {
        let names: Vec<String> = game.diagram(&game.start()).places.iter().map(|place| place.name.clone()).collect();
        let pattern = PiecePattern::read(pattern, game.sides(), &game.pieces(), &names)?;
        Ok(pattern.is_met(&game.diagram(&game.parse(position).expect(position))))
    }

    #[test]
    fn pieces_stand_on_squares_of_chess() {
        let met = |pattern: &str| is_met(&Chess::new(), pattern, "8/8/8/8/8/4k3/P7/4KN2 b - - 0 1");
        for (pattern, expected) in [
            ("", true),
            ("wP=a2", true),
            ("wP=a2 bK=a1..h3", true),
            ("bK=a1..h1", false),
            ("!bK=a1..h1 wN=e1,f1", true),
            ("bK=h4..a3", true),
            ("N=f1 k=e3", true),
            ("!wP=a2..h2", false),
        ] {
            assert_eq!(met(pattern), Ok(expected), "{pattern}");
        }
        for wrong in ["wP", "wP=", "wX=a2", "wP=z9", "wP=a2..", "=a2"] {
            assert!(met(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn pieces_stand_on_numbers_of_draughts() {
        let met = |pattern: &str| is_met(&Draughts::checkers(), pattern, "W:W6,11:B3,K25");
        for (pattern, expected) in [("wM=6,11 bK=25", true), ("bM=1..4", true), ("bK=1..4", false), ("!wK=1..32", true)]
        {
            assert_eq!(met(pattern), Ok(expected), "{pattern}");
        }
        let message = met("wQ=1").expect_err("there is no queen").to_string();
        assert!(message.contains("wM") && message.contains("bK"), "{message}");
    }
}
