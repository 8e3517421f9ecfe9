//! A game in play and an engine that plays it, each behind one object without the type of the game. Moves are texts in
//! the notation of the game. [`open`](crate::open) makes the objects.

use std::any::Any;
use std::sync::Arc;

use super::ending::Ending;
use super::openings::OpeningError;
use super::transcript::{Tags, TranscriptError};
use crate::answer::{GameFacts, Thought};
use crate::draw::Style;
use crate::game::{NotationError, Outcome, Piece, Value};
use crate::search::{Abilities, Limit, OtherTablesPlace, SearchClock, SearcherError, Settings, Watch};
use crate::values::LookupError;

/// A game with its values, as it is played.
pub trait OpenPlay: Send + Sync {
    /// A game in play that begins with a position; without one, with the usual start.
    ///
    /// # Errors
    /// For a text that is no position.
    fn board(self: Arc<Self>, position: Option<&str>) -> Result<Box<dyn OpenBoard>, NotationError>;

    /// A game in play, with the values of this object.
    ///
    /// # Panics
    /// If the board has another game.
    fn resume(self: Arc<Self>, board: &dyn OpenBoard) -> Box<dyn OpenBoard>;

    /// The parts of a position that are dropped or guessed when its text is read, a sentence each; see
    /// [`Notation::notes`](crate::game::Notation::notes).
    fn notes(&self, position: &str) -> Vec<String>;

    /// The first game of a text. A text without a game is the usual start. `note` takes what was lost, dropped or
    /// guessed, a sentence each.
    ///
    /// # Errors
    /// If it cannot be read.
    fn load(self: Arc<Self>, text: &str, note: &mut dyn FnMut(String)) -> Result<Box<dyn OpenBoard>, TranscriptError>;

    /// The openings of a match. `note` takes what was lost, dropped or guessed, a sentence each.
    ///
    /// # Errors
    /// For a text that has no openings.
    fn openings(
        self: Arc<Self>,
        query: &OpeningsQuery,
        note: &mut dyn FnMut(String),
    ) -> Result<Vec<Box<dyn OpenBoard>>, OpeningError>;

    /// The engine that a text names, as [`Searcher::read_numbered`](crate::search::Searcher::read_numbered) reads it.
    ///
    /// # Errors
    /// If there is no such engine or setting.
    fn engine(self: Arc<Self>, text: &str, number: u64) -> Result<Box<dyn OpenEngine>, SearcherError>;

    /// Whether a text has at most this many games of this game, and nothing else.
    fn reads(&self, text: &str, most: usize) -> bool;
}

/// The openings of a match.
#[derive(Clone, Copy, Debug)]
pub enum OpeningsQuery<'a> {
    /// At most this many of random plies, by a random seed; see [`openings`](super::matches::openings).
    Random {
        /// The number of openings.
        number: usize,
        /// The plies of each.
        plies: u32,
        /// The random seed.
        seed: u64,
    },
    /// The openings of a text; see [`read_openings`](super::matches::read_openings).
    Text(&'a str),
}

/// A game in play: its positions and moves so far, with the values of the open game that made it.
pub trait OpenBoard: Send + Sync {
    /// The game.
    fn facts(&self) -> &GameFacts;

    /// The position on the board.
    fn position(&self) -> String;

    /// The side to move.
    fn side(&self) -> usize;

    /// The number of plies played.
    fn plies(&self) -> usize;

    /// The side to move before a ply that was played, counted from 0.
    fn side_before(&self, ply: usize) -> usize;

    /// The result for the team to move, if the game is over by its rules.
    fn outcome(&self) -> Option<Outcome>;

    /// The ending of the game: by its rules, by repetition, or by this number of plies without progress. `None` while
    /// it goes on.
    fn ending(&self, quiet_plies: u32) -> Option<Ending>;

    /// The legal moves, in the order of the game.
    fn moves(&self) -> Vec<MoveText>;

    /// Whether there is one legal move, or one of `moves` if they are not empty.
    fn is_single(&self, moves: &[String]) -> bool;

    /// The legal move that a text names.
    ///
    /// # Errors
    /// If it names none.
    fn read(&self, text: &str) -> Result<MoveText, NotationError>;

    /// Makes a move.
    ///
    /// # Errors
    /// If the text names no legal move. The game stays as it was.
    fn play(&mut self, text: &str) -> Result<(), NotationError>;

    /// Makes the legal move of this number, in the order of the game.
    ///
    /// # Panics
    /// If there are fewer.
    fn make(&mut self, number: usize);

    /// The moves, as programs write them, that other programs may still make where the game is over; see
    /// [`PlayRules::moves_past_end`](crate::game::PlayRules::moves_past_end).
    fn moves_past_end(&self) -> Vec<String>;

    /// Makes the move of this number among those past the end.
    ///
    /// # Panics
    /// If there are fewer.
    fn make_past_end(&mut self, number: usize);

    /// Lets the other side move first in a game without moves. Returns whether that can be: else nothing is changed.
    fn swap_sides(&mut self) -> bool;

    /// Takes back all moves from a ply on, and returns them in order.
    fn take_back(&mut self, ply: usize) -> Vec<String>;

    /// The value of the position for the side to move; `None` if the values do not hold it. Where the rule of quiet
    /// plies may change it, it is by the tables under the rule, and `None` without them.
    ///
    /// # Errors
    /// If a table is damaged or cannot be read.
    fn value(&self) -> Result<Option<Value>, LookupError>;

    /// The only legal move, which needs no search; `None` if there are several.
    fn only_move(&self, query: &ThoughtQuery) -> Option<Thought>;

    /// The best moves by the tables, where they hold every position that a move leads to and know the way; else `None`:
    /// a search must find it. The watch takes each line, the best first, and the best is returned.
    ///
    /// # Errors
    /// As [`OpenBoard::value`].
    fn by_tables(&self, query: &ThoughtQuery, watch: &dyn Watch<Thought>) -> Result<Option<Thought>, LookupError>;

    /// Why the value of the position may be a draw, if the rule of quiet plies may make it one and no tables under the
    /// rule hold it.
    ///
    /// # Errors
    /// As [`OpenBoard::value`].
    fn doubt(&self) -> Result<Option<String>, LookupError>;

    /// The moves with their values, best first; `None` if the values do not hold every position that a move leads to.
    ///
    /// # Errors
    /// As [`OpenBoard::value`].
    fn rated(&self) -> Result<Option<Vec<RatedText>>, LookupError>;

    /// Best play, with the numbers of its moves, as the values have it; empty if they lack a part of it.
    ///
    /// # Errors
    /// As [`OpenBoard::value`].
    fn best_line(&self) -> Result<Vec<String>, LookupError>;

    /// What the move of a ply threw away, in words; `None` if the values do not hold all moves of its position.
    ///
    /// # Errors
    /// As [`OpenBoard::value`].
    fn why(&self, ply: usize) -> Result<Option<String>, LookupError>;

    /// The move of a ply, with its number.
    fn numbered(&self, ply: usize) -> String;

    /// Legal moves that are played one after the other from the position, with their numbers.
    ///
    /// # Panics
    /// If one is not legal.
    fn numbered_line(&self, line: &[String]) -> Vec<String>;

    /// The number of the next move, with a space: `2. `, or within a round `2... `.
    fn next_number(&self) -> String;

    /// The pieces of the game, each once.
    fn pieces(&self) -> Vec<Piece>;

    /// The board as text, seen from the other side if it is `rotated`, with a legend of its pieces if that is asked
    /// for.
    fn picture(&self, style: Style, rotated: bool, legend: bool) -> String;

    /// An ending in words: who has won, how, and after how many plies.
    fn result_text(&self, ending: Ending) -> String;

    /// The game as text. `names` are the names of the players, in the order of the sides.
    fn record(&self, names: &[&str], ending: Option<Ending>, tags: &Tags) -> String;

    /// Whether a text has at most this many games of this game, and nothing else.
    fn reads(&self, text: &str, most: usize) -> bool;

    /// Whether the values are used: for the questions above, and by engines.
    fn use_values(&mut self, used: bool);

    /// Whether there are values in use.
    fn has_values(&self) -> bool;

    /// The same game in play.
    fn copy(&self) -> Box<dyn OpenBoard>;

    /// The object with its types.
    fn as_any(&self) -> &dyn Any;
}

/// A move as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// The move as programs write it: `g1f3`.
    pub mv: String,
    /// The move as people write it: `Nf3`.
    pub name: String,
}

/// A move with its value for the team that makes it.
#[derive(Clone, Debug)]
pub struct RatedText {
    /// The move as people write it.
    pub name: String,
    /// The value in words.
    pub text: String,
}

/// An engine with its memory, which lasts from move to move.
pub trait OpenEngine: Send {
    /// The name without the settings.
    fn name(&self) -> &'static str;

    /// The settings.
    fn settings(&self) -> &Settings;

    /// Whether the engine has the setting of this name, such as `hash`.
    fn has_setting(&self, name: &str) -> bool;

    /// The OPTIONAL parts of a request that its search carries out.
    fn abilities(&self) -> Abilities;

    /// The unit of its evaluation, in words; `None` if it is not known.
    fn unit(&self) -> Option<&'static str>;

    /// Sets the number of worker threads if the settings have none. The default is one.
    fn set_threads(&mut self, threads: usize);

    /// Forgets the scores of all earlier searches.
    fn forget(&mut self);

    /// Uses tables in the [format of another program](crate::search::OtherFormat) from now on; `None` for none.
    ///
    /// # Errors
    /// What was expected and found, if they cannot be opened. Then there are none.
    fn use_other_tables(&mut self, place: Option<&OtherTablesPlace>) -> Result<(), String>;

    /// Searches the position on a board, by the values in use there. An engine that cannot choose among moves leaves
    /// the search of given moves to [`CHOOSER`]. The watch follows the search, and may stop it: then the result is the
    /// best so far.
    ///
    /// # Errors
    /// If a table is damaged or cannot be read.
    ///
    /// # Panics
    /// If the board has another game than the engine.
    fn search(
        &mut self,
        board: &dyn OpenBoard,
        query: &ThoughtQuery,
        watch: &dyn Watch<Thought>,
    ) -> Result<Thought, LookupError>;
}

/// The engine that chooses among given moves if the playing engine cannot.
pub const CHOOSER: &str = "scout-tt";

/// How a move is chosen.
#[derive(Clone, Copy, Debug)]
pub struct ThoughtQuery<'a> {
    /// The limit. A limit in the settings of the engine replaces it.
    pub limit: Limit,
    /// The clock by which the limits of time are measured.
    pub clock: &'a SearchClock,
    /// The moves to choose among, legal and as programs write them; empty for all.
    pub moves: &'a [String],
    /// The number of lines to find, at least 1.
    pub lines: usize,
    /// The greatest length of a line of the tables, in plies.
    pub longest: usize,
    /// Whether moves and scores are written as texts. A game between engines needs the numbers of the moves alone.
    pub written: bool,
    /// Whether moves have their names for people, and the squares that they touch.
    pub for_people: bool,
}

impl<'a> ThoughtQuery<'a> {
    /// A move among all, alone.
    pub fn new(limit: Limit, clock: &'a SearchClock) -> ThoughtQuery<'a> {
        ThoughtQuery { limit, clock, moves: &[], lines: 1, longest: 1, written: true, for_people: false }
    }
}
