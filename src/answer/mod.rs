//! What the interfaces say about a game, as data: texts in the notation of the game and numbers, without the type of
//! the game. [`open`](crate::open) makes these answers; an interface writes them out.
//!
//! # Overview of types
//!
//! * [`SliceCounts`]: statistics, and [`CountsAnswer`] with [`Histogram`], which writes them out.
//! * [`FileAnswer`]: a file that is a table, with its [`FileState`].
//! * [`FindQuery`]: the positions to find. [`FoundPosition`] is one of a [`FoundBatch`], and [`FoundAnswer`] writes it
//!   out; [`FindError`] says why there is no answer.
//! * [`GameFacts`], [`SliceFacts`], [`EngineFacts`], [`OpeningFacts`], [`OtherFacts`], [`PlyKind`]: a game.
//!   [`ValuesFacts`]: where its values come from, and how far they reach.
//! * [`PositionQuery`]: the parts of an answer that are wanted. [`PositionAnswer`]: a position with its value, its
//!   moves ([`MoveAnswer`]) and its best line ([`StepAnswer`]). [`ValueAnswer`]: a value with its [`ValueOrigin`].
//! * [`SetUpQuery`], [`SetUpAnswer`], [`SetUpError`]: a position that is set up piece by piece.
//! * [`Thought`]: the choice of an engine.
//! * [`JudgedGame`]: a game of a file with its [`JudgedMove`]s. [`GameAnswer`]: a game with the values of its
//!   positions, as [`LineAnswer`]s of [`JudgedStep`]s and [`MomentAnswer`]s, beside the [`GameHead`]s of its text.
//!   [`WrittenGame`]: a game to be written, with its [`WrittenLine`]s.
//! * [`lines`]: answers by the line, for programs.
//! * [`words`]: the sentences of the answers.

mod counted;
mod facts;
mod files;
mod found;
mod judged;
pub mod lines;
mod position;
mod set_up;
mod thought;
pub mod words;

pub use crate::query::ValueOrigin;
pub use counted::{Counted, CountsAnswer, Histogram, SliceCounts};
pub use facts::{
    EngineFacts, GameFacts, OpeningFacts, OtherFacts, PlyKind, SMALL, SliceFacts, ValuesFacts, ValuesSource,
};
pub use files::{FileAnswer, FileState};
pub use found::{
    FindError, FindQuery, FoundAnswer, FoundBatch, FoundChoice, FoundColumns, FoundFigures, FoundPosition,
};
pub use judged::{
    GameAnswer, GameHead, JudgedGame, JudgedMove, JudgedStep, LineAnswer, MomentAnswer, WrittenGame, WrittenLine,
};
pub use position::{MoveAnswer, OverAnswer, PositionAnswer, PositionQuery, StepAnswer, ValueAnswer};
pub use set_up::{SetUpAnswer, SetUpError, SetUpQuery};
pub use thought::Thought;
