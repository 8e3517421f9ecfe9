//! `find`: the positions that satisfy criteria.

mod criteria;
mod studies;

use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use serde::Serialize;

use crate::args::selection::Selection;
use crate::args::values::{one_or_more, whole};
use crate::args::{self, Quiet, TablesOption};
use crate::failure::{Failure, Status};
use crate::opening::open;
use crate::output::progress::ProgressReport;
use crate::output::{json_line, note};
use hindsight::answer::lines::{LineForm, csv_names};
use hindsight::answer::{FindQuery, FoundBatch, FoundChoice, FoundColumns};
use hindsight::open::{AnyGame, OpenGame, Rule, Sources};
use hindsight::query::find::FoundCount;
use hindsight::util::run::Run;
use hindsight::util::threads::{Threads, try_map};
use hindsight::util::units::count;

pub use criteria::{CriteriaArguments, RunOfMoves, ZugzwangWord, plies};

/// Find the positions that satisfy all criteria given
///
/// Positions are listed in the order of the table, with --unique the longest wins first. Positions that share an entry
/// by symmetry are listed once, and each is counted.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of the game, as listed by the `games` command
    pub game: String,
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    wanted: CriteriaArguments,
    /// Draw N entries that satisfy the criteria at random
    #[arg(long, value_name = "N", value_parser = one_or_more)]
    sample: Option<u64>,
    /// Seed of the sample: the same seed draws the same entries
    #[arg(long, value_name = "K", default_value_t = 0, requires = "sample", value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Stop after the first N entries
    #[arg(long, value_name = "N", value_parser = one_or_more, conflicts_with = "sample")]
    limit: Option<u64>,
    /// Count positions and entries instead of listing them
    #[arg(long, conflicts_with_all = ["sample", "limit", "csv"])]
    count: bool,
    /// Write CSV with a header: position, value, plies (empty for a draw), slice, and positions, the number of
    /// positions that the entry stands for
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Write JSON: one object per line
    #[arg(long, conflicts_with_all = ["epd", "games"])]
    json: bool,
    /// Write EPD: the position with the best moves (`bm`), in chess the moves to mate (`dm`), and the value (`c0`)
    #[arg(long, conflicts_with_all = ["csv", "count", "games"])]
    epd: bool,
    /// Write games in PGN or PDN: the best line of each position, with `$1`, the glyph of `!`, behind only moves
    #[arg(long, conflicts_with_all = ["csv", "count"])]
    games: bool,
    /// Draw the positions on one sheet of diagrams too, as SVG
    #[arg(long, value_name = "FILE", conflicts_with = "count")]
    sheet: Option<PathBuf>,
    #[command(flatten)]
    tables: TablesOption,
    #[command(flatten)]
    threads: args::ThreadsOption,
}

/// Finds positions, and lists or counts them.
pub fn run(game: &dyn AnyGame, arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
    let most = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let choice = match (arguments.sample, arguments.limit) {
        (Some(number), _) => FoundChoice::Sample { number: most(number), seed: arguments.seed },
        (None, limit) => FoundChoice::First(limit.map_or(usize::MAX, most)),
    };
    let query = arguments.wanted.query(game.facts(), choice)?;
    query.check(game.facts())?;
    // Before the tables are opened: a wrong selection is an error with any tables.
    arguments.selection.selected(game.facts())?;
    let rule = if query.criteria.under_rule.is_some() { Rule::WithZeroing } else { Rule::Plain };
    let sources = Sources { rule, ..arguments.tables.selected(&arguments.selection)? };
    let opened = open(game, &sources)?;
    let game = opened.facts();
    let solved = arguments.selection.held(game, opened.values())?;
    let (found, selected) = (solved.slices.len(), solved.selected);
    let mut query = FindQuery { slices: solved.slices, ..query };
    let entries = game.entries(&query.searched(game, opened.values())?);
    if arguments.selection.is_any() && found < selected {
        let selected = count(selected as u64, "slice");
        note(format_args!("{found} of {selected} are searched: the others are not solved"));
    }
    let threads = &arguments.threads.pool()?;
    if query.deepest {
        let progress = &ProgressReport::new("searching for the greatest depth", entries, &Quiet::NO);
        let deepest = opened.deepest(&query, &Run { threads, progress })?;
        query = query.at(deepest);
    }
    if arguments.count {
        let progress = ProgressReport::new("counting", entries, &Quiet::NO);
        let counted = opened.count_found(&query, &Run { threads, progress: &progress })?;
        drop(progress);
        let (name, positions, entries) = (game.name, counted.positions, counted.entries);
        match arguments.json {
            true => json_line(&CountReport { game: name, positions, entries }, out)?,
            false => writeln!(out, "{} in {}", count(positions, "position"), count(entries, "entry"))?,
        }
        return Ok(Status::Success);
    }
    let list = List { game: &opened, threads, form: form(arguments), columns: query.columns() };
    if list.form == Form::Lines(LineForm::Csv) {
        writeln!(out, "{}", csv_names(query.columns()))?;
    }
    let doing = if arguments.sample.is_some() { "drawing" } else { "searching" };
    let progress = ProgressReport::new(doing, entries, &Quiet::NO);
    let (mut listed, mut written, mut all) = (FoundCount::default(), Ok(()), Vec::new());
    opened.find(&query, &Run { threads, progress: &progress }, &mut |found| {
        if arguments.sheet.is_some() {
            all.extend_from_slice(found);
        }
        written = progress.aside(|| list.write(found, &mut listed, out));
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    drop(progress);
    written?;
    if let Some(path) = &arguments.sheet {
        let sheet = studies::diagrams(&opened, &all)?;
        fs::write(path, sheet).map_err(|error| Failure::file("write", path, error))?;
    }
    if list.form == Form::Lines(LineForm::Text) && listed.entries == 0 {
        note(format_args!("no position meets the criteria"));
    }
    if list.form == Form::Lines(LineForm::Text) && listed.positions > listed.entries {
        let (entries, positions) = (count(listed.entries, "entry"), count(listed.positions, "position"));
        let (are, stand) = if listed.entries == 1 { ("is", "stands") } else { ("are", "stand") };
        note(format_args!("{entries} {are} listed, which {stand} for {positions}"));
    }
    Ok(Status::Success)
}

/// The form of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// A line for each position.
    Lines(LineForm),
    Epd,
    Games,
}

/// The form that the arguments choose.
fn form(arguments: &Arguments) -> Form {
    match arguments {
        Arguments { csv: true, .. } => Form::Lines(LineForm::Csv),
        Arguments { json: true, .. } => Form::Lines(LineForm::Json),
        Arguments { epd: true, .. } => Form::Epd,
        Arguments { games: true, .. } => Form::Games,
        _ => Form::Lines(LineForm::Text),
    }
}

/// The answer to `--count --json`.
#[derive(Serialize)]
struct CountReport {
    game: &'static str,
    positions: u64,
    entries: u64,
}

/// A list of positions.
struct List<'a> {
    game: &'a Arc<dyn OpenGame>,
    threads: &'a Threads,
    form: Form,
    columns: FoundColumns,
}

impl List<'_> {
    /// Writes the lines of these entries, at once, and counts the entries and their positions.
    fn write(&self, found: &[FoundBatch], listed: &mut FoundCount, out: &mut dyn Write) -> Result<(), Failure> {
        listed.entries += found.iter().map(FoundBatch::entries).sum::<u64>();
        listed.positions += found.iter().map(FoundBatch::positions).sum::<u64>();
        match self.form {
            Form::Epd => found.iter().try_for_each(|found| {
                Ok::<_, Failure>(out.write_all(studies::epd(&**self.game, found)?.as_bytes())?)
            })?,
            Form::Games => found.iter().try_for_each(|found| {
                Ok::<_, Failure>(out.write_all(studies::games(&**self.game, found)?.as_bytes())?)
            })?,
            Form::Lines(form) => {
                let lines = |number: usize| -> io::Result<Vec<u8>> {
                    Ok(found[number].lines(self.game.facts(), form, self.columns))
                };
                for lines in self.threads.install(|| try_map(found.len(), &lines))? {
                    out.write_all(&lines)?;
                }
            }
        }
        Ok(out.flush()?)
    }
}
