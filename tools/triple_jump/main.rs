//! Trains the networks of Triple Jump.
//!
//! * `cargo run --release -p hindsight-tools --bin triple-jump -- games GAME TABLES SAMPLES NUMBER SETTINGS NODES
//!   SEED`: plays games of checkers or losing-checkers against itself, judged by tables, and appends their positions
//!   without a jump to a file. The player has settings such as `hash=4M`, or `weights=hand,depth=7`, and stops at so
//!   many nodes a move.
//! * `... -- train NETWORK FROM PASSES RATE RESULT SCALE SAMPLES...`: trains a network with them, such as
//!   `data/checkers.network`, from another or `new`. RESULT is the part of the target that is the result of the game;
//!   the rest is the score of the search, and SCALE the score that is one logit.
//! * `... -- neighbours GAME SAMPLES FROM SEED`: appends a position beside each position of FROM, with the score of the
//!   network itself.
//! * `... -- openings GAME NUMBER SEED`: prints openings with a man less on each side that one side wins about half the
//!   time: a file for `tools/research/rivals`.
//! * `... -- endings GAME TABLES NUMBER SEED`: prints endings of seven and eight pieces that the side to move wins.
//! * `... -- decisive GAME NUMBER SEED`: prints positions of decisive games of the player against itself.
//! * `... -- contradictions GAME POSITIONS`: counts the positions of a file, such as
//!   `data/openings/checkers-decisive.txt`, whose score a search after a move contradicts.

mod contradictions;
mod decisive;
mod endings;
mod games;
mod neighbours;
mod openings;
mod sample;
mod starts;
mod train;

use std::error::Error;
use std::fs::OpenOptions;
use std::io::BufWriter;
use std::process::ExitCode;
use std::time::Instant;

use hindsight::game::Game;
use hindsight::games::draughts::Draughts;
use hindsight::query::Probe;
use hindsight::table::Store;
use hindsight::util::random::Random;

use hindsight_tools::learning::{self, Training};
use train::TripleJump;

fn main() -> ExitCode {
    hindsight_tools::main(run)
}

fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let texts: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match texts[..] {
        ["games", game, tables, path, number, settings, nodes, seed] => {
            let game = named(game)?;
            write_games(&game, tables, path, number.parse()?, settings, nodes.parse()?, seed.parse()?)
        }
        ["train", network, from, passes, rate, result, scale, _, ..] => {
            let mut samples = learning::read_samples(&arguments[7..])?;
            sample::measure(&mut samples);
            let model = TripleJump { result: result.parse()?, scale: scale.parse()? };
            let training = Training::read::<TripleJump>(from, passes, rate)?;
            learning::write::<TripleJump>(network, &training.train(&model, &samples))?;
            let loss = model.loss_of_integers(network, &samples)?;
            println!("with integers, all samples: loss {loss:.6}");
            Ok(())
        }
        ["neighbours", game, path, _, seed] => {
            let samples = learning::read_samples(&arguments[3..4])?;
            let mut file = BufWriter::new(OpenOptions::new().create(true).append(true).open(path)?);
            let mut random = Random::new(seed.parse()?);
            learning::append(&mut file, &neighbours::neighbours(&named(game)?, &samples, &mut random))
        }
        ["openings", game, number, seed] => openings::write(&named(game)?, number.parse()?, seed.parse()?),
        ["endings", game, tables, number, seed] => {
            endings::write(&named(game)?, tables, number.parse()?, seed.parse()?)
        }
        ["decisive", game, number, seed] => decisive::write(&named(game)?, number.parse()?, seed.parse()?),
        ["contradictions", game, positions] => contradictions::count(&named(game)?, positions),
        _ => Err("expected games GAME TABLES SAMPLES NUMBER SETTINGS NODES SEED, train NETWORK FROM PASSES RATE RESULT SCALE SAMPLES..., neighbours GAME SAMPLES FROM SEED, openings GAME NUMBER SEED, endings GAME TABLES NUMBER SEED, decisive GAME NUMBER SEED, or contradictions GAME POSITIONS".into()),
    }
}

/// The game of this name.
fn named(name: &str) -> Result<Draughts, Box<dyn Error>> {
    let mut games = [Draughts::checkers(), Draughts::losing_checkers()].into_iter();
    Ok(games.find(|game| game.name() == name).ok_or("expected checkers or losing-checkers")?)
}

/// Plays games, and appends their positions to a file.
fn write_games(
    game: &Draughts,
    tables: &str,
    path: &str,
    number: usize,
    settings: &str,
    nodes: u64,
    seed: u64,
) -> Result<(), Box<dyn Error>> {
    let tables = Store::of_list(tables).open(game)?;
    let probe = Probe { space: game, tables: &tables };
    let mut file = BufWriter::new(OpenOptions::new().create(true).append(true).open(path)?);
    let mut games = games::Games::new(probe, settings, nodes, seed)?;
    let (start, mut count, mut results) = (Instant::now(), 0, [0; 3]);
    for game in 1..=number {
        let samples = games.play()?;
        learning::append(&mut file, &samples)?;
        count += samples.len();
        if let Some(sample) = samples.first() {
            results[usize::from(sample.result)] += 1;
        }
        if game % 1000 == 0 {
            println!("{game} games, {count} positions, {results:?}, {:.0} s", start.elapsed().as_secs_f64());
        }
    }
    Ok(())
}
