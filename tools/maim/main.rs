//! Trains the chess engine maim.
//!
//! * `cargo run --release -p hindsight-tools --bin maim -- games SAMPLES NUMBER NODES SEED`: plays games against itself
//!   and appends their quiet positions to a file.
//! * `... -- train NETWORK FROM PASSES RATE SAMPLES...`: trains a network with them, such as `data/maim.network`, from
//!   another or `new`.
//! * `... -- neighbours SAMPLES FROM SEED`: appends a position beside each position of FROM, with the score of the
//!   network itself.
//! * `... -- openings NUMBER SEED`: prints balanced openings of eight plies for `data/openings/chess.txt`.
//!
//! `tools/research/rivals` measures what was found.

mod games;
mod neighbours;
mod sample;
mod train;

use std::collections::HashSet;
use std::error::Error;
use std::fs::OpenOptions;
use std::io::BufWriter;
use std::process::ExitCode;
use std::time::Instant;

use hindsight::players::maim::engine::MaimEngine;
use hindsight::players::maim::moves::PackedMove;
use hindsight::util::random::Random;

use hindsight_tools::learning::{self, Training};
use train::Maim;

fn main() -> ExitCode {
    hindsight_tools::main(run)
}

fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let texts: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match texts[..] {
        ["games", path, number, nodes, seed] => write_games(path, number.parse()?, nodes.parse()?, seed.parse()?),
        ["train", path, from, passes, rate, _, ..] => {
            let (samples, training) =
                (learning::read_samples(&arguments[5..])?, Training::read::<Maim>(from, passes, rate)?);
            learning::write::<Maim>(path, &training.train(&Maim, &samples))
        }
        ["neighbours", path, _, seed] => {
            let samples = learning::read_samples(&arguments[2..3])?;
            let mut file = BufWriter::new(OpenOptions::new().create(true).append(true).open(path)?);
            learning::append(&mut file, &neighbours::neighbours(&samples, &mut Random::new(seed.parse()?)))
        }
        ["openings", number, seed] => {
            write_openings(number.parse()?, seed.parse()?);
            Ok(())
        }
        _ => Err(
            "expected games SAMPLES NUMBER NODES SEED, train NETWORK FROM PASSES RATE SAMPLES..., neighbours SAMPLES FROM SEED, or openings NUMBER SEED"
                .into(),
        ),
    }
}

/// A move as text.
fn text(mv: PackedMove) -> String {
    let square = |square: u8| format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1);
    let promotion = mv.promotion().map_or("", |kind| ["", "n", "b", "r", "q"][kind]);
    format!("{}{}{promotion}", square(mv.from()), square(mv.to()))
}

/// Prints different openings.
fn write_openings(number: usize, seed: u64) {
    let (mut random, mut engine, mut known) = (Random::new(seed), MaimEngine::new(16 << 20), HashSet::new());
    while known.len() < number {
        let line = games::plausible(&mut engine, &mut random, 8, 40);
        let text = line.iter().map(|&mv| text(mv)).collect::<Vec<_>>().join(" ");
        if known.insert(text.clone()) {
            println!("{text}");
        }
    }
}

/// Plays games, and appends their positions to a file.
fn write_games(path: &str, number: usize, nodes: u64, seed: u64) -> Result<(), Box<dyn Error>> {
    let mut file = BufWriter::new(OpenOptions::new().create(true).append(true).open(path)?);
    let (mut random, mut engine) = (Random::new(seed), MaimEngine::new(4 << 20));
    let (start, mut count) = (Instant::now(), 0);
    for game in 1..=number {
        let samples = games::play(&mut engine, &mut random, nodes);
        learning::append(&mut file, &samples)?;
        count += samples.len();
        if game % 100 == 0 {
            println!("{game} games, {count} positions, {:.0} s", start.elapsed().as_secs_f64());
        }
    }
    Ok(())
}
