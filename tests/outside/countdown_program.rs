//! The program for a sound game and two that break their contract.

mod countdown;

use std::process::ExitCode;

use countdown::{Countdown, Fault};
use hindsight::catalogue::{Catalogue, GameEntry};
use hindsight::cli;

fn main() -> ExitCode {
    cli::main(|games| {
        for fault in [Fault::None, Fault::FinishedMoves, Fault::LeadsTo] {
            games.add(GameEntry::new(Countdown::new(fault)));
        }
    })
}
