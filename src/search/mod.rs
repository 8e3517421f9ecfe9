//! Forward search: one file per algorithm. Each sees a game and the [`ExactValues`](crate::query::ExactValues) of its
//! solved tables, if there are any.
//!
//! # Overview of types
//!
//! * [`Searcher`]: an engine named by `--engine`, with its settings and its memory: a generic search, or a player.
//! * [`GenericSearch`]: an [`Algorithm`] for every game, with its [`Settings`].
//! * [`Player`], [`PlayerFactory`]: the contract of a player that knows one game. Its [`Abilities`] are the OPTIONAL
//!   parts of a request that it carries out. The players of this crate are in [`players`](crate::players); [`random`]
//!   plays every game.
//! * [`SearchRequest`]: a position and how it is searched: exact values, a limit, the moves to choose among, the number
//!   of lines. All engines take it.
//! * [`Limit`]: the depth in plies, the times and the nodes that end a search. A [`SearchClock`] measures the times.
//! * [`SearchResult`]: the result of a search, with a [`RootScore`] and [`Details`]. All engines give it.
//! * [`Watch`]: follows a search from iteration to iteration, and can stop it.
//! * [`OtherFormat`]: endgame tables of another program, which an engine uses as [`OtherTables`]. [`Joined`] has the
//!   values of two sets of tables.
//! * [`Score`]: an evaluation, or a win or a loss with the plies to the end.
//! * Shared by the algorithms: [`tree`] counts nodes, [`Looks`] looks at the clock, [`deepen`] deepens iteratively,
//!   [`memory`] orders moves for the searches with a transposition table.
//! * Shared with players: [`transposition`], the table, and [`ordering`], candidates and killers.
//!
//! # Counts
//!
//! A node is counted each time that a search enters it, except the root. A leaf is a node that is not searched further.
//! Nodes are summed over all iterations; leaves are counted in the last iteration alone.

pub mod alphabeta;
pub mod alphabeta_tt;
pub mod deepen;
mod details;
pub mod expectimax;
mod generic;
mod hidden;
mod limit;
mod looks;
pub mod memory;
pub mod minimax;
pub mod montecarlo;
pub mod mtdf;
pub mod ordering;
mod other_tables;
pub mod perft;
mod player;
pub mod playout;
pub mod random;
mod request;
mod result;
mod score;
pub mod scout;
pub mod scout_tt;
mod searcher;
mod settings;
mod shallow;
pub mod transposition;
pub mod tree;
pub mod uct;
mod watch;

pub use details::Details;
pub use generic::{Algorithm, GenericSearch};
pub use limit::{Limit, SearchClock};
pub use looks::Looks;
pub use other_tables::{Joined, OtherFormat, OtherResults, OtherTables, OtherTablesPlace};
pub use player::{Abilities, ChanceFunction, Player, PlayerFactory, Settings};
pub use request::SearchRequest;
pub use result::{RootScore, SearchResult};
pub use score::Score;
pub use searcher::Searcher;
pub use settings::{SETTINGS, SearcherError};
pub use watch::Watch;
