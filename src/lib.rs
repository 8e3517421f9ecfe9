//! Hindsight solves games backwards.

pub mod cli;
pub mod game;
pub mod games;
pub mod play;
pub mod probe;
pub mod query;
pub mod rank;
pub mod search;
pub mod solve;
pub mod space;
pub mod steps;
pub mod table;
mod text;
pub mod value;
pub mod verify;
