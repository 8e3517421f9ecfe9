//! A network as one that learns the result to expect.

use std::error::Error;
use std::fs;

use hindsight::games::draughts::Position;
use hindsight::players::triple_jump::network::{
    BUCKETS, FEATURES, HIDDEN, SCALE, TripleJumpEvaluator, TripleJumpNetwork, UNIT, WEIGHT_UNIT, WIDTH, bucket_of,
    feature,
};

use crate::sample::Sample;
use hindsight_tools::learning::{Model, chance, loss};

/// The greatest weight.
const MOST: f32 = 4.0;

const LAYER: usize = (FEATURES + 1) * WIDTH;
const BUCKET: usize = (2 * WIDTH + 2) * HIDDEN + 1;

/// The most pieces of a position of which the result of the game counts twice as much: an ending is played out well
/// enough to be believed.
const FEW: usize = 12;

/// How much the output of a decided position counts, for each logit that it is wrong.
const DECIDED: f32 = 0.1;

/// A network of Triple Jump, and what it learns.
pub struct TripleJump {
    /// How much of the target is the result of the game; the rest is the score of the search.
    pub result: f32,
    /// A score that stands for an output of 1.
    pub scale: f32,
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

impl TripleJump {
    /// The result that the network should expect of a sample.
    fn target(&self, sample: &Sample) -> f32 {
        if sample.is_solved {
            return chance(f32::from(sample.score) / 100.0);
        }
        let few = (sample.own | sample.other).count_ones() as usize <= FEW;
        let part = if few { (2.0 * self.result).min(1.0) } else { self.result };
        part * f32::from(sample.result) / 2.0 + (1.0 - part) * chance(f32::from(sample.score) / self.scale)
    }

    /// The loss of an output for a sample, and its slope. In a decided position the chance to win hardly depends on the
    /// distance of the win: there the output itself is compared.
    fn judge(&self, sample: &Sample, output: f32) -> (f32, f32) {
        if sample.is_solved && sample.score != 0 {
            let error = output - f32::from(sample.score) / 100.0;
            return (DECIDED / 2.0 * error * error, DECIDED * error);
        }
        let target = self.target(sample);
        (loss(output, target), chance(output) - target)
    }

    /// The mean loss of a network of integers on the samples, as the player evaluates them.
    pub fn loss_of_integers(&self, path: &str, samples: &[Sample]) -> Result<f64, Box<dyn Error>> {
        let mut evaluator = evaluator(path)?;
        let loss = |sample: &Sample| {
            let score = evaluate(&mut evaluator, sample);
            f64::from(self.judge(sample, score as f32 / SCALE as f32).0)
        };
        Ok(samples.iter().map(loss).sum::<f64>() / samples.len().max(1) as f64)
    }
}

/// A network of integers in a file.
fn evaluator(path: &str) -> Result<TripleJumpEvaluator, Box<dyn Error>> {
    let network = TripleJumpNetwork::read(&fs::read(path)?).ok_or("expected a network of another size")?;
    Ok(TripleJumpEvaluator::new(Box::leak(Box::new(network)), 0))
}

/// The score of a sample.
fn evaluate(evaluator: &mut TripleJumpEvaluator, sample: &Sample) -> i32 {
    let &Sample { own, other, kings, .. } = sample;
    evaluator.evaluate(&Position { own, other, kings, black_to_move: true }, 0)
}

impl Model for TripleJump {
    type Sample = Sample;
    const PARAMETERS: usize = LAYER + BUCKETS * BUCKET;

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
        let (loss, slope) = self.judge(sample, sum);
        if let Some(gradient) = gradient {
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
        loss
    }

    fn first(place: usize) -> f32 {
        if place < LAYER { 0.2 } else { 0.12 }
    }

    fn most(_place: usize) -> f32 {
        MOST
    }

    fn unit(place: usize) -> f32 {
        f32::from(if place < LAYER { UNIT } else { WEIGHT_UNIT })
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
