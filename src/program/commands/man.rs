//! `man`: the manual page of the program or of one of its commands.

use std::io::Write;

use clap::{Args, Command};
use clap_mangen::Man;

use crate::failure::{Failure, Status};
use crate::suggest::question;
use hindsight::open::Games;

/// Write the manual page of this program, or of one of its commands
#[derive(Debug, Args)]
pub struct Arguments {
    /// The command (default: the program)
    command: Option<String>,
}

/// Writes the page, in the language of `man`.
///
/// # Errors
/// If there is no such command.
pub fn run(
    _games: &Games,
    mut declared: Command,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    // Building gives the commands their full names.
    declared.build();
    let page = match &arguments.command {
        None => declared,
        Some(name) => match declared.find_subcommand(name) {
            Some(command) => command.clone(),
            None => {
                let names: Vec<&str> = declared.get_subcommands().map(Command::get_name).collect();
                let meant = question(name, names.iter().copied()).map_or(String::new(), |text| format!(". {text}"));
                return Err(Failure::Usage(format!("expected one of {}; found {name:?}{meant}", names.join(", "))));
            }
        },
    };
    Man::new(page).render(out)?;
    Ok(Status::Success)
}
