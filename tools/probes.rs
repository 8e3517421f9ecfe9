//! How many positions of checkers a thread looks up in a second: `cargo run --release -p hindsight-tools --bin probes
//! -- TABLES [SLICE ...]`.
//!
//! The positions are drawn evenly from all that the tables hold, or from these slices, the same each time. They are
//! looked up three times: the first time the tables are not in memory, and nothing of them was checked.

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use hindsight::game::Value;
use hindsight::games::draughts::Draughts;
use hindsight::query::Probe;
use hindsight::space::{Entry, SliceId, Space, slice_named};
use hindsight::table::Store;
use hindsight::util::random::Random;

/// Positions that are looked up.
const PROBES: usize = 1_000_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((directory, slices)) = arguments.split_first() else {
        eprintln!("expected the directory of the tables, found nothing");
        return ExitCode::from(2);
    };
    match measure(directory, slices) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn measure(directory: &str, names: &[String]) -> Result<(), Box<dyn Error>> {
    let game = Draughts::checkers();
    let tables = Store::new(directory).open(&game)?;
    let probe = Probe { space: &game, tables: &tables };
    let named: Vec<SliceId> = names.iter().map(|name| slice_named(&game, name)).collect::<Result<_, _>>()?;
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
        let rate = PROBES as f64 / start.elapsed().as_secs_f64() / 1e6;
        println!("round {round}: {rate:.3} million look-ups per second (sum {sum})");
    }
    Ok(())
}
