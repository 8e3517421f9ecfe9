//! The program for all games of this folder: one call gives each of them the whole command line.

mod alone;
mod countdown;
mod mu_torere;
mod pong_hau_ki;
mod skirmish;
mod twice;

use std::process::ExitCode;

use countdown::{Countdown, Fault};
use hindsight::catalogue::{Catalogue, GameEntry};

fn main() -> ExitCode {
    hindsight_program::main(|games| {
        games.add(GameEntry::new(pong_hau_ki::PongHauKi::new()));
        // The game of the guide.
        games.add(GameEntry::new(mu_torere::MuTorere::new()));
        // In several tables.
        games.add(GameEntry::new(skirmish::Skirmish::new()));
        // Two teams of two, and one side alone.
        games.add(GameEntry::new(twice::Twice::new()));
        games.add(GameEntry::new(alone::Alone::new()));
        // Sound, and twice with a fault in its contract.
        for fault in [Fault::None, Fault::FinishedMoves, Fault::LeadsTo] {
            games.add(GameEntry::new(Countdown::new(fault)));
        }
    })
}
