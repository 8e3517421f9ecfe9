//! Whether a game and its solver keep their contracts: on a sample before a solve, and in full by `verify --rules`.

use super::{Check, Verdict};
use crate::game::{Board, Notation, PlayRules, position_text};
use crate::solve::Solver;
use crate::space::{SliceId, Symmetry, Violations, conformance};
use crate::util::progress::Progress;
use crate::util::units::{count, thousands};

/// Entries that are checked before a solve: few, to take no noticeable time.
const SAMPLE: u64 = 2000;

/// Slices on which the solver's contract is checked before a solve, spread evenly.
const SAMPLE_SLICES: u32 = 8;

/// Entries that a full check reads: all of a small game, an even sample of a large one.
pub const FULL: u64 = 500_000;

/// Entries that a check among others reads.
pub const BRIEF: u64 = 20_000;

/// The violations of the contract of a game, and of the contract of its solver, on a small sample.
pub fn sample<G: Symmetry + Board + PlayRules + Notation>(game: &G, solver: &dyn Solver<G>) -> Violations {
    violations(game, solver, per_slice(game, SAMPLE), SAMPLE_SLICES, &())
}

/// The entries that [`check`] reads of up to `total`.
pub fn entries<G: Symmetry>(game: &G, total: u64) -> u64 {
    let most = per_slice(game, total);
    game.slices().iter().map(|slice| slice.entries.min(most)).sum()
}

/// Checks the contract of a game on up to `total` entries, and the contract of its solver on every slice; the progress
/// counts [`entries`].
pub fn check<G: Symmetry + Board + PlayRules + Notation>(
    game: &G,
    solver: &dyn Solver<G>,
    total: u64,
    progress: &dyn Progress,
) -> Check {
    let all: u64 = game.slices().iter().map(|slice| slice.entries).sum();
    let checked = entries(game, total);
    let violations = violations(game, solver, per_slice(game, total), u32::MAX, progress);
    let of_all = if checked == all { String::new() } else { format!(" of {}", thousands(all)) };
    let played = per_slice(game, total).min(conformance::PLAYED);
    let mut examined = vec![format!("{} of random play", count(played, "position"))];
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
fn violations<G: Symmetry + Board + PlayRules + Notation>(
    game: &G,
    solver: &dyn Solver<G>,
    most: u64,
    slices: u32,
    progress: &dyn Progress,
) -> Violations {
    let mut violations = conformance::check_watched(game, most, progress);
    if violations.is_empty() {
        let all = game.slices().len() as u32;
        let checked = all.min(slices);
        let slices: Vec<SliceId> = (0..checked)
            .map(|number| SliceId((u64::from(number) * u64::from(all) / u64::from(checked)) as u32))
            .collect();
        solver.check_slices(game, &slices, &|position| position_text(game, position), &mut violations);
    }
    violations
}
