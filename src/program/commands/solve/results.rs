//! The reports on the tables of a solve.

use std::io::Write;
use std::path::Path;

use serde::Serialize;

use crate::failure::Failure;
use crate::output::{json_line, rate, seconds};
use hindsight::job::{PartEstimate, Report, Totals};
use hindsight::util::units::{count, size};

/// A finished table: an object of `--json`.
#[derive(Serialize)]
struct SolvedReport<'a> {
    game: &'static str,
    part: &'a str,
    slices: u64,
    entries: u64,
    bytes: u64,
    /// The time to solve the table, or to compress it if it was solved before; `null` if it was finished before.
    seconds: Option<f64>,
    /// The table's file; left out if no table was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
}

/// Writes reports on finished tables.
#[derive(Clone, Copy)]
pub struct Results {
    pub game: &'static str,
    /// Whether the game is kept in several tables.
    pub several: bool,
    /// Whether the reports are JSON.
    pub json: bool,
    /// Whether tables are written.
    pub tables: bool,
}

impl Results {
    /// Writes an object for each table that was finished before.
    pub fn finished(&self, parts: &[PartEstimate], out: &mut dyn Write) -> Result<(), Failure> {
        for part in parts.iter().filter(|part| part.finished) {
            let Totals { slices, entries, bytes, .. } = part.totals;
            let path = self.tables.then(|| part.path.display().to_string());
            let report =
                SolvedReport { game: self.game, part: &part.part, slices, entries, bytes, seconds: None, path };
            json_line(&report, out)?;
        }
        Ok(())
    }

    /// Writes for people that every table is finished; `single` is the path of the only table.
    pub fn already(&self, single: Option<&Path>, finished: Totals, out: &mut dyn Write) -> Result<(), Failure> {
        let bytes = size(finished.bytes);
        match single {
            _ if self.json => {}
            _ if !self.tables => {
                let slices = count(finished.slices, "slice");
                writeln!(out, "already counted: {slices}. There is nothing to do")?;
            }
            Some(path) => writeln!(out, "already solved: {} ({bytes}). There is nothing to do", path.display())?,
            None => {
                let tables = count(finished.parts, "table");
                writeln!(out, "already solved: {tables} ({bytes}). There is nothing to do")?;
            }
        }
        Ok(())
    }

    /// Writes a report on a table that was solved: in two lines if it is the only one.
    pub fn solved(&self, report: &Report, out: &mut dyn Write) -> Result<(), Failure> {
        let &Report { slices, entries, bytes, .. } = report;
        let (path, size) = (report.path.display(), size(bytes));
        // A table that is made of a working copy was solved before, and only written.
        let time = if report.solve.is_zero() { report.write } else { report.solve };
        let (solve, rate) = (seconds(time), rate(entries, time));
        let entries_text = count(entries, "entry");
        if self.json {
            let (part, path) = (report.part.as_str(), self.tables.then(|| path.to_string()));
            let seconds = Some(time.as_secs_f64());
            json_line(&SolvedReport { game: self.game, part, slices, entries, bytes, seconds, path }, out)?;
        } else if !self.tables {
            writeln!(out, "part {}: {entries_text} in {solve}, {rate} per second", report.part)?;
        } else if self.several {
            writeln!(out, "part {}: {entries_text} ({size}) in {solve}, {rate} per second", report.part)?;
        } else {
            let threads = count(report.threads as u64, "thread");
            writeln!(out, "solved:  {entries_text} in {solve} on {threads}, {rate} per second")?;
            let (write, sync) = (seconds(report.write), seconds(report.sync));
            writeln!(out, "written: {size} in {write}, and {sync} to wait for the disk")?;
            writeln!(out, "table:   {path}")?;
        }
        Ok(out.flush()?)
    }
}
