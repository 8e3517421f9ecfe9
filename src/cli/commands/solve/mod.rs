//! `solve`: makes the tables of a game, each once.

mod last_words;
mod plan;
mod team;

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use crate::catalogue::GameEntry;
use crate::cli::args::selection::{Selection, all, of_size, require_slices};
use crate::cli::args::{Quiet, TablesOption, Threads};
use crate::cli::failure::{Failure, Status};
use crate::cli::interrupt;
use crate::cli::output::json::json_line;
use crate::cli::output::progress::ProgressReport;
use crate::cli::output::{rate, seconds};
use crate::cli::rules;
use crate::cluster::{self, Directories, Leader, Usage};
use crate::game::Notation;
use crate::job::{Estimate, Job, PartEstimate, Report, Totals};
use crate::space::{SliceId, Space, Symmetry, components};
use crate::table::Store;
use crate::util::threads::processors;
use crate::util::units::{bytes, count, size};
use last_words::LastWords;
use plan::Plan;

/// How long a dry run may solve, to see how fast that is.
const MEASURED: Duration = Duration::from_secs(2);

/// Solve a game, or slices of it with their dependencies, and write the tables that are missing
///
/// Ctrl-C stops a solve, with exit status 130; rerun the command to resume.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of the game, as listed by the `games` command
    pub game: String,
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    tables: TablesOption,
    #[command(flatten)]
    threads: Threads,
    /// Limit of memory, such as 512M or 6G; M and MiB are 2^20 bytes, MB is 10^6 (default: no limit). Values that do not
    /// fit are kept in files while they are found
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory: Option<u64>,
    /// Write compressed tables, with depths: smaller, and slower to look up
    #[arg(long)]
    compress: bool,
    /// Share the work with the other processes of `mpirun`; in --tables, %r is the rank, for a directory of its own
    #[arg(long)]
    mpi: bool,
    /// Show what there is to solve and what it takes, and write nothing; exit status 2 if it does not fit. The time, and the
    /// size of compressed tables, are estimated from the parts that are solved in two seconds
    #[arg(long)]
    dry_run: bool,
    /// Write JSON: one object per finished table, or the plan of --dry-run, each on a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    quiet: Quiet,
}

/// The message for a game that is too large to be solved whole: the selections that it has.
fn selections<G: Space>(game: &G) -> String {
    const SHOWN: usize = 8;
    let (name, slices) = (game.name(), game.slices());
    let parts = components::parts(slices);
    let mut numbers: Vec<u32> = all(game).map(|slice| game.size(slice)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let option = game.size_name();
    let entries =
        |parts: &[usize], of: &[components::Part]| parts.iter().map(|&part| of[part].entries(slices)).sum::<u64>();
    let whole: u64 = slices.iter().map(|slice| slice.entries).sum();
    let mut text = format!(
        "expected a selection of slices, found none and not enough room for all {} of {name}: they have {}, and their \
         tables take {} or more. Give --slice S or one of these, each with its dependencies:",
        count(slices.len() as u64, "slice"),
        count(whole, "entry"),
        size(whole),
    );
    for &number in numbers.iter().take(SHOWN) {
        let closure = components::closure(slices, &parts, &of_size(game, number));
        text.push_str(&format!("\n  --{option} {number:<3} {} on the disk", size(entries(&closure, &parts))));
    }
    text
}

/// Solves a game, or shows what a solve would do.
pub fn run<G: Symmetry + Notation>(
    entry: &GameEntry<G>,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let (game, quiet) = (&entry.game, &arguments.quiet);
    let job_of = |store: &Store, selection: &[SliceId]| {
        let job = Job::solve(game, entry.solver.as_ref(), store, selection);
        job.threads(arguments.threads.number()).memory(arguments.memory).compressed(arguments.compress)
    };
    let team = if arguments.mpi { Some(cluster::mpi()?) } else { None };
    let (store, directories) = match &team {
        Some(team) => arguments.tables.store_of_rank(team.rank()),
        None => (arguments.tables.store(), Directories::Shared),
    };
    if let Some(team) = team.as_deref().filter(|team| team.rank() > 0) {
        let job = || Ok(job_of(&store, &arguments.selection.slices(game)?.unwrap_or_else(|| all(game).collect())));
        return Ok(team::follow(team, &store, directories, &job));
    }
    let _last_words = team.as_ref().filter(|team| team.size() > 1).map(|_| LastWords::new());
    let mut leader = team.as_deref().map(|team| Leader::new(team, directories));
    require_slices(game)?;
    rules::check_sample(entry)?;
    let wanted = arguments.selection.slices(game)?;
    let several = game.slices().iter().any(|slice| slice.part != game.slices()[0].part);
    if wanted.is_some() && !several {
        let name = game.name();
        quiet.note(format_args!("{name} has one table: the whole game is solved, whatever slices are selected"));
    }
    let everything = wanted.is_none();
    let selection = wanted.unwrap_or_else(|| all(game).collect());
    let mut job = job_of(&store, &selection);
    let estimate = job.estimate()?;
    let threads = arguments.threads.number().unwrap_or_else(processors);
    let plan = Plan { game: game.name(), estimate: &estimate, threads, several };
    let results = Results { game: game.name(), several, json: arguments.json };
    if arguments.dry_run {
        let free = store.free_space();
        let measured = match estimate.left.parts {
            0 => None,
            _ => job.measure(MEASURED)?,
        };
        match arguments.json {
            true => plan.write_json(measured.as_ref(), free, out)?,
            false => {
                plan.announce(out)?;
                plan.write_parts(measured.as_ref(), free, out)?;
            }
        }
    }
    // Finished tables need no more room: a solve of everything that was begun can be resumed.
    if everything && several && store.check_free_space(estimate.disk()).is_err() {
        return Err(Failure::Usage(selections(game)));
    }
    if arguments.dry_run {
        job.fits(&estimate)?;
        store.check_free_space(estimate.disk())?;
        return match estimate.left.parts {
            0 => results.already(&job, &estimate, out),
            _ => Ok(Status::Success),
        };
    }
    // A closed output does not keep the game from being solved; it is reported at the end.
    let announced = match arguments.json {
        true => results.finished(&estimate.parts, out),
        false => plan.announce(out).map_err(Failure::from),
    };
    if estimate.left.parts == 0 {
        announced?;
        return results.already(&job, &estimate, out);
    }
    job.fits(&estimate)?;
    let wait = |lock: &Path| {
        quiet.note(format_args!("waiting for another solve in this directory to end ({})", lock.display()));
    };
    let lock = store.lock(wait)?;
    // The other process may have solved it meanwhile.
    let estimate = job.prepare(&lock)?;
    if estimate.left.parts == 0 {
        announced?;
        return results.already(&job, &estimate, out);
    }

    interrupt::stop_on_interrupt();
    let progress = ProgressReport::new("solving", estimate.left.entries, quiet);
    let mut written = announced;
    let mut report = |report: &Report| {
        progress.aside(|| {
            written = std::mem::replace(&mut written, Ok(())).and_then(|()| results.solved(report, out));
        });
    };
    let done: Result<Option<Vec<Usage>>, Failure> = match &mut leader {
        Some(leader) => leader.lead(&mut job, &lock, &progress, &mut report).map(Some).map_err(Failure::from),
        None => job.run(&lock, &progress, &mut report).map(|()| None).map_err(Failure::from),
    };
    drop(progress);
    let usage = done?;
    written?;
    if several && !arguments.json {
        let Totals { parts, bytes, .. } = job.estimate()?.finished;
        let directory = store.directory().display();
        writeln!(out, "done: {} ({}) in {directory}", count(parts, "table"), size(bytes))?;
    }
    if let Some(usage) = usage {
        team::write_usage(game.name(), &usage, arguments.json, out)?;
    }
    Ok(Status::Success)
}

/// A finished table: an object of `--json`.
#[derive(Serialize)]
struct TableReport<'a> {
    game: &'static str,
    part: &'a str,
    slices: u64,
    entries: u64,
    bytes: u64,
    /// The time to solve it; `null` if it was finished before.
    seconds: Option<f64>,
    path: String,
}

/// Writes what was solved.
struct Results {
    game: &'static str,
    /// Whether the game is kept in several tables.
    several: bool,
    json: bool,
}

impl Results {
    /// Writes an object for each table that was finished before.
    fn finished(&self, parts: &[PartEstimate], out: &mut dyn Write) -> Result<(), Failure> {
        for part in parts.iter().filter(|part| part.finished) {
            let Totals { slices, entries, bytes, .. } = part.totals;
            let path = part.path.display().to_string();
            let report = TableReport { game: self.game, part: &part.part, slices, entries, bytes, seconds: None, path };
            json_line(&report, out)?;
        }
        Ok(())
    }

    /// Writes that there is nothing to do, for people.
    fn already<G: Space>(&self, job: &Job<G>, estimate: &Estimate, out: &mut dyn Write) -> Result<Status, Failure> {
        let bytes = size(estimate.finished.bytes);
        match job.single() {
            _ if self.json => {}
            Some(path) => writeln!(out, "already solved: {} ({bytes}). There is nothing to do", path.display())?,
            None => {
                let tables = count(estimate.finished.parts, "table");
                writeln!(out, "already solved: {tables} ({bytes}). There is nothing to do")?;
            }
        }
        Ok(Status::Success)
    }

    /// Writes a report on a table that was solved: in two lines if it is the only one.
    fn solved(&self, report: &Report, out: &mut dyn Write) -> Result<(), Failure> {
        let &Report { slices, entries, bytes, .. } = report;
        let (path, size) = (report.path.display(), size(bytes));
        let (solve, rate) = (seconds(report.solve), rate(entries, report.solve));
        let entries_text = count(entries, "entry");
        if self.json {
            let (part, path) = (report.part.as_str(), path.to_string());
            let seconds = Some(report.solve.as_secs_f64());
            json_line(&TableReport { game: self.game, part, slices, entries, bytes, seconds, path }, out)?;
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
