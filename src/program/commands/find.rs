//! `find`: the positions that satisfy criteria.

use std::io::{self, Write};
use std::ops::{ControlFlow, RangeInclusive};

use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::args::selection::Selection;
use crate::args::values::{one_or_more, whole};
use crate::args::{self, Quiet, TablesOption};
use crate::failure::{Failure, Status};
use crate::opening::open;
use crate::output::progress::ProgressReport;
use crate::output::{json_line, note};
use hindsight::answer::lines::{CSV_NAMES, LineForm};
use hindsight::answer::{FindQuery, FoundBatch, FoundChoice, GameFacts};
use hindsight::game::Outcome;
use hindsight::open::AnyGame;
use hindsight::query::find::{Criteria, FoundCount};
use hindsight::util::run::Run;
use hindsight::util::threads::{Threads, try_map};
use hindsight::util::units::count;

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
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    tables: TablesOption,
    #[command(flatten)]
    threads: args::ThreadsOption,
}

/// The criteria of a search.
#[derive(Clone, Debug, Default, Args)]
pub struct CriteriaArguments {
    /// Find positions with this result for the side to move
    #[arg(long)]
    pub value: Option<ValueWord>,
    /// Find wins and losses in N plies, in A to B plies, or in the most plies (`max`) of all positions that satisfy the
    /// other criteria
    #[arg(long, value_name = "N|A..B|max", value_parser = plies)]
    pub plies: Option<Plies>,
    /// Find mutual zugzwangs: the game goes on, and either side would do better if the other were to move
    #[arg(long)]
    pub zugzwang: bool,
    /// Find quiet positions: the game goes on, and no move captures
    #[arg(long)]
    pub quiet: bool,
    /// Find wins and draws that exactly one of two or more moves keeps
    #[arg(long)]
    pub only_move: bool,
    /// Find wins that are made of only moves, the longest first: against every best defence, each move of the winner is
    /// the only one that wins
    #[arg(long)]
    pub unique: bool,
}

/// A result, by its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ValueWord {
    Win,
    Loss,
    Draw,
}

/// The depths to find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plies {
    Within(RangeInclusive<u32>),
    Deepest,
}

/// Reads `N`, `A..B` or `max`.
pub fn plies(text: &str) -> Result<Plies, String> {
    let number = |text: &str| text.parse::<u32>().ok();
    let range = match text.split_once("..") {
        Some((from, to)) => number(from).zip(number(to)).filter(|(from, to)| from <= to),
        None => number(text).map(|plies| (plies, plies)),
    };
    match range {
        Some((from, to)) => Ok(Plies::Within(from..=to)),
        None if text == "max" => Ok(Plies::Deepest),
        None => Err("expected plies N, a range A..B from the less to the greater, or max".to_string()),
    }
}

impl CriteriaArguments {
    /// The question for these entries of all slices.
    pub fn query(&self, choice: FoundChoice) -> FindQuery {
        let result = self.value.map(|value| match value {
            ValueWord::Win => Outcome::Win,
            ValueWord::Loss => Outcome::Loss,
            ValueWord::Draw => Outcome::Draw,
        });
        let plies = match &self.plies {
            Some(Plies::Within(plies)) => Some(plies.clone()),
            _ => None,
        };
        let &CriteriaArguments { zugzwang, quiet, only_move, unique, .. } = self;
        FindQuery {
            slices: Vec::new(),
            criteria: Criteria { result, plies, zugzwang, quiet, only_move, unique },
            deepest: self.plies == Some(Plies::Deepest),
            choice,
        }
    }
}

/// Finds positions, and lists or counts them.
pub fn run(game: &dyn AnyGame, arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
    let most = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let query = arguments.wanted.query(match (arguments.sample, arguments.limit) {
        (Some(number), _) => FoundChoice::Sample { number: most(number), seed: arguments.seed },
        (None, limit) => FoundChoice::First(limit.map_or(usize::MAX, most)),
    });
    query.check(game.facts())?;
    // Before the tables are opened: a wrong selection is an error with any tables.
    arguments.selection.selected(game.facts())?;
    let opened = open(game, &arguments.tables.selected(&arguments.selection)?)?;
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
    let list = List { game, threads, form: form(arguments) };
    if list.form == LineForm::Csv {
        writeln!(out, "{CSV_NAMES}")?;
    }
    let doing = if arguments.sample.is_some() { "drawing" } else { "searching" };
    let progress = ProgressReport::new(doing, entries, &Quiet::NO);
    let (mut listed, mut written) = (FoundCount::default(), Ok(()));
    opened.find(&query, &Run { threads, progress: &progress }, &mut |found| {
        written = progress.aside(|| list.write(found, &mut listed, out));
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    drop(progress);
    written?;
    if list.form == LineForm::Text && listed.entries == 0 {
        note(format_args!("no position meets the criteria"));
    }
    if list.form == LineForm::Text && listed.positions > listed.entries {
        let (entries, positions) = (count(listed.entries, "entry"), count(listed.positions, "position"));
        let (are, stand) = if listed.entries == 1 { ("is", "stands") } else { ("are", "stand") };
        note(format_args!("{entries} {are} listed, which {stand} for {positions}"));
    }
    Ok(Status::Success)
}

/// The form of the list.
fn form(arguments: &Arguments) -> LineForm {
    match (arguments.csv, arguments.json) {
        (true, _) => LineForm::Csv,
        (_, true) => LineForm::Json,
        _ => LineForm::Text,
    }
}

/// The answer to `--count --json`.
#[derive(Serialize)]
struct CountReport {
    game: &'static str,
    positions: u64,
    entries: u64,
}

/// A list of positions, a line each.
struct List<'a> {
    game: &'a GameFacts,
    threads: &'a Threads,
    form: LineForm,
}

impl List<'_> {
    /// Writes the lines of these entries, at once, and counts the entries and their positions.
    fn write(&self, found: &[FoundBatch], listed: &mut FoundCount, out: &mut dyn Write) -> Result<(), Failure> {
        listed.entries += found.iter().map(FoundBatch::entries).sum::<u64>();
        listed.positions += found.iter().map(FoundBatch::positions).sum::<u64>();
        let lines = |number: usize| -> io::Result<Vec<u8>> { Ok(found[number].lines(self.game, self.form)) };
        for lines in self.threads.install(|| try_map(found.len(), &lines))? {
            out.write_all(&lines)?;
        }
        Ok(out.flush()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_are_a_number_a_range_or_the_greatest() {
        assert_eq!(plies("7"), Ok(Plies::Within(7..=7)));
        assert_eq!(plies("0..12"), Ok(Plies::Within(0..=12)));
        assert_eq!(plies("max"), Ok(Plies::Deepest));
        for wrong in ["", "-1", "2..1", "1..", "..3", "1...3", "1..2..3", "1-3", "Max", "99999999999"] {
            assert!(plies(wrong).is_err(), "{wrong}");
        }
    }
}
