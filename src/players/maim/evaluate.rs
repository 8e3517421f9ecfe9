//! The static evaluation: the score of the network, reduced where the material cannot win.

use super::board::{BISHOP, KNIGHT, MaimBoard, PAWN, QUEEN, ROOK};
use super::network::MaimEvaluator;

/// The evaluation for the side to move, in hundredths of a pawn, `ply` plies from the start of the line.
#[inline(always)]
pub fn evaluate(board: &MaimBoard, evaluator: &mut MaimEvaluator, ply: usize) -> i32 {
    let score = evaluator.evaluate(board, ply);
    let ahead = if score > 0 { board.own() } else { board.own() ^ 1 };
    if board.of(PAWN, ahead) != 0 { score } else { score * hope(board, ahead) / 16 }
}

/// The winning chances of a side without pawns, in sixteenths.
#[inline(never)]
fn hope(board: &MaimBoard, ahead: usize) -> i32 {
    let worth = |colour: usize| {
        let count = |kind: usize| board.of(kind, colour).count_ones();
        3 * (count(KNIGHT) + count(BISHOP)) + 5 * count(ROOK) + 9 * count(QUEEN)
    };
    let (own, other) = (worth(ahead), worth(ahead ^ 1));
    match own.saturating_sub(other) {
        4.. => 16,
        _ if own < 5 => 0,
        _ => 3,
    }
}
