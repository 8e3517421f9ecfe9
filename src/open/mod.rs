//! A game with its values behind one object without types: the only object that interfaces ask.
//!
//! ```text
//! text -> open game -> position -> entry (slice, index) -> value -> answer as data -> text, JSON, a page, C, Python
//! ```
//!
//! A door into the program (a command, a page, a protocol, a function of C or Python) reads a request, asks an
//! [`OpenGame`], and writes the answer. It knows no type of a game, opens no tables and loops over no entries.
//! Positions, moves and slices are texts in the notation of the game; [`answer`](crate::answer) has the answers. A call
//! costs one virtual call, a few nanoseconds: searches, solves, statistics and lists are generic within one call.
//!
//! ```
//! use hindsight::open::{Games, Sources};
//!
//! let games = Games::standard();
//! let checkers = games.find("checkers")?.open(&Sources::default(), &())?;
//! assert!(checkers.value("W:WK1,K2:BK32")?.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Overview of types
//!
//! * [`Games`]: the games of a program, each an [`AnyGame`], which has no values yet.
//! * [`Sources`]: where the values of a game come from, with [`Prefer`] and [`Rule`]: the only place that opens tables.
//!   [`usual_directories`]: the directories with tables where none is named.
//! * [`OpenGame`]: a game with its values. [`OpenError`] says why a game could not be opened, [`AnswerError`] why it
//!   could not answer.
//! * [`OpenJob`]: a solve or a compression, which a [`JobRequest`] asks for. [`FiguresFile`]: the figures of the slices
//!   that it solves. [`Test`]: a test of the tables; [`CheckError`] says why it could not be done.
//! * [`GameBoard`], [`GameEngine`]: a game in play and an engine, the objects with their types of
//!   [`OpenBoard`] and [`OpenEngine`](crate::play::OpenEngine).
//! * [`Opened`]: the object with its types, for a caller that knows the game.

mod checks;
mod counted;
mod directories;
mod error;
mod facts;
mod figures;
mod files;
mod find;
mod games;
mod judged;
mod opened;
mod other;
mod position;
mod session;
mod set_up;
mod sources;
mod typed;
mod work;

use std::any::Any;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::answer::{
    FileAnswer, FindQuery, FoundBatch, GameAnswer, GameFacts, JudgedGame, PositionAnswer, PositionQuery, SetUpAnswer,
    SetUpQuery, SliceCounts, ValuesFacts, WrittenGame,
};
use crate::draw::{self, Caption, Theme};
use crate::game::{Diagram, Value};
use crate::play::transcript::{Tags, TranscriptError};
use crate::play::{OpenBoard, OpenPlay};
use crate::query::UnderRule;
use crate::query::find::FoundCount;
use crate::space::SliceId;
use crate::table::{StoredCodes, StoredFile};
use crate::util::progress::Progress;
use crate::util::run::Run;
use crate::verify::Check;

pub use checks::{CheckError, Test};
pub use directories::{names_one, usual_directories};
pub use error::{AnswerError, OpenError, RecordError};
pub use figures::{FiguresFile, FiguresFileError};
pub use find::TakeFound;
pub use games::Games;
pub use opened::Opened;
pub use session::{GameBoard, GameEngine};
pub use sources::{Prefer, Rule, Sources};
pub use work::{JobKind, JobRequest, OpenJob};

/// A game of a catalogue, before its values are opened.
pub trait AnyGame: Send + Sync {
    /// The game.
    fn facts(&self) -> &GameFacts;

    /// The game with its quiet plies limited; `None` if it has no such rule or is that game.
    fn zeroing(&self) -> Option<&dyn AnyGame>;

    /// Opens the game with its values. The progress counts the entries of a small game that is solved in memory.
    ///
    /// # Errors
    /// If the values cannot be used, or there are none and the sources do not allow that.
    fn open(&self, sources: &Sources, progress: &dyn Progress) -> Result<Arc<dyn OpenGame>, OpenError>;
}

/// A game with its values. Positions, moves and slices are texts in the notation of the game. Any number of threads may
/// ask.
pub trait OpenGame: OpenPlay {
    /// The game.
    fn facts(&self) -> &GameFacts;

    /// Where its values come from, and how far they reach.
    fn values(&self) -> &ValuesFacts;

    /// The value of a position for the side to move; `None` if the tables do not hold it.
    ///
    /// # Errors
    /// For a text that is no position, and for a damaged table.
    fn value(&self, position: &str) -> Result<Option<Value>, AnswerError>;

    /// The values of positions, each given to `take` with its number. The look-ups of some of them overlap, so that
    /// many positions take much less time than one by one.
    fn values_of(&self, positions: &[&str], take: &mut dyn FnMut(usize, Result<Option<Value>, AnswerError>));

    /// The answer for a position, with the parts that the query asks for.
    ///
    /// # Errors
    /// As [`OpenGame::value`].
    fn ask(&self, position: &str, query: &PositionQuery) -> Result<PositionAnswer, AnswerError>;

    /// The error for a position that the values do not hold, or for a text that is no position.
    fn not_held(&self, position: &str) -> AnswerError;

    /// The result of a position under the rule of quiet plies, with its clock: by the values, if they are under the
    /// rule, or else by the tables beside them. `None` if they do not hold the position.
    ///
    /// # Errors
    /// As [`OpenGame::value`].
    fn under_rule(&self, position: &str) -> Result<Option<UnderRule>, AnswerError>;

    /// The position as the game writes it.
    ///
    /// # Errors
    /// For a text that is no position.
    fn canonical(&self, position: &str) -> Result<String, AnswerError>;

    /// The board with the pieces of a position.
    ///
    /// # Errors
    /// For a text that is no position.
    fn diagram(&self, position: &str) -> Result<Diagram, AnswerError>;

    /// A position that is set up piece by piece.
    ///
    /// # Errors
    /// If the game cannot be set up, or has no such piece, square or side.
    fn set_up(&self, query: &SetUpQuery) -> Result<SetUpAnswer, AnswerError>;

    /// The number of lines of exactly `depth` plies from a position; with `once`, moves that lead to the same position
    /// count once. The progress counts first moves, if the depth is 2 or more.
    ///
    /// # Errors
    /// For a text that is no position.
    fn perft(&self, position: &str, depth: u32, once: bool, progress: &dyn Progress) -> Result<u64, AnswerError>;

    /// The positions that meet criteria, a step of the search at a time. The progress counts the entries, but not those
    /// that are read for the greatest depth.
    ///
    /// # Errors
    /// For a question that the game or its values cannot answer, and for a damaged table.
    fn find(&self, query: &FindQuery, run: &Run, take: TakeFound) -> Result<(), AnswerError>;

    /// The number of all positions that meet criteria, of any depth.
    ///
    /// # Errors
    /// As [`OpenGame::find`].
    fn count_found(&self, query: &FindQuery, run: &Run) -> Result<FoundCount, AnswerError>;

    /// The greatest depth of the positions that meet criteria; `None` if none of them has a depth.
    /// [`FindQuery::at`] finds the positions then, so that each part of the work has a progress of its own.
    ///
    /// # Errors
    /// As [`OpenGame::find`].
    fn deepest(&self, query: &FindQuery, run: &Run) -> Result<Option<u32>, AnswerError>;

    /// The statistics of slices, in their order. The progress counts the entries.
    ///
    /// # Errors
    /// For a slice without values, and for a damaged table;
    /// [`Stopped`](crate::util::progress::Stopped) if the work was stopped.
    fn count(&self, slices: &[SliceId], run: &Run) -> Result<Vec<SliceCounts>, AnswerError>;

    /// The files that are tables of the game, or of these slices. With a progress, which counts bytes, the tables are
    /// compared with their checksums.
    fn files(&self, files: &[StoredFile], slices: Option<&[SliceId]>, check: Option<&dyn Progress>) -> Vec<FileAnswer>;

    /// The checksum of the values of a slice, as [`verify::solved`](crate::verify::solved) has it. The progress counts
    /// the entries.
    ///
    /// # Errors
    /// As [`OpenGame::count`].
    fn checksum(&self, slice: SliceId, progress: &dyn Progress) -> Result<u64, AnswerError>;

    /// The codes of a slice as its table stores them, not copied; `None` if the table does not store them so, and
    /// [`OpenGame::codes`] has them.
    ///
    /// # Errors
    /// As [`OpenGame::find`].
    fn stored_codes(&self, slice: &str) -> Result<Option<StoredCodes<'_>>, AnswerError>;

    /// The codes of all entries of a slice; see [`Code`](crate::values::Code). They take two bytes an entry.
    ///
    /// # Errors
    /// As [`OpenGame::find`], and if there is not so much memory.
    fn codes(&self, slice: &str) -> Result<Vec<u16>, AnswerError>;

    /// The number of positions that each entry of a slice stands for by symmetry, 0 for an entry without a position:
    /// with [`OpenGame::codes`], counts of positions. It is counted on the threads of the current pool.
    ///
    /// # Errors
    /// For a slice that the game does not have or that has no values.
    fn weights(&self, slice: &str) -> Result<Vec<u16>, AnswerError>;

    /// The position of an entry; `None` if the entry holds none.
    ///
    /// # Errors
    /// For a slice that the game does not have, and an index past its end.
    fn entry(&self, slice: &str, index: u64) -> Result<Option<String>, AnswerError>;

    /// Slices with all slices that their moves lead to, in the order of the game: their tables are made together.
    fn with_dependencies(&self, slices: &[SliceId]) -> Vec<SliceId>;

    /// Checks the contract of the game and of its solver on a small sample, as before a solve.
    ///
    /// # Errors
    /// [`OpenError::Contract`] with the violations.
    fn check_contract(&self) -> Result<(), OpenError>;

    /// A job that makes tables of the game. It uses the store of the request, and none of the values of this object.
    fn job(&self, request: JobRequest) -> Box<dyn OpenJob + '_>;

    /// The work of a test on slices, which its progress counts in its [unit](Test::unit).
    ///
    /// # Errors
    /// If the published figures cannot be read.
    fn work_of(&self, test: Test, slices: &[SliceId]) -> Result<u64, CheckError>;

    /// Does a test on slices, which the values hold.
    ///
    /// # Errors
    /// If a table is damaged, or the figures to compare with cannot be read. A test that fails is no error.
    fn check(&self, test: Test, slices: &[SliceId], run: &Run) -> Result<Vec<Check>, CheckError>;

    /// Judges the games of a text, batch by batch on all threads, and gives them to `take` in the order of the text,
    /// with the errors of those that cannot be read. The progress counts lines of the text.
    ///
    /// # Errors
    /// If a table is damaged or cannot be read.
    fn annotate(
        &self,
        text: &str,
        run: &Run,
        take: &mut dyn FnMut(Result<JudgedGame, TranscriptError>) -> ControlFlow<()>,
    ) -> Result<(), AnswerError>;

    /// The game of a text with this number, counted from 0, with the values of its positions, if it has at most this
    /// many moves, moves of variations among them.
    ///
    /// # Errors
    /// If there is none, it cannot be read or is too long, or a table is damaged.
    fn read_game(&self, text: &str, number: usize, most: usize) -> Result<GameAnswer, RecordError>;

    /// A game in play with the values of its positions.
    ///
    /// # Errors
    /// If a table is damaged or cannot be read.
    ///
    /// # Panics
    /// If the board has another game.
    fn judge(&self, board: &dyn OpenBoard) -> Result<GameAnswer, AnswerError>;

    /// A game as a record, with its comments and variations. It has these tags and the names of its players if it has
    /// no tags of its own.
    ///
    /// # Errors
    /// For a text that is no position, and for a move that is not legal.
    fn written(&self, query: &WrittenGame, tags: &Tags) -> Result<String, AnswerError>;

    /// The object itself, an [`Opened`] game: for callers that know the game.
    fn as_any(&self) -> &dyn Any;
}

impl dyn OpenGame + '_ {
    /// All positions that [`OpenGame::find`] finds, for a question whose answer fits in memory.
    ///
    /// # Errors
    /// As [`OpenGame::find`].
    pub fn found(&self, query: &FindQuery, run: &Run) -> Result<Vec<FoundBatch>, AnswerError> {
        let mut batches = Vec::new();
        self.find(query, run, &mut |found| {
            batches.extend_from_slice(found);
            ControlFlow::Continue(())
        })?;
        Ok(batches)
    }

    /// The answer for a position, if no part is missing that the query asks for.
    ///
    /// # Errors
    /// As [`OpenGame::value`], and [`AnswerError::NotHeld`] for a missing part.
    pub fn ask_whole(&self, position: &str, query: &PositionQuery) -> Result<PositionAnswer, AnswerError> {
        Ok(self.ask(position, query)?.whole()?)
    }

    /// The picture of a position, as SVG.
    ///
    /// # Errors
    /// For a text that is no position.
    pub fn picture(&self, position: &str, theme: Theme) -> Result<String, AnswerError> {
        let (board, description) = (self.diagram(position)?, self.canonical(position)?);
        Ok(draw::svg(&board, &[], theme, Caption { title: self.facts().name, description: &description }))
    }
}
