//! The engines of a game in the help of the subcommands that take one.

use std::fmt::Write;

use clap::Command;

use super::output::{Align, TextTable};
use super::program;
use crate::game::Game;
use crate::search::{Algorithm, PlayerFactory, SETTINGS};

/// The subcommands that take an engine.
const COMMANDS: [&str; 4] = ["search", "play", "match", "uci"];

/// An engine, for people who choose one.
pub struct EngineHelp {
    name: &'static str,
    about: &'static str,
    settings: &'static [&'static str],
}

/// The engines of a game: its players, then the generic searches.
pub fn engines<G: Game>(players: &[PlayerFactory<G>]) -> Vec<EngineHelp> {
    let players =
        players.iter().map(|&PlayerFactory { name, about, settings, .. }| EngineHelp { name, about, settings });
    let generic = Algorithm::ALL.into_iter().map(|algorithm| EngineHelp {
        name: algorithm.name(),
        about: algorithm.about(),
        settings: algorithm.settings(),
    });
    players.chain(generic).collect()
}

/// Appends to the help of the subcommands that take an engine those of a game, by its name, or else how to list them.
pub fn describe(mut command: Command, game: Option<(&str, Vec<EngineHelp>)>) -> Command {
    for name in COMMANDS {
        let text = match &game {
            Some((game, engines)) => list(game, engines),
            None => format!("`{} {name} GAME --help` lists the engines of a game and their settings", program::name()),
        };
        command = command.mut_subcommand(name, |command| command.after_help(text));
    }
    command
}

/// The engines of a game and the settings.
fn list(game: &str, engines: &[EngineHelp]) -> String {
    let mut table = TextTable::new([Align::Left, Align::Left]);
    for engine in engines {
        table.row([engine.name, engine.about]);
        table.row([String::new(), format!("settings: {}", engine.settings.join(", "))]);
    }
    let mut settings = TextTable::new([Align::Left, Align::Left]);
    for (form, about) in SETTINGS {
        settings.row([form, about]);
    }
    let mut text = format!("Engines of {game}:\n");
    table.lines().for_each(|line| _ = writeln!(text, "  {line}"));
    text.push_str("\nSettings, after a colon and separated by commas, such as scout-tt:hash=64M,time=1s:\n");
    settings.lines().for_each(|line| _ = writeln!(text, "  {line}"));
    text.truncate(text.trim_end().len());
    text
}
