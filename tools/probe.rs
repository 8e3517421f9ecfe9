//! Opens tables of checkers from a directory and probes positions.
//!
//! ```text
//! hindsight solve checkers --pieces 4 --tables data/tables
//! cargo run --release -p hindsight-tools --bin probe -- data/tables B:W21,K30:B1,2 W:WK1,K2:BK32
//! ```

use std::env::args;
use std::error::Error;
use std::process::ExitCode;

use hindsight::game::{move_text, position_text};
use hindsight::games::draughts::Draughts;
use hindsight::prelude::*;
use hindsight::query;

fn main() -> ExitCode {
    let arguments: Vec<String> = args().skip(1).collect();
    let Some((directory, positions)) = arguments.split_first() else {
        eprintln!("expected a directory of tables, then positions as PDN FEN, such as W:WK1,K2:BK32; found nothing");
        return ExitCode::from(2);
    };
    match probe(directory, positions) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Prints the value and the best move of each position, then the values of all moves of the first.
fn probe(directory: &str, positions: &[String]) -> Result<(), Box<dyn Error>> {
    let game = Draughts::checkers();
    let tables = Store::new(directory).open(&game)?;
    let probe = Probe { space: &game, tables: &tables };
    let positions = positions.iter().map(|text| game.parse(text)).collect::<Result<Vec<_>, _>>()?;

    for position in &positions {
        let text = position_text(&game, position);
        let Some(value) = probe.value(position)? else {
            println!("{text}: no table holds it");
            continue;
        };
        // A slice is solved after the slices that its moves lead to, so the tables of the successors are there as
        // well.
        match query::moves(&probe, position)?.unwrap_or_default().first() {
            Some(best) => println!("{text}: {value}, best move {}", move_text(&game, position, best.mv)),
            None => println!("{text}: {value}"),
        }
    }
    positions.first().map_or(Ok(()), |position| successors(&game, &tables, position))
}

/// Prints the value of every successor, read in one batch for each slice: the fastest way to look up many entries.
fn successors(game: &Draughts, tables: &Tables, position: &<Draughts as Game>::Position) -> Result<(), Box<dyn Error>> {
    let moves: Vec<_> = game.moves(position).collect();
    let entry = |&mv: &_| game.rank(&game.play(position, mv));
    let entries: Vec<Option<Entry>> = moves.iter().map(entry).collect();
    let mut slices: Vec<SliceId> = entries.iter().flatten().map(|entry| entry.slice).collect();
    slices.sort_unstable();
    slices.dedup();
    println!("moves of {}, with the value for the side to move after each:", position_text(game, position));
    for slice in slices {
        let batch = moves.iter().zip(&entries).filter_map(|(mv, entry)| entry.map(|entry| (mv, entry)));
        let batch: Vec<_> = batch.filter(|(_, entry)| entry.slice == slice).collect();
        let indexes: Vec<u64> = batch.iter().map(|(_, entry)| entry.index).collect();
        let mut codes = vec![u16::ABSENT; indexes.len()];
        let held = tables.gather(slice, &indexes, &mut codes)?;
        for ((mv, _), code) in batch.iter().zip(codes) {
            let value = code.decode().filter(|_| held).map_or("not held".to_string(), |value| value.to_string());
            println!("  {} ({}): {value}", move_text(game, position, **mv), game.slices()[slice.index()].name);
        }
    }
    Ok(())
}
