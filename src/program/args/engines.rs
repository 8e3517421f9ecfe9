//! The engines of a game in the help of the subcommands that take one.

use clap::Command;
use serde::Serialize;

use crate::output::{Align, TextTable, wrapped};
use crate::program;
use hindsight::catalogue::CatalogueGame;
use hindsight::search::{Algorithm, PlayerFactory, SETTINGS, random};

/// The subcommands that take an engine.
const COMMANDS: [&str; 4] = ["search", "play", "match", "uci"];

/// An engine, for people who choose one.
#[derive(Serialize)]
pub struct EngineHelp {
    name: &'static str,
    about: &'static str,
    settings: &'static [&'static str],
}

/// The engines of a game: its players, the generic searches, and the player of every game.
pub fn engines<G: CatalogueGame>(players: &[PlayerFactory<G>]) -> Vec<EngineHelp> {
    let of_player =
        |&PlayerFactory { name, about, settings, .. }: &PlayerFactory<G>| EngineHelp { name, about, settings };
    let generic = Algorithm::ALL.into_iter().map(|algorithm| EngineHelp {
        name: algorithm.name(),
        about: algorithm.about(),
        settings: algorithm.settings(),
    });
    players.iter().map(of_player).chain(generic).chain([of_player(&random::factory())]).collect()
}

/// Appends the engines of a game to the help of the subcommands that take an engine; without a game, the command that
/// lists them.
pub fn describe(mut command: Command, game: Option<(&str, Vec<EngineHelp>)>) -> Command {
    let engines = game.map(|(game, engines)| list(game, &engines));
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
    use hindsight::games::draughts::Draughts;
    use hindsight::players::tricky_dick;

    #[test]
    fn the_list_fits_eighty_columns_and_every_setting_stands_below_its_engine() {
        let text = list("checkers", &engines::<Draughts>(&[tricky_dick::factory()]));
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        let lines: Vec<&str> = text.lines().skip(1).take_while(|line| !line.is_empty()).collect();
        assert!(lines.iter().all(|line| line.starts_with("  ")), "{text}");
        let engines = lines.iter().filter(|line| !line.starts_with("   ")).count();
        assert_eq!((engines, text.matches(" settings: ").count()), (Algorithm::ALL.len() + 2, engines), "{text}");
    }
}
