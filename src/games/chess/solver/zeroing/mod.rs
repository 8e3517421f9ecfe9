//! Endings under the fifty-move rule, with depths to the next zeroing move.
//!
//! A move *zeroes* the clock of quiet plies if it is a capture or a move of a pawn. A depth counts the plies to the
//! next zeroing move, or to mate. The side that wins zeroes as soon as it can without losing the win; the side that
//! loses puts it off. A win in 100 plies or fewer is a win under the rule. A deeper one is a draw: a *cursed win*, and
//! a *blessed loss* for the other side (R. de Man, Syzygy tablebases, 2013).
//!
//! # Objects
//!
//! Pawns only advance. The positions whose pawns have `l` ranks to go, in sum, before all of them stand on the last
//! rank but one are the *layer* `l`. A move of a pawn leads to a lower layer or to another ending, and every other move
//! without a capture stays in the layer. So the layers are solved one after the other, from 0 on: to a layer, a move of
//! a pawn is a conversion like a capture.
//!
//! ```text
//!   KPvK, layer by layer, the squares of the pawn:
//!
//!   7  0 0 0 0 0 0 0 0      a move of the pawn leads up,
//!   6  1 1 1 1 1 1 1 1      a move of a king stays in the layer
//!   5  2 2 2 2 2 2 2 2
//!   4  3 3 3 3 3 3 3 3
//!   3  4 4 4 4 4 4 4 4
//!   2  5 5 5 5 5 5 5 5
//!      a b c d e f g h
//! ```
//!
//! # Induction
//!
//! A conversion has one of five results for the side that makes it, by the value after it: a win or a cursed win
//! (`wins`, `cursed_wins`), a draw, a blessed loss or a loss. `safe(w)` are the positions with a conversion that does
//! not lose, `blessed(w)` the positions with a blessed loss. `w -> w'` are the quiet moves, as in the
//! [solver of depths](super), and `won'(w')` includes the numbers that hold no position. Ply 0 finds the mates. Ply `n`
//! then decides, for both sides:
//!
//! ```text
//! candidates(w) = ∪ { won'(w'), new in ply n - 1 : w -> w' }
//! lost(w)      |= candidates(w) & !safe(w) & !blessed(w) & ∩ { won'(w') : w -> w' }
//! won(w)       |= ∪ { lost'(w'), new in ply n - 1 : w -> w' }
//! ```
//!
//! and besides, in ply 1, `won |= wins`, and the positions lost whose only moves are conversions that lose. From ply
//! 101 on every result is cursed: `won |= cursed_wins`, and `blessed` no longer holds a loss up. A ply decides the
//! losses first, so that they see the wins of earlier plies alone.
//!
//! # Example
//!
//! A white king on c7 and a pawn on b6, a black king on a8, White to move: b7 zeroes the clock in ply 1 and wins, in
//! layer 1, though mate takes 5 plies. No ending of three or four men takes more than 66 plies to zero the clock, so
//! none is cursed; KNNvKP takes up to 164. Tests therefore solve endings of four men under a rule of 20 quiet plies
//! too.
//!
//! # Files
//!
//! | file            | subject                                                                                       |
//! |-----------------|-----------------------------------------------------------------------------------------------|
//! | `layers`        | the words of each layer                                                                       |
//! | `state`         | the values of a block and the results of its conversions                                      |
//! | `pushes`        | moves of pawns that stay in the ending                                                        |
//! | `plies`         | the first look at a layer, and its plies                                                      |

mod layers;
mod plies;
mod pushes;
mod state;

use super::geometry::EndingGeometry;
use super::output;
use crate::solve::{Halt, Work};
use plies::ZeroingSolver;
pub use state::DEEPEST;

/// The bytes of a word: a byte for each position, nine sets, and the frontiers of two plies for wins and losses.
pub const WORD: u64 = 64 + 9 * 8 + 2 * 16;

/// Solves an ending under a rule of `most` quiet plies.
///
/// # Errors
/// See [`Halt`].
pub fn solve(ending: &EndingGeometry, most: u32, work: &Work) -> Result<(), Halt> {
    let mut solver = ZeroingSolver::new(ending, most, work);
    solver.run()?;
    output::put(ending, &solver.sides, work)
}
