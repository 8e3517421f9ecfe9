//! `query --examples`: positions worth seeing.

use std::io::Write;

use crate::failure::{Failure, Status};
use crate::output::{json_line, wrapped};
use hindsight::answer::GameFacts;
use hindsight::catalogue::Guide;

/// Writes the positions worth seeing of a game, each with a sentence about it.
///
/// # Errors
/// If the guide of the game cannot be read.
pub fn write(game: &GameFacts, json: bool, out: &mut dyn Write) -> Result<Status, Failure> {
    let positions = Guide::read(game.guide)?.positions;
    for (number, position) in positions.iter().enumerate() {
        if json {
            json_line(position, out)?;
            continue;
        }
        if number > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}\n  {}", position.title, position.position)?;
        wrapped(&format!("  {}", position.about), "  ", out)?;
    }
    if positions.is_empty() && !json {
        writeln!(out, "the guide of {} has no positions", game.name)?;
    }
    Ok(Status::Success)
}
