//! `stats`: counts of positions by result, and the longest wins and losses.

mod histogram;

use std::collections::BTreeSet;
use std::io::Write;

use clap::Args;
use serde::Serialize;

use crate::args::selection::{Selection, SolvedSelection};
use crate::args::sizes::singular;
use crate::args::{Quiet, TablesOption, ThreadsOption};
use crate::failure::{Failure, Status};
use crate::output::coverage::Coverage;
use crate::output::progress::ProgressReport;
use crate::output::{Align, TextTable, json_line, percent};
use hindsight::catalogue::{CatalogueGame, GameEntry};
use hindsight::game::position_text;
use hindsight::query::Probe;
use hindsight::query::statistics::{Statistics, of_slice};
use hindsight::space::components::entries;
use hindsight::space::{Naming, SliceId, Symmetry};
use hindsight::util::units::{count, thousands};
use hindsight::values::{CountedReads, LookupError};
use histogram::{Histogram, write_chart};

/// Count wins, losses and draws, in total and by slice; slices selected by their size are counted by size
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of the game, as listed by the `games` command
    pub game: String,
    /// Select these slices, each mover v other, such as 3v2 or KKvK (default: all that are solved)
    #[arg(group = "selection")]
    slice: Vec<String>,
    #[command(flatten)]
    selection: Selection,
    /// Count wins and losses by depth too
    #[arg(long)]
    histogram: bool,
    /// Leave out the slices: write the totals alone
    #[arg(long)]
    total: bool,
    /// Write JSON: an array with one object per slice, or per total and size with --total
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    tables: TablesOption,
    #[command(flatten)]
    threads: ThreadsOption,
}

/// The slice or the total that statistics describe.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Of<'a> {
    Slice(&'a str),
    Total(&'a str),
}

/// Statistics: an object of `--json`. Depths are in plies.
#[derive(Serialize)]
pub struct StatisticsRow<'a> {
    game: &'static str,
    #[serde(flatten)]
    of: Of<'a>,
    entries: u64,
    positions: u64,
    wins: u64,
    losses: u64,
    draws: u64,
    longest_win: Option<u32>,
    longest_loss: Option<u32>,
    longest_win_position: Option<String>,
    longest_loss_position: Option<String>,
    /// `None` in a game where they are not counted.
    mutual_zugzwangs: Option<u64>,
    legal_moves: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    histogram: Option<Histogram>,
}

impl<'a> StatisticsRow<'a> {
    /// The object of these statistics.
    pub fn new(
        game: &'static str,
        has_zugzwangs: bool,
        of: Of<'a>,
        figures: &Statistics<String>,
        with_histogram: bool,
    ) -> StatisticsRow<'a> {
        let longest = |longest: &Option<(u32, String)>| longest.clone().unzip();
        let (longest_win, longest_win_position) = longest(&figures.longest_win);
        let (longest_loss, longest_loss_position) = longest(&figures.longest_loss);
        StatisticsRow {
            game,
            of,
            entries: figures.entries,
            positions: figures.positions,
            wins: figures.wins,
            losses: figures.losses,
            draws: figures.draws,
            longest_win,
            longest_loss,
            longest_win_position,
            longest_loss_position,
            mutual_zugzwangs: has_zugzwangs.then_some(figures.zugzwangs),
            legal_moves: figures.moves,
            histogram: with_histogram.then(|| Histogram::new(figures)),
        }
    }
}

/// Whether mutual zugzwangs are counted: see [`Symmetry::side_swapped`].
pub fn has_zugzwangs<G: Symmetry>(game: &G) -> bool {
    game.side_swapped(&game.start()).is_some()
}

/// The counted slices, in words.
fn heading<G: Naming>(game: &G, selection: &Selection, coverage: &Coverage, solved: &SolvedSelection) -> String {
    let (found, selected) = (solved.slices.len(), solved.selected);
    match selection.text(game) {
        Some(text) if found < selected => {
            format!("{text}, {found} of {selected} slices: the others are not solved")
        }
        Some(text) => text,
        None if coverage.is_whole() => "All positions".to_string(),
        None => format!("All positions that are solved: {}", coverage.text()),
    }
}

/// Counts the selected slices.
pub fn run<G: CatalogueGame>(
    entry: &GameEntry<G>,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let game = &entry.game;
    let selection = arguments.selection.or_named(&arguments.slice);
    // Before the tables are opened: a wrong selection is an error with any tables.
    selection.slices(game)?;
    let tables = arguments.tables.open_or_embedded(entry, &selection)?;
    let probe = Probe { space: game, tables: &tables };
    let solved = selection.solved(&probe)?;
    let progress = ProgressReport::new("counting", entries(game.slices(), &solved.slices), &Quiet::NO);
    let counted = arguments.threads.install(|| {
        let probe = Probe { space: game, tables: &CountedReads { values: &tables, progress: &progress } };
        let text = |position| position_text(game, &position);
        let figures = solved.slices.iter().map(|&slice| Ok((slice, of_slice(&probe, slice)?.map(text))));
        figures.collect::<Result<Vec<_>, LookupError>>()
    })??;
    drop(progress);

    let whole = heading(game, &selection, &Coverage::new(&probe), &solved);
    let mut totals = vec![(whole, Statistics::sum(counted.iter().map(|(_, figures)| figures)))];
    let by_size = match selection.is_by_size() && game.sizes_nest() {
        true => by_size(game, &counted),
        false => Vec::new(),
    };
    if !selection.is_any() {
        for group in game.groups() {
            if group.slices.iter().all(|slice| solved.slices.contains(slice)) {
                let members = counted.iter().filter(|(slice, _)| group.slices.contains(slice));
                totals.push((group.name, Statistics::sum(members.map(|(_, figures)| figures))));
            }
        }
    }
    let row =
        |of, figures, with_histogram| StatisticsRow::new(game.name(), has_zugzwangs(game), of, figures, with_histogram);
    let slices = counted.iter().map(|(slice, figures)| {
        let name = &game.slices()[slice.index()].name;
        row(Of::Slice(name), figures, arguments.histogram)
    });
    match (arguments.json, arguments.total) {
        (true, true) => {
            let rows =
                totals.iter().chain(&by_size).map(|(name, total)| row(Of::Total(name), total, arguments.histogram));
            json_line(&rows.collect::<Vec<_>>(), out)?;
        }
        (true, false) => json_line(&slices.collect::<Vec<_>>(), out)?,
        (false, total_only) => {
            for (number, (name, total)) in totals.iter().enumerate() {
                if number > 0 {
                    writeln!(out)?;
                }
                write_total(game, name, total, arguments.histogram, out)?;
            }
            if let [_, ..] = by_size[..] {
                let sizes = by_size.iter().map(|(name, figures)| (name.as_str(), figures));
                let all = sizes.chain([("total", &totals[0].1)]);
                let rows = all.map(|(name, figures)| row(Of::Total(name), figures, false));
                write_rows(game.size_name(), &rows.collect::<Vec<_>>(), out)?;
            } else if !total_only {
                write_rows("slice", &slices.collect::<Vec<_>>(), out)?;
            }
        }
    }
    Ok(Status::Success)
}

/// The statistics of each size, from the least, with the size in words.
fn by_size<G: CatalogueGame>(game: &G, counted: &[(SliceId, Statistics<String>)]) -> Vec<(String, Statistics<String>)> {
    let sizes: BTreeSet<u32> = counted.iter().map(|(slice, _)| game.size(*slice)).collect();
    let of_size = |size: u32| {
        let members = counted.iter().filter(|(slice, _)| game.size(*slice) == size);
        (count(size.into(), singular(game.size_name())), Statistics::sum(members.map(|(_, figures)| figures)))
    };
    sizes.into_iter().map(of_size).collect()
}

/// Writes the total of several slices, in the layout of the source of Pangki's figures.
fn write_total<G: Symmetry>(
    game: &G,
    name: &str,
    total: &Statistics<String>,
    with_histogram: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let mut table = TextTable::new([Align::Left, Align::Right, Align::Right]);
    for (what, count) in
        [("positions", total.positions), ("wins", total.wins), ("losses", total.losses), ("draws", total.draws)]
    {
        table.row([what.to_string(), thousands(count), percent(count, total.positions)]);
    }
    if has_zugzwangs(game) {
        let part = percent(total.zugzwangs, total.positions);
        table.row(["mutual zugzwangs".to_string(), thousands(total.zugzwangs), part]);
    }
    table.row(["entries".to_string(), thousands(total.entries), "symmetric positions once".to_string()]);
    let average = total.moves as f64 / total.positions.max(1) as f64;
    table.row(["legal moves".to_string(), thousands(total.moves), format!("{average:.1} per position")]);
    writeln!(out, "{name}")?;
    table.write("  ", out)?;
    if with_histogram {
        writeln!(out)?;
        write_chart(total, out)?;
    }
    Ok(())
}

/// Writes two tables: the counts of each row, and its longest win and loss, in rows of their own so that they fit a
/// terminal. `heading` names the things that have rows.
fn write_rows(heading: &str, rows: &[StatisticsRow], out: &mut dyn Write) -> Result<(), Failure> {
    use Align::{Left, Right};
    let (mut counts, mut longest) =
        (TextTable::new([Left, Right, Right, Right, Right, Right]), TextTable::new([Left, Left, Right, Left]));
    counts.row([heading, "entries", "positions", "wins", "losses", "draws"]);
    longest.row([heading, "longest", "", "position"]);
    for row in rows {
        let (Of::Slice(name) | Of::Total(name)) = row.of;
        let numbers = [row.entries, row.positions, row.wins, row.losses, row.draws].map(thousands);
        let [entries, positions, wins, losses, draws] = numbers;
        counts.row([name.to_string(), entries, positions, wins, losses, draws]);
        for (word, plies, position) in [
            ("win", row.longest_win, &row.longest_win_position),
            ("loss", row.longest_loss, &row.longest_loss_position),
        ] {
            if let (Some(plies), Some(position)) = (plies, position) {
                longest.row([name, word, &count(plies.into(), "ply"), position]);
            }
        }
    }
    writeln!(out)?;
    counts.write("", out)?;
    writeln!(out)?;
    longest.write("", out)?;
    Ok(())
}
