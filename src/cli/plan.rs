//! What a solve has to do: the plan that `solve` announces, and that `solve --dry-run` shows.

use std::io::{self, Write};

use serde::Serialize;

use super::failure::Failure;
use super::json::json_line;
use super::output::{Align, TextTable, rate, time_left};
use crate::job::pace::Pace;
use crate::job::{Amount, Outlook, PartOutlook};
use crate::util::units::{count, memory_size, size, thousands};

/// The most parts that are listed for people.
const LISTED: usize = 20;

/// What a solve has to do.
pub struct Plan<'a> {
    pub game: &'static str,
    pub outlook: &'a Outlook,
    pub threads: usize,
    /// Whether the game is kept in several tables.
    pub several: bool,
}

/// The object of `solve --dry-run --json`. Sizes are in bytes; those of tables to solve are the least sizes.
#[derive(Serialize)]
struct PlanReport<'a> {
    game: &'static str,
    finished: AmountReport,
    left: AmountReport,
    memory_bytes: u64,
    disk_bytes: u64,
    threads: usize,
    seconds: Option<f64>,
    compressed_bytes: Option<u64>,
    free_bytes: Option<u64>,
    parts: Vec<PartReport<'a>>,
}

#[derive(Serialize)]
struct AmountReport {
    tables: u64,
    slices: u64,
    components: u64,
    entries: u64,
    bytes: u64,
}

#[derive(Serialize)]
struct PartReport<'a> {
    part: &'a str,
    slices: u64,
    entries: u64,
    bytes: u64,
    finished: bool,
    path: String,
}

impl AmountReport {
    fn new(amount: &Amount) -> AmountReport {
        let &Amount { parts, slices, components, entries, bytes } = amount;
        AmountReport { tables: parts, slices, components, entries, bytes }
    }
}

impl<'a> PartReport<'a> {
    fn new(part: &'a PartOutlook) -> PartReport<'a> {
        PartReport {
            part: &part.part,
            slices: part.amount.slices,
            entries: part.amount.entries,
            bytes: part.amount.bytes,
            finished: part.memory.is_none(),
            path: part.path.display().to_string(),
        }
    }
}

impl Plan<'_> {
    /// Writes what there is to do, in a few lines.
    pub fn announce(&self, out: &mut dyn Write) -> io::Result<()> {
        let Outlook { finished, left, memory, values_in_files, .. } = self.outlook;
        let sum = |amount: fn(&Amount) -> u64| amount(finished) + amount(left);
        let tables = |amount: &Amount| match self.several {
            true => format!("{}, ", count(amount.parts, "table")),
            false => String::new(),
        };
        writeln!(
            out,
            "{}: {} in {}, {}",
            self.game,
            count(sum(|amount| amount.entries), "entry"),
            count(sum(|amount| amount.slices), "slice"),
            count(sum(|amount| amount.components), "component"),
        )?;
        if self.several && finished.parts > 0 {
            writeln!(out, "finished: {}{}", tables(finished), size(finished.bytes))?;
        }
        if left.parts > 0 {
            writeln!(out, "to solve: {}{}", tables(left), count(left.entries, "entry"))?;
            let (memory, disk) = (memory_size(*memory), size(self.outlook.disk()));
            let threads = count(self.threads as u64, "thread");
            write!(out, "it takes: up to {memory} of memory on {threads}, and {disk} of disk or more")?;
            match values_in_files {
                0 => writeln!(out)?,
                bytes => writeln!(out, ", {} of it for values that do not fit in memory", size(*bytes))?,
            }
        }
        out.flush()
    }

    /// Writes the time that it takes, the free space, and the parts if they are few.
    pub fn write_parts(
        &self,
        parts: &[PartOutlook],
        pace: Option<&Pace>,
        free: Option<u64>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if let Some(pace) = pace {
            let (time, rate) = (time_left(pace.time_for(self.outlook.left.entries)), rate(pace.entries, pace.time));
            writeln!(out, "time:     about {time}, at the {rate} entries per second just measured")?;
            let compressed = size(pace.compressed_for(self.outlook.left.entries));
            writeln!(out, "disk:     about {compressed} with --compress")?;
        }
        if let Some(free) = free {
            writeln!(out, "free:     {} of disk", size(free))?;
        }
        if !self.several || parts.len() > LISTED {
            return Ok(());
        }
        let mut table =
            TextTable::new([Align::Left, Align::Right, Align::Right, Align::Right, Align::Right, Align::Left]);
        table.row(["part", "slices", "entries", "disk", "memory", ""]);
        for PartOutlook { part, amount, memory, .. } in parts {
            let (slices, entries) = (thousands(amount.slices), thousands(amount.entries));
            let state = if memory.is_none() { "finished" } else { "to solve" };
            let memory = memory.map_or("-".to_string(), memory_size);
            table.row([part.as_str(), &slices, &entries, &size(amount.bytes), &memory, state]);
        }
        writeln!(out)?;
        table.write("", out)
    }

    /// Writes the plan as JSON.
    pub fn write_json(
        &self,
        parts: &[PartOutlook],
        pace: Option<&Pace>,
        free: Option<u64>,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let report = PlanReport {
            game: self.game,
            finished: AmountReport::new(&self.outlook.finished),
            left: AmountReport::new(&self.outlook.left),
            memory_bytes: self.outlook.memory,
            disk_bytes: self.outlook.disk(),
            threads: self.threads,
            seconds: pace.map(|pace| pace.time_for(self.outlook.left.entries).as_secs_f64()),
            compressed_bytes: pace.map(|pace| pace.compressed_for(self.outlook.left.entries)),
            free_bytes: free,
            parts: parts.iter().map(PartReport::new).collect(),
        };
        json_line(&report, out)
    }
}
