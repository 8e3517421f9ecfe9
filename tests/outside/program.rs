//! The program for a game that does not live in the crate: one call gives it the whole command line.

mod pong_hau_ki;

use std::process::ExitCode;

use hindsight::catalogue::{Catalogue, GameEntry};
use hindsight::cli;

fn main() -> ExitCode {
    cli::main(|games| games.add(GameEntry::new(pong_hau_ki::PongHauKi::new())))
}
