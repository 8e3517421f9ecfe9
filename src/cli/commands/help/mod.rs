//! `help`: the help of a command, or a chapter of the guide.

mod page;

use std::io::{self, IsTerminal, Write};

use clap::{Args, Command};

use crate::cli::args::engines;
use crate::cli::failure::{Failure, Status};
use crate::cli::games::Games;
use crate::cli::output::{Align, TextTable};
use crate::cli::program;
use crate::cli::suggest::question;
use crate::guide::{CHAPTERS, Chapter};

/// Print this help, the help of a command, or a chapter of the guide
#[derive(Debug, Args)]
pub struct Arguments {
    /// A command, or a topic of the guide (default: list them)
    #[arg(value_name = "COMMAND|TOPIC")]
    name: Option<String>,
}

/// Writes the help. A command comes before a topic of the same name.
///
/// # Errors
/// If there is neither a command nor a topic of the name.
pub fn run(_games: &Games, declared: Command, arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
    let mut declared = engines::describe(declared, None);
    // Building gives the commands their full names.
    declared.build();
    let Some(name) = &arguments.name else {
        show(&mut declared, out)?;
        return Ok(Status::Success);
    };
    if let Some(command) = declared.find_subcommand_mut(name) {
        show(command, out)?;
        return Ok(Status::Success);
    }
    match CHAPTERS.iter().find(|chapter| chapter.topic.eq_ignore_ascii_case(name)) {
        Some(chapter) => page::write(chapter.text, out)?,
        None => return Err(unknown(&declared, name)),
    }
    Ok(Status::Success)
}

/// The topics, for the end of the program's help.
pub fn topics() -> String {
    let mut table = TextTable::new([Align::Left, Align::Left]);
    for Chapter { topic, about, .. } in CHAPTERS {
        table.row([*topic, *about]);
    }
    let lines = table.lines().map(|line| format!("\n  {line}")).collect::<String>();
    format!("Topics of the guide, for `{} help TOPIC`:{lines}", program::name())
}

/// Writes the help of a command, in colours on a terminal.
fn show(command: &mut Command, out: &mut dyn Write) -> io::Result<()> {
    let help = command.render_long_help();
    match io::stdout().is_terminal() {
        true => write!(out, "{}", help.ansi()),
        false => write!(out, "{help}"),
    }
}

/// The failure for a name that neither a command nor a topic has.
fn unknown(declared: &Command, name: &str) -> Failure {
    let commands = declared.get_subcommands().map(Command::get_name);
    let names: Vec<&str> = commands.chain(CHAPTERS.iter().map(|chapter| chapter.topic)).collect();
    let meant = question(name, names).map_or(String::new(), |text| format!(" {text}"));
    let list = format!("`{} help` lists them.", program::name());
    Failure::Usage(format!("expected a command or a topic of the guide, found {name:?}. {list}{meant}"))
}
