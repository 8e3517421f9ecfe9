//! `hindsight verify`: a finished table, put to the test.

use std::io::Write;

use clap::Args;

use super::arguments::{Tables, Threads};
use super::coverage::Coverage;
use super::failure::{Answer, Failure};
use super::output::{Columns, Side};
use super::progress::Meter;
use crate::game::Notation;
use crate::query::Probe;
use crate::space::Symmetry;
use crate::space::components::entries;
use crate::table::Checked;
use crate::util::units::thousands;
use crate::verify::{Check, Verdict, laws, published, sample};

/// Entries that are derived again where no number is given.
const SAMPLE: u64 = 1000;

/// Puts a table to the test; with no test named, to all of them
#[derive(Debug, Args)]
pub struct Arguments {
    /// The game, as `hindsight games` lists it
    pub game: String,
    /// Holds the published figures of the game against the table
    #[arg(long)]
    published: bool,
    /// Checks the laws of wins, losses and draws on every entry
    #[arg(long)]
    laws: bool,
    /// Derives so many entries again by search without the table
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// Holds every block against its checksum
    #[arg(long)]
    checksums: bool,
    #[command(flatten)]
    tables: Tables,
    #[command(flatten)]
    threads: Threads,
}

/// Runs the tests that were asked for. A table that cannot be trusted is a failure, not an answer.
pub fn run<G: Symmetry + Notation>(
    game: &G,
    asked: &Arguments,
    published: &str,
    out: &mut dyn Write,
) -> Result<Answer, Failure> {
    let all = !(asked.published || asked.laws || asked.sample.is_some() || asked.checksums);
    let tables = asked.tables.store().open(game)?;
    let probe = Probe { space: game, tables: &tables };
    let coverage = Coverage::new(&probe);
    if !coverage.is_whole() {
        writeln!(out, "{}: {} solved here, and checked\n", game.name(), coverage.text())?;
    }
    let mut report = Report { out, checks: 0, failed: 0, not_solved: 0 };
    if all || asked.checksums {
        let checked = asked.threads.install(|| tables.check())??;
        report.add("checksums", &[intact(checked)])?;
    }
    if all || asked.laws {
        let meter = Meter::new("checking the laws", entries(game.slices(), &coverage.held));
        let checks = asked.threads.install(|| laws::check(&probe, &meter))??;
        drop(meter);
        report.add("laws", &checks)?;
    }
    if let Some(wanted) = asked.sample.or(all.then_some(SAMPLE)) {
        let meter = Meter::new("deriving again", wanted);
        let checks = asked.threads.install(|| sample::check(&probe, wanted, &meter))??;
        drop(meter);
        report.add("sample", &checks)?;
    }
    if all || asked.published {
        let checks = asked.threads.install(|| published::check(&probe, published))??;
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
        found: format!("0 of {} ({} bytes)", thousands(checked.blocks), thousands(checked.bytes)),
        verdict: Verdict::Ok,
        details: Vec::new(),
    }
}

/// What is told of the checks, test by test.
struct Report<'a> {
    out: &'a mut dyn Write,
    checks: u64,
    failed: u64,
    not_solved: u64,
}

impl Report<'_> {
    /// Tells of one test: its rows under their source, each with its details below it.
    fn add(&mut self, test: &str, checks: &[Check]) -> Result<(), Failure> {
        if checks.is_empty() {
            writeln!(self.out, "{test}: there is nothing to check\n")?;
            return Ok(());
        }
        let mut columns = Columns::new([Side::Left; 4]);
        columns.row([test, "expected", "found", ""]);
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
            columns.row([check.what.as_str(), &check.expected, &check.found, verdict]);
        }
        let mut lines = columns.lines();
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

    /// The last line, and how it all ended.
    fn end(self, game: &str) -> Result<Answer, Failure> {
        let checks = if self.checks == 1 { "check" } else { "checks" };
        let mut summary = format!("{game}: {} {checks}", self.checks);
        if self.not_solved > 0 {
            summary.push_str(&format!(", {} not solved here", self.not_solved));
        }
        match self.failed {
            0 => writeln!(self.out, "{summary}, all well")?,
            failed => writeln!(self.out, "{summary}, {failed} FAILED")?,
        }
        Ok(if self.failed == 0 { Answer::Yes } else { Answer::No })
    }
}
