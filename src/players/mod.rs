//! Players: engines that know one game. They use [`search`](crate::search) and the rules of their game. The
//! [`catalogue`](crate::catalogue) joins a game and its players.
//!
//! # Overview of modules
//!
//! * [`maim`]: chess, by principal variation search on several threads.
//! * [`triple_jump`]: both games of draughts, by principal variation search on several threads.
//! * [`tricky_dick`]: the losing game of draughts, by alpha-beta to a fixed depth.
//! * [`halma`]: four-handed Halma, by a beam search over its own turns and a table of the end.
//! * [`dery`]: four-handed Halma, by a best-first search over its own turns.
//! * [`levels`]: four players of tic-tac-toe that match patterns.
//! * [`deepening`]: iterative deepening on several threads, for [`maim`] and [`triple_jump`].
//! * [`network`]: neural networks that are updated from position to position, for both.
//!
//! Each player has a [`PlayerFactory`](crate::search::PlayerFactory) for its game.

pub mod deepening;
pub mod dery;
pub mod halma;
pub mod levels;
pub mod maim;
pub mod network;
pub mod tricky_dick;
pub mod triple_jump;
