//! The report of `verify`: the checks of each test, as rows for people or as JSON.

use std::io::Write;

use serde::Serialize;

use crate::cli::failure::{Failure, Status};
use crate::cli::output::{Align, COLUMNS, TextTable, json_line, wrapped};
use crate::util::units::count;
use crate::verify::{Check, Verdict};

/// A check: an object of `--json`.
#[derive(Serialize)]
struct CheckReport<'a> {
    game: &'static str,
    test: &'a str,
    what: &'a str,
    source: Option<&'a str>,
    expected: &'a str,
    found: &'a str,
    verdict: &'static str,
    details: &'a [String],
}

/// Writes the checks, test by test.
pub struct CheckWriter<'a> {
    game: &'static str,
    json: bool,
    out: &'a mut dyn Write,
    checks: u64,
    failed: u64,
    not_solved: u64,
}

impl<'a> CheckWriter<'a> {
    /// A report on a game without any checks.
    pub fn new(game: &'static str, json: bool, out: &'a mut dyn Write) -> CheckWriter<'a> {
        CheckWriter { game, json, out, checks: 0, failed: 0, not_solved: 0 }
    }

    /// Writes a line for people above the tests.
    pub fn heading(&mut self, text: &str) -> Result<(), Failure> {
        if !self.json {
            writeln!(self.out, "{text}\n")?;
        }
        Ok(())
    }

    /// Writes one test.
    pub fn add(&mut self, test: &str, checks: &[Check]) -> Result<(), Failure> {
        for check in checks {
            self.checks += u64::from(check.verdict != Verdict::NotCompared);
            self.failed += u64::from(check.verdict == Verdict::Failed);
            self.not_solved += u64::from(check.verdict == Verdict::NotSolvedHere);
        }
        match self.json {
            true => self.write_json(test, checks)?,
            false if checks.is_empty() => writeln!(self.out, "{test}: nothing to check\n")?,
            false => self.write_text(test, checks)?,
        }
        Ok(self.out.flush()?)
    }

    fn write_json(&mut self, test: &str, checks: &[Check]) -> Result<(), Failure> {
        for check in checks {
            let report = CheckReport {
                game: self.game,
                test,
                what: &check.what,
                source: Some(check.source.as_str()).filter(|source| !source.is_empty()),
                expected: &check.expected,
                found: &check.found,
                verdict: match check.verdict {
                    Verdict::Ok => "ok",
                    Verdict::Failed => "failed",
                    Verdict::NotSolvedHere => "not_solved_here",
                    Verdict::NotCompared => "not_compared",
                },
                details: &check.details,
            };
            json_line(&report, self.out)?;
        }
        Ok(())
    }

    /// Writes the checks under their source, each with its details below it: those that fit in columns, the others in
    /// two lines.
    fn write_text(&mut self, test: &str, checks: &[Check]) -> Result<(), Failure> {
        let in_columns = in_columns(test, checks);
        let mut table = TextTable::new([Align::Left; 4]);
        table.row([test, "expected", "found", ""]);
        for (check, _) in checks.iter().zip(&in_columns).filter(|(_, fits)| **fits) {
            table.row([check.what.as_str(), &check.expected, &check.found, word(check.verdict)]);
        }
        let mut rows = table.lines();
        let heading = rows.next().filter(|_| in_columns.contains(&true));
        writeln!(self.out, "{}", heading.as_deref().unwrap_or(test))?;
        let mut source = "";
        for (check, fits) in checks.iter().zip(in_columns) {
            if check.source != source {
                source = &check.source;
                wrapped(&format!("from {source}"), "  ", self.out)?;
            }
            match fits.then(|| rows.next()).flatten() {
                Some(row) => writeln!(self.out, "{row}")?,
                None => {
                    let Check { what, expected, found, verdict, .. } = check;
                    wrapped(what, "  ", self.out)?;
                    wrapped(&format!("    expected {expected}, found {found}: {}", word(*verdict)), "    ", self.out)?;
                }
            }
            for detail in check.details.iter().flat_map(|detail| detail.lines()) {
                writeln!(self.out, "    {detail}")?;
            }
        }
        Ok(writeln!(self.out)?)
    }

    /// Writes the summary for people, and returns the exit status.
    pub fn end(self) -> Result<Status, Failure> {
        let status = if self.failed == 0 { Status::Success } else { Status::Negative };
        if self.json {
            return Ok(status);
        }
        let mut summary = format!("{}: {}", self.game, count(self.checks, "check"));
        if self.not_solved > 0 {
            summary.push_str(&format!(", {} not solved here", self.not_solved));
        }
        match self.failed {
            0 if self.checks == 0 => writeln!(self.out, "{}: nothing was checked", self.game)?,
            0 => writeln!(self.out, "{summary}, all checks passed")?,
            failed => writeln!(self.out, "{summary}, {failed} FAILED")?,
        }
        Ok(status)
    }
}

/// A verdict for people.
fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Ok => "ok",
        Verdict::Failed => "FAILED",
        Verdict::NotSolvedHere => "not solved here",
        Verdict::NotCompared => "not compared",
    }
}

/// Whether each check is written in columns: the longest checks are left out until the columns fit.
fn in_columns(test: &str, checks: &[Check]) -> Vec<bool> {
    let widths = |check: &Check| {
        [check.what.as_str(), &check.expected, &check.found, word(check.verdict)].map(|text| text.chars().count())
    };
    let mut longest_first: Vec<usize> = (0..checks.len()).collect();
    longest_first.sort_by_key(|&check| std::cmp::Reverse(widths(&checks[check]).iter().sum::<usize>()));
    let mut fits = vec![true; checks.len()];
    for check in longest_first {
        let mut columns = [test, "expected", "found", ""].map(|text| text.chars().count());
        for (check, _) in checks.iter().zip(&fits).filter(|(_, fits)| **fits) {
            columns = std::array::from_fn(|column| columns[column].max(widths(check)[column]));
        }
        if columns.iter().sum::<usize>() + 2 * (columns.len() - 1) <= COLUMNS {
            break;
        }
        fits[check] = false;
    }
    fits
}
