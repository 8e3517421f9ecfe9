//! `data/solved/GAME.toml`: what the tables of a game hold, slice by slice, so that anybody can repeat it and compare.
//!
//!     cargo run --release --example solved -- checkers data/tables > data/solved/checkers.toml
//!
//! A checksum is the 64-bit XXH3 of the codes of all values of the slice in order, two bytes each, little-endian: 0 is
//! a draw, 1 + 2`n` a win and 2 + 2`n` a loss in `n` plies, 65,535 an entry without a position. The numbering of the
//! positions is documented with the game's space.

use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use hindsight::catalogue::{self, Catalogue};
use hindsight::game::Notation;
use hindsight::query::Probe;
use hindsight::query::statistics::{Statistics, of_slice};
use hindsight::space::{Entry, SliceId, Space, Symmetry};
use hindsight::table::Store;
use hindsight::values::Lookup;
use xxhash_rust::xxh3::Xxh3;

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

/// Everything that the tables hold.
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
        let figures = of_slice(&probe, slice)?;
        writeln!(out, "\n[[slice]]\nname = {:?}", game.slices()[slice.index()].name)?;
        write_figures(game, &figures, &mut out)?;
        writeln!(out, "checksum = \"{:016x}\"", checksum(&probe, slice)?)?;
        out.flush()?;
        by_slice.push((slice, figures));
    }
    for group in game.groups().iter().filter(|group| group.slices.iter().all(|&slice| tables.holds(slice))) {
        writeln!(out, "\n[[total]]\ngroup = {:?}", group.name)?;
        let members = by_slice.iter().filter(|(slice, _)| group.slices.contains(slice));
        write_figures(game, &Statistics::sum(members.map(|(_, figures)| figures)), &mut out)?;
    }
    out.flush()?;
    Ok(())
}

fn write_figures<G: Notation>(
    game: &G,
    figures: &Statistics<G::Position>,
    out: &mut impl Write,
) -> Result<(), io::Error> {
    writeln!(out, "positions = {}", figures.positions)?;
    writeln!(out, "wins = {}", figures.wins)?;
    writeln!(out, "losses = {}", figures.losses)?;
    writeln!(out, "draws = {}", figures.draws)?;
    writeln!(out, "mutual_zugzwangs = {}", figures.zugzwangs)?;
    for (name, longest) in [("longest_win", &figures.longest_win), ("longest_loss", &figures.longest_loss)] {
        if let Some((plies, position)) = longest {
            writeln!(out, "{name} = {plies}\n{name}_position = {:?}", game.text(position))?;
        }
    }
    Ok(())
}

/// Values that are read together.
const CHUNK: usize = 1 << 16;

/// The checksum of a slice's values.
fn checksum<S: Space, T: Lookup>(probe: &Probe<S, T>, slice: SliceId) -> Result<u64, Box<dyn Error>> {
    let mut hash = Xxh3::new();
    let entries = probe.space.slices()[slice.index()].entries;
    for index in (0..entries).step_by(CHUNK) {
        let mut codes = vec![0; CHUNK.min((entries - index) as usize)];
        probe.tables.read(Entry { slice, index }, &mut codes)?;
        codes.iter_mut().for_each(|code| *code = code.to_le());
        hash.update(bytemuck::cast_slice(&codes));
    }
    Ok(hash.digest())
}
