//! The functions that are fuzzed. Each takes any bytes, and panics if the library breaks a promise.
//!
//! Bytes that name a game begin with a digit: the number of the game in the catalogue.

pub mod figures;
pub mod games;
pub mod http;
pub mod positions;
pub mod records;
pub mod tables;
pub mod uci;
