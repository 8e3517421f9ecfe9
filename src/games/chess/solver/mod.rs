//! The solver for endings of chess: the positions of one piece on all squares at once, in a word of 64 bits.
//!
//! A word has the positions that differ in the square of one piece alone, the strongest. A move of another piece leads from a
//! word to a word, whole, but for the squares in its way; the moves of the piece itself flood the word. So one step of
//! retrograde analysis takes some 25 operations for up to 64 positions. The words of one pair of kings make a block of up to
//! 32 KiB: but for the kings, pieces move within the block, and the work stays in the cache.
//!
//! A position takes two bits while it is solved and a byte for its depth. Wins take an odd number of plies and losses an even
//! one, so a byte holds every depth up to 254 plies.
//!
//! # Overview of types
//!
//! * [`BitboardSpace`]: what a space says of its slices. [`Material`], [`Kind`]: what stands on the board.
//! * [`Numbering`]: how the positions of a slice are numbered. [`flips`]: the symmetries of the board.
//! * [`Bitboards`]: the solver.

mod block;
mod conformance;
mod conversions;
mod en_passant;
mod geometry;
mod kernel;
mod moves;
mod output;
mod paths;
mod word;

use super::endings::material::BitboardSpace;
use super::endings::numbering::MOST_PIECES;
use crate::solve::{SolveError, Solver, Work};
use crate::space::{SliceId, Violations};
use block::DEEPEST;
use geometry::Ending;
use kernel::EndingSolver;

/// The solver for spaces with a [`BitboardSpace`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Bitboards;

impl<S: BitboardSpace> Solver<S> for Bitboards {
    fn name(&self) -> &'static str {
        "bitboards"
    }

    /// The words and the bytes of both sides, and what a ply finds.
    fn memory(&self, space: &S, component: &[SliceId], threads: usize) -> u64 {
        if fault(space, component).is_some() {
            return 0;
        }
        let ending = Ending::new(space, component);
        let words = 2 * (ending.pairs.count() * ending.placements) as u64;
        // Two sets and a byte for each position, and a set of safe positions; what two plies find is at most as much again.
        const WORD: u64 = 64 + 3 * 8 + 2 * 16;
        const THREAD: u64 = 8 << 20;
        words * WORD + threads as u64 * THREAD
    }

    fn solve(&self, space: &S, component: &[SliceId], work: &Work) -> Result<(), SolveError> {
        if let Some(why) = fault(space, component) {
            return Err(SolveError::Unsuited { solver: "bitboards", why });
        }
        let ending = Ending::new(space, component);
        let mut solver = EndingSolver::new(&ending, work);
        let solved = solver.run().and_then(|()| output::put(&mut solver, work));
        solved.map_err(|halt| halt.explain(space, component[0], DEEPEST))
    }

    fn check_slices(
        &self,
        space: &S,
        slices: &[SliceId],
        text: &dyn Fn(&S::Position) -> String,
        violations: &mut Violations,
    ) {
        conformance::check(space, slices, text, violations);
    }
}

/// What makes a component one that the solver cannot solve.
fn fault<S: BitboardSpace>(space: &S, component: &[SliceId]) -> Option<String> {
    if !S::ALTERNATES {
        return Some("a team may move twice running".to_string());
    }
    let pieces = |slice: &SliceId| usize::from(space.material(*slice).pieces());
    let misfit = component.iter().find(|slice| !(1..=MOST_PIECES).contains(&pieces(slice)))?;
    let name = &space.slices()[misfit.index()].name;
    Some(format!("slice {name} has {} pieces besides the kings, not 1 to {MOST_PIECES}", pieces(misfit)))
}
