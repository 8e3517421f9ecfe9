//! Finds weights for the evaluations of draughts from games: `cargo run --release --example tune -- GAME GAMES DEPTH`.
//!
//! Triple Jump plays itself from openings of random moves. Every position in which nothing can be jumped is then a
//! sample, and the weights are those by which the result is best foretold: logistic regression, a hundred to the unit of
//! the logistic function (Michael Buro, "Experiments with Multi-ProbCut and a New
//! High-Quality Evaluation Function for Othello", 1997, has the method).

use std::sync::Mutex;

use hindsight::dice::Dice;
use hindsight::game::{Game, Outcome};
use hindsight::games::draughts::evaluate::{FEATURES, NAMES, features, fullness};
use hindsight::games::draughts::{Draughts, Position};
use hindsight::search::{Contender, Limit};
use rayon::prelude::*;

/// A position and the part of the point that its side to move won.
struct Sample {
    features: [f32; 2 * FEATURES],
    won: f32,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, games, depth] = arguments.as_slice() else {
        eprintln!("expected GAME GAMES DEPTH");
        return;
    };
    let game = if name == "checkers" { Draughts::checkers() } else { Draughts::losing_checkers() };
    let (Ok(games), Ok(depth)) = (games.parse::<usize>(), depth.parse::<u32>()) else {
        eprintln!("expected numbers of games and of plies");
        return;
    };
    let samples = Mutex::new(Vec::new());
    (0..games).into_par_iter().with_max_len(16).for_each(|seed| {
        let played = play(&game, seed as u64, depth);
        if let Ok(mut samples) = samples.lock() {
            samples.extend(played);
        }
    });
    let samples = samples.into_inner().unwrap_or_default();
    eprintln!("{} samples", samples.len());
    let weights = fit(&samples);
    for feature in 0..FEATURES {
        let at = |empty: usize| (weights[2 * feature + empty] * 100.0).round() as i32;
        println!("    ({}, {}), // {}", at(0), at(1), NAMES[feature]);
    }
}

/// The samples of one game of Triple Jump against itself. It ends when a result is forced, or after 200 plies in a draw.
fn play(game: &Draughts, seed: u64, depth: u32) -> Vec<Sample> {
    let mut dice = Dice::new(seed * 7919);
    let Ok(mut engine) = Contender::read(game, &format!("triple-jump:hash=1M,depth={depth}")) else {
        return Vec::new();
    };
    let (mut position, mut before) = (game.start(), Vec::new());
    let random = 4 + dice.below(8);
    let mut won = 0.5;
    while before.len() < 200 {
        if let Some(outcome) = game.outcome(&position) {
            won = if outcome == Outcome::Win { 1.0 } else { 0.0 };
            break;
        }
        // Now and then a move is random, for positions that good play does not come to.
        let m = if before.len() < random || dice.below(20) == 0 {
            game.moves(&position).nth(dice.below(game.moves(&position).count()))
        } else {
            engine.search(game, None, &position, &before, Limit::default()).ok().and_then(|report| report.best)
        };
        let Some(m) = m else { break };
        before.push(position);
        position = game.play(&position, m);
    }
    let last_side = game.side_to_move(&position);
    let quiet = |position: &&Position| game.moves(position).all(|m| !m.is_jump());
    let sample = |position: &Position| {
        let full = fullness(position) as f32 / 24.0;
        let mut both = [0.0; 2 * FEATURES];
        for (feature, value) in features(position).into_iter().enumerate() {
            both[2 * feature] = value as f32 * full;
            both[2 * feature + 1] = value as f32 * (1.0 - full);
        }
        Sample { features: both, won: if game.side_to_move(position) == last_side { won } else { 1.0 - won } }
    };
    before.iter().skip(random).filter(quiet).map(sample).collect()
}

/// The weights of least loss, by the method of Adam (Kingma and Ba 2015) over all samples at once.
fn fit(samples: &[Sample]) -> [f32; 2 * FEATURES] {
    const ROUNDS: i32 = 800;
    const RATE: f32 = 0.02;
    /// What few samples speak for stays small.
    const DECAY: f32 = 2e-4;
    let (mut weights, mut mean, mut square) = ([0.0f32; 2 * FEATURES], [0.0f32; 2 * FEATURES], [0.0f32; 2 * FEATURES]);
    for round in 1..=ROUNDS {
        let part = |samples: &[Sample]| {
            let (mut gradient, mut loss) = ([0.0f32; 2 * FEATURES], 0.0f32);
            for sample in samples {
                let sum: f32 = sample.features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum();
                let expected = 1.0 / (1.0 + (-sum).exp());
                let error = expected - sample.won;
                loss += error * error;
                gradient.iter_mut().zip(sample.features).for_each(|(slope, feature)| *slope += error * feature);
            }
            (gradient, loss)
        };
        let sums = samples.par_chunks(4096).map(part).reduce(
            || ([0.0; 2 * FEATURES], 0.0),
            |mut one, two| {
                one.0.iter_mut().zip(two.0).for_each(|(one, two)| *one += two);
                (one.0, one.1 + two.1)
            },
        );
        let number = samples.len().max(1) as f32;
        for (at, slope) in sums.0.into_iter().enumerate() {
            let slope = slope / number + DECAY * weights[at];
            mean[at] = 0.9 * mean[at] + 0.1 * slope;
            square[at] = 0.999 * square[at] + 0.001 * slope * slope;
            let (mean, square) = (mean[at] / (1.0 - 0.9f32.powi(round)), square[at] / (1.0 - 0.999f32.powi(round)));
            weights[at] -= RATE * mean / (square.sqrt() + 1e-8);
        }
        if round % 100 == 0 {
            eprintln!("round {round}: mean square of the error {:.5}", sums.1 / number);
        }
    }
    weights
}
