//! The contracts of the library: solvers, tables, searches, players, records and layers.

mod bitsets;
pub mod changed_records;
mod cluster;
mod compressed;
mod conformance;
mod contracts;
mod counted_depths;
mod diagrams;
mod dialects;
pub mod embedded;
mod find;
mod layers;
mod opened;
mod outside_game;
pub mod parsers;
mod records;
mod results;
mod results_alone;
mod search;
mod shared_working;
mod solvers;
pub mod tables;
pub mod teams;
mod watch;
mod words;
mod wrong_games;
