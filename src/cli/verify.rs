//! `verify`: tests of finished tables, and of the rules that they were made with.

use std::io::Write;

use clap::Args;

use super::arguments::{Tables, Threads};
use super::coverage::Coverage;
use super::failure::{Failure, Status};
use super::output::{Align, TextTable};
use super::progress::ProgressReport;
use super::rules;
use crate::catalogue::Entry;
use crate::game::Notation;
use crate::query::Probe;
use crate::space::Symmetry;
use crate::space::components::entries;
use crate::table::Checked;
use crate::util::units::{count, thousands};
use crate::verify::{Check, Verdict, laws, published, sample};

/// Entries that are derived again by default.
const SAMPLE: u64 = 1000;

/// Verify a table; with no test named, by all tests
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of the game, as listed by the `games` command
    pub game: String,
    /// Check that the game keeps its contract: its moves, slices, indexes and notation
    #[arg(long)]
    rules: bool,
    /// Compare the table with the published figures of the game
    #[arg(long)]
    published: bool,
    /// Check the laws of wins, losses and draws on every entry
    #[arg(long)]
    laws: bool,
    /// Derive N entries again by search without the table
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// Check every block against its checksum
    #[arg(long)]
    checksums: bool,
    #[command(flatten)]
    tables: Tables,
    #[command(flatten)]
    threads: Threads,
}

/// Runs the tests that the arguments name. A damaged table is a failure, not a failed test.
pub fn run<G: Symmetry + Notation>(
    entry: &Entry<G>,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let game = &entry.game;
    let of_tables = arguments.published || arguments.laws || arguments.sample.is_some() || arguments.checksums;
    let all = !(of_tables || arguments.rules);
    let mut report = Report { out, checks: 0, failed: 0, not_solved: 0 };
    if !(all || of_tables) {
        // The rules alone need no table.
        report.add("rules", &[rules::check(entry, if all { rules::BRIEF } else { rules::FULL })])?;
        return report.end(game.name());
    }
    let tables = arguments.tables.store().open(game)?;
    let probe = Probe { space: game, tables: &tables };
    let coverage = Coverage::new(&probe);
    if !coverage.is_whole() {
        writeln!(report.out, "{}: {} solved here, and checked\n", game.name(), coverage.text())?;
    }
    if all || arguments.rules {
        report.add("rules", &[rules::check(entry, if all { rules::BRIEF } else { rules::FULL })])?;
    }
    if all || arguments.checksums {
        let checked = arguments.threads.install(|| tables.check())??;
        report.add("checksums", &[intact(checked)])?;
    }
    if all || arguments.laws {
        let progress = ProgressReport::new("checking the laws", entries(game.slices(), &coverage.held));
        let checks = arguments.threads.install(|| laws::check(&probe, &progress))??;
        drop(progress);
        report.add("laws", &checks)?;
    }
    if let Some(wanted) = arguments.sample.or(all.then_some(SAMPLE)) {
        let progress = ProgressReport::new("deriving again", wanted);
        let checks = arguments.threads.install(|| sample::check(&probe, wanted, &progress))??;
        drop(progress);
        report.add("sample", &checks)?;
    }
    if all || arguments.published {
        let checks = arguments.threads.install(|| published::check(&probe, entry.published))??;
        report.add("published", &checks)?;
    }
    report.end(game.name())
}

/// The row of a table whose blocks all agree with their checksums.
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

/// Writes the checks, test by test.
struct Report<'a> {
    out: &'a mut dyn Write,
    checks: u64,
    failed: u64,
    not_solved: u64,
}

impl Report<'_> {
    /// Writes one test: its checks under their source, each with its details below it.
    fn add(&mut self, test: &str, checks: &[Check]) -> Result<(), Failure> {
        if checks.is_empty() {
            writeln!(self.out, "{test}: nothing to check\n")?;
            return Ok(());
        }
        let mut table = TextTable::new([Align::Left; 4]);
        table.row([test, "expected", "found", ""]);
        for check in checks {
            self.checks += u64::from(check.verdict != Verdict::NotCompared);
            let verdict = match check.verdict {
                Verdict::Ok => "ok",
                Verdict::NotCompared => "not compared",
                Verdict::Failed => {
                    self.failed += 1;
                    "FAILED"
                }
                Verdict::NotSolvedHere => {
                    self.not_solved += 1;
                    "not solved here"
                }
            };
            table.row([check.what.as_str(), &check.expected, &check.found, verdict]);
        }
        let mut lines = table.lines();
        if let Some(heading) = lines.next() {
            writeln!(self.out, "{heading}")?;
        }
        let mut source = "";
        for (line, check) in lines.zip(checks) {
            if check.source != source {
                source = &check.source;
                writeln!(self.out, "from {source}")?;
            }
            writeln!(self.out, "{line}")?;
            for detail in check.details.iter().flat_map(|detail| detail.lines()) {
                writeln!(self.out, "    {detail}")?;
            }
        }
        writeln!(self.out)?;
        self.out.flush()?;
        Ok(())
    }

    /// Writes the summary, and returns the exit status.
    fn end(self, game: &str) -> Result<Status, Failure> {
        let mut summary = format!("{game}: {}", count(self.checks, "check"));
        if self.not_solved > 0 {
            summary.push_str(&format!(", {} not solved here", self.not_solved));
        }
        match self.failed {
            0 => writeln!(self.out, "{summary}, all checks passed")?,
            failed => writeln!(self.out, "{summary}, {failed} FAILED")?,
        }
        Ok(if self.failed == 0 { Status::Success } else { Status::Negative })
    }
}
