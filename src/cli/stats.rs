//! `hindsight stats`: what a table holds, added up.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use crate::values::Lookup;

use super::arguments::{Tables, Threads};
use super::coverage::Coverage;
use super::failure::{Answer, Failure};
use super::output::{Columns, Side, json_line, percent};
use crate::game::Notation;
use crate::query::statistics::{Statistics, of_slice};
use crate::query::{Probe, Unsolved};
use crate::space::{SliceId, Space, Symmetry};
use crate::util::units::thousands;
use crate::values::LookupError;

/// Adds up what a table holds, in all and slice by slice
#[derive(Debug, Args)]
pub struct Arguments {
    /// The game, as `hindsight games` lists it
    pub game: String,
    /// Only these slices, each mover v other, such as 3v2
    #[arg(conflicts_with = "pieces")]
    slice: Vec<String>,
    /// Only slices with at most so many pieces on the board
    #[arg(long, value_name = "N")]
    pieces: Option<u32>,
    /// As JSON, an array with an object a slice
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    tables: Tables,
    #[command(flatten)]
    threads: Threads,
}

/// The figures of a slice, as `--json` has them: depths in plies.
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

/// The slices that were asked for, solved or not.
fn wanted<G: Space>(game: &G, asked: &Arguments) -> Result<Vec<SliceId>, Failure> {
    let most = asked.pieces.unwrap_or(u32::MAX);
    if asked.slice.is_empty() {
        let all = (0..game.slices().len() as u32).map(SliceId);
        let slices: Vec<SliceId> = all.filter(|slice| game.slices()[slice.index()].pieces <= most).collect();
        if slices.is_empty() {
            let message = format!("expected a number of pieces that {} has a slice for, found {most}", game.name());
            return Err(Failure::Usage(message));
        }
        return Ok(slices);
    }
    let mut slices = Vec::new();
    for name in &asked.slice {
        let slice = game.slice_named(name)?;
        // One that is named twice is counted once.
        if !slices.contains(&slice) {
            slices.push(slice);
        }
    }
    Ok(slices)
}

/// Those of the slices that are solved. All that were named must be, and one at least of the others.
fn solved<S: Space>(
    probe: &Probe<S, impl Lookup>,
    wanted: &[SliceId],
    asked: &Arguments,
) -> Result<Vec<SliceId>, Failure> {
    let (held, lacking): (Vec<SliceId>, Vec<SliceId>) = wanted.iter().partition(|slice| probe.tables.holds(**slice));
    match lacking.first() {
        Some(&slice) if held.is_empty() || !asked.slice.is_empty() => Err(Unsolved::new(probe.space, slice).into()),
        _ => Ok(held),
    }
}

/// What the figures are of, in words.
fn heading(asked: &Arguments, coverage: &Coverage, wanted: usize, solved: usize) -> String {
    match asked.pieces {
        Some(most) if solved < wanted => {
            format!("Up to {most} pieces on the board, {solved} of {wanted} slices: the others are not solved")
        }
        Some(most) => format!("Up to {most} pieces on the board"),
        None if !asked.slice.is_empty() => asked.slice.join(" "),
        None if coverage.is_whole() => "All positions".to_string(),
        None => format!("All positions that are solved: {}", coverage.text()),
    }
}

/// Adds up the slices that were asked for.
pub fn run<G: Symmetry + Notation>(game: &G, asked: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let wanted = wanted(game, asked)?;
    let tables = asked.tables.store().open(game)?;
    let probe = Probe { space: game, tables: &tables };
    let slices = solved(&probe, &wanted, asked)?;
    let name = heading(asked, &Coverage::new(&probe), wanted.len(), slices.len());
    let counted = asked.threads.install(|| {
        let figures = slices.iter().map(|&slice| Ok((slice, of_slice(&probe, slice)?)));
        figures.collect::<Result<Vec<_>, LookupError>>()
    })??;
    let rows: Vec<Row> = counted.iter().map(|(slice, figures)| Row::new(game, *slice, figures)).collect();
    if asked.json {
        return write_json(&rows, out);
    }
    let zugzwangs = game.side_swapped(&game.start()).is_some();
    write_total(&name, &Statistics::sum(counted.iter().map(|(_, figures)| figures)), zugzwangs, out)?;
    if asked.slice.is_empty() && asked.pieces.is_none() {
        for group in game.groups().iter().filter(|group| group.slices.iter().all(|slice| slices.contains(slice))) {
            let members = counted.iter().filter(|(slice, _)| group.slices.contains(slice));
            write_total(&group.name, &Statistics::sum(members.map(|(_, figures)| figures)), zugzwangs, out)?;
        }
    }
    write_rows(&rows, out)?;
    Ok(Answer::Yes)
}

/// The figures of several slices added up, as the source of Pangki's figures lays them out.
fn write_total<P>(name: &str, total: &Statistics<P>, zugzwangs: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let mut columns = Columns::new([Side::Left, Side::Right, Side::Right]);
    for (what, count) in
        [("positions", total.positions), ("wins", total.wins), ("losses", total.losses), ("draws", total.draws)]
    {
        columns.row([what.to_string(), thousands(count), percent(count, total.positions)]);
    }
    if zugzwangs {
        let part = percent(total.zugzwangs, total.positions);
        columns.row(["mutual zugzwangs".to_string(), thousands(total.zugzwangs), part]);
    }
    let average = total.moves as f64 / total.positions.max(1) as f64;
    columns.row(["legal moves".to_string(), thousands(total.moves), format!("{average:.1} a position")]);
    writeln!(out, "{name}")?;
    columns.write("  ", out)?;
    writeln!(out)?;
    Ok(())
}

/// The rows as an array on a line.
fn write_json(rows: &[Row], out: &mut dyn Write) -> Result<Answer, Failure> {
    json_line(rows, out)?;
    Ok(Answer::Yes)
}

/// A row a slice.
fn write_rows(rows: &[Row], out: &mut dyn Write) -> Result<(), Failure> {
    use Side::{Left, Right};
    let mut columns = Columns::new([Left, Right, Right, Right, Right, Right, Left, Right, Left]);
    columns.row(["slice", "positions", "wins", "losses", "draws", "longest win", "", "longest loss", ""]);
    let plies = |plies: Option<u32>| plies.map_or("-".to_string(), |plies| format!("{plies} plies"));
    let text = |position: &Option<String>| position.clone().unwrap_or_default();
    for row in rows {
        columns.row([
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
    columns.write("", out)?;
    Ok(())
}
