//! `diagram`: a position as SVG, or its best line as a film.

use std::io::Write;

use clap::Args;

use crate::args::{TablesOption, position_words};
use crate::failure::{Failure, Status};
use crate::opening::{note_position, open};
use crate::output::told::told;
use hindsight::answer::{PositionQuery, StepAnswer};
use hindsight::draw::{self, Caption, FilmStep, Theme};
use hindsight::game::Diagram;
use hindsight::open::{AnyGame, OpenGame, Sources};

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
    /// Draw the best line from the tables as a picture that moves, with a mark at each move that alone holds the result
    #[arg(long)]
    animate: bool,
    #[command(flatten)]
    tables: TablesOption,
}

/// Reads the name of a theme.
fn theme(text: &str) -> Result<Theme, String> {
    Theme::named(text).ok_or_else(|| format!("expected {}", Theme::ALL.map(Theme::name).join(" or ")))
}

/// Writes the picture.
pub fn run(game: &dyn AnyGame, arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
    let position = position_words(game.facts(), &arguments.position);
    let (game, picture) = if arguments.animate {
        let sources = Sources { position: Some(position.clone()), ..Sources::of(arguments.tables.store_to_read()?) };
        let game = open(game, &sources)?;
        let film = film(&*game, &position, arguments.theme)?;
        (game, film)
    } else {
        let game = game.open(&Sources::nothing(), &())?;
        let picture = game.picture(&position, arguments.theme)?;
        (game, picture)
    };
    note_position(&*game, &position);
    out.write_all(picture.as_bytes())?;
    Ok(Status::Success)
}

/// The best line of a position as one picture that moves.
///
/// # Errors
/// If the game is over, or the values do not hold the line.
pub fn film(game: &dyn OpenGame, position: &str, theme: Theme) -> Result<String, Failure> {
    let answer = game.ask(position, &PositionQuery { line: true, for_people: true, ..PositionQuery::default() })?;
    if answer.over.is_some() {
        let message = format!("expected a position in which the game goes on, found {}", answer.position);
        return Err(Failure::Usage(message));
    }
    let line = answer.line.ok_or_else(|| game.not_held(position))?;
    let mut before = answer.position.clone();
    let mut steps = Vec::with_capacity(line.len());
    for step in &line {
        steps.push(film_step(game, &before, step)?);
        before.clone_from(&step.position);
    }
    let caption = Caption { title: game.facts().name, description: &answer.position };
    Ok(draw::film(&without_notes(game.diagram(position)?), &steps, &label(game, &before)?, theme, caption))
}

/// A move of the film.
fn film_step(game: &dyn OpenGame, before: &str, step: &StepAnswer) -> Result<FilmStep, Failure> {
    let query = PositionQuery { moves: true, difficulty: true, ..PositionQuery::default() };
    let answer = game.ask(before, &query)?;
    let is_only = answer.moves.len() > 1 && answer.trickiness.is_some_and(|tricky| tricky.holding == 1);
    let board = without_notes(game.diagram(&step.position)?);
    let number = |name: &String| board.places.iter().position(|square| square.name == *name);
    let touched = step.touched.iter().filter_map(number).map(|square| square as u16).collect();
    Ok(FilmStep { touched, label: label(game, before)?, is_only, board })
}

/// The text below a position: its value, or how the game has ended.
fn label(game: &dyn OpenGame, position: &str) -> Result<String, Failure> {
    let answer = game.ask(position, &PositionQuery { for_people: true, ..PositionQuery::default() })?;
    Ok(told(game.facts(), &answer))
}

/// A board whose facts are in the labels.
fn without_notes(board: Diagram) -> Diagram {
    Diagram { notes: Vec::new(), ..board }
}
