//! `data/solved/GAME.toml`: what the tables of a game hold, slice by slice, so that anybody can repeat it and compare.
//!
//!     cargo run --release --example solved -- checkers data/tables > data/solved/checkers.toml
//!
//! `src/verify/solved.rs` says what the figures and checksums are, and `hindsight verify checkers --solved` compares them
//! with the tables.

use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use hindsight::catalogue::{self, Catalogue};
use hindsight::game::Notation;
use hindsight::query::Probe;
use hindsight::query::statistics::Statistics;
use hindsight::space::Symmetry;
use hindsight::table::Store;
use hindsight::values::Lookup;
use hindsight::verify::solved::{Figures, GroupFigures, SliceFigures, Solved};

/// Writes the figures of the game that was asked for.
struct Writer {
    game: String,
    store: Store,
    written: Option<Result<(), Box<dyn Error>>>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, directory] = &arguments[..] else {
        eprintln!("expected a game and the directory of its tables, found {arguments:?}");
        return ExitCode::from(2);
    };
    let mut writer = Writer { game: game.clone(), store: Store::new(directory), written: None };
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

impl Catalogue for Writer {
    fn add<G: Symmetry + Notation>(&mut self, entry: catalogue::Entry<G>) {
        let game = entry.game;
        if game.name() == self.game {
            self.written = Some(write(&game, &self.store));
        }
    }
}

/// Everything that the tables hold, slice by slice as it is counted.
fn write<G: Symmetry + Notation>(game: &G, store: &Store) -> Result<(), Box<dyn Error>> {
    let tables = store.open(game)?;
    let probe = Probe { space: game, tables: &tables };
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(
        out,
        "# What the tables of {} hold. Written by tools/solved.rs, which explains the checksums.",
        game.name()
    )?;
    writeln!(out, "# Depths are in plies. A slice reads MOVER v OTHER; the side to move has the value.")?;
    let mut by_slice = Vec::new();
    for slice in probe.held() {
        let (figures, statistics) = SliceFigures::count(&probe, slice)?;
        write!(out, "\n{}", Solved { slices: vec![figures], totals: Vec::new() }.text())?;
        out.flush()?;
        by_slice.push((slice, statistics));
    }
    for group in game.groups().iter().filter(|group| group.slices.iter().all(|&slice| tables.holds(slice))) {
        let members = by_slice.iter().filter(|(slice, _)| group.slices.contains(slice));
        let sum = Statistics::sum(members.map(|(_, statistics)| statistics));
        let total = GroupFigures { group: group.name.clone(), figures: Figures::new(game, &sum) };
        write!(out, "\n{}", Solved { slices: Vec::new(), totals: vec![total] }.text())?;
    }
    out.flush()?;
    Ok(())
}
