//! How positions and moves are written.

use thiserror::Error;

use super::{Diagram, Game, Piece, Value};
use crate::util::units::plies;

/// The most legal moves that an error lists.
const LISTED: usize = 12;

/// How a game's positions and moves are written. OPTIONAL are [`Notation::write_move_for_people`],
/// [`Notation::move_number`], [`Notation::touched`], [`Notation::pieces`] with [`Notation::set_up`],
/// [`Notation::parse_move`], [`Notation::why_illegal`], [`Notation::why_over`] and [`Notation::quiet_text`]; all others
/// are REQUIRED.
///
/// What is written can be read back: `parse(write(p)) == p`.
///
/// # Example
/// ```
/// use hindsight::games::tic_tac_toe::TicTacToe;
/// use hindsight::prelude::*;
///
/// let game = TicTacToe::new();
/// let position = game.parse("x../.../... o")?;
/// let centre = game.parse_move(&position, "b2")?;
/// assert_eq!(game.move_text(&position, centre), "b2");
/// assert_eq!(game.text(&game.play(&position, centre)), "x../.o./... x");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Notation: Game {
    /// Reads a position.
    ///
    /// # Errors
    /// Whatever the text, a [`NotationError`] that says what was expected and what was found.
    fn parse(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// Writes a position on one line, at the end of `text`.
    fn write(&self, position: &Self::Position, text: &mut String);

    /// Writes a move that is legal in `position`, at the end of `text`.
    fn write_move(&self, position: &Self::Position, mv: Self::Move, text: &mut String);

    /// Writes a move that is legal in `position` as people read and write it, and as records have it, where programs
    /// write it otherwise: `Nf3` for `g1f3`. [`Notation::parse_move`] reads both. OPTIONAL: by default
    /// [`Notation::write_move`].
    fn write_move_for_people(&self, position: &Self::Position, mv: Self::Move, text: &mut String) {
        self.write_move(position, mv, text);
    }

    /// The number of the move that is made in `position`, counted from 1: a move of each side has the same. The records
    /// of a game that has them are Portable Game Notation. OPTIONAL: by default there are none, and records count from
    /// their first move, as Portable Draughts Notation has it.
    fn move_number(&self, _position: &Self::Position) -> Option<u32> {
        None
    }

    /// What the board looks like, with its pieces. [`draw`](crate::draw) makes text and pictures of it.
    fn diagram(&self, position: &Self::Position) -> Diagram;

    /// The places that a legal move touches, by their numbers in the diagram: from where the piece comes to where it
    /// ends, in order, with those between in a chain of jumps. OPTIONAL: by default none.
    fn touched(&self, _position: &Self::Position, _mv: Self::Move) -> Vec<u16> {
        Vec::new()
    }

    /// The pieces that a position may have, in the order in which they are offered to a person who sets one up.
    /// OPTIONAL, with [`Notation::set_up`]: by default none, and positions are set up as text alone.
    fn pieces(&self) -> Vec<Piece> {
        Vec::new()
    }

    /// The text of a position with these pieces on the places of the diagram, by their numbers, and this side to move.
    /// What the board does not show is as in `position`, as far as it can be, or as in most positions. OPTIONAL, with
    /// [`Notation::pieces`].
    ///
    /// The text need not be that of a position: whether it is, and why not, [`Notation::parse`] says.
    fn set_up(&self, _pieces: &[Option<Piece>], _side: usize, _position: &Self::Position) -> Option<String> {
        None
    }

    /// A few words for a person on how a position and a move are written, with an example of each.
    fn help(&self) -> &'static str;

    /// Reads a move. OPTIONAL: without it, the text is held against every legal move as [`Notation::write_move`] has
    /// it.
    ///
    /// # Errors
    /// If the text is no legal move of the position; the error says why, or lists those that are.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, NotationError> {
        let wanted = text.trim();
        self.moves(position)
            .find(|&mv| self.move_text(position, mv).eq_ignore_ascii_case(wanted))
            .ok_or_else(|| self.no_such_move(position, wanted))
    }

    /// Why a text that reads like a move is no legal move of the position, as the end of a sentence: `a capture is
    /// compulsory here: 18x25 or 18x27`. OPTIONAL: without it, the error lists the legal moves.
    fn why_illegal(&self, _position: &Self::Position, _text: &str) -> Option<String> {
        None
    }

    /// Why the game is over in a finished position, in a few words: `Black cannot move`. OPTIONAL: by default nothing
    /// is said.
    fn why_over(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// The rule that ends a game after N plies without progress, in a few words: `80 plies without a capture`.
    /// OPTIONAL: by default `80 plies without progress`.
    fn quiet_text(&self, plies: u32) -> String {
        format!("{plies} plies without progress")
    }

    /// The position as text. Do not override.
    fn text(&self, position: &Self::Position) -> String {
        let mut text = String::new();
        self.write(position, &mut text);
        text
    }

    /// The move as text. Do not override.
    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String {
        let mut text = String::new();
        self.write_move(position, mv, &mut text);
        text
    }

    /// The move as text for people. Do not override.
    fn move_text_for_people(&self, position: &Self::Position, mv: Self::Move) -> String {
        let mut text = String::new();
        self.write_move_for_people(position, mv, &mut text);
        text
    }

    /// A number of plies for people: `29 plies (15 moves)`, and in a game of four sides `29 plies (8 rounds)`. Do not
    /// override.
    fn plies_text(&self, number: u64) -> String {
        plies(number, self.sides().len())
    }

    /// A value for people: `win in 29 plies (15 moves)`, `draw`. Do not override.
    fn value_text(&self, value: Value) -> String {
        match value.plies() {
            Some(number) => format!("{} in {}", value.word(), self.plies_text(number.into())),
            None => value.to_string(),
        }
    }

    /// The sides of a team: `White`, `a and d`; empty for a team without a side. Do not override.
    fn team_text(&self, team: usize) -> String {
        let sides = self.sides().iter().enumerate().filter(|(side, _)| self.team(*side) == team);
        sides.map(|(_, name)| *name).collect::<Vec<_>>().join(" and ")
    }

    /// The error for a text that is no legal move: why it is none, or else the first dozen of the legal moves. Do not
    /// override.
    fn no_such_move(&self, position: &Self::Position, wanted: &str) -> NotationError {
        if let Some(why) = self.why_illegal(position, wanted) {
            return NotationError { why: Some(why), ..NotationError::new("a legal move", wanted) };
        }
        let mut legal = self.moves(position).map(|mv| self.move_text_for_people(position, mv));
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
    /// An error for a piece of text; a long or unprintable one is shortened and escaped.
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
