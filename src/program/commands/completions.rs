//! `completions`: scripts with which a shell completes commands, options and the names of games.

use std::io::Write;

use clap::builder::PossibleValuesParser;
use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::failure::{Failure, Status};
use crate::program;
use hindsight::open::Games;

/// Write a script with which a shell completes commands
#[derive(Debug, Args)]
pub struct Arguments {
    /// The shell
    shell: Shell,
}

/// Writes the script of the arguments that the program takes.
pub fn run(
    games: &Games,
    mut declared: Command,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let names = games.names();
    // Building gives the positional arguments their places, which they keep when they are changed.
    declared.build();
    let mut command = declared.mut_subcommands(|command| {
        let has_game = command.get_arguments().any(|argument| argument.get_id() == "game");
        match has_game {
            true => command.mut_arg("game", |game| game.value_parser(PossibleValuesParser::new(names.iter().copied()))),
            false => command,
        }
    });
    // The generator panics where it cannot write: it writes into memory.
    let mut script = Vec::new();
    generate(arguments.shell, &mut command, program::name(), &mut script);
    out.write_all(&script)?;
    Ok(Status::Success)
}
