//! The plan of a solve: `solve` announces it, `solve --dry-run` shows it in full.

use std::io::{self, Write};

use serde::Serialize;

use crate::failure::Failure;
use crate::output::{Align, TextTable, json_line, time_left};
use hindsight::job::{Estimate, PartEstimate, Rate, Totals, WorkTime};
use hindsight::util::units::{count, memory_size, size, thousands};

/// The most parts that are listed for people.
const LISTED: usize = 20;

/// The memory of the program itself, with its threads, beside that of a part.
const PROGRAM: u64 = 20 << 20;

/// The plan of a solve.
pub struct SolvePlan<'a> {
    pub game: &'static str,
    pub estimate: &'a Estimate,
    pub threads: usize,
    /// Whether the game is kept in several tables.
    pub several: bool,
    /// Whether the tables are compressed.
    pub compressed: bool,
    /// Whether tables are written.
    pub tables: bool,
    /// Whether the disk is a forecast of the peak, not a lower bound.
    pub peak: bool,
}

/// The object of `solve --dry-run --json`. Sizes are in bytes; the sizes of tables to solve are lower bounds.
#[derive(Serialize)]
struct PlanReport<'a> {
    game: &'static str,
    finished: TotalsReport,
    left: TotalsReport,
    memory_bytes: u64,
    disk_bytes: u64,
    threads: usize,
    /// The time to solve what is left, and to compress it if the tables are compressed.
    seconds: Option<f64>,
    /// The time to compress what is left.
    compression_seconds: Option<f64>,
    compressed_bytes: Option<u64>,
    free_bytes: Option<u64>,
    parts: Vec<PartReport<'a>>,
}

#[derive(Serialize)]
struct TotalsReport {
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

impl TotalsReport {
    fn new(totals: &Totals) -> TotalsReport {
        let &Totals { parts, slices, components, entries, bytes } = totals;
        TotalsReport { tables: parts, slices, components, entries, bytes }
    }
}

impl<'a> PartReport<'a> {
    fn new(part: &'a PartEstimate) -> PartReport<'a> {
        PartReport {
            part: &part.part,
            slices: part.totals.slices,
            entries: part.totals.entries,
            bytes: part.totals.bytes,
            finished: part.finished,
            path: part.path.display().to_string(),
        }
    }
}

/// The entries that are worked on in a second, beside the time for each part.
fn per_second(time: &WorkTime) -> u64 {
    (1.0 / time.per_entry.max(1e-12)) as u64
}

impl SolvePlan<'_> {
    /// Writes the plan in a few lines.
    pub fn announce(&self, out: &mut dyn Write) -> io::Result<()> {
        let Estimate { finished, left, memory, values_in_files, .. } = self.estimate;
        let sum = |totals: fn(&Totals) -> u64| totals(finished) + totals(left);
        let one = if self.tables { "table" } else { "part" };
        let tables = |totals: &Totals| match self.several {
            true => format!("{}, ", count(totals.parts, one)),
            false => String::new(),
        };
        writeln!(
            out,
            "{}: {} in {}, {}",
            self.game,
            count(sum(|totals| totals.entries), "entry"),
            count(sum(|totals| totals.slices), "slice"),
            count(sum(|totals| totals.components), "component"),
        )?;
        if self.several && finished.parts > 0 {
            let room = if self.tables { size(finished.bytes) } else { count(finished.entries, "entry") };
            writeln!(out, "finished: {}{room}", tables(finished))?;
        }
        if left.parts > 0 {
            writeln!(out, "to solve: {}{}", tables(left), count(left.entries, "entry"))?;
            let (memory, disk) = (memory_size(memory + PROGRAM), size(self.estimate.disk()));
            let threads = count(self.threads as u64, "thread");
            let disk = if self.peak { format!("up to {disk} of disk") } else { format!("{disk} of disk or more") };
            write!(out, "it takes: up to {memory} of memory on {threads}, and {disk}")?;
            match values_in_files {
                0 => writeln!(out)?,
                bytes => writeln!(out, ", {} of it for values that do not fit in memory", size(*bytes))?,
            }
        }
        out.flush()
    }

    /// Writes the time that it takes, the free space, and the parts if they are few.
    pub fn write_parts(&self, measured: Option<&Rate>, free: Option<u64>, out: &mut dyn Write) -> io::Result<()> {
        if let Some(measured) = measured {
            let left = &self.estimate.left;
            let (time, rate) = (time_left(measured.solve.of(left)), thousands(per_second(&measured.solve)));
            writeln!(out, "time:     about {time}, at the {rate} entries per second just measured")?;
            let compression = time_left(measured.compression.of(left));
            let compressed = size(measured.compressed_for(left.entries));
            match self.compressed {
                _ if self.peak => {}
                true => {
                    writeln!(out, "          and about {compression} to compress the tables")?;
                    writeln!(out, "disk:     about {compressed} in the end")?;
                }
                false => {
                    writeln!(
                        out,
                        "disk:     about {compressed} with --compress, which takes about {compression} more"
                    )?;
                }
            }
        }
        if let Some(free) = free {
            writeln!(out, "free:     {} of disk", size(free))?;
        }
        // A forecast of the peak is listed until all is counted, in the order of work.
        let is_listed = |part: &&PartEstimate| !self.peak || !part.finished;
        let parts: Vec<&PartEstimate> = self.estimate.parts.iter().filter(is_listed).collect();
        if !self.several || parts.len() > LISTED && !self.peak {
            return Ok(());
        }
        let mut table =
            TextTable::new([Align::Left, Align::Right, Align::Right, Align::Right, Align::Right, Align::Left]);
        table.row(["part", "slices", "entries", "disk", "memory", ""]);
        for PartEstimate { part, totals, finished, memory, peak, .. } in parts {
            let bytes = if self.peak { *peak } else { totals.bytes };
            let (slices, entries) = (thousands(totals.slices), thousands(totals.entries));
            let state = if *finished { "finished" } else { "to solve" };
            let memory = if *finished { "-".to_string() } else { memory_size(*memory) };
            table.row([part.as_str(), &slices, &entries, &size(bytes), &memory, state]);
        }
        writeln!(out)?;
        table.write("", out)
    }

    /// Writes the plan as JSON.
    pub fn write_json(&self, measured: Option<&Rate>, free: Option<u64>, out: &mut dyn Write) -> Result<(), Failure> {
        let left = &self.estimate.left;
        let compression = measured.map(|measured| measured.compression.of(left));
        let more = compression.filter(|_| self.compressed).unwrap_or_default();
        let report = PlanReport {
            game: self.game,
            finished: TotalsReport::new(&self.estimate.finished),
            left: TotalsReport::new(&self.estimate.left),
            memory_bytes: self.estimate.memory + PROGRAM,
            disk_bytes: self.estimate.disk(),
            threads: self.threads,
            seconds: measured.map(|measured| (measured.solve.of(left) + more).as_secs_f64()),
            compression_seconds: compression.map(|time| time.as_secs_f64()),
            compressed_bytes: measured.map(|measured| measured.compressed_for(left.entries)),
            free_bytes: free,
            parts: self.estimate.parts.iter().map(PartReport::new).collect(),
        };
        json_line(&report, out)
    }
}
