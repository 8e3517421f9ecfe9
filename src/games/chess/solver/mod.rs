//! The solver for endings of chess.
//!
//! It takes the positions that differ in the square of one piece as one word of 64 bits, so that one step of retrograde
//! analysis on them costs about as much as a step on one position.
//!
//! # Objects
//!
//! An *ending* is two kings and one to four pieces, with either side to move: two slices, or one if the armies are
//! equal. Side 0 moves its pawns up. The kings stand on one of 462 *pairs* of squares (1,806 with pawns), up to mirrors
//! of the board. One piece is *free*, the strongest one; the others are *held*. The squares of the held pieces are the
//! *placement* `p`.
//!
//! * A *word* has the positions with one side to move, one pair of kings and one placement: bit `q` is the position
//!   whose free piece stands on square `q`. `won(w)`, `lost(w)` and `safe(w)` are sets of positions: 64 bits each.
//! * A *block* has the words of one side to move and one pair of kings: up to 4,096 words, 32 KiB a set. Moves of
//!   pieces stay in the block, in the first-level cache. Moves of a king lead to at most eight neighbouring blocks.
//! * A *conversion* is a capture or a promotion. It leads to an ending that is solved already, and is looked up once.
//!
//! # A unit of work
//!
//! KRvK has no held piece: a block is one word. Below are two words with the white king on c2 and the black king on a1.
//! On the left Black is to move, and ply 0 has found the mates. On the right White is to move. The rook moves to a mate
//! from every square marked there: one `flood` of the left word finds them all.
//!
//! ```text
//!     lost(w')                  won(w), new in ply 1
//!   8 1 . . . . . . .         8 . 1 1 1 1 1 1 1
//!   7 1 . . . . . . .         7 . 1 1 1 1 1 1 1
//!   6 1 . . . . . . .         6 . 1 1 1 1 1 1 1
//!   5 1 . . . . . . .   <-    5 . 1 1 1 1 1 1 1
//!   4 1 . . . . . . .         4 . 1 1 1 1 1 1 1
//!   3 1 . . . . . . .         3 . 1 1 1 1 1 1 1
//!   2 . . K . . . . .         2 . . K . . . . .
//!   1 k . . . . . . .         1 k . . . . . . .
//!     a b c d e f g h           a b c d e f g h
//! ```
//!
//! The three kinds of moves from a word `w` to a word `w'`:
//!
//! | the move of                    | leads to                           | and maps the bits by                       |
//! |--------------------------------|------------------------------------|--------------------------------------------|
//! | a held piece                   | another placement of the block     | a mask: the free piece is not on the way   |
//! | the free piece                 | the same word                      | `flood`                                    |
//! | the king                       | a placement of a neighbouring block | a mirror of the 64 squares                |
//!
//! # Induction
//!
//! `w -> w'` is a move without a conversion from word `w` of the side to move to word `w'` of the other side.
//! `found'(w')` are the positions of `w'` that the last ply decided: the frontier. `pending(w, n)` are the positions of
//! `w` in which the best conversion takes `n` plies. Every set on the right is mapped through the move as in the table.
//! In the beginning:
//!
//! ```text
//! won(w)  = the bits that hold no position: two men on a square, or the side to move could capture the king
//! safe(w) = the positions in which a conversion wins or draws
//! lost(w) = the mates: no move, and won'(w'): the other side could capture the king
//! ```
//!
//! A bit without a position counts as won for the side to move, so that the move to it, which leaves the own king
//! attacked, loses for the mover. Ply `n` then decides, for both sides:
//!
//! ```text
//! candidates(w) = pending(w, n)  ∪  ∪ { found'(w') : w -> w' }
//! n odd:    won(w)  |= candidates(w) & !won(w)
//! n even:   lost(w) |= candidates(w) & !won(w) & !lost(w) & !safe(w) & ∩ { won'(w') : w -> w' }
//! ```
//!
//! Wins take an odd number of plies and losses an even one, so one byte holds half the depth. A position
//! that is left is drawn. In an even ply a position with a losing conversion of more than `n` plies
//! waits. A double step of a pawn that can be captured en passant is not a move `w -> w'`: `en_passant` lists these
//! steps.
//!
//! # Example
//!
//! In the words above ply 0 finds 6 mates, the rook on a3 to a8 (on a2 the king takes it). Ply 1 finds 42 wins: on the
//! files b to h and the ranks 3 to 8 a rook reaches the a-file. A rook on the a-file with White to move is no position:
//! the king could be captured. A test counts both.
//!
//! # Files
//!
//! | file            | subject                                                                                       |
//! |-----------------|-----------------------------------------------------------------------------------------------|
//! | `geometry`      | an ending: pieces, placements, moves of kings, targets of conversions                         |
//! | `word`          | the positions of a word, and those in which a side gives check                                |
//! | `block`         | `safe` and the marks of pending conversions                                                   |
//! | `depths`        | the plies of the positions of a block, in memory or in a file                                 |
//! | `side`          | `won`, `lost`, `found` of one side to move                                                    |
//! | `flood`         | the moves of the free piece                                                                   |
//! | `moves`         | the moves `w -> w'`, backwards and forwards                                                   |
//! | `conversions`   | captures and promotions, looked up in batches                                                 |
//! | `en_passant`    | double steps that can be captured en passant                                                  |
//! | `worker`        | `candidates`, the memory of a thread                                                          |
//! | `kernel`        | the plies                                                                                     |
//! | `output`        | from words to the entries of the slices                                                       |
//! | `zeroing`       | the same under the fifty-move rule, with depths to the next capture or move of a pawn         |

mod block;
mod conversions;
mod depths;
mod en_passant;
mod flood;
mod geometry;
mod kernel;
mod moves;
mod output;
mod side;
mod word;
mod worker;
mod zeroing;

use super::rules::Chess;
use crate::solve::{Halt, SolveError, Solver, Work};
use crate::space::{Metric, SliceId};
use geometry::EndingGeometry;
use kernel::EndingSolver;

/// The solver for endings of chess.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bitboards;

impl Solver<Chess> for Bitboards {
    fn name(&self) -> &'static str {
        "bitboards"
    }

    fn memory(&self, chess: &Chess, component: &[SliceId], threads: usize) -> u64 {
        let ending = EndingGeometry::new(chess, component);
        // Three sets, and the frontiers of two plies, which take at most as many words again.
        const WORD: u64 = 3 * 8 + 2 * 16;
        const THREAD: u64 = 8 << 20;
        let word = match chess.metric {
            Metric::End => WORD + kernel::WORD as u64,
            Metric::Zeroing(_) => zeroing::WORD,
        };
        words(&ending) * word + threads as u64 * THREAD
    }

    fn in_files(&self, chess: &Chess, component: &[SliceId]) -> u64 {
        match chess.metric {
            Metric::End => words(&EndingGeometry::new(chess, component)) * kernel::WORD as u64,
            Metric::Zeroing(_) => 0,
        }
    }

    fn solve(&self, chess: &Chess, component: &[SliceId], work: &Work) -> Result<(), SolveError> {
        let ending = EndingGeometry::new(chess, component);
        let (solved, deepest) = match chess.metric {
            Metric::End => (solve_depths(&ending, work), depths::DEEPEST),
            Metric::Zeroing(most) => (zeroing::solve(&ending, most, work), zeroing::DEEPEST),
        };
        solved.map_err(|halt| halt.explain(chess, component[0], deepest))
    }
}

fn solve_depths(ending: &EndingGeometry, work: &Work) -> Result<(), Halt> {
    let mut solver = EndingSolver::new(ending, work)?;
    solver.run()?;
    output::put_depths(&solver, work)
}

/// The number of words of an ending, with either side to move.
fn words(ending: &EndingGeometry) -> u64 {
    2 * (ending.pairs.count() * ending.placements) as u64
}
