//! Hindsight solves games backwards.
//!
//! It enumerates every position of a game, or of its endings, finds by retrograde analysis whether each is won, lost or
//! drawn and in how many plies, stores the values in tables, and lets people and search engines look them up.
//!
//! # The rooms
//!
//! Each room uses only those above it:
//!
//! | room          | what it is about                                                                                 |
//! |---------------|--------------------------------------------------------------------------------------------------|
//! | [`util`]      | random numbers, threads, units                                                                   |
//! | [`game`]      | what a game is: rules, outcome, value, notation                                                  |
//! | [`draw`]      | boards as text and as SVG                                                                        |
//! | [`space`]     | what is solved: slices, rank and unrank, symmetry, the order of work                             |
//! | [`values`]    | where values are: the traits that look them up and take them in, the codes                       |
//! | [`solve`]     | the solvers that find values                                                                     |
//! | [`table`]     | the files that store values, and their format                                                    |
//! | [`job`]       | a whole solve: what is left to do, one part after the other, resumed after a stop                |
//! | [`cluster`]   | a solve on several machines: the team of processes, and which of them solves what                |
//! | [`query`]     | from a position to its value, its moves, its best line; statistics                               |
//! | [`search`]    | the searches, for positions that no table holds                                                  |
//! | [`players`]   | the players that know one game                                                                   |
//! | [`verify`]    | whether a table is right, with code that shares nothing with the solvers but the rules           |
//! | [`play`]      | the game at the board: sessions, records, matches, the protocol of other programs                |
//! | [`catalogue`] | the one place where a game meets its solver, its players and its published figures               |
//! | `cli`         | the command line and the explorer, with the default feature `cli`; the only room that prints     |
//!
//! [`games`] stands beside them: it has the games of this crate, which use no room below [`solve`]. `tic_tac_toe` is
//! the one to copy.
//!
//! # Overview of types
//!
//! * A game implements [`Game`](game::Game) and [`Notation`](game::Notation). To be solved it implements
//!   [`Space`](space::Space), which gives each position an [`Entry`](space::Entry): a slice and an index.
//! * A [`Value`](game::Value) is always that of the side to move; its depth is in plies.
//! * A [`Solver`](solve::Solver) finds values. [`Retrograde`](solve::retrograde::Retrograde) solves every space;
//!   [`in_memory`](solve::in_memory) solves a whole one.
//! * A [`Lookup`](values::Lookup) has values: a [`Memory`](values::Memory), or the [`Tablebase`](table::Tablebase) that
//!   a [`Store`](table::Store) opens.
//! * A [`Probe`](query::Probe) joins a space and a lookup, and answers for positions.
//!
//! [`prelude`] has all of these.
//!
//! # Example
//!
//! ```
//! use hindsight::games::tic_tac_toe::TicTacToe;
//! use hindsight::prelude::*;
//! use hindsight::query;
//!
//! let game = TicTacToe::new();
//! let values = in_memory(&game, &Retrograde, &())?;
//! let probe = Probe { space: &game, tables: &values };
//! assert_eq!(probe.value(&game.start())?, Some(Value::Draw));
//!
//! let fork = game.parse("x../.o./..x o")?;
//! for rated in query::moves(&probe, &fork)?.unwrap_or_default() {
//!     println!("{}: {}", game.move_text(&fork, rated.mv), rated.value);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `examples/probe.rs` opens tables from disk and probes them.

#![warn(missing_docs)]

pub mod catalogue;
#[cfg(feature = "cli")]
pub mod cli;
pub mod cluster;
pub mod draw;
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

/// What a user of the library needs most, in one import: `use hindsight::prelude::*;`.
pub mod prelude {
    pub use crate::game::{Game, Notation, Outcome, Turn, Value};
    pub use crate::query::Probe;
    pub use crate::solve::bitboards::Bitboards;
    pub use crate::solve::bitsets::Bitsets;
    pub use crate::solve::hunters::Hunters;
    pub use crate::solve::packing::Packing;
    pub use crate::solve::reference::Reference;
    pub use crate::solve::retrograde::Retrograde;
    pub use crate::solve::subslices::Subslices;
    pub use crate::solve::{Solver, in_memory};
    pub use crate::space::{Entry, Slice, SliceId, Space, Symmetry};
    pub use crate::table::{Store, Tablebase};
    pub use crate::values::{Code, Lookup, Memory};
}
