//! The games of Hindsight, one file or folder each: rules, notation and space, and the layouts that make fast engines work
//! for them.
//!
//! `tic_tac_toe` is the smallest complete game, to be copied.

pub mod draughts;
pub mod pangki;
pub mod tic_tac_toe;
pub mod tigers_and_goats;
