//! A network of an engine as one that learns: see `hindsight::players::network::pairs` for its layers.

use hindsight::players::network::UNIT;
use hindsight::players::network::pairs::{HIDDEN, HIDDEN_UNIT, OUTPUT_UNIT, WIDTH};
use hindsight::util::cpu::{self, Kernel};

use super::{Model, Sample};

/// The products of a side.
const PRODUCTS: usize = WIDTH / 2;
/// The weights of a bucket.
const BUCKET: usize = (WIDTH + 2) * HIDDEN + 1;
/// The place of the biases of the second layer, and of the weights of the output, in a bucket.
const BIASES: usize = WIDTH * HIDDEN;
const OUTPUTS: usize = BIASES + HIDDEN;
/// The greatest weight, and the greatest of the second layer.
const MOST: f32 = 4.0;
const MOST_HIDDEN: f32 = 127.0 / HIDDEN_UNIT as f32;
/// The most pieces of a position.
const MOST_PIECES: usize = 32;

/// What a player's network sees and what it should say.
pub trait Lesson: Sync {
    type Sample: Sample;
    /// The number of features of a side, and of buckets.
    const FEATURES: usize;
    const BUCKETS: usize;

    /// The features of a sample as the side to move sees them and as the other does.
    fn features(&self, sample: &Self::Sample) -> SeenFeatures;

    /// The bucket of positions with this number of pieces.
    fn bucket(pieces: u32) -> usize;

    /// The loss of an output for a sample, and its slope.
    fn judge(&self, sample: &Self::Sample, output: f32) -> (f32, f32);
}

/// The features of a position, a pair for each piece: as the side to move sees it and as the other side does.
pub struct SeenFeatures {
    features: [[u16; 2]; MOST_PIECES],
    number: usize,
}

impl SeenFeatures {
    /// The features of pieces.
    pub fn of(pieces: impl Iterator<Item = [usize; 2]>) -> SeenFeatures {
        let mut seen = SeenFeatures { features: [[0; 2]; MOST_PIECES], number: 0 };
        for piece in pieces.take(MOST_PIECES) {
            seen.features[seen.number] = piece.map(|feature| feature as u16);
            seen.number += 1;
        }
        seen
    }

    /// The features that a side sees; side 0 is to move.
    fn of_side(&self, side: usize) -> impl Iterator<Item = usize> {
        self.features[..self.number].iter().map(move |piece| usize::from(piece[side]))
    }
}

impl<L: Lesson> Model for L {
    type Sample = L::Sample;
    const PARAMETERS: usize = first_layer::<L>() + L::BUCKETS * BUCKET;

    fn learn(&self, weights: &[f32], sample: &L::Sample, gradient: Option<&mut [f32]>) -> f32 {
        cpu::run(Step { lesson: self, weights, sample, gradient })
    }

    fn first(place: usize) -> f32 {
        if place < first_layer::<L>() { 0.2 } else { 0.12 }
    }

    fn most(place: usize) -> f32 {
        if is_hidden::<L>(place) { MOST_HIDDEN } else { MOST }
    }

    fn unit(place: usize) -> f32 {
        f32::from(match place {
            place if place < first_layer::<L>() => UNIT,
            place if is_hidden::<L>(place) => HIDDEN_UNIT,
            _ => OUTPUT_UNIT,
        })
    }
}

/// The weights of the first layer.
const fn first_layer<L: Lesson>() -> usize {
    (L::FEATURES + 1) * WIDTH
}

/// Whether a weight belongs to the second layer.
fn is_hidden<L: Lesson>(place: usize) -> bool {
    place >= first_layer::<L>() && (place - first_layer::<L>()) % BUCKET < OUTPUTS
}

/// Learning from one sample.
struct Step<'a, L: Lesson> {
    lesson: &'a L,
    weights: &'a [f32],
    sample: &'a L::Sample,
    gradient: Option<&'a mut [f32]>,
}

impl<L: Lesson> Kernel for Step<'_, L> {
    type Output = f32;

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> f32 {
        let Step { lesson, weights, sample, gradient } = self;
        let seen = lesson.features(sample);
        let (first, bucket) = weights.split_at(first_layer::<L>());
        let at = L::bucket(seen.number as u32) * BUCKET;
        let bucket = &bucket[at..at + BUCKET];
        let mut layer = [[0f32; WIDTH]; 2];
        for (side, layer) in layer.iter_mut().enumerate() {
            layer.copy_from_slice(&first[L::FEATURES * WIDTH..]);
            seen.of_side(side).for_each(|feature| add(layer, &first[feature * WIDTH..][..WIDTH]));
        }
        let clipped = layer.map(|side| side.map(|x| x.clamp(0.0, 1.0)));
        let mut products = [0f32; WIDTH];
        for (products, clipped) in products.chunks_exact_mut(PRODUCTS).zip(&clipped) {
            let (one, other) = clipped.split_at(PRODUCTS);
            products.iter_mut().zip(one).zip(other).for_each(|((product, x), y)| *product = x * y);
        }
        let mut hidden = [0f32; HIDDEN];
        let mut output = bucket[BUCKET - 1];
        for (place, hidden) in hidden.iter_mut().enumerate() {
            *hidden = bucket[BIASES + place] + dot(&products, &bucket[place * WIDTH..][..WIDTH]);
            output += hidden.clamp(0.0, 1.0) * bucket[OUTPUTS + place];
        }
        let (loss, slope) = lesson.judge(sample, output);
        let Some(gradient) = gradient else { return loss };
        let (of_first, of_buckets) = gradient.split_at_mut(first_layer::<L>());
        let of_bucket = &mut of_buckets[at..at + BUCKET];
        of_bucket[BUCKET - 1] += slope;
        let mut of_products = [0f32; WIDTH];
        for place in 0..HIDDEN {
            let clipped = hidden[place].clamp(0.0, 1.0);
            of_bucket[OUTPUTS + place] += slope * clipped;
            if hidden[place] != clipped {
                continue;
            }
            let slope = slope * bucket[OUTPUTS + place];
            of_bucket[BIASES + place] += slope;
            add_times(&mut of_products, slope, &bucket[place * WIDTH..][..WIDTH]);
            add_times(&mut of_bucket[place * WIDTH..][..WIDTH], slope, &products);
        }
        for side in 0..2 {
            let of_products = &of_products[side * PRODUCTS..][..PRODUCTS];
            let mut slopes = [0f32; WIDTH];
            for half in 0..2 {
                for place in 0..PRODUCTS {
                    // A clipped number has no slope; its partner has one.
                    let x = layer[side][half * PRODUCTS + place];
                    let partner = clipped[side][(1 - half) * PRODUCTS + place];
                    let inside = x == clipped[side][half * PRODUCTS + place];
                    slopes[half * PRODUCTS + place] = if inside { of_products[place] * partner } else { 0.0 };
                }
            }
            for feature in seen.of_side(side).chain([L::FEATURES]) {
                add(&mut of_first[feature * WIDTH..][..WIDTH], &slopes);
            }
        }
        loss
    }
}

/// Adds numbers to sums.
#[inline(always)]
fn add(sums: &mut [f32], numbers: &[f32]) {
    sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
}

/// Adds multiples of numbers to sums.
#[inline(always)]
fn add_times(sums: &mut [f32], times: f32, numbers: &[f32]) {
    sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += times * number);
}

/// The sum of the products, in sixteen lanes which the processor adds at once.
#[inline(always)]
fn dot(one: &[f32], other: &[f32]) -> f32 {
    let mut sums = [0f32; 16];
    for (one, other) in one.as_chunks::<16>().0.iter().zip(other.as_chunks::<16>().0) {
        for lane in 0..16 {
            sums[lane] += one[lane] * other[lane];
        }
    }
    sums.iter().sum()
}
