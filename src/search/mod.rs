//! Looking forward. One algorithm a file; all of them see a game and, if there is one, an [`Oracle`]: solved tables.
//!
//! [`Engine`] is any of them with its settings, and a [`Contender`] is an engine or a player that the game brings along. What they share: [`Score`]s that keep the plies to the end, the
//! [`tree`] with its counts and its clock, [`deepen`]ing, and for those with memory the [`transposition`] table and the
//! order of moves in [`memory`].
//!
//! How nodes are counted: each position that a search enters is one, each time that it does, the root alone excepted; a
//! leaf is one that it does not search further. Nodes are added up over the iterations, leaves are those of the last.

pub mod alphabeta;
pub mod alphabeta_tt;
mod contender;
pub mod deepen;
mod engine;
pub mod expectimax;
pub mod memory;
pub mod minimax;
pub mod montecarlo;
pub mod mtdf;
mod oracle;
pub mod perft;
mod player;
pub mod playout;
mod report;
mod score;
pub mod scout;
pub mod scout_tt;
mod settings;
pub mod transposition;
pub mod tree;
pub mod uct;

pub use contender::Contender;
pub use engine::{Algorithm, Engine};
pub use oracle::Oracle;
pub use player::{Limit, Player, PlayerFactory, SearchRequest, SearchResult, Settings};
pub use report::{Report, Worth};
pub use score::Score;
pub use settings::EngineError;
