//! `verify`: tests of finished tables, and of the rules that they were made with.

mod checks;

use std::io::Write;

use clap::Args;

use crate::args::selection::Selection;
use crate::args::values::one_or_more;
use crate::args::{Quiet, TablesOption, ThreadsOption};
use crate::failure::{Failure, Status};
use crate::output::progress::ProgressReport;
use checks::{CheckForm, CheckWriter};
use hindsight::answer::GameFacts;
use hindsight::open::{AnyGame, OpenGame, Rule, Sources, Test};
use hindsight::space::SliceId;
use hindsight::util::run::Run;
use hindsight::util::units::{count, thousands};
use hindsight::verify::{Check, rules};

/// Entries that are derived again by default.
const SAMPLE: u64 = 1000;

/// Verify tables; with no test named, by all tests, and with slices selected by all but --rules and --published. A game
/// without tables has its rules and published figures verified
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of the game, as listed by the `games` command
    pub game: String,
    /// Check that the game keeps its contract: its moves, slices, indexes and notation
    #[arg(long, conflicts_with = "selection")]
    rules: bool,
    /// Compare the tables with the published figures of the game
    #[arg(long, conflicts_with = "selection")]
    published: bool,
    /// Compare the counts and checksums of each slice with the recorded figures of an earlier solve
    #[arg(long)]
    solved: bool,
    /// Check the laws of wins, losses and draws on every entry, or with --laws=N on N entries, spread evenly
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, value_parser = one_or_more)]
    laws: Option<Option<u64>>,
    /// Derive N entries again by search without the table
    #[arg(long, value_name = "N", value_parser = one_or_more)]
    sample: Option<u64>,
    /// Check every block against its checksum
    #[arg(long)]
    checksums: bool,
    #[command(flatten)]
    selection: Selection,
    /// List the checks that need tables that are not solved here, too
    #[arg(long)]
    all: bool,
    /// Write JSON: one object per check, each on a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    quiet: Quiet,
    #[command(flatten)]
    tables: TablesOption,
    #[command(flatten)]
    threads: ThreadsOption,
}

/// Runs the tests that the arguments name. A damaged table is a failure, not a failed test.
pub fn run(game: &dyn AnyGame, arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
    let facts = game.facts();
    let of_tables = arguments.published
        || arguments.solved
        || arguments.laws.is_some()
        || arguments.sample.is_some()
        || arguments.checksums;
    let mut report = CheckWriter::new(facts.name, CheckForm::of(arguments.json, arguments.all), out);
    if arguments.rules && !of_tables {
        // The rules alone need no table.
        let open = game.open(&Sources::nothing(), &())?;
        return Tests { open: &*open, slices: &[], arguments }.run(&[Test::Rules(rules::FULL)], report);
    }
    if facts.slices.is_empty() {
        return without_tables(game, arguments, report);
    }
    // An option of another game is an error even where nothing is solved.
    arguments.selection.selected(facts)?;
    let store = Some(arguments.tables.store_to_read()?);
    let named = arguments.selection.names();
    let sources = Sources { store, named, small: false, rule: Rule::Plain, ..Sources::default() };
    let open = game.open(&sources, &())?;
    let own = &open.values().own;
    let slices = arguments.selection.held(facts, open.values())?.slices;
    if arguments.selection.is_any() {
        let (selected, own) = (thousands(slices.len() as u64), count(own.len() as u64, "solved slice"));
        report.heading(&format!("{}: {selected} of {own} selected", facts.name))?;
    } else if let Some(coverage) = facts.coverage(own) {
        report.heading(&format!("{}: {coverage} solved here, and checked", facts.name))?;
    }
    let tests = selected(facts, arguments, !(of_tables || arguments.rules));
    Tests { open: &*open, slices: &slices, arguments }.run(&tests, report)
}

/// The tests that the arguments name, or `all`.
fn selected(facts: &GameFacts, arguments: &Arguments, all: bool) -> Vec<Test> {
    let whole = !arguments.selection.is_any();
    let rules = if all { rules::BRIEF } else { rules::FULL };
    let sample = arguments.sample.or(all.then_some(SAMPLE));
    let tests = [
        (all && whole || arguments.rules).then_some(Test::Rules(rules)),
        (all || arguments.checksums).then_some(Test::Checksums),
        (all || arguments.laws.is_some()).then_some(Test::Laws(arguments.laws.flatten())),
        sample.map(Test::Sample),
        (all && facts.has_solved || arguments.solved).then_some(Test::Solved),
        (all && whole || arguments.published).then_some(Test::Published),
    ];
    tests.into_iter().flatten().collect()
}

/// Runs the tests of a game for which no tables are made.
fn without_tables(game: &dyn AnyGame, arguments: &Arguments, report: CheckWriter) -> Result<Status, Failure> {
    let Arguments { rules, published, solved, laws, sample, checksums, .. } = *arguments;
    if solved || laws.is_some() || checksums || sample.is_some() || arguments.selection.is_any() {
        return Err(Failure::NoSlices(game.facts().name));
    }
    let total = if rules { rules::FULL } else { rules::BRIEF };
    let tests = [(rules || !published).then_some(Test::Rules(total)), (published || !rules).then_some(Test::Published)];
    let sources = Sources { store: Some(arguments.tables.store_to_read()?), ..Sources::nothing() };
    let open = game.open(&sources, &())?;
    let tests: Vec<Test> = tests.into_iter().flatten().collect();
    Tests { open: &*open, slices: &[], arguments }.run(&tests, report)
}

/// The tests of a game.
struct Tests<'a> {
    open: &'a dyn OpenGame,
    slices: &'a [SliceId],
    arguments: &'a Arguments,
}

impl Tests<'_> {
    /// Runs tests one after the other, and writes each.
    fn run(&self, tests: &[Test], mut report: CheckWriter) -> Result<Status, Failure> {
        for &test in tests {
            report.add(test.word(), &self.check(test)?)?;
        }
        report.end()
    }

    /// Does a test with its progress.
    fn check(&self, test: Test) -> Result<Vec<Check>, Failure> {
        let Arguments { quiet, threads, .. } = self.arguments;
        let total = self.open.work_of(test, self.slices)?;
        let progress = ProgressReport::in_units(test.unit(), doing(test), total, quiet);
        let threads = threads.pool()?;
        Ok(self.open.check(test, self.slices, &Run { threads: &threads, progress: &progress })?)
    }
}

/// The work of a test, in words for its progress.
fn doing(test: Test) -> &'static str {
    match test {
        Test::Rules(_) => "checking the rules",
        Test::Checksums => "checking the blocks",
        Test::Laws(_) => "checking the laws",
        Test::Sample(_) => "deriving again",
        Test::Solved => "counting",
        Test::Published => "comparing",
    }
}
