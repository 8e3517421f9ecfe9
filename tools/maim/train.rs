//! Trains the network of the evaluation: gradient descent (Adam; D. Kingma and J. Ba, 2014) on the squared difference
//! between the chance to win that it gives a position and what the game and a search said of it.

use std::error::Error;
use std::fs;
use std::thread;

use hindsight::players::maim::network::{
    FEATURES, Network, OUTPUT_UNIT, OUTPUTS, SCALE, UNIT, WIDTH, feature, is_mirrored, output_of, view,
};
use hindsight::util::random::Random;

use crate::sample::Sample;

/// How much of the target is the result of the game; the rest is the score of the search.
const RESULT: f32 = 0.3;
/// Samples between two steps.
const BATCH: usize = 8_192;
/// The greatest output weight.
const MOST_OUTPUT: f32 = 127.0 / OUTPUT_UNIT as f32;
/// Samples of which one in `HELD` in a row is held out: positions of one game are alike.
const RUN: usize = 4_000;
const HELD: usize = 50;

const LAYER: usize = (FEATURES + 1) * WIDTH;
const PARAMETERS: usize = LAYER + OUTPUTS * (2 * WIDTH + 1);

/// All weights in the order of the file, and what else there is one of for each.
pub type Parameters = Vec<f32>;

/// The features of a sample as the side to move sees them and as the other does.
fn features(sample: &Sample) -> ([[u16; 32]; 2], usize) {
    let mut kings = [0; 2];
    for (square, kind, colour) in sample.pieces() {
        if kind == 5 {
            kings[colour] = square as u8;
        }
    }
    let views = [0, 1].map(|side| {
        let colour = side ^ usize::from(sample.side);
        view(colour, is_mirrored(kings[colour]))
    });
    let (mut found, mut number) = ([[0; 32]; 2], 0);
    for (square, kind, colour) in sample.pieces() {
        for side in 0..2 {
            found[side][number] = (feature(kind, colour, square as u8) ^ views[side]) as u16;
        }
        number += 1;
    }
    (found, number)
}

fn chance(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

/// What the network should say of a sample.
fn target(sample: &Sample) -> f32 {
    let (score, result) = if sample.side == 0 {
        (f32::from(sample.score), f32::from(sample.result) / 2.0)
    } else {
        (-f32::from(sample.score), 1.0 - f32::from(sample.result) / 2.0)
    };
    RESULT * result + (1.0 - RESULT) * chance(score / SCALE as f32)
}

/// The loss of a sample; its gradient is added to `gradient`, if there is one.
fn learn(weights: &[f32], sample: &Sample, gradient: Option<&mut [f32]>) -> f32 {
    let (features, number) = features(sample);
    let mut layer = [[0f32; WIDTH]; 2];
    for side in 0..2 {
        layer[side].copy_from_slice(&weights[FEATURES * WIDTH..LAYER]);
        for &feature in &features[side][..number] {
            let row = &weights[usize::from(feature) * WIDTH..][..WIDTH];
            layer[side].iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
    }
    let output = output_of(number as u32);
    let first = LAYER + output * 2 * WIDTH;
    let bias = LAYER + OUTPUTS * 2 * WIDTH + output;
    let mut sum = weights[bias];
    for side in 0..2 {
        let row = &weights[first + side * WIDTH..][..WIDTH];
        sum += layer[side].iter().zip(row).map(|(&x, weight)| x.clamp(0.0, 1.0).powi(2) * weight).sum::<f32>();
    }
    let chance = chance(sum);
    let error = chance - target(sample);
    if let Some(gradient) = gradient {
        let slope = 2.0 * error * chance * (1.0 - chance);
        gradient[bias] += slope;
        for side in 0..2 {
            let mut slopes = [0f32; WIDTH];
            let place = first + side * WIDTH;
            for number in 0..WIDTH {
                let x = layer[side][number];
                let clipped = x.clamp(0.0, 1.0);
                let inside = if x == clipped { 2.0 * x } else { 0.0 };
                slopes[number] = slope * weights[place + number] * inside;
                gradient[place + number] += slope * clipped * clipped;
            }
            for &feature in &features[side][..number] {
                let row = &mut gradient[usize::from(feature) * WIDTH..][..WIDTH];
                row.iter_mut().zip(&slopes).for_each(|(sum, slope)| *sum += slope);
            }
            let row = &mut gradient[FEATURES * WIDTH..LAYER];
            row.iter_mut().zip(&slopes).for_each(|(sum, slope)| *sum += slope);
        }
    }
    error * error
}

/// The sums of loss and gradient over samples, on several threads.
fn batch(weights: &[f32], samples: &[&Sample], gradients: &mut [Parameters]) -> f32 {
    let share = samples.len().div_ceil(gradients.len());
    thread::scope(|scope| {
        let parts: Vec<_> = samples.chunks(share).zip(gradients.iter_mut()).collect();
        let workers: Vec<_> = parts
            .into_iter()
            .map(|(part, gradient)| {
                scope.spawn(move || {
                    gradient.fill(0.0);
                    part.iter().map(|sample| learn(weights, sample, Some(gradient))).sum::<f32>()
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().expect("no thread panics")).sum()
    })
}

/// How to train.
pub struct Training {
    /// The weights to start from; none for random ones.
    pub from: Option<Parameters>,
    /// How often each sample is learnt from.
    pub passes: usize,
    /// The length of the first steps; the last are a hundredth of it.
    pub rate: f32,
    /// Threads to train on.
    pub threads: usize,
}

/// Trains a network on samples, and returns its weights.
pub fn train(samples: &[Sample], training: Training) -> Parameters {
    let Training { from, passes, rate, threads } = training;
    let mut random = Random::new(1);
    let mut weights = from.unwrap_or_else(|| {
        let mut spread = |most: f32| (random.below(20_001) as f32 / 10_000.0 - 1.0) * most;
        (0..PARAMETERS).map(|place| spread(if place < LAYER { 0.18 } else { 0.06 })).collect()
    });
    let is_held = |number: usize| (number / RUN).is_multiple_of(HELD);
    let held: Vec<&Sample> = (0..samples.len()).filter(|&number| is_held(number)).map(|n| &samples[n]).collect();
    let mut rest: Vec<&Sample> = (0..samples.len()).filter(|&number| !is_held(number)).map(|n| &samples[n]).collect();
    let mut gradients = vec![vec![0f32; PARAMETERS]; threads];
    let (mut mean, mut square) = (vec![0f32; PARAMETERS], vec![0f32; PARAMETERS]);
    let (steps, mut step) = (passes * rest.len().div_ceil(BATCH), 0);
    for pass in 1..=passes {
        for place in (1..rest.len()).rev() {
            rest.swap(place, random.below(place + 1));
        }
        let mut loss = 0.0;
        for samples in rest.chunks(BATCH) {
            loss += f64::from(batch(&weights, samples, &mut gradients));
            step += 1;
            let rate = rate * 0.01f32.powf(step as f32 / steps as f32);
            let (first, second) = (1.0 - 0.9f32.powi(step), 1.0 - 0.999f32.powi(step));
            for place in 0..PARAMETERS {
                let slope = gradients.iter().map(|part| part[place]).sum::<f32>() / samples.len() as f32;
                mean[place] = 0.9 * mean[place] + 0.1 * slope;
                square[place] = 0.999 * square[place] + 0.001 * slope * slope;
                let change = mean[place] / first / ((square[place] / second).sqrt() + 1e-8);
                let most = if place < LAYER { 4.0 } else { MOST_OUTPUT };
                weights[place] = (weights[place] - rate * change).clamp(-most, most);
            }
        }
        let test = held.iter().map(|sample| f64::from(learn(&weights, sample, None))).sum::<f64>();
        println!("pass {pass}: loss {:.6}, held out {:.6}", loss / rest.len() as f64, test / held.len() as f64);
    }
    weights
}

/// What a weight is multiplied by to be an integer.
fn unit(place: usize) -> f32 {
    match place {
        _ if place < LAYER => f32::from(UNIT),
        _ if place < LAYER + OUTPUTS * 2 * WIDTH => f32::from(OUTPUT_UNIT),
        _ => f32::from(UNIT) * f32::from(OUTPUT_UNIT),
    }
}

/// Writes the weights of a network as integers.
pub fn write(path: &str, weights: &[f32]) -> Result<(), Box<dyn Error>> {
    let mut bytes = Vec::with_capacity(2 * Network::NUMBERS);
    for (place, weight) in weights.iter().enumerate() {
        let number = (weight * unit(place)).round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16;
        bytes.extend(number.to_le_bytes());
    }
    Ok(fs::write(path, bytes)?)
}

/// Reads weights that were written as integers.
pub fn read(path: &str) -> Result<Parameters, Box<dyn Error>> {
    let bytes = fs::read(path)?;
    Ok(bytes
        .chunks_exact(2)
        .enumerate()
        .map(|(place, pair)| f32::from(i16::from_le_bytes([pair[0], pair[1]])) / unit(place))
        .collect())
}
