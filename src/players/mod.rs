//! Players: engines that know one game. They use [`search`](crate::search); games do not know them, and the
//! [`catalogue`](crate::catalogue) joins the two.
//!
//! # Overview of types
//!
//! * [`triple_jump`]: both games of draughts, by principal variation search on several threads.
//! * [`tricky_dick`]: the losing game of draughts, by alpha-beta to a fixed depth.
//! * [`maim`]: chess, by principal variation search on several threads.
//! * [`dery`]: four-handed Halma, by its own next turns alone.
//! * [`halma`]: four-handed Halma, by its own next turns and a table of the end.
//! * [`levels`]: four players of tic-tac-toe that match patterns.
//!
//! Each has a [`PlayerFactory`](crate::search::PlayerFactory) for its game.

pub mod deepening;
pub mod dery;
pub mod halma;
pub mod levels;
pub mod maim;
pub mod network;
pub mod tricky_dick;
pub mod triple_jump;
