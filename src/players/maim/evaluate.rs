//! The static evaluation: the score of the network, reduced where the material cannot win, and higher the nearer a lone
//! king is to a mate.

use super::board::{BISHOP, KNIGHT, MaimBoard, PAWN, QUEEN, ROOK};
use super::network::MaimEvaluator;
use crate::games::chess::LIGHT;

/// The evaluation for the side to move, in hundredths of a pawn, `ply` plies from the start of the line.
#[inline(always)]
pub fn evaluate(board: &MaimBoard, evaluator: &mut MaimEvaluator, ply: usize) -> i32 {
    if let Some(lone) = (0..2).find(|&colour| board.colours[colour].is_power_of_two())
        && board.of(PAWN, lone ^ 1) == 0
    {
        let score = hope(board, lone ^ 1) * (640 + drive(board, lone)) / 16;
        return if lone == board.own() { -score } else { score };
    }
    let score = evaluator.evaluate(board, ply);
    let ahead = if score > 0 { board.own() } else { board.own() ^ 1 };
    if board.of(PAWN, ahead) != 0 { score } else { score * hope(board, ahead) / 16 }
}

/// How far a lone king is driven, in hundredths of a pawn: to the edge, or by a bishop and a knight to a corner of the
/// bishop's colour, with the kings close together. The network has seen too few such endings, and is not asked.
///
/// ```text
///   8 . . . . . . . k      a bishop on dark squares mates on a1 or h8: the king is driven 14 steps
///   8 k . . . . . . .      the wrong corner is 7 steps from the right one: the king is driven 7 steps
///     a b c d e f g h
/// ```
#[inline(never)]
fn drive(board: &MaimBoard, lone: usize) -> i32 {
    let (king, other) = (board.king(lone), board.king(lone ^ 1));
    let steps =
        |one: u8, other: u8| i32::from((one % 8).abs_diff(other % 8)) + i32::from((one / 8).abs_diff(other / 8));
    let (bishops, knights) = (board.of(BISHOP, lone ^ 1), board.of(KNIGHT, lone ^ 1));
    let is_bishop_and_knight =
        bishops.is_power_of_two() && knights.is_power_of_two() && board.colours[lone ^ 1].count_ones() == 3;
    let driven = match is_bishop_and_knight {
        true => {
            let corners = if bishops & LIGHT == 0 { [0, 63] } else { [7, 56] };
            14 - corners.iter().map(|&corner| steps(king, corner)).min().unwrap_or(0)
        }
        false => [27, 28, 35, 36].iter().map(|&centre| steps(king, centre)).min().unwrap_or(0),
    };
    60 * driven + 10 * (14 - steps(king, other))
}

/// The winning chances of a side without pawns, in sixteenths. Two knights cannot force a mate of a lone king.
#[inline(never)]
fn hope(board: &MaimBoard, ahead: usize) -> i32 {
    let worth = |colour: usize| {
        let count = |kind: usize| board.of(kind, colour).count_ones();
        3 * (count(KNIGHT) + count(BISHOP)) + 5 * count(ROOK) + 9 * count(QUEEN)
    };
    let (own, other) = (worth(ahead), worth(ahead ^ 1));
    let is_two_knights = own == 6 && board.of(KNIGHT, ahead).count_ones() == 2;
    if is_two_knights && board.colours[ahead ^ 1].is_power_of_two() {
        return 0;
    }
    match own.saturating_sub(other) {
        4.. => 16,
        _ if own < 5 => 0,
        _ => 3,
    }
}
