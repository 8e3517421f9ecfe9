//! The features of the networks that evaluate: see [`crate::players::network::pairs`].
//!
//! A feature is a piece: side, man or king, and square. Each side sees the board with its own pieces at the bottom. The
//! weights after the first layer depend on the number of pieces.
//!
//! `tools/triple_jump` plays the games that the networks are trained with, trains them and writes
//! `data/checkers.network` and `data/losing-checkers.network`.

use crate::games::draughts::Position;
use crate::games::draughts::board::{DraughtsBoard, Eight};
use crate::players::network::pairs::{Evaluated, PairEvaluator, PairNetwork, WIDTH};
use crate::players::network::{FeatureChanges, FeatureSet};

/// The bits of a set of squares; 32 of them are squares.
const BITS: usize = 36;
/// The score of an output of 1. The expected result is 1/(1 + exp(-output)).
pub const SCALE: i32 = 100;

/// The weights.
pub type TripleJumpNetwork = PairNetwork<DraughtsFeatures, WIDTH>;

/// Evaluates the positions of a line.
pub type TripleJumpEvaluator = PairEvaluator<DraughtsFeatures, WIDTH>;

/// The bucket of positions with this number of pieces.
#[inline(always)]
pub fn bucket_of(pieces: u32) -> usize {
    (pieces.saturating_sub(1) / 2).min(11) as usize
}

/// The sets of a position as Black sees the board: Black's men and kings, and White's.
#[inline(always)]
fn sets(position: &Position) -> [u64; 4] {
    let &Position { own, other, kings, black_to_move, .. } = position;
    let turned = |set: u64| if black_to_move { set } else { Eight::rotated(set) };
    let (black, white) = if black_to_move { (own, other) } else { (other, own) };
    let (own, other, kings) = (turned(black), turned(white), turned(kings));
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
    fn distance(before: &[u64; 4], after: &[u64; 4]) -> u32 {
        (0..4).map(|set| (before[set] ^ after[set]).count_ones()).sum()
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

impl Evaluated for DraughtsFeatures {
    /// Own men and kings, and the men and kings of the other side.
    const FEATURES: usize = 4 * BITS;
    const BUCKETS: usize = 12;
    const SCALE: i32 = SCALE;

    #[inline(always)]
    fn mover(position: &Position) -> usize {
        usize::from(!position.black_to_move)
    }

    #[inline(always)]
    fn bucket(position: &Position) -> usize {
        bucket_of((position.own | position.other).count_ones())
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

#[cfg(test)]
mod tests {
    use super::super::evaluate::Evaluation;
    use super::*;
    use crate::game::Game;
    use crate::games::draughts::Draughts;
    use crate::util::random::Random;

    #[test]
    fn colours_are_seen_alike() {
        let mut random = Random::new(9);
        for game in [Draughts::checkers(), Draughts::losing_checkers()] {
            let (mut evaluation, mut position) = (Evaluation::network(&game, 60), game.start());
            for ply in 0..60 {
                let other = Position { black_to_move: !position.black_to_move, ..position };
                let [one, other] = [position, other].map(|position| evaluation.evaluate(&game, &position, ply));
                assert_eq!(one, other, "{position:?}");
                let moves: Vec<_> = game.moves(&position).collect();
                if moves.is_empty() {
                    break;
                }
                position = game.play(&position, moves[random.below(moves.len())]);
            }
        }
    }
}
