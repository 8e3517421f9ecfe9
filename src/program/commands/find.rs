//! `find`: the positions that satisfy criteria.

use std::cmp::Reverse;
use std::io::{self, Write};
use std::ops::RangeInclusive;

use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::args::selection::Selection;
use crate::args::values::{one_or_more, whole};
use crate::args::{self, Quiet, TablesOption};
use crate::failure::{Failure, Status};
use crate::output::progress::ProgressReport;
use crate::output::{json_line, note};
use hindsight::answer::{ValuesFacts, ValuesSource};
use hindsight::catalogue::{CatalogueGame, GameEntry};
use hindsight::game::{Outcome, value_text};
use hindsight::open::facts;
use hindsight::query::find::{Criteria, Finder, FoundCount, FoundEntry};
use hindsight::query::{Probe, Unsolved};
use hindsight::space::{Naming, SliceId, Symmetry};
use hindsight::util::threads::{Threads, try_map};
use hindsight::util::units::count;
use hindsight::values::Lookup;

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
    /// Whether tables of results alone, without depths, meet no criteria.
    fn needs_depths(&self) -> bool {
        self.plies.is_some() || self.unique
    }

    /// Checks that one of some slices has what the criteria need. `has_results_only` tells whether a slice has results
    /// without depths.
    ///
    /// # Errors
    /// If they need depths, and no slice has any.
    pub fn check_depths<G: CatalogueGame>(
        &self,
        game: &G,
        slices: &[SliceId],
        has_results_only: impl Fn(SliceId) -> bool,
    ) -> Result<(), Failure> {
        // The greatest slice, as the user selected its size.
        match slices.iter().max_by_key(|&&slice| game.size(slice)) {
            Some(&greatest) if self.needs_depths() && slices.iter().all(|&slice| has_results_only(slice)) => {
                Err(Failure::NoDepths(Unsolved::new(game, greatest)))
            }
            _ => Ok(()),
        }
    }

    /// The criteria without the greatest depth, which is not known yet.
    pub fn criteria<G: Symmetry>(&self, game: &G) -> Result<Criteria, Failure> {
        if self.value == Some(ValueWord::Draw) && self.plies.is_some() {
            let message = "expected --value win or --value loss with --plies, found --value draw: draws have no depth";
            return Err(Failure::Usage(message.to_string()));
        }
        if self.unique && matches!(self.value, Some(ValueWord::Draw | ValueWord::Loss)) {
            let message = "expected --value win or no --value with --unique, found another: only wins are unique";
            return Err(Failure::Usage(message.to_string()));
        }
        if self.zugzwang && game.side_swapped(&game.start()).is_none() {
            let message = format!(
                "expected --zugzwang for a game in which either side may be to move in the same placement, found {}",
                game.name()
            );
            return Err(Failure::Usage(message));
        }
        Ok(Criteria {
            result: self.value.map(|value| match value {
                ValueWord::Win => Outcome::Win,
                ValueWord::Loss => Outcome::Loss,
                ValueWord::Draw => Outcome::Draw,
            }),
            plies: match &self.plies {
                Some(Plies::Within(plies)) => Some(plies.clone()),
                _ => None,
            },
            zugzwang: self.zugzwang,
            quiet: self.quiet,
            only_move: self.only_move,
            unique: self.unique,
        })
    }
}

/// Finds positions, and lists or counts them.
pub fn run<G: CatalogueGame>(
    entry: &GameEntry<G>,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let game = &entry.game;
    let wanted = &arguments.wanted;
    let criteria = wanted.criteria(game)?;
    // Before the tables are opened: a wrong selection is an error with any tables.
    arguments.selection.selected(&facts(entry))?;
    let tables = arguments.tables.open_or_embedded(entry, &arguments.selection)?;
    let probe = Probe { space: game, tables: &tables };
    let solved = arguments.selection.held(
        &facts(entry),
        &ValuesFacts {
            source: ValuesSource::Tables,
            held: probe.held(),
            results_only: Vec::new(),
            sound: Vec::new(),
            unusable: Vec::new(),
            bytes: 0,
            start: String::new(),
        },
    )?;
    if wanted.only_move || wanted.unique {
        check_successors(&probe, &solved.slices)?;
    }
    if arguments.selection.is_any() && solved.slices.len() < solved.selected {
        let (found, selected) = (solved.slices.len(), count(solved.selected as u64, "slice"));
        note(format_args!("{found} of {selected} are searched: the others are not solved"));
    }
    wanted.check_depths(game, &solved.slices, |slice| tables.holds_results_only(slice))?;
    let threads = arguments.threads.pool()?;
    let mut finder = Finder::new(&probe, &solved.slices, criteria);
    let entries = finder.entries();
    if wanted.plies == Some(Plies::Deepest) {
        let progress = ProgressReport::new("searching for the greatest depth", entries, &Quiet::NO);
        // If no win or loss satisfies the criteria, depth 0 finds nothing.
        let deepest = threads.install(|| finder.deepest(&progress))?.unwrap_or(0);
        finder = finder.at_depth(deepest);
    }
    if arguments.count {
        let progress = ProgressReport::new("counting", entries, &Quiet::NO);
        let counted = threads.install(|| finder.count(&progress))?;
        drop(progress);
        let (name, positions, entries) = (game.name(), counted.positions, counted.entries);
        match arguments.json {
            true => json_line(&CountReport { game: name, positions, entries }, out)?,
            false => writeln!(out, "{} in {}", count(positions, "position"), count(entries, "entry"))?,
        }
        return Ok(Status::Success);
    }
    let list = List { game, threads: &threads, form: Form::of(arguments) };
    if list.form == Form::Csv {
        writeln!(out, "position,value,plies,slice,positions")?;
    }
    let mut listed = FoundCount::default();
    if let Some(number) = arguments.sample {
        let progress = ProgressReport::new("drawing", entries, &Quiet::NO);
        let found = threads.install(|| finder.sample(number as usize, arguments.seed, &progress))?;
        drop(progress);
        list.write(&found, &mut listed, out)?;
    } else {
        let progress = ProgressReport::new("searching", entries, &Quiet::NO);
        let most = arguments.limit.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX));
        let (mut batches, mut longest) = (finder.batches(), Vec::new());
        while (wanted.unique || listed.entries < most as u64)
            && let Some(mut found) = threads.install(|| batches.next_batch(&progress))?
        {
            if wanted.unique {
                longest.append(&mut found);
                // Of equally long wins, the first in the table comes first.
                longest.sort_by_key(|found| Reverse(found.value.plies()));
                longest.truncate(most);
                continue;
            }
            found.truncate(most.saturating_sub(listed.entries as usize));
            progress.aside(|| list.write(&found, &mut listed, out))?;
        }
        drop(progress);
        list.write(&longest, &mut listed, out)?;
    }
    if list.form == Form::Text && listed.entries == 0 {
        note(format_args!("no position meets the criteria"));
    }
    if list.form == Form::Text && listed.positions > listed.entries {
        let (entries, positions) = (count(listed.entries, "entry"), count(listed.positions, "position"));
        let (are, stand) = if listed.entries == 1 { ("is", "stands") } else { ("are", "stand") };
        note(format_args!("{entries} {are} listed, which {stand} for {positions}"));
    }
    Ok(Status::Success)
}

/// Checks that every slice that a move leads to is solved.
///
/// # Errors
/// For the first slice that is not solved.
pub fn check_successors<S: Naming>(probe: &Probe<S, impl Lookup>, slices: &[SliceId]) -> Result<(), Unsolved> {
    let successors = slices.iter().flat_map(|slice| &probe.space.slices()[slice.index()].leads_to);
    match successors.into_iter().find(|slice| !probe.tables.holds(**slice)) {
        Some(&slice) => Err(Unsolved::new(probe.space, slice)),
        None => Ok(()),
    }
}

/// The form of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Text,
    Csv,
    Json,
}

impl Form {
    fn of(arguments: &Arguments) -> Form {
        match (arguments.csv, arguments.json) {
            (true, _) => Form::Csv,
            (_, true) => Form::Json,
            _ => Form::Text,
        }
    }
}

/// The answer to `--count --json`.
#[derive(Serialize)]
struct CountReport {
    game: &'static str,
    positions: u64,
    entries: u64,
}

/// A position: an object of `--json`.
#[derive(Serialize)]
pub struct Listed<'a> {
    game: &'static str,
    slice: &'a str,
    position: &'a str,
    value: &'static str,
    plies: Option<u32>,
    /// The number of positions that the entry stands for.
    positions: u64,
}

impl<'a> Listed<'a> {
    /// The object of an entry; `position` is the text of its position.
    pub fn new<G: Symmetry + Naming>(game: &'a G, found: &FoundEntry<G::Position>, position: &'a str) -> Listed<'a> {
        let (value, plies) = (found.value.word(), found.value.plies());
        let slice = &game.slices()[found.entry.slice.index()].name;
        Listed { game: game.name(), slice, position, value, plies, positions: game.weight(&found.position) }
    }
}

/// A list of positions, a line each.
struct List<'a, G> {
    game: &'a G,
    threads: &'a Threads,
    form: Form,
}

impl<G: CatalogueGame> List<'_, G> {
    /// Entries that one thread writes as text at a time.
    const CHUNK: usize = 1 << 12;

    /// Writes the lines of these entries, at once, and counts the entries and their positions.
    fn write(
        &self,
        found: &[FoundEntry<G::Position>],
        listed: &mut FoundCount,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        listed.entries += found.len() as u64;
        listed.positions += found.iter().map(|found| self.game.weight(&found.position)).sum::<u64>();
        let chunks: Vec<_> = found.chunks(Self::CHUNK).collect();
        let lines = |number: usize| -> io::Result<Vec<u8>> {
            let (mut lines, mut position) = (Vec::new(), String::new());
            for found in chunks[number] {
                position.clear();
                self.game.write(&found.position, &mut position);
                self.write_line(found, &position, &mut lines)?;
            }
            Ok(lines)
        };
        for lines in self.threads.install(|| try_map(chunks.len(), &lines))? {
            out.write_all(&lines)?;
        }
        Ok(out.flush()?)
    }

    fn write_line(&self, found: &FoundEntry<G::Position>, position: &str, line: &mut Vec<u8>) -> io::Result<()> {
        let (value, plies) = (found.value.word(), found.value.plies());
        match self.form {
            Form::Text => writeln!(line, "{position}  {}", value_text(self.game, found.value)),
            Form::Csv => {
                write_csv(position, line);
                write!(line, ",{value},")?;
                plies.map_or(Ok(()), |plies| write!(line, "{plies}"))?;
                let slice = &self.game.slices()[found.entry.slice.index()].name;
                writeln!(line, ",{slice},{}", self.game.weight(&found.position))
            }
            Form::Json => {
                serde_json::to_writer(&mut *line, &Listed::new(self.game, found, position))?;
                writeln!(line)
            }
        }
    }
}

/// Writes a field of CSV (RFC 4180), quoted where it has to be.
fn write_csv(field: &str, line: &mut Vec<u8>) {
    match field.contains([',', '"', '\n', '\r']) {
        true => line.extend_from_slice(format!("\"{}\"", field.replace('"', "\"\"")).as_bytes()),
        false => line.extend_from_slice(field.as_bytes()),
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

    #[test]
    fn fields_of_csv_are_quoted_where_they_have_to_be() {
        let written = |field: &str| {
            let mut line = Vec::new();
            write_csv(field, &mut line);
            String::from_utf8(line).expect("text")
        };
        assert_eq!(written(".../.../... x"), ".../.../... x");
        assert_eq!(written("B:W21,22:B1"), "\"B:W21,22:B1\"");
        assert_eq!(written("a\"b"), "\"a\"\"b\"");
    }
}
