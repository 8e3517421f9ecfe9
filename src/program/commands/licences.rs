//! `licences`: the licence of Hindsight and the licences of the crates that it is built of.

use std::io::Write;

use clap::{Args, Command};

use crate::failure::{Failure, Status};
use hindsight::open::Games;

/// Show the licences of the program and its parts
#[derive(Debug, Args)]
pub struct Arguments {}

/// Writes the texts. tools/dist/dependencies.py makes the second.
pub fn run(_games: &Games, _declared: Command, _arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
    let own = include_str!("../../../LICENSE");
    let others = include_str!("../../../data/licences.txt");
    writeln!(out, "{}\n\n{}", own.trim_end(), others.trim_end())?;
    Ok(Status::Success)
}
