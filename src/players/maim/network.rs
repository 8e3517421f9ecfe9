//! The evaluation: a network of one hidden layer.
//!
//! A feature is a piece: kind of piece, colour and square. Each side sees the board with its own pieces at the bottom,
//! and mirrored if its king is on the files e to h. The numbers of the first layer are clipped to 0 to 1 and squared.
//! The output is their weighted sum, the side to move first. Its weights depend on the number of pieces.
//!
//! `tools/maim` plays the games that the network is trained with, trains it and writes `data/maim.network`: the weights
//! as 16-bit integers, little-endian, in the order of the fields of [`MaimNetwork`].

use std::sync::LazyLock;

use super::bits::each;
use super::board::{EMPTY, MaimBoard};
use crate::players::network::{Accumulators, FeatureChanges, FeatureSet, FirstLayer, WeightReader};
use crate::util::cpu::{self, Kernel};

pub use crate::players::network::UNIT;

/// The numbers of the first layer for each side.
pub const WIDTH: usize = 128;
/// The features of a side.
pub const FEATURES: usize = 768;
/// The sets of output weights, by the number of pieces.
pub const OUTPUTS: usize = 4;
/// 1 among the output weights. All are less than 2, so that the product with [`UNIT`] fits 16 bits.
pub const OUTPUT_UNIT: i16 = 64;
/// The score of an output of 1, in hundredths of a pawn. The chance to win is 1/(1 + exp(-output)).
pub const SCALE: i32 = 212;

static NETWORK: LazyLock<MaimNetwork> = LazyLock::new(|| {
    MaimNetwork::read(include_bytes!("../../../data/maim.network")).expect("a test reads the network of the program")
});

/// The numbers of one side.
type Row = crate::players::network::LayerRow<WIDTH>;

/// The weights.
pub struct MaimNetwork {
    /// The weights of the features, then the bias.
    pub first: FirstLayer<WIDTH>,
    /// By the number of pieces: the weights for the side to move and for the other.
    pub outputs: Vec<[Row; 2]>,
    /// By the number of pieces: the output of a first layer of zeros.
    pub output_biases: Vec<i16>,
}

impl MaimNetwork {
    /// The 16-bit integers of a network.
    pub const NUMBERS: usize = (FEATURES + 1 + 2 * OUTPUTS) * WIDTH + OUTPUTS;

    /// Reads a network; `None` if the number of bytes is wrong.
    pub fn read(bytes: &[u8]) -> Option<MaimNetwork> {
        let mut weights = WeightReader::new(bytes, MaimNetwork::NUMBERS)?;
        Some(MaimNetwork {
            first: weights.first_layer(FEATURES),
            outputs: (0..OUTPUTS).map(|_| [weights.row(), weights.row()]).collect(),
            output_biases: (0..OUTPUTS).map(|_| weights.weight()).collect(),
        })
    }

    /// The score by the first layer of the side to move and of the other side, in hundredths of a pawn.
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

/// The bits to change in a [`feature`] for the view of a side.
#[inline(always)]
pub fn view(colour: usize, mirrored: bool) -> usize {
    colour * (64 + 56) + usize::from(mirrored) * 7
}

/// Whether a side with its king on this square sees the board mirrored.
#[inline(always)]
pub fn is_mirrored(king: u8) -> bool {
    king & 4 != 0
}

/// The place of the output weights for a position with this number of pieces.
#[inline(always)]
pub fn output_of(pieces: u32) -> usize {
    (pieces as usize).saturating_sub(2) * OUTPUTS / 31
}

/// The pieces of a board.
#[derive(Clone)]
pub struct MaimPieces {
    kinds: [u64; 6],
    colours: [u64; 2],
    squares: [u8; 64],
}

/// The features of the network: [`feature`], changed for each side by [`view`].
pub struct MaimFeatures;

impl FeatureSet for MaimFeatures {
    type Position = MaimBoard;
    type Pieces = MaimPieces;
    type Feature = u16;
    /// Whether the side sees the board mirrored.
    type View = bool;

    const EMPTY: MaimPieces = MaimPieces { kinds: [0; 6], colours: [0; 2], squares: [EMPTY; 64] };
    const ANY: u16 = 0;

    #[inline(always)]
    fn pieces(board: &MaimBoard) -> MaimPieces {
        let &MaimBoard { kinds, colours, squares, .. } = board;
        MaimPieces { kinds, colours, squares }
    }

    #[inline(always)]
    fn compare(before: &MaimPieces, after: &MaimPieces, changes: &mut FeatureChanges<u16>) {
        let mut changed = before.colours[0] ^ after.colours[0] | before.colours[1] ^ after.colours[1];
        for kind in 0..6 {
            changed |= before.kinds[kind] ^ after.kinds[kind];
        }
        for square in each(changed) {
            let on = |squares: &[u8; 64], colours: &[u64; 2]| {
                let (kind, colour) = (squares[usize::from(square)], (colours[1] >> square & 1) as usize);
                (kind != EMPTY).then(|| feature(kind.into(), colour, square) as u16)
            };
            if let Some(gained) = on(&after.squares, &after.colours) {
                changes.gain(gained);
            }
            if let Some(lost) = on(&before.squares, &before.colours) {
                changes.lose(lost);
            }
        }
    }

    #[inline(always)]
    fn view(board: &MaimBoard, colour: usize) -> bool {
        is_mirrored(board.king(colour))
    }

    #[inline(always)]
    fn number(feature: u16, colour: usize, mirrored: bool) -> usize {
        usize::from(feature) ^ view(colour, mirrored)
    }
}

/// Evaluates the positions of a line.
pub struct MaimEvaluator {
    network: &'static MaimNetwork,
    accumulators: Accumulators<MaimFeatures, WIDTH>,
}

impl MaimEvaluator {
    /// An evaluator for lines of at most `plies` plies.
    pub fn new(plies: usize) -> MaimEvaluator {
        let network = &*NETWORK;
        MaimEvaluator { network, accumulators: Accumulators::new(&network.first, plies) }
    }

    /// The evaluation for the side to move, in hundredths of a pawn, `ply` plies from the start of the line.
    #[inline(always)]
    pub fn evaluate(&mut self, board: &MaimBoard, ply: usize) -> i32 {
        cpu::run(MaimEvaluation { evaluator: self, board, ply })
    }
}

/// One evaluation.
struct MaimEvaluation<'a> {
    evaluator: &'a mut MaimEvaluator,
    board: &'a MaimBoard,
    ply: usize,
}

impl Kernel for MaimEvaluation<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> i32 {
        let MaimEvaluation { evaluator, board, ply } = self;
        let sides = evaluator.accumulators.update(board, ply);
        let own = board.own();
        evaluator.network.output([&sides[own], &sides[own ^ 1]], output_of(board.occupied().count_ones()))
    }
}
