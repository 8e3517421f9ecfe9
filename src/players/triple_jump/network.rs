//! The evaluation: a small neural network, whose first layer is kept up to date from position to position.
//!
//! The inputs are the pieces, each a feature of its side, kind and square, as either side in turn sees the board. The first
//! layer has [`WIDTH`] numbers for each side, the side to move first; clipped to 0 to 1 and squared, they go into a second
//! layer of [`HIDDEN`] numbers, which are clipped and summed. The weights after the first layer depend on how many pieces are
//! left. (Y. Nasu, "Efficiently updatable neural-network-based evaluation functions for computer shogi", 2018.)
//!
//! `tools/triple_jump` plays the games that the networks are trained with, trains them and writes `data/checkers.network` and
//! `data/losing-checkers.network`: the weights as 16-bit integers, little-endian, in the order of the fields of [`Network`].
//!
//! The first networks learnt from a million positions of games by `weights=hand` to 7 plies (1.7 million of the losing game), the
//! next from two generations of games by the networks at 2,000 nodes a move, with tables of up to six pieces (five in the losing
//! game): `games checkers TABLES c1 16000 hash=4M 2000 21`, then `train second first 10 0.0015 0.4 100 c1`, then 19,000 games more and
//! `train third second 14 0.002 0.3 100 c1 c2`. The network of checkers learnt once more from 4.9 million positions of games by
//! itself: `games checkers TABLES c3 86000 hash=4M 2500 31` and `train fourth third 12 0.0015 0.3 100 c3`. Positions of the tables,
//! which have no score, then kept that of the network trained from, or won endings all look the same and are not won without
//! depths; the steps before took their result alone.
//! In the losing game, where a search foretells less, the last step took the result alone for four fifths of the target:
//! `train third second 12 0.001 0.8 100 l1 l2`.

use crate::games::draughts::Position;
use crate::games::draughts::board::rotated;

/// The numbers of the first layer for each side.
pub const WIDTH: usize = 64;
/// The numbers of the second layer.
pub const HIDDEN: usize = 16;
/// The bits of a set of squares, of which 32 are squares.
const BITS: usize = 36;
/// The features of a side: its men and kings, and the other's.
pub const FEATURES: usize = 4 * BITS;
/// The sets of weights after the first layer, by the number of pieces.
pub const BUCKETS: usize = 4;
/// 1 in the first layer, and in the second when clipped.
pub const UNIT: i16 = 255;
/// 1 among the weights after the first layer.
pub const WEIGHT_UNIT: i16 = 256;
/// An output of 1 as a score: the expected result is 1/(1 + exp(-output)).
pub const SCALE: i32 = 100;

/// The numbers of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Row(pub [i16; WIDTH]);

/// The weights after the first layer.
#[derive(Clone, Debug)]
pub struct Bucket {
    /// Of each number of the second layer: those of the side to move, and those of the other.
    pub hidden: [[Row; 2]; HIDDEN],
    /// Of the second layer, whatever the first.
    pub biases: [i16; HIDDEN],
    /// Of the sum.
    pub sum: [i16; HIDDEN],
    /// The sum, whatever the second layer.
    pub bias: i16,
}

/// The weights.
pub struct Network {
    /// Of each feature.
    pub features: Vec<Row>,
    /// Of the first layer, whatever the features.
    pub bias: Row,
    /// By the number of pieces.
    pub buckets: Vec<Bucket>,
}

impl Network {
    /// The 16-bit integers of a network.
    pub const NUMBERS: usize = (FEATURES + 1) * WIDTH + BUCKETS * ((2 * WIDTH + 2) * HIDDEN + 1);

    /// Reads a network; none if the bytes are too few or too many.
    pub fn read(bytes: &[u8]) -> Option<Network> {
        if bytes.len() != 2 * Network::NUMBERS {
            return None;
        }
        let mut numbers = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut next = || numbers.next().unwrap_or_default();
        let mut row = || Row(std::array::from_fn(|_| next()));
        let features = (0..FEATURES).map(|_| row()).collect();
        let bias = row();
        let bucket = |_| {
            let hidden = std::array::from_fn(|_| [0, 1].map(|_| Row(std::array::from_fn(|_| next()))));
            let biases = std::array::from_fn(|_| next());
            Bucket { hidden, biases, sum: std::array::from_fn(|_| next()), bias: next() }
        };
        Some(Network { features, bias, buckets: (0..BUCKETS).map(bucket).collect() })
    }

    /// The output for the first layer's numbers of the side to move and of the other, as a score.
    #[inline(always)]
    fn output(&self, layer: [&Row; 2], pieces: u32) -> i32 {
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
        let mut sum = i32::from(bucket.bias) * unit;
        for number in 0..HIDDEN {
            let mut hidden = i32::from(bucket.biases[number]) * unit;
            for (squares, weights) in squares.iter().zip(&bucket.hidden[number]) {
                let products = squares.0.iter().zip(&weights.0);
                hidden += products.map(|(&square, &weight)| i32::from(square) * i32::from(weight)).sum::<i32>();
            }
            sum += (hidden >> 8).clamp(0, unit) * i32::from(bucket.sum[number]);
        }
        (sum * (SCALE / 4)) / (unit * i32::from(WEIGHT_UNIT) / 4)
    }

    /// Brings the numbers of a side up to date.
    #[inline(always)]
    fn update(&self, from: &Row, to: &mut Row, changes: &Changes, side: usize) {
        let row = |feature: &Feature| &self.features[feature.seen_by(side)].0;
        match (changes.come.get(), changes.gone.get()) {
            ([come], [gone]) => {
                let (come, gone) = (row(come), row(gone));
                for place in 0..WIDTH {
                    to.0[place] = from.0[place].wrapping_add(come[place]).wrapping_sub(gone[place]);
                }
            }
            (come, gone) => {
                *to = *from;
                for come in come {
                    to.0.iter_mut().zip(row(come)).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
                }
                for gone in gone {
                    to.0.iter_mut().zip(row(gone)).for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
                }
            }
        }
    }
}

/// Which weights after the first layer a position of so many pieces has.
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

/// A piece on a square, as Black sees the board.
#[derive(Clone, Copy)]
struct Feature {
    set: u8,
    bit: u8,
}

impl Feature {
    /// The number of the feature for a side: 0 is Black.
    #[inline(always)]
    fn seen_by(self, side: usize) -> usize {
        feature(usize::from(self.set) ^ (2 * side), if side == 0 { self.bit } else { 34 - self.bit })
    }
}

/// The number of the feature of a set (own men, own kings, the other's men and kings) and a square's bit.
#[inline(always)]
pub fn feature(set: usize, bit: u8) -> usize {
    set * BITS + usize::from(bit)
}

/// No more than the pieces of a position.
struct Features {
    number: usize,
    features: [Feature; 32],
}

impl Features {
    const NONE: Features = Features { number: 0, features: [Feature { set: 0, bit: 0 }; 32] };

    #[inline(always)]
    fn add(&mut self, set: usize, mut bits: u64) {
        while bits != 0 {
            self.features[self.number & 31] = Feature { set: set as u8, bit: bits.trailing_zeros() as u8 };
            self.number += 1;
            bits &= bits - 1;
        }
    }

    #[inline(always)]
    fn get(&self) -> &[Feature] {
        &self.features[..self.number.min(32)]
    }
}

/// Features that come and go.
struct Changes {
    come: Features,
    gone: Features,
}

impl Changes {
    #[inline(always)]
    fn between(before: &[u64; 4], after: &[u64; 4]) -> Changes {
        let mut changes = Changes { come: Features::NONE, gone: Features::NONE };
        for set in 0..4 {
            changes.come.add(set, after[set] & !before[set]);
            changes.gone.add(set, before[set] & !after[set]);
        }
        changes
    }
}

/// The first layer of a position.
#[derive(Clone)]
struct Layer {
    sets: [u64; 4],
    /// As Black sees the board, and as White does.
    sides: [Row; 2],
}

/// Evaluates the positions of a line, each from what it has in common with the one before.
pub struct Evaluator {
    network: &'static Network,
    /// An empty board, then the position last evaluated at each ply.
    layers: Vec<Layer>,
}

impl Evaluator {
    /// An evaluator for lines of so many plies.
    pub fn new(network: &'static Network, plies: usize) -> Evaluator {
        let empty = Layer { sets: [0; 4], sides: [network.bias; 2] };
        Evaluator { network, layers: vec![empty; plies + 2] }
    }

    /// The evaluation for the side to move, `ply` plies from the start of the line.
    #[inline(always)]
    pub fn evaluate(&mut self, position: &Position, ply: usize) -> i32 {
        let (before, after) = self.layers.split_at_mut(ply + 1);
        // The last position evaluated one ply before need not be the parent: the nearer it is, the less there is to do.
        let (before, layer) = (&before[ply], &mut after[0]);
        layer.sets = sets(position);
        let changes = Changes::between(&before.sets, &layer.sets);
        for side in 0..2 {
            self.network.update(&before.sides[side], &mut layer.sides[side], &changes, side);
        }
        let own = usize::from(!position.black_to_move);
        let pieces = (position.own | position.other).count_ones();
        self.network.output([&layer.sides[own], &layer.sides[own ^ 1]], pieces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::draughts::Draughts;
    use crate::util::random::Random;

    /// A network with random weights, as large as those of a trained one.
    fn random() -> &'static Network {
        let mut random = Random::new(4);
        let bytes: Vec<u8> =
            (0..Network::NUMBERS).flat_map(|_| (random.below(200) as i16 - 100).to_le_bytes()).collect();
        assert!(Network::read(&bytes[1..]).is_none());
        Box::leak(Box::new(Network::read(&bytes).expect("as many bytes as a network has")))
    }

    /// The evaluation by its definition, in floating point, from nothing.
    fn plainly(network: &Network, position: &Position) -> f64 {
        let Position { own, other, kings, .. } = *position;
        let views = [[own, other, kings], [other, own, kings].map(rotated)];
        let layer = views.map(|[own, other, kings]| {
            let mut sums = network.bias.0.map(f64::from);
            for (set, bits) in [own & !kings, own & kings, other & !kings, other & kings].into_iter().enumerate() {
                for bit in (0..35).filter(|bit| bits >> bit & 1 == 1) {
                    let row = &network.features[set * 36 + bit];
                    sums.iter_mut().zip(row.0).for_each(|(sum, weight)| *sum += f64::from(weight));
                }
            }
            sums.map(|sum| (sum / 255.0).clamp(0.0, 1.0).powi(2))
        });
        let bucket = &network.buckets[((own | other).count_ones() as usize - 1) / 6];
        let hidden = |number: usize| {
            let mut sum = f64::from(bucket.biases[number]);
            for (row, layer) in bucket.hidden[number].iter().zip(layer) {
                sum += row.0.iter().zip(layer).map(|(&weight, x)| f64::from(weight) * x).sum::<f64>();
            }
            (sum / 256.0).clamp(0.0, 1.0)
        };
        let sum: f64 = (0..HIDDEN).map(|number| hidden(number) * f64::from(bucket.sum[number])).sum();
        100.0 * (sum + f64::from(bucket.bias)) / 256.0
    }

    #[test]
    fn an_evaluation_brought_up_to_date_is_that_of_the_definition() {
        let (game, network) = (Draughts::checkers(), random());
        let mut random = Random::new(9);
        let mut evaluator = Evaluator::new(network, 60);
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
        let mut evaluator = Evaluator::new(network, 0);
        let mut position = game.start();
        for _ in 0..40 {
            let other = Position { black_to_move: !position.black_to_move, ..position };
            assert_eq!(evaluator.evaluate(&position, 0), evaluator.evaluate(&other, 0));
            let Some(mv) = game.moves(&position).next() else { break };
            position = game.play(&position, mv);
        }
    }
}
