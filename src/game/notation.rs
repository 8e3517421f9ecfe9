//! How positions and moves are written.

use thiserror::Error;

use super::{Game, Value};
use crate::util::units::plies;

/// The most legal moves that an error lists.
const LISTED: usize = 12;

/// How a game's positions and moves are written. REQUIRED are [`Notation::parse`], [`Notation::write`],
/// [`Notation::write_move`] and [`Notation::help`]; all others are OPTIONAL.
///
/// A text can be read back: `parse(write(p)) == p`. [`space::conformance::check`](crate::space::conformance::check)
/// tests it. Functions of this module, such as [`position_text`] and [`value_text`], make sentences from these methods.
///
/// # Example
/// ```
/// use hindsight::game::{move_text, position_text};
/// use hindsight::games::tic_tac_toe::TicTacToe;
/// use hindsight::prelude::*;
///
/// let game = TicTacToe::new();
/// let position = game.parse("x../.../... o")?;
/// let centre = game.parse_move(&position, "b2")?;
/// assert_eq!(move_text(&game, &position, centre), "b2");
/// assert_eq!(position_text(&game, &game.play(&position, centre)), "x../.o./... x");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Notation: Game {
    /// Reads a position. REQUIRED.
    ///
    /// # Errors
    /// A [`NotationError`] that says what was expected and what was found, for any text that is no position.
    fn parse(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// The parts of a position that were dropped or guessed when it was read, a sentence each: an answer says them.
    /// OPTIONAL: by default there are none.
    fn notes(&self, _text: &str) -> Vec<String> {
        Vec::new()
    }

    /// Writes a position on one line, at the end of `text`. REQUIRED.
    fn write(&self, position: &Self::Position, text: &mut String);

    /// Writes a move that is legal in `position`, at the end of `text`, as programs read and write it: `g1f3`.
    /// REQUIRED.
    fn write_move(&self, position: &Self::Position, mv: Self::Move, text: &mut String);

    /// Writes a move that is legal in `position` as people and records write it: `Nf3`. [`Notation::parse_move`] reads
    /// both forms. OPTIONAL: by default [`Notation::write_move`].
    fn write_move_for_people(&self, position: &Self::Position, mv: Self::Move, text: &mut String) {
        self.write_move(position, mv, text);
    }

    /// A few words for a person on how a position and a move are written, with an example of each. REQUIRED.
    fn help(&self) -> &'static str;

    /// Reads a move. OPTIONAL: by default the text is compared with [`Notation::write_move`] of every legal move, and
    /// then by [`move_of_squares`].
    ///
    /// # Errors
    /// [`no_such_move`] if the text is no legal move of the position.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, NotationError> {
        let wanted = text.trim();
        self.moves(position)
            .find(|&mv| move_text(self, position, mv).eq_ignore_ascii_case(wanted))
            .or_else(|| move_of_squares(self, position, wanted))
            .ok_or_else(|| no_such_move(self, position, wanted))
    }

    /// The legal moves that a text may mean, more than one where it does not say enough. OPTIONAL: by default the move
    /// of [`Notation::parse_move`].
    fn moves_meant(&self, position: &Self::Position, text: &str) -> Vec<Self::Move> {
        self.parse_move(position, text).into_iter().collect()
    }

    /// Checks that a record with these tags, each with its name and its value, is of this game. OPTIONAL: by default
    /// every record is.
    ///
    /// # Errors
    /// What was expected, and the index of the tag that says otherwise.
    fn check_tags(&self, _tags: &[(String, String)]) -> Result<(), (String, usize)> {
        Ok(())
    }

    /// The number of the move that is made in `position`, counted from 1, the same for one move of each side. Records
    /// of a game with such numbers are in Portable Game Notation. OPTIONAL: by default `None`, and records are in
    /// Portable Draughts Notation, which counts from the record's first move.
    fn move_number(&self, _position: &Self::Position) -> Option<u32> {
        None
    }

    /// Whether the moves for people name pieces by the letters that [`Board::pieces`](super::Board::pieces) has in
    /// upper case, as `Nf3`: figurines can replace them. OPTIONAL: by default they do not.
    fn moves_name_pieces(&self) -> bool {
        false
    }

    /// A value in the words of the game's people: `mate in 28`. OPTIONAL: by default `None`, and a value is written as
    /// by [`value_text`].
    fn value_for_people(&self, _value: Value) -> Option<String> {
        None
    }

    /// Whether depths count plies to mate, so that people count moves to it. OPTIONAL: by default they count plies to
    /// the end of the game.
    fn counts_to_mate(&self) -> bool {
        false
    }

    /// Why a text that reads like a move is not legal in the position, as the end of a sentence: `a capture is
    /// compulsory here: 18x25 or 18x27`. OPTIONAL: by default the error lists the legal moves.
    fn why_illegal(&self, _position: &Self::Position, _text: &str) -> Option<String> {
        None
    }

    /// Why the game is over in a finished position, in a few words: `Black cannot move`. OPTIONAL: by default no reason
    /// is given.
    fn why_over(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// The number of plies without progress that ended a game, in a few words: `80 plies without a capture`. OPTIONAL:
    /// by default `80 plies without progress`.
    fn quiet_text(&self, plies: u32) -> String {
        format!("{plies} plies without progress")
    }
}

/// The position as text.
pub fn position_text<G: Notation + ?Sized>(game: &G, position: &G::Position) -> String {
    let mut text = String::new();
    game.write(position, &mut text);
    text
}

/// The move as text for programs: `g1f3`.
pub fn move_text<G: Notation + ?Sized>(game: &G, position: &G::Position, mv: G::Move) -> String {
    let mut text = String::new();
    game.write_move(position, mv, &mut text);
    text
}

/// The move as text for people: `Nf3`.
pub fn move_text_for_people<G: Notation + ?Sized>(game: &G, position: &G::Position, mv: G::Move) -> String {
    let mut text = String::new();
    game.write_move_for_people(position, mv, &mut text);
    text
}

/// The moves of a line as text, each by `move_text`: [`move_text`] or [`move_text_for_people`].
pub fn line_text<G: Notation + ?Sized>(
    game: &G,
    from: &G::Position,
    line: &[G::Move],
    move_text: fn(&G, &G::Position, G::Move) -> String,
) -> Vec<String> {
    let mut position = *from;
    let text = |mv: &G::Move| {
        let text = move_text(game, &position, *mv);
        position = game.play(&position, *mv);
        text
    };
    line.iter().map(text).collect()
}

/// The only legal move with the squares of a text that has no signs between them: `C1C2` or `c1 c2` for `C1-C2`.
pub fn move_of_squares<G: Notation + ?Sized>(game: &G, position: &G::Position, text: &str) -> Option<G::Move> {
    let wanted = squares(text);
    if wanted.len() < 2 || text.contains(|c: char| !c.is_alphanumeric() && !c.is_whitespace()) {
        return None;
    }
    let mut alike = game.moves(position).filter(|&mv| squares(&move_text(game, position, mv)) == wanted);
    alike.next().filter(|_| alike.next().is_none())
}

/// The names of squares in a text, in lower case. A name ends before a sign, before a space, and where a letter follows
/// a digit.
fn squares(text: &str) -> Vec<String> {
    let (mut squares, mut before) = (vec![String::new()], ' ');
    for c in text.chars() {
        if !c.is_alphanumeric() || c.is_alphabetic() && before.is_ascii_digit() {
            squares.push(String::new());
        }
        if let (true, Some(last)) = (c.is_alphanumeric(), squares.last_mut()) {
            last.extend(c.to_lowercase());
        }
        before = c;
    }
    squares.retain(|square| !square.is_empty());
    squares
}

/// The value of a tag `[FEN "..."]` or `/FEN "..."/`, as records have it, or of a text in quotation marks; any other
/// text as it is.
pub fn without_fen_tag(text: &str) -> &str {
    let text = text.trim();
    if let Some(inside) = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        return inside;
    }
    let inside =
        [('[', ']'), ('/', '/')].iter().find_map(|&(first, last)| text.strip_prefix(first)?.strip_suffix(last));
    let name = inside.map(str::trim).and_then(|rest| rest.split_at_checked("FEN".len()));
    let value = name
        .filter(|(name, _)| name.eq_ignore_ascii_case("FEN"))
        .and_then(|(_, rest)| rest.trim().strip_prefix('"')?.strip_suffix('"'));
    value.unwrap_or(text)
}

/// A number of plies for people: `29 plies (15 moves)`, and in a game of four sides `29 plies (8 rounds)`.
pub fn plies_text<G: Game + ?Sized>(game: &G, number: u64) -> String {
    plies(number, game.sides().len())
}

/// A value for people: `win in 29 plies (15 moves)`, `draw`.
pub fn value_text<G: Game + ?Sized>(game: &G, value: Value) -> String {
    value.text(game.sides().len())
}

/// A value in the words of the game's people: `mate in 15`, or as by [`value_text`].
pub fn value_text_for_people<G: Notation + ?Sized>(game: &G, value: Value) -> String {
    game.value_for_people(value).unwrap_or_else(|| value_text(game, value))
}

/// The names of the sides of a team: `White`, `a and d`; empty for a team without a side.
pub fn team_text<G: Game + ?Sized>(game: &G, team: usize) -> String {
    let sides = game.sides().iter().enumerate().filter(|(side, _)| game.team(*side) == team);
    sides.map(|(_, name)| *name).collect::<Vec<_>>().join(" and ")
}

/// The error for a text that is no legal move: the reason ([`Notation::why_illegal`]), or the first dozen of the legal
/// moves.
pub fn no_such_move<G: Notation + ?Sized>(game: &G, position: &G::Position, wanted: &str) -> NotationError {
    if let Some(why) = game.why_illegal(position, wanted) {
        return NotationError { why: Some(why), ..NotationError::new("a legal move", wanted) };
    }
    let mut legal = game.moves(position).map(|mv| move_text_for_people(game, position, mv));
    let mut listed: Vec<String> = legal.by_ref().take(LISTED).collect();
    if legal.next().is_some() {
        listed.push("...".to_string());
    }
    let expected = match listed.len() {
        0 => "no move at all: the game is over here".to_string(),
        _ => format!("one of the legal moves {}", listed.join(" ")),
    };
    NotationError::new(expected, wanted)
}

/// A text that is no position or no move: what was expected, what was found, and for some moves why they are not legal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected {expected}, found {found}{}", why.as_ref().map_or(String::new(), |why| format!(": {why}")))]
pub struct NotationError {
    expected: String,
    found: String,
    why: Option<String>,
}

impl NotationError {
    /// An error for a text. A long text is shortened, and unprintable characters are escaped.
    pub fn new(expected: impl Into<String>, found: &str) -> NotationError {
        const LONGEST: usize = 60;
        let mut shown: String = found.chars().take(LONGEST).collect();
        if shown.len() < found.len() {
            shown.push('…');
        }
        let found = if found.is_empty() { "nothing".to_string() } else { format!("{shown:?}") };
        NotationError { expected: expected.into(), found, why: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_cut_where_they_cannot_be_mistaken() {
        for text in ["C1C2", "c1 c2", " c1-C2", "c1  :c2"] {
            assert_eq!(squares(text), ["c1", "c2"], "{text}");
        }
        assert_eq!(
            (squares("11 15"), squares("1115"), squares("")),
            (vec!["11".into(), "15".into()], vec!["1115".into()], vec![])
        );
    }
}
