//! A position set up piece by piece, and how far it is one of the game.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::asked::check_length;
use super::view::theme;
use crate::failure::Failure;
use hindsight::catalogue::CatalogueGame;
use hindsight::draw::{Caption, svg};
use hindsight::game::{Diagram, Piece, Place, position_text};

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
    svg: String,
}

impl SetUp {
    /// Sets up a position.
    ///
    /// # Errors
    /// If the game cannot be set up, or has no such piece, place or side.
    pub fn new<G: CatalogueGame>(game: &G, wanted: &SetUpRequest) -> Result<SetUp, Failure> {
        let kinds = game.pieces();
        if kinds.is_empty() {
            let message =
                format!("expected a game that is set up piece by piece, found {}: write its position", game.name());
            return Err(Failure::Usage(message));
        }
        let base = match &wanted.position {
            Some(text) => {
                check_length(text)?;
                game.parse(text)?
            }
            None => game.start(),
        };
        let side = wanted.side.unwrap_or_else(|| game.side_to_move(&base));
        let theme = theme(wanted.theme.as_deref())?;
        if side >= game.sides().len() {
            let message = format!("expected the number of a side from 0 to {}, found {side}", game.sides().len() - 1);
            return Err(Failure::Usage(message));
        }
        let mut board = game.diagram(&base);
        if let Some(pieces) = &wanted.pieces {
            put(&mut board, pieces, &kinds)?;
        }
        board.notes = Vec::new();
        let placed: Vec<Option<Piece>> = board.places.iter().map(|place| place.piece).collect();
        let text = game.set_up(&placed, side, &base);
        let parsed = text.as_deref().map(|text| game.parse(text));
        let number = |place: &Place| {
            let kind = kinds.iter().position(|kind| Some(*kind) == place.piece)?;
            Some((place.name.clone(), kind))
        };
        let pieces = board.places.iter().filter_map(number).collect();
        let board = if wanted.flip { board.rotated() } else { board };
        let caption = Caption { title: game.name(), description: text.as_deref().unwrap_or_default() };
        Ok(SetUp {
            game: game.name(),
            position: parsed
                .as_ref()
                .and_then(|parsed| parsed.as_ref().ok())
                .map(|position| position_text(game, position)),
            error: parsed.and_then(Result::err).map(|error| error.to_string()),
            side,
            svg: svg(&board, &[], theme, caption),
            pieces,
            text,
        })
    }
}

/// Puts these pieces on the board and no others.
fn put(board: &mut Diagram, pieces: &BTreeMap<String, usize>, kinds: &[Piece]) -> Result<(), Failure> {
    for place in &mut board.places {
        place.piece = None;
    }
    for (name, &kind) in pieces {
        let place = board.places.iter_mut().find(|place| !name.is_empty() && place.name == *name);
        let (Some(place), Some(kind)) = (place, kinds.get(kind)) else {
            let name: String = name.chars().take(20).collect();
            let message = format!(
                "expected a place of the board and a piece from 0 to {}, found {name:?} and {kind}",
                kinds.len() - 1
            );
            return Err(Failure::Usage(message));
        };
        place.piece = Some(*kind);
    }
    Ok(())
}
