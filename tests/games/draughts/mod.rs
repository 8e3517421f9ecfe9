//! The games of draughts: rules and endings, and checkers through the program.

pub mod endings;
pub mod judged;
pub mod perft;
mod players;
mod program;
mod quiet;
mod rules;
pub mod solved;
