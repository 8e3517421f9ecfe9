//! Games whose moves are compared with the values.

use serde::{Deserialize, Serialize};

use super::{StepAnswer, ValueAnswer};
use crate::query::annotate::Summary;

/// A game of a file, with the judgements on its moves.
#[derive(Clone, Debug)]
pub struct JudgedGame {
    /// The line of the file on which it begins, counted from 1.
    pub line: usize,
    /// Its tags in their order, each with its name and its value.
    pub tags: Vec<(String, String)>,
    /// The text that ends it, such as `1-0`; `None` if there is none.
    pub result: Option<&'static str>,
    /// The number of its plies.
    pub plies: usize,
    /// The moves in positions whose moves all have values.
    pub moves: Vec<JudgedMove>,
    /// By side, its moves counted by verdict.
    pub sides: Vec<Summary>,
    /// The parts of its text that were lost, each with its line: words that are no moves, or moves from one that is not
    /// legal on.
    pub lost: Vec<String>,
    /// The parts of the position in its tag FEN that were dropped or guessed, a sentence each.
    pub notes: Vec<String>,
    /// The game as text, with marks, comments and better lines.
    pub text: String,
}

impl JudgedGame {
    /// The value of the first tag of this name, in any case of letters.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

/// A judged move: an object of `annotate --json`. Values are for the player that makes it.
#[derive(Clone, Debug, Serialize)]
pub struct JudgedMove {
    /// The ply in the game, counted from 1.
    pub ply: usize,
    /// The side that makes it.
    pub side: &'static str,
    /// The position before it.
    pub position: String,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value in a word.
    pub value: &'static str,
    /// Its depth in plies, if it is known.
    pub plies: Option<u32>,
    /// The value of the best move in a word.
    pub best: &'static str,
    /// The depth of the best move in plies, if it is known.
    pub best_plies: Option<u32>,
    /// `best`, `slower`, `mistake` or `blunder`.
    pub verdict: &'static str,
    /// The number of legal moves.
    pub legal_moves: usize,
    /// The moves that keep the result, best first.
    pub holding: Vec<String>,
}

/// A game with the values of its positions.
#[derive(Clone, Debug)]
pub struct GameAnswer {
    /// The position that it begins with.
    pub start: MomentAnswer,
    /// Its moves.
    pub line: LineAnswer,
    /// Its tags in their order, each with its name and its value.
    pub tags: Vec<(String, String)>,
    /// The text that ends it, such as `1-0`; `None` if there is none.
    pub result: Option<&'static str>,
    /// Whether another game follows it in its text.
    pub more: bool,
    /// The games of its text; none for a game that was not read from a text.
    pub games: Vec<GameHead>,
    /// The parts of its text that were lost, dropped or guessed, a sentence each.
    pub notes: Vec<String>,
}

/// A game of a text, in a list of them.
#[derive(Clone, Debug, Serialize)]
pub struct GameHead {
    /// The names of the players, in the order of the sides; `None` for a name that the text does not have.
    pub players: Vec<Option<String>>,
    /// The name of the match or tournament.
    pub event: Option<String>,
    /// The day.
    pub date: Option<String>,
    /// The text that ends it, such as `1-0`.
    pub result: Option<&'static str>,
    /// The number of its plies.
    pub plies: usize,
    /// Why it cannot be read.
    pub error: Option<String>,
}

/// The moves of a line, and the positions after them.
#[derive(Clone, Debug, Default)]
pub struct LineAnswer {
    /// The moves.
    pub steps: Vec<JudgedStep>,
    /// The positions.
    pub moments: Vec<MomentAnswer>,
    /// The comment before its first move, if there is one.
    pub comment: Option<String>,
}

/// A move that was made, compared with the values.
#[derive(Clone, Debug)]
pub struct JudgedStep {
    /// The move.
    pub step: StepAnswer,
    /// `best`, `slower`, `mistake` or `blunder`, if every move has a value.
    pub verdict: Option<&'static str>,
    /// The moves that would have kept the result as people write them, if this move does not.
    pub held_by: Vec<String>,
    /// Other lines that begin instead of this move.
    pub variations: Vec<LineAnswer>,
    /// The comment after this move, if there is one.
    pub comment: Option<String>,
    /// The numeric annotation glyphs of this move.
    pub glyphs: Vec<u8>,
}

/// A game to be written as a record.
#[derive(Clone, Debug, Default)]
pub struct WrittenGame {
    /// The position that it begins with.
    pub start: String,
    /// Its moves.
    pub line: WrittenLine,
    /// The names of the players, in the order of the sides.
    pub players: Vec<String>,
    /// Its tags, if it was read from a record.
    pub tags: Vec<(String, String)>,
    /// The text that ends it; `None` for that of its last position.
    pub result: Option<String>,
}

/// A line to be written, with its glyphs, comments and variations. As JSON it is a variation of the request `write`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenLine {
    /// The ply of the line around it that it replaces, counted from 0.
    #[serde(default)]
    pub ply: usize,
    /// Its moves.
    pub moves: Vec<String>,
    /// Its comments, each with the number of its moves before it.
    #[serde(default)]
    pub comments: Vec<(usize, String)>,
    /// Its numeric annotation glyphs, each with the number of its moves before it.
    #[serde(default)]
    pub glyphs: Vec<(usize, u8)>,
    /// Its variations.
    #[serde(default)]
    pub variations: Vec<WrittenLine>,
}

impl WrittenLine {
    /// The number of its moves, with the variations.
    pub fn all_moves(&self) -> usize {
        self.moves.len() + self.variations.iter().map(WrittenLine::all_moves).sum::<usize>()
    }

    /// All its texts, with the variations.
    pub fn texts(&self) -> Vec<&String> {
        let mut texts: Vec<&String> = self.moves.iter().chain(self.comments.iter().map(|(_, text)| text)).collect();
        self.variations.iter().for_each(|variation| texts.extend(variation.texts()));
        texts
    }
}

/// A position of a game.
#[derive(Clone, Debug)]
pub struct MomentAnswer {
    /// The position.
    pub position: String,
    /// The side to move.
    pub side: &'static str,
    /// The number of the move that is made here, if the game's people number moves so.
    pub number: Option<u32>,
    /// The value for the side to move, if it is known.
    pub value: Option<ValueAnswer>,
}
