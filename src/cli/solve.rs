//! `hindsight solve`: a game's tables, each made once.

use std::io::Write;
use std::path::Path;

use clap::Args;

use super::arguments::{Tables, Threads};
use super::failure::{Answer, Failure};
use super::interrupt;
use super::output::{note, rate, seconds};
use super::progress::Meter;
use crate::catalogue::Entry;
use crate::game::Notation;
use crate::job::{Amount, Job, Options, Outlook, Report};
use crate::space::{SliceId, Space, Symmetry, components};
use crate::util::units::{bytes, count, size, thousands};

/// Solves a game, or a part of it with all that it leads to, and writes the tables that are not there
///
/// It may be stopped at any time, by Ctrl-C too, with exit status 130: the same command goes on from there.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The game, as `hindsight games` lists it
    pub game: String,
    /// Only slices with at most so many pieces on the board
    #[arg(long, value_name = "N", group = "selection")]
    pieces: Option<u32>,
    /// Only slices with at most so many goats, on the board and in hand together, in a game that has goats
    #[arg(long, value_name = "N", group = "selection")]
    goats: Option<u32>,
    /// Only these slices, each mover v other, such as 3v2
    #[arg(long, value_name = "S", num_args = 1.., group = "selection")]
    slice: Vec<String>,
    #[command(flatten)]
    tables: Tables,
    #[command(flatten)]
    threads: Threads,
    /// Memory that may be used, such as 512M or 6G; else as much as it takes
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory: Option<u64>,
}

/// The slices that are chosen with a number: see [`Space::size`].
fn chosen<G: Space>(game: &G, number: u32) -> Vec<SliceId> {
    let all = (0..game.slices().len() as u32).map(SliceId);
    all.filter(|&slice| game.size(slice) <= number).collect()
}

/// The slices with at most so many pieces.
fn with_pieces<G: Space>(game: &G, most: u32) -> Vec<SliceId> {
    let all = (0..game.slices().len() as u32).map(SliceId);
    all.filter(|slice| game.slices()[slice.index()].pieces <= most).collect()
}

/// The slices that were asked for, or nothing if that is the whole game.
fn selected<G: Space>(game: &G, asked: &Arguments) -> Result<Option<Vec<SliceId>>, Failure> {
    if let Some(goats) = asked.goats {
        if game.size_name() != "goats" {
            let message = format!("--goats counts goats, and {} has none. Leave it out", game.name());
            return Err(Failure::Usage(message));
        }
        return Ok(Some(chosen(game, goats)));
    }
    if let Some(pieces) = asked.pieces {
        let fewest = game.slices().iter().map(|slice| slice.pieces).min().unwrap_or(0);
        if pieces < fewest {
            let message =
                format!("expected --pieces {fewest} or more, the least that {} has, found {pieces}", game.name());
            return Err(Failure::Usage(message));
        }
        return Ok(Some(with_pieces(game, pieces)));
    }
    let slices = asked.slice.iter().map(|name| game.slice_named(name)).collect::<Result<Vec<_>, _>>()?;
    Ok(Some(slices).filter(|slices| !slices.is_empty()))
}

/// What there is to choose from, where a game is too large to be solved whole.
fn choices<G: Space>(game: &G) -> String {
    const CHOICES: usize = 8;
    let (name, slices) = (game.name(), game.slices());
    let parts = components::parts(slices);
    let all = (0..slices.len() as u32).map(SliceId);
    let mut numbers: Vec<u32> = all.map(|slice| game.size(slice)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let option = game.size_name();
    let entries =
        |parts: &[usize], of: &[components::Part]| parts.iter().map(|&part| of[part].entries(slices)).sum::<u64>();
    let whole: u64 = slices.iter().map(|slice| slice.entries).sum();
    let mut text = format!(
        "expected a choice of what to solve, found none and not enough room for everything: all {} of {name} have {} positions, and the tables would take \
         {}. Choose --slice S or one of these, each with all that it leads to:",
        count(slices.len() as u64, "slice"),
        thousands(whole),
        size(whole),
    );
    for &number in numbers.iter().take(CHOICES) {
        let closure = components::closure(slices, &parts, &chosen(game, number));
        text.push_str(&format!("\n  --{option} {number:<3} {} on the disk", size(entries(&closure, &parts))));
    }
    text
}

/// Solves a game.
pub fn run<G: Symmetry + Notation>(
    entry: &Entry<G>,
    asked: &Arguments,
    out: &mut dyn Write,
) -> Result<Answer, Failure> {
    let game = &entry.game;
    let wanted = selected(game, asked)?;
    let several = game.slices().iter().any(|slice| slice.part != game.slices()[0].part);
    let store = asked.tables.store();
    if wanted.is_some() && !several {
        let name = game.name();
        note(format_args!("{name} is kept in one table: the whole game is solved, whatever part of it is asked for"));
    }
    let unasked = wanted.is_none();
    let selection = wanted.unwrap_or_else(|| with_pieces(game, u32::MAX));
    let options = Options { threads: asked.threads.number(), memory: asked.memory };
    let mut job = Job::new(game, entry.engine.as_ref(), &store, &selection);
    let outlook = job.outlook(&options)?;
    // What is finished needs no room any more: who has begun with everything goes on with it.
    if unasked && several && store.check_free_space(outlook.left.bytes).is_err() {
        return Err(Failure::Usage(choices(game)));
    }
    // The game is solved even if nobody can read about it; that is reported when it is done.
    let announced = announce(game, &outlook, several, out);
    if outlook.left.parts == 0 {
        announced?;
        return already(&job, &outlook, out);
    }
    job.fits(&outlook, &options)?;
    let wait = |lock: &Path| note(format_args!("another solve is at work here, waiting for it ({})", lock.display()));
    let lock = store.lock(wait)?;
    // Who had the lock may have solved it meanwhile.
    let outlook = job.prepare(&lock, &options)?;
    if outlook.left.parts == 0 {
        announced?;
        return already(&job, &outlook, out);
    }

    interrupt::heed();
    let meter = Meter::new("solving", outlook.left.entries);
    let mut told = announced;
    let done = job.run(&lock, &options, &meter, &mut |report| {
        let tell = || told = std::mem::replace(&mut told, Ok(())).and_then(|()| tell(report, several, out));
        meter.aside(tell);
    });
    drop(meter);
    done?;
    told?;
    if several {
        let outlook = job.outlook(&options)?;
        let Amount { parts, bytes, .. } = outlook.finished;
        writeln!(out, "done: {} in {}", count(parts, "table"), size(bytes))?;
    }
    Ok(Answer::Yes)
}

/// Says what there is to do.
fn announce<G: Space>(game: &G, outlook: &Outlook, several: bool, out: &mut dyn Write) -> std::io::Result<()> {
    let Outlook { finished, left, memory } = outlook;
    let sum = |amount: fn(&Amount) -> u64| amount(finished) + amount(left);
    writeln!(
        out,
        "{}: {} entries in {}, {}{}",
        game.name(),
        thousands(sum(|amount| amount.entries)),
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
            "to solve: {}{} entries; it takes up to {} of memory, and {} of disk or more",
            if several { format!("{}, ", count(left.parts, "table")) } else { String::new() },
            thousands(left.entries),
            size(*memory),
            size(left.bytes),
        )?;
    }
    out.flush()
}

/// Says that there is nothing to do.
fn already<G: Space>(job: &Job<G>, outlook: &Outlook, out: &mut dyn Write) -> Result<Answer, Failure> {
    let bytes = size(outlook.finished.bytes);
    match job.single() {
        Some(path) => writeln!(out, "already solved: {} ({bytes}). There is nothing to do", path.display())?,
        None => {
            let tables = count(outlook.finished.parts, "table");
            writeln!(out, "already solved: {tables} ({bytes}). There is nothing to do")?;
        }
    }
    Ok(Answer::Yes)
}

/// Tells of a finished table: in two lines where it is the only one.
fn tell(report: &Report, several: bool, out: &mut dyn Write) -> std::io::Result<()> {
    let solved = format!("{} entries in {}", thousands(report.entries), seconds(report.solve));
    let rate = rate(report.entries, report.solve);
    let written = format!("{} ({})", report.path.display(), size(report.bytes));
    if several {
        writeln!(out, "solved: {solved}, {rate} positions a second; written: {written}")?;
    } else {
        let threads = if report.threads == 1 { "thread" } else { "threads" };
        writeln!(out, "solved:  {solved} on {} {threads}, {rate} positions a second", report.threads)?;
        let (write, sync) = (seconds(report.write), seconds(report.sync));
        writeln!(out, "written: {written} in {write}, and {sync} of waiting for the disk")?;
    }
    out.flush()
}
