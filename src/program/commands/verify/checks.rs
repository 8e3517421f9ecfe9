//! The report of `verify`: the checks of each test, as rows for people or as JSON.

use std::io::Write;

use serde::Serialize;

use crate::failure::{Failure, Status};
use crate::output::{Align, COLUMNS, TextTable, json_line, wrapped};
use hindsight::util::units::thousands;
use hindsight::verify::{Check, Verdict};

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

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckForm {
    /// Rows for people, without the checks that need tables that are not solved here.
    Brief,
    /// Rows for people, with every check.
    Full,
    /// JSON, with every check.
    Json,
}

impl CheckForm {
    /// The form that the options `--json` and `--all` ask for.
    pub fn of(json: bool, all: bool) -> CheckForm {
        match (json, all) {
            (true, _) => CheckForm::Json,
            (false, true) => CheckForm::Full,
            (false, false) => CheckForm::Brief,
        }
    }
}

/// Writes the checks, test by test.
pub struct CheckWriter<'a> {
    game: &'static str,
    form: CheckForm,
    out: &'a mut dyn Write,
    passed: u64,
    failed: u64,
    not_solved: u64,
}

impl<'a> CheckWriter<'a> {
    /// A report on a game without any checks.
    pub fn new(game: &'static str, form: CheckForm, out: &'a mut dyn Write) -> CheckWriter<'a> {
        CheckWriter { game, form, out, passed: 0, failed: 0, not_solved: 0 }
    }

    /// Writes a line for people above the tests.
    pub fn heading(&mut self, text: &str) -> Result<(), Failure> {
        if self.form != CheckForm::Json {
            writeln!(self.out, "{text}\n")?;
        }
        Ok(())
    }

    /// Writes one test.
    pub fn add(&mut self, test: &str, checks: &[Check]) -> Result<(), Failure> {
        for check in checks {
            self.passed += u64::from(check.verdict == Verdict::Ok);
            self.failed += u64::from(check.verdict == Verdict::Failed);
            self.not_solved += u64::from(check.verdict == Verdict::NotSolvedHere);
        }
        let is_listed = |check: &&Check| self.form == CheckForm::Full || check.verdict != Verdict::NotSolvedHere;
        let listed: Vec<&Check> = checks.iter().filter(is_listed).collect();
        match self.form {
            CheckForm::Json => self.write_json(test, checks)?,
            _ if checks.is_empty() => writeln!(self.out, "{test}: nothing to check\n")?,
            _ if listed.is_empty() => {}
            _ => self.write_text(test, &listed)?,
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
    fn write_text(&mut self, test: &str, checks: &[&Check]) -> Result<(), Failure> {
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
        if self.form == CheckForm::Json {
            return Ok(status);
        }
        let mut summary = format!("{} passed, {} failed", thousands(self.passed), thousands(self.failed));
        if self.not_solved > 0 {
            let verb = if self.not_solved == 1 { "needs" } else { "need" };
            summary.push_str(&format!(", {} {verb} tables that are not solved here", thousands(self.not_solved)));
            if self.form == CheckForm::Brief {
                summary.push_str(" (--all lists them)");
            }
        }
        writeln!(self.out, "{summary}")?;
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
fn in_columns(test: &str, checks: &[&Check]) -> Vec<bool> {
    let widths = |check: &Check| {
        [check.what.as_str(), &check.expected, &check.found, word(check.verdict)].map(|text| text.chars().count())
    };
    let mut longest_first: Vec<usize> = (0..checks.len()).collect();
    longest_first.sort_by_key(|&check| std::cmp::Reverse(widths(checks[check]).iter().sum::<usize>()));
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
