//! `games`: the games with their sizes and tables, or the description of one game.

pub mod description;

use std::io::Write;

use clap::{Args, Command};

use crate::args::{TablesOption, game_commands};
use crate::failure::{Failure, Status};
use crate::output::{Align, TextTable, json_line, wrapped};
use description::{Description, describe};
use hindsight::open::Games;
use hindsight::util::units::thousands;

/// List every game, its size and how much of it is solved; with a game named, its notation, engines and commands too
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of a game
    pub game: Option<String>,
    /// Write JSON: one object per game, each on a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    tables: TablesOption,
}

/// Lists the games, or describes the game that the arguments name.
pub fn run(games: &Games, declared: Command, arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
    let (store, commands) = (arguments.tables.store_to_read()?, game_commands(&declared));
    let named = games.named(arguments.game.as_deref())?;
    let descriptions = named.into_iter().map(|game| describe(game, &store, &commands));
    if arguments.json {
        descriptions.into_iter().try_for_each(|game| json_line(&game, out))?;
    } else if arguments.game.is_some() {
        descriptions.into_iter().try_for_each(|game| write_one(&game, out))?;
    } else {
        let mut table = TextTable::new([Align::Left, Align::Right, Align::Right, Align::Left]);
        table.row(["game", "slices", "entries", "tables"]);
        for game in descriptions {
            table.row([game.game, &thousands(game.slices), &thousands(game.entries), &game.tables]);
        }
        table.write("", out)?;
    }
    Ok(Status::Success)
}

/// Describes a game.
fn write_one(game: &Description, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "{}", game.game)?;
    let slices = match game.size_name {
        None => "none: the game is for play and search".to_string(),
        Some(size_name) => format!("{}, selected by --{size_name} N or --slice S", thousands(game.slices)),
    };
    let lines = [
        ("slices", slices),
        ("entries", thousands(game.entries)),
        ("tables", game.tables.clone()),
        ("sides", game.sides.join(", ")),
        ("start", game.start.clone()),
        ("notation", game.notation.split_whitespace().collect::<Vec<_>>().join(" ")),
        ("engines", game.engines.join(" ")),
        ("commands", game.commands.join(" ")),
    ];
    for (label, text) in lines {
        wrapped(&format!("  {label:<9} {text}"), "            ", out)?;
    }
    Ok(())
}
