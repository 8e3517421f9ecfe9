//! `solve`: makes the tables of a game, each once.

use std::io::Write;
use std::path::Path;

use clap::Args;

use super::arguments::{Tables, Threads};
use super::failure::{Failure, Status};
use super::interrupt;
use super::output::{note, rate, seconds};
use super::progress::ProgressReport;
use super::rules;
use super::selection::{Selection, all, of_size};
use crate::catalogue::Entry;
use crate::game::Notation;
use crate::job::{Amount, Job, Options, Outlook, Report};
use crate::space::{Space, Symmetry, components};
use crate::util::threads::processors;
use crate::util::units::{bytes, count, size};

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
    tables: Tables,
    #[command(flatten)]
    threads: Threads,
    /// Limit of memory, such as 512M or 6G (default: no limit)
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory: Option<u64>,
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

/// Solves a game.
pub fn run<G: Symmetry + Notation>(
    entry: &Entry<G>,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let game = &entry.game;
    rules::check_sample(entry)?;
    let wanted = arguments.selection.slices(game)?;
    let several = game.slices().iter().any(|slice| slice.part != game.slices()[0].part);
    let store = arguments.tables.store();
    if wanted.is_some() && !several {
        let name = game.name();
        note(format_args!("{name} has one table: the whole game is solved, whatever slices are selected"));
    }
    let everything = wanted.is_none();
    let selection = wanted.unwrap_or_else(|| all(game).collect());
    let options = Options { threads: arguments.threads.number(), memory: arguments.memory };
    let mut job = Job::new(game, entry.engine.as_ref(), &store, &selection);
    let outlook = job.outlook(&options)?;
    // Finished tables need no more room: a solve of everything that was begun can be resumed.
    if everything && several && store.check_free_space(outlook.left.bytes).is_err() {
        return Err(Failure::Usage(selections(game)));
    }
    // A closed output does not keep the game from being solved; it is reported at the end.
    let announced = announce(game, &outlook, options.threads.unwrap_or_else(processors), several, out);
    if outlook.left.parts == 0 {
        announced?;
        return already(&job, &outlook, out);
    }
    job.fits(&outlook, &options)?;
    let wait =
        |lock: &Path| note(format_args!("waiting for another solve in this directory to end ({})", lock.display()));
    let lock = store.lock(wait)?;
    // The other process may have solved it meanwhile.
    let outlook = job.prepare(&lock, &options)?;
    if outlook.left.parts == 0 {
        announced?;
        return already(&job, &outlook, out);
    }

    interrupt::stop_on_interrupt();
    let progress = ProgressReport::new("solving", outlook.left.entries);
    let mut written = announced;
    let done = job.run(&lock, &options, &progress, &mut |report| {
        progress.aside(|| {
            written = std::mem::replace(&mut written, Ok(())).and_then(|()| write_report(report, several, out));
        });
    });
    drop(progress);
    done?;
    written?;
    if several {
        let outlook = job.outlook(&options)?;
        let Amount { parts, bytes, .. } = outlook.finished;
        writeln!(out, "done: {} in {}", count(parts, "table"), size(bytes))?;
    }
    Ok(Status::Success)
}

/// Writes what there is to do.
fn announce<G: Space>(
    game: &G,
    outlook: &Outlook,
    threads: usize,
    several: bool,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let Outlook { finished, left, memory } = outlook;
    let sum = |amount: fn(&Amount) -> u64| amount(finished) + amount(left);
    writeln!(
        out,
        "{}: {} in {}, {}{}",
        game.name(),
        count(sum(|amount| amount.entries), "entry"),
        count(sum(|amount| amount.slices), "slice"),
        count(sum(|amount| amount.components), "component"),
        if several { format!(", {}", count(sum(|amount| amount.parts), "table")) } else { String::new() },
    )?;
    if several && finished.parts > 0 {
        writeln!(out, "finished: {}, {}", count(finished.parts, "table"), size(finished.bytes))?;
    }
    if left.parts > 0 {
        writeln!(
            out,
            "to solve: {}{}; it takes up to {} of memory on {}, and {} of disk or more",
            if several { format!("{}, ", count(left.parts, "table")) } else { String::new() },
            count(left.entries, "entry"),
            size(*memory),
            count(threads as u64, "thread"),
            size(left.bytes),
        )?;
    }
    out.flush()
}

/// Writes that there is nothing to do.
fn already<G: Space>(job: &Job<G>, outlook: &Outlook, out: &mut dyn Write) -> Result<Status, Failure> {
    let bytes = size(outlook.finished.bytes);
    match job.single() {
        Some(path) => writeln!(out, "already solved: {} ({bytes}). There is nothing to do", path.display())?,
        None => {
            let tables = count(outlook.finished.parts, "table");
            writeln!(out, "already solved: {tables} ({bytes}). There is nothing to do")?;
        }
    }
    Ok(Status::Success)
}

/// Writes a report on a finished table: in two lines if it is the only one.
fn write_report(report: &Report, several: bool, out: &mut dyn Write) -> std::io::Result<()> {
    let solved = format!("{} in {}", count(report.entries, "entry"), seconds(report.solve));
    let rate = rate(report.entries, report.solve);
    let written = format!("{} ({})", report.path.display(), size(report.bytes));
    if several {
        writeln!(out, "solved: {solved}, {rate} entries per second; written: {written}")?;
    } else {
        let threads = count(report.threads as u64, "thread");
        writeln!(out, "solved:  {solved} on {threads}, {rate} entries per second")?;
        let (write, sync) = (seconds(report.write), seconds(report.sync));
        writeln!(out, "written: {written} in {write}, and {sync} to wait for the disk")?;
    }
    out.flush()
}
