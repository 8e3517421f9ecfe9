//! The games of draughts: rules and endings, and checkers through the program.

mod blind_spots;
pub mod endings;
pub mod judged;
pub mod perft;
mod players;
mod program;
mod quiet;
mod rules;
pub mod solved;
