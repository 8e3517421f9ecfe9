//! Whether a game keeps its contract: checked on a sample before a solve, and in full by `verify --rules`.

use crate::args::Quiet;
use crate::failure::Failure;
use crate::output::progress::ProgressReport;
use hindsight::catalogue::{CatalogueGame, GameEntry};
use hindsight::verify::{Check, rules};

pub use rules::{BRIEF, FULL};

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

/// Checks the contract of a game on up to `total` entries, and the contract of its solver on every slice.
pub fn check<G: CatalogueGame>(entry: &GameEntry<G>, total: u64, quiet: &Quiet) -> Check {
    let progress = ProgressReport::new("checking the rules", rules::entries(&entry.game, total), quiet);
    rules::check(&entry.game, &*entry.solver, total, &progress)
}
