//! Random numbers, threads and units: nothing of games.

pub mod random;
pub mod threads;
pub mod units;
