//! A position with its value, its moves and its best line, as `query --json` writes it.

use std::io::Write;

use serde::Serialize;

use crate::failure::Failure;
use crate::output::json_line;
use hindsight::catalogue::CatalogueGame;
use hindsight::game::{Notation, move_text, position_text};
use hindsight::query::{Probe, line, moves};
use hindsight::values::{Lookup, LookupError};

/// A position with its value, its moves and its best line: an object of `query --json`.
#[derive(Serialize)]
pub struct PositionReport {
    game: &'static str,
    position: String,
    value: &'static str,
    plies: Option<u32>,
    /// The result under the rule of quiet plies, and the plies to the next move that is not quiet.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule50: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dtz: Option<i32>,
    moves: Vec<MoveReport>,
    line: Vec<String>,
}

impl PositionReport {
    /// Writes the report on one line.
    pub fn write(&self, out: &mut dyn Write) -> Result<(), Failure> {
        json_line(self, out)
    }
}

/// A move with the position after it. The value is for the side that moves.
#[derive(Serialize)]
struct MoveReport {
    #[serde(rename = "move")]
    name: String,
    position: String,
    value: &'static str,
    plies: Option<u32>,
}

/// The report on a position; `None` if the tables lack a position that it needs.
pub fn position_report<G: CatalogueGame>(
    probe: &Probe<G, impl Lookup>,
    position: &G::Position,
) -> Result<Option<PositionReport>, LookupError> {
    let (Some(value), Some(rated), Some(line)) =
        (probe.value(position)?, moves(probe, position)?, line(probe, position)?)
    else {
        return Ok(None);
    };
    let (game, rule) = (probe.space, probe.under_rule(position)?);
    let moves = rated.iter().map(|rated| MoveReport {
        name: move_text(game, position, rated.mv),
        position: position_text(game, &rated.position),
        value: rated.value.word(),
        plies: rated.value.plies(),
    });
    Ok(Some(PositionReport {
        game: game.name(),
        position: position_text(game, position),
        value: value.word(),
        plies: value.plies(),
        rule50: rule.map(|rule| rule.result.word()),
        dtz: rule.map(|rule| rule.dtz),
        moves: moves.collect(),
        line: line_text(game, position, &line, move_text::<G>),
    }))
}

/// The moves of a line as text, each by `move_text`: [`move_text`] or [`Notation::move_text_for_people`].
pub fn line_text<G: Notation>(
    game: &G,
    from: &G::Position,
    line: &[G::Move],
    move_text: fn(&G, &G::Position, G::Move) -> String,
) -> Vec<String> {
    let mut position = *from;
    let text = |mv: &G::Move| {
        let text = move_text(game, &position, *mv);
        position = game.play(&position, *mv);
        text
    };
    line.iter().map(text).collect()
}
