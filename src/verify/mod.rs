//! Checks of finished tables, by code that shares no line with the fast engines except the rules.
//!
//! # Overview of types
//!
//! * [`Check`] and [`Verdict`]: a row of a report.
//! * [`laws`]: every entry against its successors. [`sample`]: some entries derived again by a forward search.
//! * [`published`]: figures from the literature. [`solved`]: figures of slices that were solved before.

mod counts;
pub mod laws;
pub mod published;
mod replies;
pub mod sample;
mod searches;
pub mod solved;

/// One thing that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What was checked, in a few words.
    pub what: String,
    /// The source of a published figure; empty for the laws.
    pub source: String,
    /// What was expected.
    pub expected: String,
    /// What was found.
    pub found: String,
    /// How it ended.
    pub verdict: Verdict,
    /// Lines for people: a game in full, examples of broken entries.
    pub details: Vec<String>,
}

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As expected.
    Ok,
    /// Not as expected.
    Failed,
    /// No table here can answer.
    NotSolvedHere,
    /// Shown beside what it may be compared with, and not checked.
    NotCompared,
}
