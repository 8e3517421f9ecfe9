//! `stats`: counts of positions by result, and the longest wins and losses.

mod histogram;

use std::collections::BTreeSet;
use std::io::Write;

use clap::Args;

use crate::args::selection::{Selection, SolvedSelection};
use crate::args::{Quiet, TablesOption, ThreadsOption};
use crate::failure::{Failure, Status};
use crate::opening::open;
use crate::output::progress::ProgressReport;
use crate::output::{Align, TextTable, json_line, percent};
use hindsight::answer::lines;
use hindsight::answer::{Counted, CountsAnswer, GameFacts, SliceCounts};
use hindsight::open::AnyGame;
use hindsight::query::statistics::Statistics;
use hindsight::space::SliceId;
use hindsight::util::run::Run;
use hindsight::util::units::{count, thousands};
use histogram::write_chart;

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
    /// With --json, write one object per line
    #[arg(long, requires = "json")]
    lines: bool,
    /// Write CSV with a header: the fields of --json but the game and the histogram; a field that is not known is empty
    #[arg(long, conflicts_with_all = ["json", "histogram"])]
    csv: bool,
    #[command(flatten)]
    tables: TablesOption,
    #[command(flatten)]
    threads: ThreadsOption,
}

/// The counted slices, in words.
fn heading(game: &GameFacts, selection: &Selection, held: &[SliceId], solved: &SolvedSelection) -> String {
    let (found, selected) = (solved.slices.len(), solved.selected);
    match (selection.text(game), game.coverage(held)) {
        (Some(text), _) if found < selected => {
            format!("{text}, {found} of {selected} slices: the others are not solved")
        }
        (Some(text), _) => text,
        (None, None) => "All positions".to_string(),
        (None, Some(coverage)) => format!("All positions that are solved: {coverage}"),
    }
}

/// Counts the selected slices.
pub fn run(game: &dyn AnyGame, arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
    let selection = arguments.selection.or_named(&arguments.slice);
    // Before the tables are opened: a wrong selection is an error with any tables.
    selection.selected(game.facts())?;
    let opened = open(game, &arguments.tables.selected(&selection)?)?;
    let (game, held) = (opened.facts(), &opened.values().own);
    let solved = selection.held(game, opened.values())?;
    let progress = ProgressReport::new("counting", game.entries(&solved.slices), &Quiet::NO);
    let counted = opened.count(&solved.slices, &Run { threads: &arguments.threads.pool()?, progress: &progress })?;
    drop(progress);

    let whole = heading(game, &selection, held, &solved);
    let mut totals = vec![(whole, sum(counted.iter()))];
    let by_size = match selection.is_by_size() && game.sizes_nest {
        true => by_size(game, &counted),
        false => Vec::new(),
    };
    if !selection.is_any() {
        for group in &game.groups {
            if group.slices.iter().all(|slice| solved.slices.contains(slice)) {
                let members = counted.iter().filter(|counted| group.slices.contains(&counted.slice));
                totals.push((group.name.clone(), sum(members)));
            }
        }
    }
    let slices = counted.iter().map(|SliceCounts { slice, counts }| {
        CountsAnswer::new(game, Counted::Slice(&game.slices[slice.index()].name), counts, arguments.histogram)
    });
    let of_total = |(name, total)| CountsAnswer::new(game, Counted::Total(name), total, arguments.histogram);
    match (arguments.json || arguments.csv, arguments.total) {
        (true, true) => {
            let rows = totals.iter().chain(&by_size).map(|(name, total)| of_total((name, total)));
            write_data(&rows.collect::<Vec<_>>(), arguments, out)?;
        }
        (true, false) => write_data(&slices.collect::<Vec<_>>(), arguments, out)?,
        (false, total_only) => {
            for (number, (name, total)) in totals.iter().enumerate() {
                if number > 0 {
                    writeln!(out)?;
                }
                write_total(game, name, total, arguments.histogram, out)?;
            }
            if let [_, ..] = by_size[..] {
                let all = by_size.iter().map(|(name, total)| (name.as_str(), total)).chain([("total", &totals[0].1)]);
                let rows = all.map(|(name, total)| CountsAnswer::new(game, Counted::Total(name), total, false));
                write_rows(game.size_name, &rows.collect::<Vec<_>>(), out)?;
            } else if !total_only {
                write_rows("slice", &slices.collect::<Vec<_>>(), out)?;
            }
        }
    }
    Ok(Status::Success)
}

/// Writes rows for programs.
fn write_data(rows: &[CountsAnswer], arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    match (arguments.csv, arguments.lines) {
        (true, _) => Ok(out.write_all(&lines::counts_csv(rows))?),
        (false, true) => rows.iter().try_for_each(|row| json_line(row, out)),
        (false, false) => json_line(rows, out),
    }
}

/// The sum of the counts of slices.
fn sum<'a>(counted: impl Iterator<Item = &'a SliceCounts>) -> Statistics<String> {
    Statistics::sum(counted.map(|counted| &counted.counts))
}

/// The statistics of each size, from the least, with the size in words.
fn by_size(game: &GameFacts, counted: &[SliceCounts]) -> Vec<(String, Statistics<String>)> {
    let size_of = |counted: &SliceCounts| game.slices[counted.slice.index()].size;
    let sizes: BTreeSet<u32> = counted.iter().map(size_of).collect();
    let of_size = |size: u32| {
        let members = counted.iter().filter(|counted| size_of(counted) == size);
        (count(size.into(), game.size_name_singular()), sum(members))
    };
    sizes.into_iter().map(of_size).collect()
}

/// Writes the total of several slices, in the layout of the source of Pangki's figures.
fn write_total(
    game: &GameFacts,
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
    if game.is_zeroing {
        let [cursed, blessed] = total.beyond(game.quiet_limit);
        table.row(["cursed wins".to_string(), thousands(cursed), percent(cursed, total.positions)]);
        table.row(["blessed losses".to_string(), thousands(blessed), percent(blessed, total.positions)]);
    }
    if game.has_zugzwangs {
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
/// terminal. Under a rule of quiet plies a third has the rows with results that it makes draws. `heading` names the
/// things that have rows.
fn write_rows(heading: &str, rows: &[CountsAnswer], out: &mut dyn Write) -> Result<(), Failure> {
    use Align::{Left, Right};
    let (mut counts, mut longest) =
        (TextTable::new([Left, Right, Right, Right, Right, Right, Right]), TextTable::new([Left, Left, Right, Left]));
    let (mut ruled, mut is_ruled) = (TextTable::new([Left, Right, Right]), false);
    ruled.row([heading, "cursed wins", "blessed losses"]);
    let zugzwangs = if rows.iter().any(|row| row.mutual_zugzwangs.is_some()) { "zugzwangs" } else { "" };
    counts.row([heading, "entries", "positions", "wins", "losses", "draws", zugzwangs]);
    longest.row([heading, "longest", "", "position"]);
    for row in rows {
        let (Counted::Slice(name) | Counted::Total(name)) = row.of;
        let numbers = [row.entries, row.positions, row.wins, row.losses, row.draws].map(thousands);
        let [entries, positions, wins, losses, draws] = numbers;
        let zugzwangs = row.mutual_zugzwangs.map_or(String::new(), thousands);
        counts.row([name.to_string(), entries, positions, wins, losses, draws, zugzwangs]);
        for (word, plies, position) in [
            ("win", row.longest_win, &row.longest_win_position),
            ("loss", row.longest_loss, &row.longest_loss_position),
        ] {
            if let (Some(plies), Some(position)) = (plies, position) {
                longest.row([name, word, &count(plies.into(), "ply"), position]);
            }
        }
        if let (Some(cursed), Some(blessed)) = (row.cursed_wins, row.blessed_losses)
            && cursed + blessed > 0
        {
            is_ruled = true;
            ruled.row([name, &thousands(cursed), &thousands(blessed)]);
        }
    }
    writeln!(out)?;
    counts.write("", out)?;
    writeln!(out)?;
    longest.write("", out)?;
    if is_ruled {
        writeln!(out)?;
        ruled.write("", out)?;
    }
    Ok(())
}
