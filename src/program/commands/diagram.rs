//! `diagram`: a position as SVG.

use std::io::Write;

use clap::Args;

use crate::args::position_words;
use crate::failure::{Failure, Status};
use crate::opening::note_position;
use hindsight::draw::Theme;
use hindsight::open::{AnyGame, Sources};

/// Draw a position as SVG
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of the game, as listed by the `games` command
    pub game: String,
    /// The position (default: the starting position)
    position: Vec<String>,
    /// Colours of the board: wood or slate
    #[arg(long, value_name = "THEME", default_value = "wood", value_parser = theme)]
    theme: Theme,
}

/// Reads the name of a theme.
fn theme(text: &str) -> Result<Theme, String> {
    Theme::named(text).ok_or_else(|| format!("expected {}", Theme::ALL.map(Theme::name).join(" or ")))
}

/// Writes the picture.
pub fn run(game: &dyn AnyGame, arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
    let position = position_words(game.facts(), &arguments.position);
    let game = game.open(&Sources::nothing(), &())?;
    let picture = game.picture(&position, arguments.theme)?;
    note_position(&*game, &position);
    out.write_all(picture.as_bytes())?;
    Ok(Status::Success)
}
