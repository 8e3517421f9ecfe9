//! A network as one that learns the result to expect.

use std::error::Error;
use std::fs;

use hindsight::games::draughts::Position;
use hindsight::players::network::pairs::Evaluated;
use hindsight::players::triple_jump::network::{
    DraughtsFeatures, SCALE, TripleJumpEvaluator, TripleJumpNetwork, bucket_of, feature,
};
use hindsight::util::bits::ones;
use hindsight_tools::learning::pairs::{Lesson, SeenFeatures};
use hindsight_tools::learning::{chance, loss};

use crate::sample::{NO_GAME, Sample, WON};

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

impl TripleJump {
    /// The result that the network should expect of a sample.
    fn target(&self, sample: &Sample) -> f32 {
        if sample.is_solved || sample.result == NO_GAME {
            return chance(f32::from(sample.score) / 100.0);
        }
        let few = (sample.own | sample.other).count_ones() as usize <= FEW;
        let part = if few { (2.0 * self.result).min(1.0) } else { self.result };
        part * f32::from(sample.result) / 2.0 + (1.0 - part) * chance(f32::from(sample.score) / self.scale)
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
    evaluator.evaluate(&Position { own, other, kings, black_to_move: true, clock: 0 }, 0)
}

impl Lesson for TripleJump {
    type Sample = Sample;
    const FEATURES: usize = DraughtsFeatures::FEATURES;
    const BUCKETS: usize = DraughtsFeatures::BUCKETS;

    fn features(&self, sample: &Sample) -> SeenFeatures {
        let &Sample { own, other, kings, .. } = sample;
        let sets = [own & !kings, own & kings, other & !kings, other & kings];
        let pieces = sets.into_iter().enumerate().flat_map(|(set, bits)| ones(bits).map(move |bit: u8| (set, bit)));
        SeenFeatures::of(pieces.map(|(set, bit)| [feature(set, bit), feature(set ^ 2, 34 - bit)]))
    }

    fn bucket(pieces: u32) -> usize {
        bucket_of(pieces)
    }

    /// In a decided position the chance to win hardly depends on the distance of the win: there the output itself is
    /// compared.
    fn judge(&self, sample: &Sample, output: f32) -> (f32, f32) {
        let is_solved = sample.is_solved && sample.score != 0;
        if is_solved || sample.result == NO_GAME && sample.score.abs() >= WON {
            let error = output - f32::from(sample.score) / 100.0;
            return (DECIDED / 2.0 * error * error, DECIDED * error);
        }
        let target = self.target(sample);
        (loss(output, target), chance(output) - target)
    }
}
