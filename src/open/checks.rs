//! The checks of a game and of its tables, behind an object without its types.

use thiserror::Error;

use crate::answer::GameFacts;
use crate::catalogue::{CatalogueGame, GameEntry};
use crate::query::Probe;
use crate::space::SliceId;
use crate::table::{Checked, TableError, Tables};
use crate::util::run::Run;
use crate::util::units::{count, thousands};
use crate::values::LookupError;
use crate::verify::published::PublishedError;
use crate::verify::solved::SolvedError;
use crate::verify::{Check, Verdict, laws, published, rules, sample, solved};

/// A test of a game or of its tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// The contract of the game on up to this number of entries, and the contract of its solver.
    Rules(u64),
    /// Every block of the tables against its checksum.
    Checksums,
    /// The laws of wins, losses and draws on this number of entries, spread evenly; `None` for every entry.
    Laws(Option<u64>),
    /// This number of entries, derived again by a search without the tables.
    Sample(u64),
    /// The figures of slices that were solved before.
    Solved,
    /// The published figures.
    Published,
}

impl Test {
    /// The name of the test in a word.
    pub fn word(self) -> &'static str {
        match self {
            Test::Rules(_) => "rules",
            Test::Checksums => "checksums",
            Test::Laws(_) => "laws",
            Test::Sample(_) => "sample",
            Test::Solved => "solved",
            Test::Published => "published",
        }
    }

    /// The unit of the work in the singular, such as `entry`.
    pub fn unit(self) -> &'static str {
        match self {
            Test::Checksums => "byte",
            Test::Published => "figure",
            Test::Rules(_) | Test::Laws(_) | Test::Sample(_) | Test::Solved => "entry",
        }
    }
}

/// Why a test could not be done.
#[derive(Debug, Error)]
pub enum CheckError {
    /// A table is damaged or cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Values that are not from a table could not be looked up.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// The published figures cannot be read.
    #[error(transparent)]
    Published(#[from] PublishedError),
    /// The figures of slices that were solved before cannot be read.
    #[error(transparent)]
    Solved(#[from] SolvedError),
}

/// The work of a test on slices, in its [unit](Test::unit).
pub(super) fn work<G: CatalogueGame>(
    entry: &GameEntry<G>,
    facts: &GameFacts,
    tables: &Tables,
    test: Test,
    slices: &[SliceId],
) -> Result<u64, CheckError> {
    let entries = facts.entries(slices);
    Ok(match test {
        Test::Rules(total) => rules::entries(&entry.game, total),
        Test::Checksums => tables.bytes_of(slices),
        Test::Laws(drawn) => drawn.map_or(entries, |drawn| drawn.min(entries)),
        Test::Sample(wanted) => wanted,
        Test::Solved => entries,
        Test::Published => published::number(entry.published).map_err(PublishedError::from)?,
    })
}

/// Does a test on slices.
pub(super) fn check<G: CatalogueGame>(
    entry: &GameEntry<G>,
    tables: &Tables,
    test: Test,
    slices: &[SliceId],
    run: &Run,
) -> Result<Vec<Check>, CheckError> {
    let (probe, progress) = (Probe { space: &entry.game, tables }, run.progress);
    run.install(|| {
        Ok(match test {
            Test::Rules(total) => vec![rules::check(&entry.game, &*entry.solver, total, progress)],
            Test::Checksums => vec![intact(tables.check_slices(slices, progress)?)],
            Test::Laws(drawn) => laws::check_slices(&probe, slices, drawn, progress)?,
            Test::Sample(wanted) => sample::check_slices(&probe, slices, wanted, progress)?,
            Test::Solved => solved::check(&probe, slices, entry.solved, progress)?,
            Test::Published => published::check(&probe, entry.published, progress)?,
        })
    })
}

/// The check of tables whose blocks all agree with their checksums.
fn intact(checked: Checked) -> Check {
    Check {
        what: "blocks that do not agree with their checksums".to_string(),
        source: String::new(),
        expected: "0".to_string(),
        found: format!("0 of {} ({})", thousands(checked.blocks), count(checked.bytes, "byte")),
        verdict: Verdict::Ok,
        details: Vec::new(),
    }
}
