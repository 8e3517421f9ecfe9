//! `help`: the help of a command, or a chapter of the guide.

mod page;

use std::io::{self, IsTerminal, Write};

use clap::{Args, Command};

use crate::args::engines;
use crate::failure::{Failure, Status};
use crate::output::{Align, TextTable};
use crate::program;
use crate::suggest::question;
use hindsight::guide::{CHAPTERS, Chapter};
use hindsight::open::Games;

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
    let declared = engines::describe(declared, None);
    match &arguments.name {
        None => show(declared, &[], out)?,
        Some(name) if declared.find_subcommand(name).is_some() => show(declared, &[name], out)?,
        Some(name) => match CHAPTERS.iter().find(|chapter| chapter.topic.eq_ignore_ascii_case(&name.replace('_', "-")))
        {
            Some(chapter) => page::write(chapter.text, out)?,
            None => return Err(unknown(&declared, name)),
        },
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

/// Writes what `--help` shows after these words, in colours on a terminal.
fn show(declared: Command, words: &[&str], out: &mut dyn Write) -> io::Result<()> {
    let line = [program::name()].into_iter().chain(words.iter().copied()).chain(["--help"]);
    // The parser returns help as an error.
    let Err(help) = declared.try_get_matches_from(line) else { return Ok(()) };
    let help = help.render();
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
