//! Checks of finished tables, by code that shares only the rules with the solvers.
//!
//! # Overview of types
//!
//! * [`Check`] and [`Verdict`]: a row of a report.
//! * [`laws`]: every entry, or some, compared with its successors. [`sample`]: some entries derived again by a forward
//!   search.
//! * [`rules`]: the contracts of a game and of its solver.
//! * [`published`]: figures from the literature. [`solved`]: figures of slices that were solved before.

mod counts;
mod drawn;
pub mod laws;
pub mod published;
mod replies;
pub mod rules;
pub mod sample;
mod searches;
pub mod solved;

/// A row of a report: one check and its verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The subject of the check, in a few words.
    pub what: String,
    /// The source of a published figure; empty for the laws.
    pub source: String,
    /// The expected result.
    pub expected: String,
    /// The found result.
    pub found: String,
    /// The verdict.
    pub verdict: Verdict,
    /// Lines for people: a game in full, examples of broken entries.
    pub details: Vec<String>,
}

/// The verdict of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As expected.
    Ok,
    /// Not as expected.
    Failed,
    /// No table here can answer.
    NotSolvedHere,
    /// Shown beside a comparable measurement, and not checked.
    NotCompared,
}
