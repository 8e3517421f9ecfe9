//! The network that evaluates: see [`crate::players::network::pairs`].
//!
//! A feature is a piece: kind of piece, colour and square. Each side sees the board with its own pieces at the bottom,
//! and mirrored if its king is on the files e to h. The weights after the first layer depend on the number of pieces.
//!
//! `tools/maim` plays the games that the network is trained with, trains it and writes `data/maim.network`.

use std::sync::LazyLock;

use super::bits::each;
use super::board::{EMPTY, MaimBoard};
use crate::players::network::pairs::{Evaluated, PairEvaluator, PairNetwork, WIDTH};
use crate::players::network::{FeatureChanges, FeatureSet};

/// The score of an output of 1, in hundredths of a pawn. The chance to win is 1/(1 + exp(-output)).
pub const SCALE: i32 = 212;

/// The network of the engine.
static NETWORK: LazyLock<PairNetwork<MaimFeatures, WIDTH>> = LazyLock::new(|| {
    PairNetwork::read(include_bytes!("../../../data/maim.network")).expect("a test reads the network of the program")
});

/// Evaluates the positions of a line.
pub type MaimEvaluator = PairEvaluator<MaimFeatures, WIDTH>;

/// An evaluator with the network of the engine, for lines of at most `plies` plies.
pub fn evaluator(plies: usize) -> MaimEvaluator {
    PairEvaluator::new(&NETWORK, plies)
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

/// The bucket of positions with this number of pieces.
#[inline(always)]
pub fn bucket_of(pieces: u32) -> usize {
    (pieces.saturating_sub(2) / 4).min(7) as usize
}

/// The pieces of a board.
#[derive(Clone)]
pub struct MaimPieces {
    kinds: [u64; 6],
    colours: [u64; 2],
    squares: [u8; 64],
}

impl MaimPieces {
    /// The squares whose pieces differ.
    #[inline(always)]
    fn changed(&self, after: &MaimPieces) -> u64 {
        let differ =
            |before: &[u64], after: &[u64]| before.iter().zip(after).fold(0, |all, (one, two)| all | one ^ two);
        differ(&self.colours, &after.colours) | differ(&self.kinds, &after.kinds)
    }
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
    fn distance(before: &MaimPieces, after: &MaimPieces) -> u32 {
        before.changed(after).count_ones()
    }

    #[inline(always)]
    fn compare(before: &MaimPieces, after: &MaimPieces, changes: &mut FeatureChanges<u16>) {
        for square in each(before.changed(after)) {
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

impl Evaluated for MaimFeatures {
    const FEATURES: usize = 768;
    const BUCKETS: usize = 8;
    const SCALE: i32 = SCALE;

    #[inline(always)]
    fn mover(board: &MaimBoard) -> usize {
        board.own()
    }

    #[inline(always)]
    fn bucket(board: &MaimBoard) -> usize {
        bucket_of(board.occupied().count_ones())
    }
}
