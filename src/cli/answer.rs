//! Everything the tables say of a position, as `query --json` writes it.

use std::io::Write;

use serde::Serialize;

use super::failure::Failure;
use super::output::json_line;
use crate::game::Notation;
use crate::query::Probe;
use crate::query::{line, moves};
use crate::space::Space;
use crate::values::Lookup;
use crate::values::LookupError;

/// Everything that is said of a position, as `--json` has it.
#[derive(Serialize)]
pub struct Answered {
    game: &'static str,
    position: String,
    value: &'static str,
    plies: Option<u32>,
    moves: Vec<SaidMove>,
    line: Vec<String>,
}

impl Answered {
    /// Writes it on a line.
    pub fn write(&self, out: &mut dyn Write) -> Result<(), Failure> {
        json_line(self, out)
    }
}

/// What is said of a move: the value is the mover's own.
#[derive(Serialize)]
struct SaidMove {
    #[serde(rename = "move")]
    name: String,
    position: String,
    value: &'static str,
    plies: Option<u32>,
}

/// Everything that the tables say of a position, or nothing if they do not know enough.
pub fn say<G: Space + Notation>(
    probe: &Probe<G, impl Lookup>,
    position: &G::Position,
) -> Result<Option<Answered>, LookupError> {
    let (Some(value), Some(rated), Some(line)) =
        (probe.value(position)?, moves(probe, position)?, line(probe, position)?)
    else {
        return Ok(None);
    };
    let game = probe.space;
    let moves = rated.iter().map(|rated| SaidMove {
        name: game.move_text(position, rated.mv),
        position: game.text(&rated.position),
        value: rated.value.word(),
        plies: rated.value.plies(),
    });
    Ok(Some(Answered {
        game: game.name(),
        position: game.text(position),
        value: value.word(),
        plies: value.plies(),
        moves: moves.collect(),
        line: line_text(game, position, &line),
    }))
}

/// The moves of a line as text.
pub fn line_text<G: Notation>(game: &G, from: &G::Position, line: &[G::Move]) -> Vec<String> {
    let mut position = *from;
    let text = |mv: &G::Move| {
        let text = game.move_text(&position, *mv);
        position = game.play(&position, *mv);
        text
    };
    line.iter().map(text).collect()
}
