//! The subcommands: a file or a folder for each.

pub mod annotate;
pub mod compare;
pub mod completions;
pub mod compress;
pub mod diagram;
pub mod find;
pub mod games;
pub mod man;
pub mod matches;
pub mod perft;
pub mod play;
pub mod query;
pub mod search;
pub mod serve;
pub mod solve;
pub mod stats;
pub mod tables;
pub mod uci;
pub mod verify;
