//! `stats`: counts of positions by result, and the longest wins and losses.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use crate::values::Lookup;

use super::arguments::{Tables, Threads};
use super::coverage::Coverage;
use super::failure::{Failure, Status};
use super::output::{Align, TextTable, json_line, percent};
use crate::game::Notation;
use crate::query::statistics::{Statistics, of_slice};
use crate::query::{Probe, Unsolved};
use crate::space::{SliceId, Space, Symmetry};
use crate::util::units::{count, thousands};
use crate::values::LookupError;

/// Count wins, losses and draws, in total and by slice
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of the game, as listed by the `games` command
    pub game: String,
    /// Select these slices, each mover v other, such as 3v2 (default: all)
    #[arg(conflicts_with = "pieces")]
    slice: Vec<String>,
    /// Select the slices with up to N pieces on the board
    #[arg(long, value_name = "N")]
    pieces: Option<u32>,
    /// Write JSON: an array with one object per slice
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    tables: Tables,
    #[command(flatten)]
    threads: Threads,
}

/// The statistics of a slice: an object of `--json`. Depths are in plies.
#[derive(Serialize)]
struct Row<'a> {
    slice: &'a str,
    positions: u64,
    wins: u64,
    losses: u64,
    draws: u64,
    longest_win: Option<u32>,
    longest_loss: Option<u32>,
    longest_win_position: Option<String>,
    longest_loss_position: Option<String>,
}

impl<'a> Row<'a> {
    fn new<G: Symmetry + Notation>(game: &'a G, slice: SliceId, figures: &Statistics<G::Position>) -> Row<'a> {
        let text = |longest: &Option<(u32, G::Position)>| longest.map(|(_, position)| game.text(&position));
        Row {
            slice: &game.slices()[slice.index()].name,
            positions: figures.positions,
            wins: figures.wins,
            losses: figures.losses,
            draws: figures.draws,
            longest_win: figures.longest_win.map(|(plies, _)| plies),
            longest_loss: figures.longest_loss.map(|(plies, _)| plies),
            longest_win_position: text(&figures.longest_win),
            longest_loss_position: text(&figures.longest_loss),
        }
    }
}

/// The slices that the arguments select, solved or not.
fn wanted<G: Space>(game: &G, arguments: &Arguments) -> Result<Vec<SliceId>, Failure> {
    let most = arguments.pieces.unwrap_or(u32::MAX);
    if arguments.slice.is_empty() {
        let all = (0..game.slices().len() as u32).map(SliceId);
        let slices: Vec<SliceId> = all.filter(|slice| game.slices()[slice.index()].pieces <= most).collect();
        if slices.is_empty() {
            let message = format!("expected a number of pieces that {} has a slice for, found {most}", game.name());
            return Err(Failure::Usage(message));
        }
        return Ok(slices);
    }
    let mut slices = Vec::new();
    for name in &arguments.slice {
        let slice = game.slice_named(name)?;
        // A slice that is named twice is counted once.
        if !slices.contains(&slice) {
            slices.push(slice);
        }
    }
    Ok(slices)
}

/// The slices of the selection that are solved: all of them if they were named, else at least one.
fn solved<S: Space>(
    probe: &Probe<S, impl Lookup>,
    wanted: &[SliceId],
    arguments: &Arguments,
) -> Result<Vec<SliceId>, Failure> {
    let (held, lacking): (Vec<SliceId>, Vec<SliceId>) = wanted.iter().partition(|slice| probe.tables.holds(**slice));
    match lacking.first() {
        Some(&slice) if held.is_empty() || !arguments.slice.is_empty() => Err(Unsolved::new(probe.space, slice).into()),
        _ => Ok(held),
    }
}

/// What is counted, in words.
fn heading(arguments: &Arguments, coverage: &Coverage, wanted: usize, solved: usize) -> String {
    match arguments.pieces {
        Some(most) if solved < wanted => {
            let pieces = count(u64::from(most), "piece");
            format!("Up to {pieces} on the board, {solved} of {wanted} slices: the others are not solved")
        }
        Some(most) => format!("Up to {} on the board", count(u64::from(most), "piece")),
        None if !arguments.slice.is_empty() => arguments.slice.join(" "),
        None if coverage.is_whole() => "All positions".to_string(),
        None => format!("All positions that are solved: {}", coverage.text()),
    }
}

/// Counts the selected slices.
pub fn run<G: Symmetry + Notation>(game: &G, arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
    let wanted = wanted(game, arguments)?;
    let tables = arguments.tables.store().open(game)?;
    let probe = Probe { space: game, tables: &tables };
    let slices = solved(&probe, &wanted, arguments)?;
    let name = heading(arguments, &Coverage::new(&probe), wanted.len(), slices.len());
    let counted = arguments.threads.install(|| {
        let figures = slices.iter().map(|&slice| Ok((slice, of_slice(&probe, slice)?)));
        figures.collect::<Result<Vec<_>, LookupError>>()
    })??;
    let rows: Vec<Row> = counted.iter().map(|(slice, figures)| Row::new(game, *slice, figures)).collect();
    if arguments.json {
        return write_json(&rows, out);
    }
    let zugzwangs = game.side_swapped(&game.start()).is_some();
    write_total(&name, &Statistics::sum(counted.iter().map(|(_, figures)| figures)), zugzwangs, out)?;
    if arguments.slice.is_empty() && arguments.pieces.is_none() {
        for group in game.groups().iter().filter(|group| group.slices.iter().all(|slice| slices.contains(slice))) {
            let members = counted.iter().filter(|(slice, _)| group.slices.contains(slice));
            write_total(&group.name, &Statistics::sum(members.map(|(_, figures)| figures)), zugzwangs, out)?;
        }
    }
    write_rows(&rows, out)?;
    Ok(Status::Success)
}

/// The figures of several slices added up, as the source of Pangki's figures lays them out.
fn write_total<P>(name: &str, total: &Statistics<P>, zugzwangs: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let mut table = TextTable::new([Align::Left, Align::Right, Align::Right]);
    for (what, count) in
        [("positions", total.positions), ("wins", total.wins), ("losses", total.losses), ("draws", total.draws)]
    {
        table.row([what.to_string(), thousands(count), percent(count, total.positions)]);
    }
    if zugzwangs {
        let part = percent(total.zugzwangs, total.positions);
        table.row(["mutual zugzwangs".to_string(), thousands(total.zugzwangs), part]);
    }
    let average = total.moves as f64 / total.positions.max(1) as f64;
    table.row(["legal moves".to_string(), thousands(total.moves), format!("{average:.1} per position")]);
    writeln!(out, "{name}")?;
    table.write("  ", out)?;
    writeln!(out)?;
    Ok(())
}

/// Writes the rows as an array on one line.
fn write_json(rows: &[Row], out: &mut dyn Write) -> Result<Status, Failure> {
    json_line(rows, out)?;
    Ok(Status::Success)
}

/// Writes one row per slice.
fn write_rows(rows: &[Row], out: &mut dyn Write) -> Result<(), Failure> {
    use Align::{Left, Right};
    let mut table = TextTable::new([Left, Right, Right, Right, Right, Right, Left, Right, Left]);
    table.row(["slice", "positions", "wins", "losses", "draws", "longest win", "", "longest loss", ""]);
    let plies = |plies: Option<u32>| plies.map_or("-".to_string(), |plies| count(plies.into(), "ply"));
    let text = |position: &Option<String>| position.clone().unwrap_or_default();
    for row in rows {
        table.row([
            row.slice.to_string(),
            thousands(row.positions),
            thousands(row.wins),
            thousands(row.losses),
            thousands(row.draws),
            plies(row.longest_win),
            text(&row.longest_win_position),
            plies(row.longest_loss),
            text(&row.longest_loss_position),
        ]);
    }
    table.write("", out)?;
    Ok(())
}
