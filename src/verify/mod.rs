//! Checks of finished tables, by code that shares no line with the fast solvers except the rules.

mod counts;
pub mod laws;
pub mod published;
mod replies;
pub mod sample;
mod searches;

/// One thing that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What was checked, in a few words.
    pub what: String,
    /// Who says so: the source of a published figure; empty for the laws.
    pub source: String,
    /// What was expected.
    pub expected: String,
    /// What was found.
    pub found: String,
    /// How it ended.
    pub verdict: Verdict,
    /// Lines for people that go with it: a game in full, examples of what is broken.
    pub details: Vec<String>,
}

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As expected.
    Ok,
    /// Not as expected.
    Failed,
    /// No table at hand can answer.
    NotSolvedHere,
    /// Shown beside what it may be compared with, and not checked.
    NotCompared,
}
