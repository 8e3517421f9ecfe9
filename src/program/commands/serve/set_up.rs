//! A position set up piece by piece, and how far it is one of the game.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::asked::check_length;
use super::sketch::sketched;
use super::view::theme;
use crate::failure::Failure;
use hindsight::answer::{SetUpAnswer, SetUpQuery};
use hindsight::draw::{Caption, svg};
use hindsight::open::OpenGame;

/// The position to set up: the pieces by place, each by its number among [`Board::pieces`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetUpRequest {
    /// The position whose state beside the board is kept; by default the start.
    position: Option<String>,
    /// The side to move by its number; by default the side to move in the position.
    side: Option<usize>,
    /// By default the pieces of the position.
    pieces: Option<BTreeMap<String, usize>>,
    /// Whether the board was empty before these pieces were put on it.
    #[serde(default)]
    empty_before: bool,
    /// The rights that are granted, by their numbers among `rights` of the game; by default the rights in the position.
    rights: Option<Vec<usize>>,
    /// A text that is no position, in place of the pieces: those that it tells are set up.
    text: Option<String>,
    #[serde(default)]
    flip: bool,
    /// The name of the theme.
    theme: Option<String>,
}

/// The position that was set up. It has either `position` or `error`.
#[derive(Serialize)]
pub struct SetUp {
    game: &'static str,
    position: Option<String>,
    error: Option<String>,
    text: Option<String>,
    side: usize,
    pieces: BTreeMap<String, usize>,
    /// Whether each right is granted; `null` where the pieces do not stand for it.
    rights: Vec<Option<bool>>,
    svg: String,
}

impl SetUp {
    /// Sets up a position.
    ///
    /// # Errors
    /// If the game cannot be set up, or has no such piece, place or side.
    pub fn new(game: &dyn OpenGame, wanted: SetUpRequest) -> Result<SetUp, Failure> {
        let SetUpRequest { position, side, pieces, empty_before, rights, text: sketch, flip, theme: name } = wanted;
        position.iter().chain(&sketch).try_for_each(|text| check_length(text))?;
        let theme = theme(name.as_deref())?;
        let facts = game.facts();
        let pieces = match &sketch {
            Some(text) => Some(sketched(text, &game.diagram(&facts.start)?, &facts.pieces)),
            None => pieces,
        };
        let SetUpAnswer { text, position, side, pieces, rights, board } =
            game.set_up(&SetUpQuery { position, side, pieces, empty_before, rights })?;
        let (position, error) = position.map_or((None, None), |read| match read {
            Ok(position) => (Some(position), None),
            Err(error) => (None, Some(error.to_string())),
        });
        let board = if flip { board.rotated() } else { board };
        let caption = Caption { title: game.facts().name, description: text.as_deref().unwrap_or_default() };
        let svg = svg(&board, &[], theme, caption);
        Ok(SetUp { game: game.facts().name, position, error, text, side, pieces, rights, svg })
    }
}
