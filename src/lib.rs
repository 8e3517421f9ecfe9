//! Hindsight solves games backwards.
//!
//! It enumerates every position of a game, or of its endings, works out by retrograde analysis whether each is won, lost
//! or drawn and in how many plies, keeps the answers in memory-mapped tables, and lets people and search engines look
//! them up.
//!
//! # The rooms
//!
//! Data goes one way down, and no room knows of one below it:
//!
//! * [`game`]: what a game is, and how it is written. [`games`] has those of this crate; `tic_tac_toe` is the one to
//!   copy. They share the arithmetic of [`rank`], [`subsets`] and [`random`], and [`value`] says what a position is worth.
//! * [`player`]: what a player is that a game brings along, for those that know it better than the searches for all.
//! * [`space`]: the finite set of positions that is solved, cut into slices. [`steps`] is a shorter way to say the
//!   rules of small stepping games, [`grids`] cuts endings into small pieces, and [`herds`] is for
//!   a few hunters against many of a kind.
//! * [`plan`]: the order of work, and what is kept together.
//! * [`solve`]: five solvers (by sets, by grids, by herds, for any game, and a plain one that judges them), statistics.
//! * [`table`]: the file, its format, and what can be wrong with it.
//! * [`probe`]: from a position to its value.
//! * [`query`], [`search`], [`verify`], [`play`]: what is done with it.
//! * [`cli`]: the command line, the only room that prints.
//!
//! # A game solved, and asked
//!
//! ```
//! use hindsight::game::{Game, Notation};
//! use hindsight::games::tic_tac_toe::TicTacToe;
//! use hindsight::query::Probe;
//! use hindsight::query;
//! use hindsight::solve::solve_all;
//! use hindsight::game::Value;
//!
//! let game = TicTacToe::new();
//! let tables = solve_all(&game, &())?;
//! let probe = Probe { space: &game, tables: &tables };
//! assert_eq!(probe.value(&game.start())?, Some(Value::Draw));
//!
//! let fork = game.parse("x../.o./..x o")?;
//! for rated in query::moves(&probe, &fork)?.unwrap_or_default() {
//!     println!("{}: {}", game.move_text(&fork, rated.mv), rated.value);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

pub mod catalogue;
#[cfg(feature = "cli")]
pub mod cli;
pub mod game;
pub mod games;
pub mod job;
pub mod play;
pub mod players;
pub mod query;
pub mod search;
pub mod solve;
pub mod space;
pub mod table;
pub mod util;
pub mod values;
pub mod verify;
