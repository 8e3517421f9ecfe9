//! The evaluation: a small neural network, whose first layer is kept up to date from position to position.
//!
//! The inputs are the pieces, each a feature of its kind, colour and square, seen by either side in turn: the board is
//! turned for Black, and mirrored so that the side's own king stands on the files a to d. The first layer has
//! [`WIDTH`] numbers for each side. Clipped to 0 to 1 and squared, they give a weighted sum, the side to move first; its
//! weights depend on how many pieces are left. (Y. Nasu, "Efficiently updatable neural-network-based evaluation functions
//! for computer shogi", 2018.)
//!
//! `tools/maim` plays the games that the network is trained with, trains it and writes `data/maim.network`: the weights as
//! 16-bit integers, little-endian, in the order of the fields of [`Network`].
//!
//! The weights learnt from 13.8 million positions of 162,000 games at 2,000 nodes a move, in three generations. `games g1 55300
//! 2000 701` and `games g2 12400 2000 702` were played by the network before, whose first weights were fitted to the sum of
//! 667 terms that it replaced; `train second first 6 0.001` on their first 4.8 million positions gave the one that played
//! `games g3 26500 2000 801` and `games g4 12000 2000 802`. `train third new 18 0.004 g1 g2 g3 g4` began at random and played
//! `games g5 55800 2000 9001`. `train fourth new 20 0.004 g1 g2 g3 g4 g5` began at random again.

use std::sync::LazyLock;

use super::bits::each;
use super::board::{Board, EMPTY};

/// The numbers of the first layer for each side.
pub const WIDTH: usize = 128;
/// The features of a side.
pub const FEATURES: usize = 768;
/// The sets of output weights, by the number of pieces.
pub const OUTPUTS: usize = 4;
/// 1 in the first layer.
pub const UNIT: i16 = 255;
/// 1 among the output weights, none of which is 2 or more: the product with [`UNIT`] fits 16 bits.
pub const OUTPUT_UNIT: i16 = 64;
/// An output of 1 in hundredths of a pawn: the chance to win is 1/(1 + exp(-output)).
pub const SCALE: i32 = 212;

static NETWORK: LazyLock<Network> =
    LazyLock::new(|| Network::read(include_bytes!("../../../data/maim.network")).expect("the network is whole"));

/// The numbers of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Row(pub [i16; WIDTH]);

/// The weights.
pub struct Network {
    /// Of each feature.
    pub features: Vec<Row>,
    /// Of the first layer, whatever the features.
    pub bias: Row,
    /// By the number of pieces: for the side to move and for the other.
    pub outputs: Vec<[Row; 2]>,
    /// The output, whatever the first layer.
    pub output_biases: Vec<i16>,
}

impl Network {
    /// The 16-bit integers of a network.
    pub const NUMBERS: usize = (FEATURES + 1 + 2 * OUTPUTS) * WIDTH + OUTPUTS;

    /// Reads a network; none if the bytes are too few or too many.
    pub fn read(bytes: &[u8]) -> Option<Network> {
        if bytes.len() != 2 * Network::NUMBERS {
            return None;
        }
        let mut numbers = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut next = || numbers.next().unwrap_or_default();
        let mut row = || Row(std::array::from_fn(|_| next()));
        Some(Network {
            features: (0..FEATURES).map(|_| row()).collect(),
            bias: row(),
            outputs: (0..OUTPUTS).map(|_| [row(), row()]).collect(),
            output_biases: (0..OUTPUTS).map(|_| next()).collect(),
        })
    }

    /// The output for the first layer's numbers of the side to move and of the other, in hundredths of a pawn.
    #[inline(always)]
    fn output(&self, layer: [&Row; 2], output: usize) -> i32 {
        let weights = &self.outputs[output];
        let mut sum = 0;
        for side in 0..2 {
            for (&number, &weight) in layer[side].0.iter().zip(&weights[side].0) {
                let clipped = number.clamp(0, UNIT);
                sum += i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped);
            }
        }
        let output = sum / i32::from(UNIT) + i32::from(self.output_biases[output]);
        output * SCALE / (i32::from(UNIT) * i32::from(OUTPUT_UNIT))
    }
}

/// The feature of a piece as White sees it, unmirrored.
#[inline(always)]
pub fn feature(kind: usize, colour: usize, square: u8) -> usize {
    (2 * kind + colour) * 64 + usize::from(square)
}

/// What changes a [`feature`] into that which a side sees.
#[inline(always)]
pub fn view(colour: usize, mirrored: bool) -> usize {
    colour * (64 + 56) + usize::from(mirrored) * 7
}

/// Whether a side with its king on this square sees the board mirrored.
#[inline(always)]
pub fn is_mirrored(king: u8) -> bool {
    king & 4 != 0
}

/// Which output weights a position of so many pieces has.
#[inline(always)]
pub fn output_of(pieces: u32) -> usize {
    (pieces as usize).saturating_sub(2) * OUTPUTS / 31
}

/// The first layer of a position.
#[derive(Clone)]
struct Layer {
    kinds: [u64; 6],
    colours: [u64; 2],
    squares: [u8; 64],
    mirrored: [bool; 2],
    sides: [Row; 2],
}

/// Features that come and go.
struct Changes {
    come: Features,
    gone: Features,
}

/// No more than the pieces of a position.
struct Features {
    number: usize,
    features: [u16; 32],
}

impl Features {
    const NONE: Features = Features { number: 0, features: [0; 32] };

    #[inline(always)]
    fn add(&mut self, kind: u8, colours: &[u64; 2], square: u8) {
        if kind != EMPTY {
            let colour = (colours[1] >> square & 1) as usize;
            self.features[self.number & 31] = feature(kind.into(), colour, square) as u16;
            self.number += 1;
        }
    }

    #[inline(always)]
    fn get(&self) -> &[u16] {
        &self.features[..self.number.min(32)]
    }
}

/// Evaluates the positions of a line, each from what it has in common with the one before.
pub struct Evaluator {
    network: &'static Network,
    /// An empty board, then the position last evaluated at each ply.
    layers: Vec<Layer>,
}

impl Evaluator {
    /// An evaluator for lines of so many plies.
    pub fn new(plies: usize) -> Evaluator {
        let network = &*NETWORK;
        let sides = [network.bias; 2];
        let empty = Layer { kinds: [0; 6], colours: [0; 2], squares: [EMPTY; 64], mirrored: [false; 2], sides };
        Evaluator { network, layers: vec![empty; plies + 2] }
    }

    /// The evaluation for the side to move, in hundredths of a pawn, `ply` plies from the start of the line.
    #[inline(always)]
    pub fn evaluate(&mut self, board: &Board, ply: usize) -> i32 {
        let (empty, rest) = self.layers.split_at_mut(1);
        let (before, after) = rest.split_at_mut(ply);
        let (empty, layer) = (&empty[0], &mut after[0]);
        // The last position evaluated one ply before need not be the parent: the nearer it is, the less there is to do.
        let base = before.last().unwrap_or(empty);
        let changes = Changes::between(base, board);
        for colour in 0..2 {
            let mirrored = is_mirrored(board.king(colour));
            let view = view(colour, mirrored);
            let side = &mut layer.sides[colour];
            if base.mirrored[colour] == mirrored {
                self.network.update(&base.sides[colour], side, &changes, view);
            } else {
                self.network.update(&self.network.bias, side, &Changes::between(empty, board), view);
            }
            layer.mirrored[colour] = mirrored;
        }
        (layer.kinds, layer.colours, layer.squares) = (board.kinds, board.colours, board.squares);
        let own = board.own();
        let sides = [&layer.sides[own], &layer.sides[own ^ 1]];
        self.network.output(sides, output_of(board.occupied().count_ones()))
    }
}

impl Changes {
    #[inline(always)]
    fn between(layer: &Layer, board: &Board) -> Changes {
        let mut changed = layer.colours[0] ^ board.colours[0] | layer.colours[1] ^ board.colours[1];
        for kind in 0..6 {
            changed |= layer.kinds[kind] ^ board.kinds[kind];
        }
        let mut changes = Changes { come: Features::NONE, gone: Features::NONE };
        for square in each(changed) {
            changes.come.add(board.squares[usize::from(square)], &board.colours, square);
            changes.gone.add(layer.squares[usize::from(square)], &layer.colours, square);
        }
        changes
    }
}

impl Network {
    /// Brings the numbers of a side up to date.
    #[inline(always)]
    fn update(&self, from: &Row, to: &mut Row, changes: &Changes, view: usize) {
        let row = |feature: u16| &self.features[usize::from(feature) ^ view].0;
        let (come, gone) = (changes.come.get(), changes.gone.get());
        match (come, gone) {
            (&[come], &[gone]) => {
                let (come, gone) = (row(come), row(gone));
                for place in 0..WIDTH {
                    to.0[place] = from.0[place].wrapping_add(come[place]).wrapping_sub(gone[place]);
                }
            }
            (&[come], &[gone, other]) => {
                let (come, gone, other) = (row(come), row(gone), row(other));
                for place in 0..WIDTH {
                    let less = gone[place].wrapping_add(other[place]);
                    to.0[place] = from.0[place].wrapping_add(come[place]).wrapping_sub(less);
                }
            }
            _ => {
                *to = *from;
                for &come in come {
                    to.0.iter_mut().zip(row(come)).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
                }
                for &gone in gone {
                    to.0.iter_mut().zip(row(gone)).for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
                }
            }
        }
    }
}
