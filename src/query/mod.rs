//! Answers from tables, as data: the value of a position, every move with its value, the best line, statistics and
//! searches.
//!
//! # Overview of types
//!
//! * [`Probe`]: a game and its tables; from a position to its value. [`NotHeld`]: the tables do not hold it.
//! * [`Probe::known`]: the value by the rules first, then by the tables, then by the moves, as a [`KnownValue`] with
//!   its [`ValueOrigin`].
//! * [`moves`] and [`line`](line()): every move of a position as a [`Rated`] move, and the best line.
//! * [`UnderRule`]: the result under the rule of quiet plies.
//! * [`annotate`]: the moves of a game compared with the tables.
//! * [`statistics`]: the values of a table, added up.
//! * [`find`]: the positions that meet criteria, listed, counted or sampled.
//! * [`only_moves()`]: the only moves in a row that a side must find.
//! * [`trickiness()`]: the number of moves that keep the result, and of only moves in a row. [`is_zugzwang`]: mutual
//!   zugzwangs. [`is_unique_win`]: wins that are made of only moves.

pub mod annotate;
mod conditions;
mod exact;
pub mod find;
mod known;
mod line;
mod moves;
mod only_moves;
mod probe;
mod rated;
mod rule;
pub mod statistics;
mod trickiness;
mod unique;
mod zugzwangs;

pub use conditions::{Zugzwang, is_zugzwang, other_value};
pub use exact::ExactValues;
pub use known::{KnownValue, ValueOrigin, known_of};
pub use line::{line, line_under_rule, moves_under_rule};
pub use moves::moves;
pub use only_moves::{OnlyMoveRule, only_moves};
pub use probe::{NotHeld, Probe, Unsolved};
pub use rated::{Rated, RatedMove};
pub use rule::{RuleResult, UnderRule, apply_rule, is_in_time, value_under_rule};
pub use trickiness::{Trickiness, trickiness};
pub use unique::is_unique_win;
