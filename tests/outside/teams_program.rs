//! The program for a game of two teams of two, and for one of a side alone.

mod alone;
mod twice;

use std::process::ExitCode;

use hindsight::catalogue::{Catalogue, GameEntry};
use hindsight::cli;

fn main() -> ExitCode {
    cli::main(|games| {
        games.add(GameEntry::new(twice::Twice::new()));
        games.add(GameEntry::new(alone::Alone::new()));
    })
}
