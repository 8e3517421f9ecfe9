//! Whether a game keeps its contract: checked on a sample before a small game is solved in memory.

use crate::failure::Failure;
use hindsight::catalogue::{CatalogueGame, GameEntry};
use hindsight::verify::rules;

/// Checks the contract of a game, and the contract of its solver, on a small sample.
///
/// # Errors
/// [`Failure::Contract`] with the violations.
pub fn check_sample<G: CatalogueGame>(entry: &GameEntry<G>) -> Result<(), Failure> {
    let violations = rules::sample(&entry.game, &*entry.solver);
    match violations.is_empty() {
        true => Ok(()),
        false => Err(Failure::Contract { game: entry.game.name(), violations: violations.lines() }),
    }
}
