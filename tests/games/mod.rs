//! The rules of each game, its solver and its players: against published figures, and against rules written a second
//! time.

pub mod chess;
pub mod draughts;
mod golden;
pub mod halma;
mod halma_packing;
mod players;
mod tigers_and_goats;
