//! The engines of a game in the help of the subcommands that take one.

use clap::Command;

use crate::output::{Align, TextTable, wrapped};
use crate::program;
use hindsight::answer::{EngineFacts, GameFacts};
use hindsight::search::SETTINGS;

/// The subcommands that take an engine.
const COMMANDS: [&str; 4] = ["search", "play", "match", "uci"];

/// Appends the engines of a game to the help of the subcommands that take an engine; without a game, the command that
/// lists them.
pub fn describe(mut command: Command, game: Option<&GameFacts>) -> Command {
    let engines = game.map(|game| list(game.name, &game.engines));
    for name in COMMANDS {
        let text = match &engines {
            Some(engines) => engines.clone(),
            None => format!("`{} {name} GAME --help` lists the engines of a game and their settings", program::name()),
        };
        command = command.mut_subcommand(name, |command| command.after_help(text));
    }
    command
}

/// The engines of a game and the settings.
fn list(game: &str, engines: &[EngineFacts]) -> String {
    let mut table = TextTable::new([Align::Left, Align::Left]);
    for engine in engines {
        table.row([engine.name, engine.about]);
        table.row([String::new(), format!("settings: {}", engine.settings.join(", "))]);
    }
    let mut settings = TextTable::new([Align::Left, Align::Left]);
    for (form, about) in SETTINGS {
        settings.row([form, about]);
    }
    let title = "Settings, after a colon with commas between, such as scout-tt:hash=64M,time=1s:";
    let names = engines.iter().map(|engine| engine.name.len()).max().unwrap_or(0);
    // A line that is too long continues below the beginning of its text.
    let indent = " ".repeat(names + 4);
    let lines = [format!("Engines of {game}:")].into_iter().chain(table.lines().map(|line| format!("  {line}")));
    let settings = settings.lines().map(|line| format!("  {line}"));
    let lines = lines.chain([String::new(), title.to_string()]).chain(settings);
    let mut text = Vec::new();
    for line in lines {
        // Memory can always be written.
        let _ = wrapped(&line, &indent, &mut text);
    }
    String::from_utf8_lossy(&text).trim_end().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight::open::{AnyGame, Games};

    #[test]
    fn the_list_fits_eighty_columns_and_every_setting_stands_below_its_engine() {
        let games = Games::standard();
        let engines = &games.find("checkers").map(AnyGame::facts).expect("a game").engines;
        let text = list("checkers", engines);
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        let lines: Vec<&str> = text.lines().skip(1).take_while(|line| !line.is_empty()).collect();
        assert!(lines.iter().all(|line| line.starts_with("  ")), "{text}");
        let listed = lines.iter().filter(|line| !line.starts_with("   ")).count();
        assert_eq!((listed, text.matches(" settings: ").count()), (engines.len(), listed), "{text}");
    }
}
