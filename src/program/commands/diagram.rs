//! `diagram`: a position as SVG.

use std::io::Write;

use clap::Args;

use crate::args::position;
use crate::failure::{Failure, Status};
use hindsight::catalogue::{CatalogueGame, GameEntry};
use hindsight::draw::{Caption, Theme, svg};
use hindsight::game::position_text;

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
pub fn run<G: CatalogueGame>(
    entry: &GameEntry<G>,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let game = &entry.game;
    let position = position(game, &arguments.position)?;
    let caption = Caption { title: game.name(), description: &position_text(game, &position) };
    out.write_all(svg(&game.diagram(&position), &[], arguments.theme, caption).as_bytes())?;
    Ok(Status::Success)
}
