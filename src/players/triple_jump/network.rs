//! The evaluation: a network of two hidden layers.
//!
//! A feature is a piece: side, man or king, and square. Each side sees the board with its own
//! pieces at the bottom. The numbers of the first layer are clipped to 0 to 1 and squared, the side to move first; they
//! go into a second layer of [`HIDDEN`] numbers, which are clipped. The output is their weighted sum. The weights after
//! the first layer depend on the number of pieces.
//!
//! `tools/triple_jump` plays the games that the networks are trained with, trains them and writes
//! `data/checkers.network` and `data/losing-checkers.network`: the weights as 16-bit integers, little-endian, in the
//! order of the fields of [`TripleJumpNetwork`].

use crate::games::draughts::Position;
use crate::games::draughts::board::rotated;
use crate::players::network::{Accumulators, FeatureChanges, FeatureSet, FirstLayer, WeightReader};
use crate::util::cpu::{self, Kernel};
use crate::util::products::{OUTPUTS, PairWeights, add_products};

pub use crate::players::network::UNIT;

/// The numbers of the first layer for each side.
pub const WIDTH: usize = 192;
/// The numbers of the second layer.
pub const HIDDEN: usize = OUTPUTS;
/// The bits of a set of squares; 32 of them are squares.
const BITS: usize = 36;
/// The features as a side sees them: its men and kings, and the men and kings of the other side.
pub const FEATURES: usize = 4 * BITS;
/// The number of sets of later layers, chosen by the number of pieces.
pub const BUCKETS: usize = 12;
/// 1 among the weights after the first layer.
pub const WEIGHT_UNIT: i16 = 256;
/// The score of an output of 1. The expected result is 1/(1 + exp(-output)).
pub const SCALE: i32 = 100;

/// The numbers of one side.
type TripleJumpRow = crate::players::network::LayerRow<WIDTH>;

/// The weights after the first layer.
#[derive(Clone, Debug)]
pub struct LaterLayers {
    /// The weights of the side to move and of the other side, two numbers of the first layer at a time.
    pub hidden: [Vec<PairWeights>; 2],
    /// The biases of the second layer.
    pub biases: [i16; HIDDEN],
    /// The weights of the output.
    pub sum: [i16; HIDDEN],
    /// The bias of the output.
    pub bias: i16,
}

/// The weights.
pub struct TripleJumpNetwork {
    /// The weights of the features, then the bias.
    pub first: FirstLayer<WIDTH>,
    /// By the number of pieces.
    pub buckets: Vec<LaterLayers>,
}

impl TripleJumpNetwork {
    /// The 16-bit integers of a network.
    pub const NUMBERS: usize = (FEATURES + 1) * WIDTH + BUCKETS * ((2 * WIDTH + 2) * HIDDEN + 1);

    /// Reads a network; `None` if the number of bytes is wrong.
    pub fn read(bytes: &[u8]) -> Option<TripleJumpNetwork> {
        let mut weights = WeightReader::new(bytes, TripleJumpNetwork::NUMBERS)?;
        let first = weights.first_layer(FEATURES);
        let bucket = |_| LaterLayers {
            hidden: paired(&std::array::from_fn(|_| [weights.row(), weights.row()])),
            biases: weights.array(),
            sum: weights.array(),
            bias: weights.weight(),
        };
        Some(TripleJumpNetwork { first, buckets: (0..BUCKETS).map(bucket).collect() })
    }

    /// The score by the first layer of the side to move and of the other side.
    #[inline(always)]
    fn output(&self, layer: [&TripleJumpRow; 2], pieces: u32) -> i32 {
        let bucket = &self.buckets[bucket_of(pieces)];
        let unit = i32::from(UNIT);
        let squares = layer.map(|row| {
            let mut squares = *row;
            for number in &mut squares.0 {
                let clipped = (*number).clamp(0, UNIT) as u16;
                *number = ((clipped * clipped) >> 8) as i16;
            }
            squares
        });
        let mut hidden = bucket.biases.map(|bias| i32::from(bias) * unit);
        for (squares, weights) in squares.iter().zip(&bucket.hidden) {
            add_products(&squares.0, weights, &mut hidden);
        }
        let mut sum = i32::from(bucket.bias) * unit;
        for (hidden, weight) in hidden.into_iter().zip(bucket.sum) {
            sum += (hidden >> 8).clamp(0, unit) * i32::from(weight);
        }
        (sum * (SCALE / 4)) / (unit * i32::from(WEIGHT_UNIT) / 4)
    }
}

/// The weights of the second layer as [`add_products`] wants them, from the rows of each of its numbers.
fn paired(rows: &[[TripleJumpRow; 2]; HIDDEN]) -> [Vec<PairWeights>; 2] {
    let pair =
        |side: usize, at: usize| PairWeights(std::array::from_fn(|to| [0, 1].map(|next| rows[to][side].0[at + next])));
    [0, 1].map(|side| (0..WIDTH).step_by(2).map(|at| pair(side, at)).collect())
}

/// The place of the later layers for a position with this number of pieces.
#[inline(always)]
pub fn bucket_of(pieces: u32) -> usize {
    (pieces.saturating_sub(1) as usize * BUCKETS / 24).min(BUCKETS - 1)
}

/// The sets of a position as Black sees the board: Black's men and kings, and White's.
#[inline(always)]
fn sets(position: &Position) -> [u64; 4] {
    let &Position { own, other, kings, black_to_move } = position;
    let [own, other, kings] = if black_to_move { [own, other, kings] } else { [other, own, kings].map(rotated) };
    [own & !kings, own & kings, other & !kings, other & kings]
}

/// The number of the feature of a set (own men, own kings, the other's men and kings) and the bit of a square.
#[inline(always)]
pub fn feature(set: usize, bit: u8) -> usize {
    set * BITS + usize::from(bit)
}

/// A piece on a square, as Black sees the board.
#[derive(Clone, Copy)]
pub struct PieceFeature {
    /// Black's men, Black's kings, White's men or White's kings.
    set: u8,
    bit: u8,
}

/// The features of the networks: [`feature`] as a side sees the board.
pub struct DraughtsFeatures;

impl FeatureSet for DraughtsFeatures {
    type Position = Position;
    type Pieces = [u64; 4];
    type Feature = PieceFeature;
    type View = ();

    const EMPTY: [u64; 4] = [0; 4];
    const ANY: PieceFeature = PieceFeature { set: 0, bit: 0 };

    #[inline(always)]
    fn pieces(position: &Position) -> [u64; 4] {
        sets(position)
    }

    #[inline(always)]
    fn compare(before: &[u64; 4], after: &[u64; 4], changes: &mut FeatureChanges<PieceFeature>) {
        for set in 0..4 {
            let piece = |bit: u32| PieceFeature { set: set as u8, bit: bit as u8 };
            each_bit(after[set] & !before[set], |bit| changes.gain(piece(bit)));
            each_bit(before[set] & !after[set], |bit| changes.lose(piece(bit)));
        }
    }

    #[inline(always)]
    fn view(_position: &Position, _side: usize) {}

    /// Side 0 is Black.
    #[inline(always)]
    fn number(PieceFeature { set, bit }: PieceFeature, side: usize, _view: ()) -> usize {
        feature(usize::from(set) ^ (2 * side), if side == 0 { bit } else { 34 - bit })
    }
}

/// Calls `visit` with the number of each bit.
#[inline(always)]
fn each_bit(mut bits: u64, mut visit: impl FnMut(u32)) {
    while bits != 0 {
        visit(bits.trailing_zeros());
        bits &= bits - 1;
    }
}

/// Evaluates the positions of a line.
pub struct TripleJumpEvaluator {
    network: &'static TripleJumpNetwork,
    accumulators: Accumulators<DraughtsFeatures, WIDTH>,
}

impl TripleJumpEvaluator {
    /// An evaluator for lines of at most `plies` plies.
    pub fn new(network: &'static TripleJumpNetwork, plies: usize) -> TripleJumpEvaluator {
        TripleJumpEvaluator { network, accumulators: Accumulators::new(&network.first, plies) }
    }

    /// The evaluation for the side to move, `ply` plies from the start of the line.
    #[inline(always)]
    pub fn evaluate(&mut self, position: &Position, ply: usize) -> i32 {
        cpu::run(TripleJumpEvaluation { evaluator: self, position, ply })
    }
}

/// One evaluation.
struct TripleJumpEvaluation<'a> {
    evaluator: &'a mut TripleJumpEvaluator,
    position: &'a Position,
    ply: usize,
}

impl Kernel for TripleJumpEvaluation<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> i32 {
        let TripleJumpEvaluation { evaluator, position, ply } = self;
        let sides = evaluator.accumulators.update(position, ply);
        let own = usize::from(!position.black_to_move);
        let pieces = (position.own | position.other).count_ones();
        evaluator.network.output([&sides[own], &sides[own ^ 1]], pieces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::draughts::Draughts;
    use crate::util::random::Random;

    /// A network with random weights, as large as trained ones.
    fn random() -> &'static TripleJumpNetwork {
        let mut random = Random::new(4);
        let bytes: Vec<u8> =
            (0..TripleJumpNetwork::NUMBERS).flat_map(|_| (random.below(200) as i16 - 100).to_le_bytes()).collect();
        assert!(TripleJumpNetwork::read(&bytes[1..]).is_none());
        Box::leak(Box::new(TripleJumpNetwork::read(&bytes).expect("as many bytes as a network has")))
    }

    /// The evaluation by its definition, in floating point.
    fn plainly(network: &TripleJumpNetwork, position: &Position) -> f64 {
        let Position { own, other, kings, .. } = *position;
        let views = [[own, other, kings], [other, own, kings].map(rotated)];
        let layer = views.map(|[own, other, kings]| {
            let mut sums = network.first.bias.0.map(f64::from);
            for (set, bits) in [own & !kings, own & kings, other & !kings, other & kings].into_iter().enumerate() {
                for bit in (0..35).filter(|bit| bits >> bit & 1 == 1) {
                    let row = &network.first.features[set * 36 + bit];
                    sums.iter_mut().zip(row.0).for_each(|(sum, weight)| *sum += f64::from(weight));
                }
            }
            sums.map(|sum| (sum / 255.0).clamp(0.0, 1.0).powi(2))
        });
        let bucket = &network.buckets[((own | other).count_ones() as usize - 1) * BUCKETS / 24];
        let hidden = |number: usize| {
            let mut sum = f64::from(bucket.biases[number]);
            for (pairs, layer) in bucket.hidden.iter().zip(layer) {
                let weights = pairs.iter().flat_map(|pair| pair.0[number]);
                sum += weights.zip(layer).map(|(weight, x)| f64::from(weight) * x).sum::<f64>();
            }
            (sum / 256.0).clamp(0.0, 1.0)
        };
        let sum: f64 = (0..HIDDEN).map(|number| hidden(number) * f64::from(bucket.sum[number])).sum();
        100.0 * (sum + f64::from(bucket.bias)) / 256.0
    }

    #[test]
    fn an_updated_evaluation_is_that_of_the_definition() {
        let (game, network) = (Draughts::checkers(), random());
        let mut random = Random::new(9);
        let mut evaluator = TripleJumpEvaluator::new(network, 60);
        let mut different = 0;
        for _ in 0..50 {
            let mut position = game.start();
            for ply in 0..60 {
                let moves: Vec<_> = game.moves(&position).collect();
                if moves.is_empty() {
                    break;
                }
                position = game.play(&position, moves[random.below(moves.len())]);
                // Not every position of a line is evaluated.
                if random.below(3) > 0 {
                    let (found, expected) = (evaluator.evaluate(&position, ply), plainly(network, &position));
                    assert!((f64::from(found) - expected).abs() < 3.0, "{position:?}: {found}, not {expected}");
                    different += usize::from(expected.abs() > 5.0);
                }
            }
        }
        assert!(different > 500, "{different}");
    }

    #[test]
    fn colours_are_seen_alike() {
        let (game, network) = (Draughts::checkers(), random());
        let mut evaluator = TripleJumpEvaluator::new(network, 0);
        let mut position = game.start();
        for _ in 0..40 {
            let other = Position { black_to_move: !position.black_to_move, ..position };
            assert_eq!(evaluator.evaluate(&position, 0), evaluator.evaluate(&other, 0));
            let Some(mv) = game.moves(&position).next() else { break };
            position = game.play(&position, mv);
        }
    }
}
