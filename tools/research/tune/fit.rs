//! Logistic regression: the weights by which what samples are worth is foretold best.

use hindsight::games::draughts::evaluate::FEATURES;
use rayon::prelude::*;

/// The part of what a sample is worth that is the search's. Weights found with 0 drew a match with those by hand, 81 to
/// 81; with 0.5 they won by 110 to 61, with 0.8 by 133 to 81; and those with 0.8 beat those with 0.5 by 115 to 57. With
/// 0.9 and 1 they were much the same.
const SEARCHED: f64 = 0.8;

/// How strongly a weight is drawn to what it was by hand. From 0.001 to 10, the least foretold best what was held out.
const RIDGE: f64 = 0.001;

/// A number for each weight.
const NUMBERS: usize = 2 * FEATURES;
pub type Numbers = [f64; NUMBERS];

/// A position of a game.
pub struct Sample {
    pub features: Numbers,
    /// The part of the point that its side to move won.
    pub won: f64,
    /// In men.
    pub searched: f64,
    /// All games weigh the same, however long.
    pub weight: f64,
}

/// What the sample's features count together, in units of the logistic function.
fn sum(sample: &Sample, weights: &Numbers, scale: f64) -> f64 {
    scale * sample.features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum::<f64>()
}

/// The logistic function: the part of the point that is expected.
fn expected(sum: f64) -> f64 {
    1.0 / (1.0 + (-sum).exp())
}

/// The units of the logistic function in a man, by which the weights foretell the results best (Newton's method).
pub fn scale(samples: &[Sample], weights: &Numbers) -> f64 {
    (0..20).fold(1.0, |scale, _| {
        let (slope, bend) = samples.iter().fold((0.0, 1e-9), |(slope, bend), sample| {
            let (men, expected) = (sum(sample, weights, 1.0), expected(sum(sample, weights, scale)));
            let error = sample.weight * (expected - sample.won);
            (slope + error * men, bend + sample.weight * expected * (1.0 - expected) * men * men)
        });
        scale - slope / bend
    })
}

/// What the sample is worth, that the weights shall foretell.
fn worth(sample: &Sample, scale: f64) -> f64 {
    (1.0 - SEARCHED) * sample.won + SEARCHED * expected(scale * sample.searched)
}

/// The mean logarithm of the likelihood that the weights give to what the samples are worth.
pub fn likelihood(samples: &[Sample], weights: &Numbers, scale: f64) -> f64 {
    let (total, games) = samples.iter().fold((0.0, 0.0), |(total, games), sample| {
        let (expected, worth) = (expected(sum(sample, weights, scale)), worth(sample, scale));
        let one = worth * expected.ln() + (1.0 - worth) * (1.0 - expected).ln();
        (total + sample.weight * one, games + sample.weight)
    });
    total / games
}

/// The weights of the greatest likelihood, drawn towards those at first (Newton's method, which needs few rounds).
pub fn fit(samples: &[Sample], first: &Numbers, scale: f64) -> Numbers {
    // A sample weighs as much as the mean one of 60 in a game, so that the ridge is against single samples.
    const SAMPLES: f64 = 60.0;
    let nothing = || (vec![0.0; NUMBERS], vec![[0.0; NUMBERS]; NUMBERS]);
    let mut weights = *first;
    for _ in 0..5 {
        let part = |samples: &[Sample]| {
            let (mut slopes, mut bends) = nothing();
            for sample in samples {
                let expected = expected(sum(sample, &weights, scale));
                let error = SAMPLES * sample.weight * scale * (expected - worth(sample, scale));
                let bend = SAMPLES * sample.weight * scale * scale * expected * (1.0 - expected);
                for (at, feature) in sample.features.iter().enumerate().filter(|(_, feature)| **feature != 0.0) {
                    slopes[at] += error * feature;
                    let row = bends[at].iter_mut().zip(sample.features);
                    row.for_each(|(sum, other)| *sum += bend * feature * other);
                }
            }
            (slopes, bends)
        };
        let (mut slopes, mut bends) = samples.par_chunks(8192).map(part).reduce(nothing, |mut one, two| {
            one.0.iter_mut().zip(two.0).for_each(|(one, two)| *one += two);
            one.1.iter_mut().flatten().zip(two.1.iter().flatten()).for_each(|(one, two)| *one += two);
            one
        });
        for at in 0..NUMBERS {
            slopes[at] += RIDGE * (weights[at] - first[at]);
            bends[at][at] += RIDGE;
        }
        let steps = solve(bends, slopes);
        weights.iter_mut().zip(steps).for_each(|(weight, step)| *weight -= step);
    }
    weights
}

/// What the matrix, symmetric and positive, takes to the vector (Gauss).
fn solve(mut matrix: Vec<[f64; NUMBERS]>, mut vector: Vec<f64>) -> Vec<f64> {
    for at in 0..NUMBERS {
        let (row, value) = (matrix[at], vector[at]);
        for other in (0..NUMBERS).filter(|&other| other != at) {
            let part = matrix[other][at] / row[at];
            matrix[other].iter_mut().zip(row).for_each(|(one, two)| *one -= part * two);
            vector[other] -= part * value;
        }
    }
    (0..NUMBERS).map(|at| vector[at] / matrix[at][at]).collect()
}
