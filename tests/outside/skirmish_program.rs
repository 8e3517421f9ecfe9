//! The program for a game that is kept in several tables.

mod skirmish;

use std::process::ExitCode;

use hindsight::catalogue::{Catalogue, GameEntry};
use hindsight::cli;

fn main() -> ExitCode {
    cli::main(|games| games.add(GameEntry::new(skirmish::Skirmish::new())))
}
