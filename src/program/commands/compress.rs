//! `compress`: makes compressed tables from existing tables.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use crate::args::selection::{Selection, require_depths_to_end, require_tables};
use crate::args::{Quiet, TablesOption, ThreadsOption};
use crate::failure::{Failure, Status};
use crate::interrupt;
use crate::output::progress::ProgressReport;
use crate::output::{json_line, rate, seconds};
use hindsight::job::{Estimate, Report, Totals};
use hindsight::open::{AnyGame, JobKind, JobRequest, Prefer, Rule, Sources};
use hindsight::table::Store;
use hindsight::util::units::{count, size};

/// Compress tables, and check every value
///
/// Compress every table of a game, or the tables of selected slices and their dependencies. Use compressed tables like
/// the others, with --tables DIR. Ctrl-C stops a compression, with exit status 130; rerun the command to resume.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of the game, as listed by the `games` command
    pub game: String,
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    content: ContentArguments,
    /// Directory of the compressed tables; tables of the same slices in it are replaced
    #[arg(long, value_name = "DIR")]
    to: PathBuf,
    #[command(flatten)]
    tables: TablesOption,
    #[command(flatten)]
    threads: ThreadsOption,
    /// Write JSON: one object per table, each on a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    quiet: Quiet,
}

/// The content of a compressed table.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct ContentArguments {
    /// Keep results alone: who wins, without depths
    #[arg(long)]
    wld: bool,
    /// Keep results and depths
    #[arg(long)]
    depth: bool,
}

/// Compresses the tables that the arguments select.
pub fn run(game: &dyn AnyGame, arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
    let (facts, quiet) = (game.facts(), &arguments.quiet);
    require_tables(facts)?;
    if arguments.content.wld {
        require_depths_to_end(facts)?;
    }
    let from = arguments.tables.store_to_read()?;
    let selected = arguments.selection.selected(facts)?;
    let (prefer, store) = (Prefer::Store, Some(from.clone()));
    let sources = Sources { store, prefer, small: false, rule: Rule::Plain, ..Sources::default() };
    let open = game.open(&sources, &())?;
    arguments.selection.check_held(facts, open.values())?;
    let selected = selected.unwrap_or_else(|| open.values().held.clone());
    let to = Store::new(&arguments.to);
    let wait = |lock: &Path| {
        quiet.note(format_args!("waiting for another command in this directory to end ({})", lock.display()));
    };
    let lock = to.lock(wait)?;
    let kind = JobKind::Compress { from: &from, results: arguments.content.wld };
    let request = JobRequest { threads: arguments.threads.number(), ..JobRequest::new(kind, &to, &selected) };
    let mut job = open.job(request);
    let Estimate { finished, left, .. } = job.prepare(&lock)?;
    let report = CompressionReporter { game: facts.name, json: arguments.json };
    if left.parts == 0 {
        return report.done("already compressed", &finished, &to, out);
    }
    interrupt::stop_on_interrupt();
    let progress = ProgressReport::new("compressing", left.entries, quiet);
    let mut written = Ok(());
    let done = job.run(&lock, &progress, &mut |part| {
        progress.aside(|| {
            written = std::mem::replace(&mut written, Ok(())).and_then(|()| report.compressed(part, out));
        });
    });
    drop(progress);
    done?;
    written?;
    report.done("done", &job.estimate()?.finished, &to, out)
}

/// A compressed table: an object of `--json`.
#[derive(Serialize)]
struct CompressedReport<'a> {
    game: &'static str,
    part: &'a str,
    slices: u64,
    entries: u64,
    bytes: u64,
    /// The size of the source table.
    source_bytes: u64,
    seconds: f64,
    path: String,
}

/// Writes reports on compressed tables.
struct CompressionReporter {
    game: &'static str,
    json: bool,
}

impl CompressionReporter {
    /// Writes a report on a table.
    fn compressed(&self, report: &Report, out: &mut dyn Write) -> Result<(), Failure> {
        let &Report { slices, entries, bytes, .. } = report;
        let (source_bytes, time) = (report.source_bytes.unwrap_or(0), report.write + report.sync);
        let (part, path) = (report.part.as_str(), report.path.display().to_string());
        if self.json {
            let seconds = time.as_secs_f64();
            let game = self.game;
            json_line(&CompressedReport { game, part, slices, entries, bytes, source_bytes, seconds, path }, out)?;
        } else {
            let name = if part.is_empty() { self.game.to_string() } else { format!("part {part}") };
            let (entries_text, time_text) = (count(entries, "entry"), seconds(time));
            let rate = rate(entries, time);
            let (before, after) = (size(source_bytes), size(bytes));
            writeln!(out, "{name}: {entries_text}, {before} to {after}, in {time_text}, {rate} per second")?;
        }
        Ok(out.flush()?)
    }

    /// Writes the size of all tables, for people.
    fn done(&self, word: &str, all: &Totals, to: &Store, out: &mut dyn Write) -> Result<Status, Failure> {
        if !self.json {
            let (tables, directory) = (count(all.parts, "table"), to.directory().display());
            let entries = count(all.entries, "entry");
            writeln!(out, "{word}: {tables} ({}, {entries}) in {directory}", size(all.bytes))?;
        }
        Ok(Status::Success)
    }
}
