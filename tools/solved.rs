//! `data/solved/GAME.toml`: what the tables of a game hold, slice by slice, so that anybody can repeat it and compare.
//!
//!     cargo run --release -p hindsight-tools --bin solved -- checkers data/tables > data/solved/checkers.toml
//!
//! A third argument names a file of figures, which may be one that was written in part, or by `solve --figures`: its
//! slices are copied from there and not counted again. They need no tables.
//!
//! `src/verify/solved.rs` says what the figures and checksums are, and `hindsight verify checkers --solved` compares
//! them with the tables.

use std::error::Error;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use hindsight::catalogue::{self, Catalogue, CatalogueGame};
use hindsight::query::Probe;
use hindsight::space::SliceId;
use hindsight::table::Store;
use hindsight::verify::solved::{CountFigures, GroupFigures, SliceFigures, SolvedFigures};

/// Writes the figures of the game that was asked for.
struct Writer {
    game: String,
    store: Store,
    /// The figures of slices that were counted before.
    counted: Vec<SliceFigures>,
    written: Option<Result<(), Box<dyn Error>>>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (game, directory, file) = match &arguments[..] {
        [game, directory] => (game, directory, None),
        [game, directory, file] => (game, directory, Some(file)),
        _ => {
            eprintln!(
                "expected a game, the directory of its tables, and a file of figures or none; found {arguments:?}"
            );
            return ExitCode::from(2);
        }
    };
    let counted = match file.map(|file| read(file)).transpose() {
        Ok(counted) => counted.unwrap_or_default().slices,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let mut writer = Writer { game: game.clone(), store: Store::new(directory), counted, written: None };
    catalogue::games(&mut writer);
    match writer.written {
        Some(Ok(())) => ExitCode::SUCCESS,
        Some(Err(error)) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
        None => {
            eprintln!("expected a game of Hindsight, found {game:?}");
            ExitCode::from(2)
        }
    }
}

/// The figures in a file.
fn read(file: &str) -> Result<SolvedFigures, Box<dyn Error>> {
    let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    Ok(SolvedFigures::read(&text).map_err(|error| format!("{file}: {error}"))?)
}

impl Catalogue for Writer {
    fn add<G: CatalogueGame>(&mut self, entry: catalogue::GameEntry<G>) {
        if let Some(entry) = entry.of_name(&self.game) {
            self.written = Some(write(&entry.game, &self.store, &self.counted));
        }
    }
}

/// Everything that the tables hold, slice by slice as it is counted, or copied where it was counted before.
fn write<G: CatalogueGame>(game: &G, store: &Store, counted: &[SliceFigures]) -> Result<(), Box<dyn Error>> {
    let tables = store.open(game)?;
    let probe = Probe { space: game, tables: &tables };
    let held = probe.held();
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(
        out,
        "# What the tables of {} hold. Written by tools/solved.rs, which explains the checksums.",
        game.name()
    )?;
    writeln!(out, "# Depths are in plies. A slice reads MOVER v OTHER; the side to move has the value.")?;
    let mut by_slice = Vec::new();
    for (slice, number) in game.slices().iter().zip(0..) {
        let (id, name) = (SliceId(number), &slice.name);
        let figures = match counted.iter().find(|figures| figures.name == *name) {
            Some(figures) => figures.clone(),
            None if held.contains(&id) => SliceFigures::count(&probe, id, &())?,
            None => continue,
        };
        write!(out, "\n{}", SolvedFigures { slices: vec![figures.clone()], totals: Vec::new() }.text())?;
        out.flush()?;
        by_slice.push((id, figures.figures));
    }
    for group in game.groups() {
        let members: Vec<_> = by_slice.iter().filter(|(slice, _)| group.slices.contains(slice)).collect();
        let name = match members.len() {
            0 => continue,
            all if all == group.slices.len() => group.name,
            some => format!("{}, {some} of {} slices", group.name, group.slices.len()),
        };
        let figures = CountFigures::sum(members.into_iter().map(|(_, figures)| figures));
        let total = GroupFigures { group: name, figures };
        write!(out, "\n{}", SolvedFigures { slices: Vec::new(), totals: vec![total] }.text())?;
    }
    out.flush()?;
    Ok(())
}
