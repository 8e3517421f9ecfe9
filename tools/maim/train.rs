//! The network of the evaluation as one that learns the chance to win.

use hindsight::players::maim::network::{
    FEATURES, OUTPUT_UNIT, OUTPUTS, SCALE, UNIT, WIDTH, feature, is_mirrored, output_of, view,
};

use crate::sample::Sample;
use hindsight_tools::learning::{Model, chance};

/// How much of the target is the result of the game; the rest is the score of the search.
const RESULT: f32 = 0.1;
/// The greatest output weight.
const MOST_OUTPUT: f32 = 127.0 / OUTPUT_UNIT as f32;

const LAYER: usize = (FEATURES + 1) * WIDTH;

/// The network of maim.
pub struct Maim;

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

/// What the network should say of a sample.
fn target(sample: &Sample) -> f32 {
    let (score, result) = if sample.side == 0 {
        (f32::from(sample.score), f32::from(sample.result) / 2.0)
    } else {
        (-f32::from(sample.score), 1.0 - f32::from(sample.result) / 2.0)
    };
    RESULT * result + (1.0 - RESULT) * chance(score / SCALE as f32)
}

impl Model for Maim {
    type Sample = Sample;
    const PARAMETERS: usize = LAYER + OUTPUTS * (2 * WIDTH + 1);

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

    fn first(place: usize) -> f32 {
        if place < LAYER { 0.18 } else { 0.06 }
    }

    fn most(place: usize) -> f32 {
        if place < LAYER { 4.0 } else { MOST_OUTPUT }
    }

    fn unit(place: usize) -> f32 {
        match place {
            _ if place < LAYER => f32::from(UNIT),
            _ if place < LAYER + OUTPUTS * 2 * WIDTH => f32::from(OUTPUT_UNIT),
            _ => f32::from(UNIT) * f32::from(OUTPUT_UNIT),
        }
    }
}
