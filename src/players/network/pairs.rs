//! The network of an engine: the first layer, products of pairs of its numbers, and two small layers.
//!
//! The numbers of the first layer are clipped to 0 to 1. Each number of the first half is multiplied by its partner in
//! the second half. The products of the side to move, then the products of the other side, go into a second layer of
//! [`HIDDEN`] numbers, which are clipped to 0 to 1. The output is their weighted sum. The weights after the first layer
//! depend on the bucket of the position:
//!
//! ```text
//! first layer of a side     a[0] a[1] ... a[127] | b[0] b[1] ... b[127]
//! products                  a[0]b[0], a[1]b[1], ...
//! second layer              h[i] = bias[i] + sum of weight[i][j] times product[j], both sides
//! output                    bias + sum of weight[i] times h[i]
//! ```
//!
//! For example, the partners 0.5 and 1.5, which is clipped to 1, have the product 0.5.
//!
//! A file has the weights as 16-bit integers, little-endian: the first layer; then for each bucket the weights of the
//! second layer, number by number, its biases, the weights of the output, and the bias of the output.

use std::marker::PhantomData;

use super::{Accumulators, FeatureSet, FirstLayer, LayerRow, UNIT, WeightReader};
use crate::util::cpu::{self, Kernel};
use crate::util::products::{MOST_INPUT, OUTPUTS, QuadWeights, add_products};

/// The numbers of the first layer for each side, in the networks of the engines.
pub const WIDTH: usize = 256;
/// The numbers of the second layer.
pub const HIDDEN: usize = OUTPUTS;
/// 1 among the weights of the second layer, which fit 8 bits.
pub const HIDDEN_UNIT: i16 = 64;
/// 1 among the weights of the output. They are 4 at most.
pub const OUTPUT_UNIT: i16 = 256;

/// A set of features for which there is a network.
pub trait Evaluated: FeatureSet {
    /// The number of features of a side.
    const FEATURES: usize;
    /// The number of sets of later layers.
    const BUCKETS: usize;
    /// The score of an output of 1, 480 at most. The expected result is 1/(1 + exp(-output)).
    const SCALE: i32;

    /// The side to move, 0 or 1.
    fn mover(position: &Self::Position) -> usize;

    /// The bucket of a position.
    fn bucket(position: &Self::Position) -> usize;
}

/// The weights after the first layer.
#[derive(Clone, Debug)]
struct LaterLayers {
    /// The weights of the products, the products of the side to move first, four at a time.
    hidden: Vec<QuadWeights>,
    /// The biases of the second layer, 1 being [`MOST_INPUT`] times [`HIDDEN_UNIT`].
    biases: [i32; HIDDEN],
    /// The weights of the output.
    output: [i16; HIDDEN],
    /// The bias of the output.
    bias: i16,
}

/// The weights of a network with `WIDTH` numbers of the first layer for each side.
pub struct PairNetwork<F, const WIDTH: usize> {
    first: FirstLayer<WIDTH>,
    buckets: Vec<LaterLayers>,
    features: PhantomData<F>,
}

impl<F: Evaluated, const WIDTH: usize> PairNetwork<F, WIDTH> {
    /// The 16-bit integers of a network.
    pub const NUMBERS: usize = (F::FEATURES + 1) * WIDTH + F::BUCKETS * ((WIDTH + 2) * HIDDEN + 1);

    /// Reads a network; `None` if the number of bytes is wrong.
    pub fn read(bytes: &[u8]) -> Option<PairNetwork<F, WIDTH>> {
        let mut weights = WeightReader::new(bytes, Self::NUMBERS)?;
        let first = weights.first_layer(F::FEATURES);
        let bucket = |_| LaterLayers {
            hidden: quads::<WIDTH>(&std::array::from_fn(|_| weights.array())),
            biases: weights.array().map(|bias: i16| i32::from(bias) * i32::from(MOST_INPUT)),
            output: weights.array(),
            bias: weights.weight(),
        };
        Some(PairNetwork { first, buckets: (0..F::BUCKETS).map(bucket).collect(), features: PhantomData })
    }

    /// The score by the first layer of the side to move and of the other side.
    #[inline(always)]
    fn output(&self, layer: [&LayerRow<WIDTH>; 2], bucket: usize) -> i32 {
        let bucket = &self.buckets[bucket];
        let mut inputs = [0; WIDTH];
        for (inputs, row) in inputs.chunks_exact_mut(WIDTH / 2).zip(&layer) {
            multiply_pairs(row, inputs);
        }
        let mut hidden = bucket.biases;
        add_products(&inputs, &bucket.hidden, &mut hidden);
        let unit = i32::from(UNIT);
        let mut sum = i32::from(bucket.bias) * unit;
        for (hidden, &weight) in hidden.iter().zip(&bucket.output) {
            // 127 * 64 / 32 is 254, nearly 1.
            sum += (hidden >> 5).clamp(0, unit) * i32::from(weight);
        }
        sum * F::SCALE / (unit * i32::from(OUTPUT_UNIT))
    }
}

/// Sets `products` to the products of the pairs of a side, 1 being [`MOST_INPUT`].
#[inline(always)]
fn multiply_pairs<const WIDTH: usize>(row: &LayerRow<WIDTH>, products: &mut [u8]) {
    let (first, second) = row.0.split_at(WIDTH / 2);
    for ((product, &first), &second) in products.iter_mut().zip(first).zip(second) {
        let clipped = |number: i16| number.clamp(0, UNIT) as u16;
        *product = ((clipped(first) * clipped(second)) >> 9) as u8;
    }
}

/// The weights of the second layer as [`add_products`] wants them, from the weights of each of its numbers.
fn quads<const WIDTH: usize>(rows: &[[i16; WIDTH]; HIDDEN]) -> Vec<QuadWeights> {
    let weight = |weight: i16| weight.clamp(i8::MIN.into(), i8::MAX.into()) as i8;
    let quad = |at: usize| QuadWeights(std::array::from_fn(|to| [0, 1, 2, 3].map(|next| weight(rows[to][at + next]))));
    (0..WIDTH).step_by(4).map(quad).collect()
}

/// Evaluates the positions of a line.
pub struct PairEvaluator<F: Evaluated + 'static, const WIDTH: usize> {
    network: &'static PairNetwork<F, WIDTH>,
    accumulators: Accumulators<F, WIDTH>,
}

impl<F: Evaluated + 'static, const WIDTH: usize> PairEvaluator<F, WIDTH> {
    /// An evaluator for lines of at most `plies` plies.
    pub fn new(network: &'static PairNetwork<F, WIDTH>, plies: usize) -> PairEvaluator<F, WIDTH> {
        PairEvaluator { network, accumulators: Accumulators::new(&network.first, plies) }
    }

    /// The evaluation for the side to move, `ply` plies from the start of the line.
    #[inline(always)]
    pub fn evaluate(&mut self, position: &F::Position, ply: usize) -> i32 {
        cpu::run(PairEvaluation { evaluator: self, position, ply })
    }
}

/// One evaluation.
struct PairEvaluation<'a, F: Evaluated + 'static, const WIDTH: usize> {
    evaluator: &'a mut PairEvaluator<F, WIDTH>,
    position: &'a F::Position,
    ply: usize,
}

impl<F: Evaluated, const WIDTH: usize> Kernel for PairEvaluation<'_, F, WIDTH> {
    type Output = i32;

    const WIDE: bool = true;

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> i32 {
        let PairEvaluation { evaluator, position, ply } = self;
        let sides = evaluator.accumulators.update(position, ply);
        let mover = F::mover(position);
        evaluator.network.output([&sides[mover], &sides[mover ^ 1]], F::bucket(position))
    }
}

#[cfg(test)]
mod tests {
    use super::super::FeatureChanges;
    use super::*;
    use crate::util::bits::ones;
    use crate::util::random::Random;

    /// Stones of two sides on 32 points; side 1 sees the points from the other end.
    struct Stones;

    /// The stones of side 0, the stones of side 1, and the side to move.
    type Board = ([u32; 2], usize);

    impl FeatureSet for Stones {
        type Position = Board;
        type Pieces = [u32; 2];
        type Feature = (u8, u8);
        type View = ();

        const EMPTY: [u32; 2] = [0; 2];
        const ANY: (u8, u8) = (0, 0);

        fn pieces(position: &Board) -> [u32; 2] {
            position.0
        }

        fn distance(before: &[u32; 2], after: &[u32; 2]) -> u32 {
            (0..2).map(|side| (before[side] ^ after[side]).count_ones()).sum()
        }

        fn compare(before: &[u32; 2], after: &[u32; 2], changes: &mut FeatureChanges<(u8, u8)>) {
            for side in 0..2 {
                let owner = side as u8;
                ones(after[side] & !before[side]).for_each(|point| changes.gain((owner, point)));
                ones(before[side] & !after[side]).for_each(|point| changes.lose((owner, point)));
            }
        }

        fn view(_position: &Board, _side: usize) {}

        fn number((owner, point): (u8, u8), side: usize, _view: ()) -> usize {
            number(owner.into(), point.into(), side)
        }
    }

    impl Evaluated for Stones {
        const FEATURES: usize = 64;
        const BUCKETS: usize = 3;
        const SCALE: i32 = 100;

        fn mover(position: &Board) -> usize {
            position.1
        }

        fn bucket(position: &Board) -> usize {
            (position.0[0].count_ones() % 3) as usize
        }
    }

    fn number(owner: usize, point: usize, side: usize) -> usize {
        32 * (owner ^ side) + if side == 0 { point } else { 31 - point }
    }

    /// Fewer than in the networks of the engines.
    const WIDTH: usize = 64;
    type Network = PairNetwork<Stones, WIDTH>;

    /// The evaluation by its definition, in floating point, from the integers of a file.
    fn plainly(integers: &[i16], board: &Board) -> f64 {
        let &(stones, mover) = board;
        let layer = |side: usize| -> Vec<f64> {
            let sum = |at: usize| {
                let row = |feature: usize| f64::from(integers[feature * WIDTH + at]);
                let stone = |owner, point| row(number(owner, point, side));
                let points = (0..2).flat_map(|owner| (0..32).map(move |point| (owner, point)));
                let present = points.filter(|&(owner, point)| stones[owner] >> point & 1 == 1);
                row(64) + present.map(|(owner, point)| stone(owner, point)).sum::<f64>()
            };
            let clipped: Vec<f64> = (0..WIDTH).map(|at| (sum(at) / 255.0).clamp(0.0, 1.0)).collect();
            (0..WIDTH / 2).map(|at| clipped[at] * clipped[at + WIDTH / 2]).collect()
        };
        let products = [layer(mover), layer(mover ^ 1)].concat();
        let bucket = &integers[65 * WIDTH + stones[0].count_ones() as usize % 3 * ((WIDTH + 2) * 16 + 1)..];
        let hidden = |to: usize| {
            let weights = bucket[to * WIDTH..].iter().map(|&weight| f64::from(weight) / 64.0);
            let sum = weights.zip(&products).map(|(weight, product)| weight * product).sum::<f64>();
            (f64::from(bucket[16 * WIDTH + to]) / 64.0 + sum).clamp(0.0, 1.0)
        };
        let output = &bucket[16 * (WIDTH + 1)..];
        let sum = (0..16).map(|to| f64::from(output[to]) / 256.0 * hidden(to)).sum::<f64>();
        100.0 * (sum + f64::from(output[16]) / 256.0)
    }

    #[test]
    fn an_updated_evaluation_is_that_of_the_definition() {
        let mut random = Random::new(4);
        let integers: Vec<i16> = (0..Network::NUMBERS).map(|_| random.below(200) as i16 - 100).collect();
        let bytes: Vec<u8> = integers.iter().flat_map(|number| number.to_le_bytes()).collect();
        assert!(Network::read(&bytes[1..]).is_none());
        let network = Box::leak(Box::new(Network::read(&bytes).expect("as many bytes as a network has")));
        let mut evaluator = PairEvaluator::new(network, 40);
        let (mut board, mut different): (Board, usize) = (([0xfff, 0xfff << 20], 0), 0);
        for ply in 0..4000 {
            // A stone moves; sometimes it takes another one.
            let (from, to) = (1 << random.below(32), 1 << random.below(32));
            let (own, other) = (board.1, board.1 ^ 1);
            if board.0[own] & from != 0 && board.0[own] & to == 0 {
                board.0[own] ^= from | to;
                board.0[other] &= !to;
                if board.0[other].count_ones() < 3 {
                    board.0[other] |= 0xff << 8 & !board.0[own];
                }
                board.1 = other;
            }
            if random.below(3) > 0 {
                let (found, expected) = (evaluator.evaluate(&board, ply % 40), plainly(&integers, &board));
                assert!((f64::from(found) - expected).abs() < 5.0, "{board:?}: {found}, not {expected}");
                different += usize::from(expected.abs() > 8.0);
            }
        }
        assert!(different > 500, "{different}");
    }
}
