//! The program for a game that is kept in several tables.

mod skirmish;

use std::process::ExitCode;

use hindsight::cli;

fn main() -> ExitCode {
    cli::main([cli::game(skirmish::Skirmish::new())])
}
