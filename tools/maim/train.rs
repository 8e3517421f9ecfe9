//! What the network of the evaluation learns: the chance to win.

use hindsight::players::maim::network::{MaimFeatures, SCALE, bucket_of, feature, is_mirrored, view};
use hindsight::players::network::pairs::Evaluated;
use hindsight_tools::learning::chance;
use hindsight_tools::learning::pairs::{Lesson, SeenFeatures};

use crate::sample::{NO_GAME, Sample};

/// How much of the target is the result of the game; the rest is the score of the search.
const RESULT: f32 = 0.1;

/// The network of maim.
pub struct Maim;

/// What the network should say of a sample.
fn target(sample: &Sample) -> f32 {
    let (score, result) = if sample.side == 0 {
        (f32::from(sample.score), f32::from(sample.result) / 2.0)
    } else {
        (-f32::from(sample.score), 1.0 - f32::from(sample.result) / 2.0)
    };
    if sample.result == NO_GAME {
        return chance(score / SCALE as f32);
    }
    RESULT * result + (1.0 - RESULT) * chance(score / SCALE as f32)
}

impl Lesson for Maim {
    type Sample = Sample;
    const FEATURES: usize = MaimFeatures::FEATURES;
    const BUCKETS: usize = MaimFeatures::BUCKETS;

    fn features(&self, sample: &Sample) -> SeenFeatures {
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
        let seen = |(square, kind, colour)| views.map(|view| feature(kind, colour, square as u8) ^ view);
        SeenFeatures::of(sample.pieces().map(seen))
    }

    fn bucket(pieces: u32) -> usize {
        bucket_of(pieces)
    }

    /// The square of the error of the chance.
    fn judge(&self, sample: &Sample, output: f32) -> (f32, f32) {
        let chance = chance(output);
        let error = chance - target(sample);
        (error * error, 2.0 * error * chance * (1.0 - chance))
    }
}
