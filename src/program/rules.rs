//! Whether a game keeps its contract: checked on a sample before a solve, and in full by `verify --rules`.

use crate::args::Quiet;
use crate::failure::Failure;
use crate::output::progress::ProgressReport;
use hindsight::catalogue::{CatalogueGame, GameEntry};
use hindsight::game::position_text;
use hindsight::space::{SliceId, Symmetry, Violations, conformance};
use hindsight::util::progress::Progress;
use hindsight::util::units::{count, thousands};
use hindsight::verify::{Check, Verdict};

/// Entries that are checked before a solve: few, to take no noticeable time.
const SAMPLE: u64 = 2000;

/// Slices on which the solver's contract is checked before a solve, spread evenly.
const SAMPLE_SLICES: u32 = 8;

/// Entries that `verify --rules` checks: all of a small game, an even sample of a large one.
pub const FULL: u64 = 500_000;

/// Entries that `verify` checks if no test is named.
pub const BRIEF: u64 = 20_000;

/// Checks the contract of a game, and the contract of its solver, on a small sample.
///
/// # Errors
/// [`Failure::Contract`] with the violations.
pub fn check_sample<G: CatalogueGame>(entry: &GameEntry<G>) -> Result<(), Failure> {
    let violations = violations(entry, per_slice(&entry.game, SAMPLE), SAMPLE_SLICES, &());
    match violations.is_empty() {
        true => Ok(()),
        false => Err(Failure::Contract { game: entry.game.name(), violations: violations.lines() }),
    }
}

/// Checks the contract of a game on up to `total` entries, and the contract of its solver on every slice.
pub fn check<G: CatalogueGame>(entry: &GameEntry<G>, total: u64, quiet: &Quiet) -> Check {
    let most = per_slice(&entry.game, total);
    let all: u64 = entry.game.slices().iter().map(|slice| slice.entries).sum();
    let checked: u64 = entry.game.slices().iter().map(|slice| slice.entries.min(most)).sum();
    let progress = ProgressReport::new("checking the rules", checked, quiet);
    let violations = violations(entry, most, u32::MAX, &progress);
    drop(progress);
    let of_all = if checked == all { String::new() } else { format!(" of {}", thousands(all)) };
    let mut examined = vec![format!("{} of random play", count(most.min(conformance::PLAYED), "position"))];
    if all > 0 {
        examined.insert(0, format!("{}{of_all}", count(checked, "entry")));
    }
    let (found, verdict) = match violations.is_empty() {
        true => ("none", Verdict::Ok),
        false => ("some", Verdict::Failed),
    };
    Check {
        what: "violations of the contract of the game".to_string(),
        source: String::new(),
        expected: "none".to_string(),
        found: format!("{found} in {}", examined.join(" and in ")),
        verdict,
        details: violations.lines(),
    }
}

/// The entries to check in each slice: 1 or more, and up to `total` in all slices.
fn per_slice<G: Symmetry>(game: &G, total: u64) -> u64 {
    (total / (game.slices().len() as u64).max(1)).max(1)
}

/// The violations of the game's contract on up to `most` entries of each slice. If there are none, the violations of
/// the solver's contract on up to `slices` slices.
fn violations<G: CatalogueGame>(entry: &GameEntry<G>, most: u64, slices: u32, progress: &dyn Progress) -> Violations {
    let game = &entry.game;
    let mut violations = conformance::check_watched(game, most, progress);
    if violations.is_empty() {
        let all = game.slices().len() as u32;
        let checked = all.min(slices);
        let slices: Vec<SliceId> = (0..checked)
            .map(|number| SliceId((u64::from(number) * u64::from(all) / u64::from(checked)) as u32))
            .collect();
        entry.solver.check_slices(game, &slices, &|position| position_text(game, position), &mut violations);
    }
    violations
}
