//! The words of each layer.

use super::super::super::position::PieceType;
use super::super::geometry::{EndingGeometry, EndingPiece};

/// The words of a layer in one block: the placement, and the squares of the free piece that belong to the layer.
pub type Layer = Vec<(u32, u64)>;

/// The ranks that a pawn of a side on a square has to go to the last rank but one.
fn to_go(side: usize, square: u8) -> usize {
    let rank = usize::from(square / 8);
    if side == 0 { 6 - rank } else { rank - 1 }
}

/// The layers of an ending, the pawns with the fewest ranks to go first.
pub fn layers(ending: &EndingGeometry) -> Vec<Layer> {
    let is_pawn = |piece: &EndingPiece| piece.kind == PieceType::Pawn;
    let pawns = ending.pieces.iter().filter(|piece| is_pawn(piece)).count();
    let mut layers = vec![Layer::new(); 5 * pawns + 1];
    let free = ending.free();
    for (placement, squares) in ending.squares.iter().enumerate() {
        let held = ending.held().iter().zip(squares).filter(|(piece, _)| is_pawn(piece));
        let held: usize = held.map(|(piece, &square)| to_go(piece.side, square)).sum();
        match is_pawn(&free) {
            false => layers[held].push((placement as u32, !0)),
            true => {
                for rank in 1..7 {
                    layers[held + to_go(free.side, 8 * rank)].push((placement as u32, 0xff << (8 * rank)));
                }
            }
        }
    }
    layers
}
