//! How many positions of checkers or of chess a thread looks up in a second: `cargo run --release -p hindsight-tools
//! --bin probes -- GAME TABLES [SLICE ...]`.
//!
//! The positions are drawn evenly from all that the tables hold, or from these slices, the same each time. They are
//! looked up three times, one by one and then together: the first time the tables are not in memory, and nothing of
//! them was checked. Positions of checkers are written to the file that the variable POSITIONS names, for the same
//! measurement by `tools/c/bench.c`.

use std::error::Error;
use std::fs;
use std::process::ExitCode;
use std::time::Instant;

use hindsight::game::Value;
use hindsight::games::chess::Chess;
use hindsight::games::draughts::board::{DraughtsBoard, Eight};
use hindsight::games::draughts::{Draughts, Position};
use hindsight::query::Probe;
use hindsight::space::{Entry, Naming, SliceId, Space, slice_named};
use hindsight::table::Store;
use hindsight::util::random::Random;

/// Positions that are looked up.
const PROBES: usize = 1_000_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let measured = match &arguments[..] {
        [game, directory, slices @ ..] if game == "checkers" => {
            measure(&Draughts::checkers(), directory, slices).and_then(|positions| write(&positions))
        }
        [game, directory, slices @ ..] if game == "chess" => measure(&Chess::new(), directory, slices).map(|_| ()),
        _ => Err("expected checkers or chess, and the directory of its tables".into()),
    };
    match measured {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn measure<S: Space + Naming>(game: &S, directory: &str, names: &[String]) -> Result<Vec<S::Position>, Box<dyn Error>> {
    let tables = Store::new(directory).open(game)?;
    let probe = Probe { space: game, tables: &tables };
    let named: Vec<SliceId> = names.iter().map(|name| slice_named(game, name)).collect::<Result<_, _>>()?;
    let slices = if named.is_empty() { probe.held() } else { named };
    let ends: Vec<u64> = slices
        .iter()
        .scan(0, |sum, slice| {
            *sum += game.slices()[slice.index()].entries;
            Some(*sum)
        })
        .collect();
    let mut random = Random::new(1);
    let mut position = || {
        let number = random.below(*ends.last()? as usize) as u64;
        let place = ends.partition_point(|&end| end <= number);
        let index = number - if place == 0 { 0 } else { ends[place - 1] };
        game.unrank(Entry { slice: slices[place], index })
    };
    let positions: Vec<_> = std::iter::repeat_with(&mut position).flatten().take(PROBES).collect();
    for round in 1..=3 {
        let (start, mut sum) = (Instant::now(), 0u64);
        for position in &positions {
            sum += match probe.value(position)? {
                None => return Err("expected tables of all these slices".into()),
                Some(Value::Draw) => 0,
                Some(Value::Win(plies)) => u64::from(plies),
                Some(Value::Loss(plies)) => 3 * u64::from(plies),
            };
        }
        let rate = |start: Instant| PROBES as f64 / start.elapsed().as_secs_f64() / 1e6;
        let single = rate(start);
        let (start, mut values) = (Instant::now(), vec![None; PROBES]);
        probe.values(&positions, &mut values)?;
        println!("round {round}: {single:.3} million look-ups per second, {:.3} together (sum {sum})", rate(start));
    }
    Ok(positions)
}

/// Writes positions to the file that is asked for.
fn write(positions: &[Position]) -> Result<(), Box<dyn Error>> {
    match std::env::var_os("POSITIONS") {
        Some(file) => Ok(fs::write(file, positions.iter().flat_map(sets).collect::<Vec<u8>>())?),
        None => Ok(()),
    }
}

/// A position as `hindsight_checkers` of the C interface: the sets of Black's pieces, of White's and of kings, in which
/// bit n - 1 is the square with the number n, and whether Black is to move.
fn sets(position: &Position) -> Vec<u8> {
    let index = |number: u32| if position.black_to_move { number - 1 } else { Eight::SQUARES - number };
    let set = |pieces: u64| -> u32 {
        let squares = (1..=Eight::SQUARES).filter(|&number| pieces & Eight::square(index(number)) != 0);
        squares.map(|number| 1 << (number - 1)).sum()
    };
    let (own, other) = (set(position.own), set(position.other));
    let (black, white) = if position.black_to_move { (own, other) } else { (other, own) };
    let fields = [black, white, set(position.kings), position.black_to_move.into()];
    fields.iter().flat_map(|field| field.to_ne_bytes()).collect()
}
