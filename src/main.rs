//! The program: the command line with the games of this crate.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut games = Vec::new();
    hindsight::games::register(&mut games);
    hindsight::cli::main(games)
}
