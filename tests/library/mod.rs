//! The contracts of the library: solvers, tables, searches, players, records and layers.

mod bitsets;
pub mod changed_records;
pub mod changed_tables;
mod cluster;
mod compressed;
mod conformance;
mod contracts;
mod corruption;
mod dependencies;
mod diagrams;
pub mod embedded;
mod find;
mod layers;
#[cfg(feature = "capi")]
mod opened;
mod outside_game;
pub mod parsers;
pub mod power_loss;
mod records;
mod removed_tables;
mod results;
mod results_alone;
mod search;
mod shared_working;
mod solvers;
pub mod tables;
pub mod teams;
mod watch;
mod words;
