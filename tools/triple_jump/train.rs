//! Trains a network: gradient descent (Adam; D. Kingma and J. Ba, 2014) on the squared difference between the result that
//! it expects of a position and what the game and a search said of it.

use std::error::Error;
use std::fs;
use std::thread;

use hindsight::games::draughts::Position;
use hindsight::players::triple_jump::network::{
    BUCKETS, Evaluator, FEATURES, HIDDEN, Network, SCALE, UNIT, WEIGHT_UNIT, WIDTH, bucket_of, feature,
};
use hindsight::util::random::Random;

use crate::sample::Sample;

/// Samples between two steps.
const BATCH: usize = 8_192;
/// The greatest weight.
const MOST: f32 = 4.0;
/// Samples of which one in `HELD` in a row is held out: positions of one game are alike.
const RUN: usize = 4_000;
const HELD: usize = 50;

const LAYER: usize = (FEATURES + 1) * WIDTH;
const BUCKET: usize = (2 * WIDTH + 2) * HIDDEN + 1;
const PARAMETERS: usize = LAYER + BUCKETS * BUCKET;

/// All weights in the order of the file, and what else there is one of for each.
pub type Parameters = Vec<f32>;

/// How to train.
pub struct Training {
    /// The weights to start from; none for random ones.
    pub from: Option<Parameters>,
    /// How often each sample is learnt from.
    pub passes: usize,
    /// The length of the first steps; the last are a hundredth of it.
    pub rate: f32,
    /// How much of the target is the result of the game; the rest is the score of the search.
    pub result: f32,
    /// A score that stands for an output of 1.
    pub scale: f32,
    /// Threads to train on.
    pub threads: usize,
}

/// The features of a sample as the side to move sees them and as the other does.
fn features(sample: &Sample) -> ([[u16; 24]; 2], usize) {
    let &Sample { own, other, kings, .. } = sample;
    let (mut found, mut number) = ([[0; 24]; 2], 0);
    for (set, mut bits) in [own & !kings, own & kings, other & !kings, other & kings].into_iter().enumerate() {
        while bits != 0 {
            let bit = bits.trailing_zeros() as u8;
            found[0][number] = feature(set, bit) as u16;
            found[1][number] = feature(set ^ 2, 34 - bit) as u16;
            bits &= bits - 1;
            number += 1;
        }
    }
    (found, number)
}

fn chance(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

impl Training {
    /// The result that the network should expect of a sample.
    fn target(&self, sample: &Sample) -> f32 {
        let result = f32::from(sample.result) / 2.0;
        match sample.score {
            Some(score) => self.result * result + (1.0 - self.result) * chance(f32::from(score) / self.scale),
            None => result,
        }
    }

    /// The loss of a sample; its gradient is added to `gradient`, if there is one.
    fn learn(&self, weights: &[f32], sample: &Sample, gradient: Option<&mut [f32]>) -> f32 {
        let (features, number) = features(sample);
        let mut layer = [[0f32; WIDTH]; 2];
        for side in 0..2 {
            layer[side].copy_from_slice(&weights[FEATURES * WIDTH..LAYER]);
            for &feature in &features[side][..number] {
                let row = &weights[usize::from(feature) * WIDTH..][..WIDTH];
                layer[side].iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
        }
        let squares = layer.map(|side| side.map(|x| x.clamp(0.0, 1.0).powi(2)));
        let first = LAYER + bucket_of(number as u32) * BUCKET;
        let (biases, sums) = (first + 2 * WIDTH * HIDDEN, first + (2 * WIDTH + 1) * HIDDEN);
        let mut hidden = [0f32; HIDDEN];
        let mut sum = weights[first + BUCKET - 1];
        for place in 0..HIDDEN {
            let row = &weights[first + place * 2 * WIDTH..][..2 * WIDTH];
            let products = squares.as_flattened().iter().zip(row).map(|(x, weight)| x * weight);
            hidden[place] = weights[biases + place] + lanes(products);
            sum += hidden[place].clamp(0.0, 1.0) * weights[sums + place];
        }
        let chance = chance(sum);
        let error = chance - self.target(sample);
        if let Some(gradient) = gradient {
            let slope = 2.0 * error * chance * (1.0 - chance);
            gradient[first + BUCKET - 1] += slope;
            let mut slopes = [0f32; 2 * WIDTH];
            for place in 0..HIDDEN {
                let clipped = hidden[place].clamp(0.0, 1.0);
                gradient[sums + place] += slope * clipped;
                if hidden[place] != clipped {
                    continue;
                }
                let slope = slope * weights[sums + place];
                gradient[biases + place] += slope;
                let at = first + place * 2 * WIDTH;
                let row = &weights[at..][..2 * WIDTH];
                slopes.iter_mut().zip(row).for_each(|(sum, weight)| *sum += slope * weight);
                let row = &mut gradient[at..][..2 * WIDTH];
                row.iter_mut().zip(squares.as_flattened()).for_each(|(sum, x)| *sum += slope * x);
            }
            for side in 0..2 {
                let slopes = &mut slopes[side * WIDTH..][..WIDTH];
                for (slope, &x) in slopes.iter_mut().zip(&layer[side]) {
                    *slope *= if (0.0..=1.0).contains(&x) { 2.0 * x } else { 0.0 };
                }
                for &feature in features[side][..number].iter().chain([&(FEATURES as u16)]) {
                    let row = &mut gradient[usize::from(feature) * WIDTH..][..WIDTH];
                    row.iter_mut().zip(slopes.iter()).for_each(|(sum, slope)| *sum += slope);
                }
            }
        }
        error * error
    }

    /// The sums of loss and gradient over samples, on several threads.
    fn batch(&self, weights: &[f32], samples: &[&Sample], gradients: &mut [Parameters]) -> f32 {
        let share = samples.len().div_ceil(gradients.len());
        thread::scope(|scope| {
            let parts: Vec<_> = samples.chunks(share).zip(gradients.iter_mut()).collect();
            let learn = |(part, gradient): (&[&Sample], &mut Parameters)| {
                gradient.fill(0.0);
                part.iter().map(|sample| self.learn(weights, sample, Some(gradient))).sum::<f32>()
            };
            let workers: Vec<_> = parts.into_iter().map(|part| scope.spawn(move || learn(part))).collect();
            workers.into_iter().map(|worker| worker.join().expect("no thread panics")).sum()
        })
    }

    /// Trains a network on samples, and returns its weights.
    pub fn train(&self, samples: &[Sample]) -> Parameters {
        let mut random = Random::new(1);
        let mut weights = self.from.clone().unwrap_or_else(|| {
            let mut spread = |most: f32| (random.below(20_001) as f32 / 10_000.0 - 1.0) * most;
            (0..PARAMETERS).map(|place| spread(if place < LAYER { 0.2 } else { 0.12 })).collect()
        });
        let is_held = |number: usize| (number / RUN).is_multiple_of(HELD);
        let held: Vec<&Sample> = (0..samples.len()).filter(|&number| is_held(number)).map(|n| &samples[n]).collect();
        let mut rest: Vec<&Sample> =
            (0..samples.len()).filter(|&number| !is_held(number)).map(|n| &samples[n]).collect();
        let mut gradients = vec![vec![0f32; PARAMETERS]; self.threads];
        let (mut mean, mut square) = (vec![0f32; PARAMETERS], vec![0f32; PARAMETERS]);
        let (steps, mut step) = (self.passes * rest.len().div_ceil(BATCH), 0);
        for pass in 1..=self.passes {
            for place in (1..rest.len()).rev() {
                rest.swap(place, random.below(place + 1));
            }
            let mut loss = 0.0;
            for samples in rest.chunks(BATCH) {
                loss += f64::from(self.batch(&weights, samples, &mut gradients));
                step += 1;
                let rate = self.rate * 0.01f32.powf(step as f32 / steps as f32);
                let (first, second) = (1.0 - 0.9f32.powi(step), 1.0 - 0.999f32.powi(step));
                for place in 0..PARAMETERS {
                    let slope = gradients.iter().map(|part| part[place]).sum::<f32>() / samples.len() as f32;
                    mean[place] = 0.9 * mean[place] + 0.1 * slope;
                    square[place] = 0.999 * square[place] + 0.001 * slope * slope;
                    let change = mean[place] / first / ((square[place] / second).sqrt() + 1e-8);
                    weights[place] = (weights[place] - rate * change).clamp(-MOST, MOST);
                }
            }
            let test = held.iter().map(|sample| f64::from(self.learn(&weights, sample, None))).sum::<f64>();
            println!("pass {pass}: loss {:.6}, held out {:.6}", loss / rest.len() as f64, test / held.len() as f64);
        }
        weights
    }
}

/// A sum in eight lanes, which the processor adds at once.
fn lanes(mut terms: impl ExactSizeIterator<Item = f32>) -> f32 {
    let mut sums = [0f32; 8];
    for _ in 0..terms.len() / 8 {
        for sum in &mut sums {
            *sum += terms.next().unwrap_or_default();
        }
    }
    sums.iter().sum()
}

/// What a weight is multiplied by to be an integer.
fn unit(place: usize) -> f32 {
    f32::from(if place < LAYER { UNIT } else { WEIGHT_UNIT })
}

/// Writes the weights of a network as integers.
pub fn write(path: &str, weights: &[f32]) -> Result<(), Box<dyn Error>> {
    let mut bytes = Vec::with_capacity(2 * Network::NUMBERS);
    for (place, weight) in weights.iter().enumerate() {
        bytes.extend(((weight * unit(place)).round() as i16).to_le_bytes());
    }
    Ok(fs::write(path, bytes)?)
}

/// The mean loss of a network of integers on the samples, as the player evaluates them.
pub fn loss_of_integers(path: &str, samples: &[Sample], training: &Training) -> Result<f64, Box<dyn Error>> {
    let network = Network::read(&fs::read(path)?).ok_or("expected a network of another size")?;
    let mut evaluator = Evaluator::new(Box::leak(Box::new(network)), 0);
    let loss = |sample: &Sample| {
        let &Sample { own, other, kings, .. } = sample;
        let score = evaluator.evaluate(&Position { own, other, kings, black_to_move: true }, 0);
        f64::from(chance(score as f32 / SCALE as f32) - training.target(sample)).powi(2)
    };
    Ok(samples.iter().map(loss).sum::<f64>() / samples.len().max(1) as f64)
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
