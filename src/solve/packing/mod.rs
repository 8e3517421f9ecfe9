//! The solver for one side alone that packs its pieces into a zone: breadth-first search back from the goal, with one byte for
//! every set of squares while it searches, besides the solved values.
//!
//! Nobody answers a move, so a position is won in one turn more than the best of what it leads to. A set of squares is a word of 64 bits, and the hops of all its pieces are found together, a word for each.
//!
//! # Overview of types
//!
//! * [`PackingSpace`]: what a space says of its regions. [`Region`]: one of them.
//! * [`Packing`]: the solver.

mod board;
mod conformance;
mod contract;
mod goal_search;

use std::sync::atomic::Ordering::Relaxed;

use super::{Halt, SolveError, Solver, Work};
use crate::space::subsets::RankedSubsets;
use crate::space::{Entry, SliceId, Violations};
use crate::util::threads::try_map;
use crate::values::{Code, Codes};
use board::Board;
pub use contract::{PackingSpace, Region};
use goal_search::GoalSearch;

/// Cells that are put together.
const CHUNK: usize = 1 << 20;

/// The solver for spaces with a [`PackingSpace`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Packing;

impl<S: PackingSpace> Solver<S> for Packing {
    fn name(&self) -> &'static str {
        "packing"
    }

    fn codes_fit_one_byte(&self) -> bool {
        true
    }

    /// The cells of a slice, its tables, and what each thread puts.
    fn memory(&self, space: &S, batch: &[SliceId], threads: usize) -> u64 {
        const TABLES: u64 = 32 << 20;
        let entries = batch.iter().map(|slice| space.slices()[slice.index()].entries);
        entries.max().unwrap_or(0) + TABLES + (threads * CHUNK) as u64
    }

    fn solve(&self, space: &S, batch: &[SliceId], work: &Work) -> Result<(), SolveError> {
        let unsuited = |why: String| SolveError::Unsuited { solver: "packing", why };
        if S::ALTERNATES {
            return Err(unsuited("two teams move in turn".to_string()));
        }
        for &slice in batch {
            let (region, of) = (space.region(slice), &space.slices()[slice.index()]);
            if let Some(fault) = region.fault() {
                return Err(unsuited(fault));
            }
            let subsets = RankedSubsets::new(region.squares.len() as u32, region.zone.len() as u32);
            if u64::from(subsets.count()) != of.entries {
                return Err(unsuited(format!("slice {} is not the sets of its region", of.name)));
            }
            let board = Board::new(&region);
            let search = GoalSearch::new(&board, &subsets, work.progress);
            let solved = search.run().and_then(|()| put(work, slice, search));
            solved.map_err(|halt| halt.explain(space, slice, u8::DEEPEST))?;
        }
        Ok(())
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

/// Puts the codes of a slice. Sets that are not decided are draws.
fn put(work: &Work, slice: SliceId, search: GoalSearch) -> Result<(), Halt> {
    let chunks: Vec<_> = search.cells.chunks(CHUNK).collect();
    try_map(chunks.len(), &|chunk| {
        work.progress.check()?;
        let codes: Vec<u8> = chunks[chunk].iter().map(|cell| cell.load(Relaxed)).collect();
        work.sink.put(Entry { slice, index: (chunk * CHUNK) as u64 }, Codes::One(&codes))?;
        work.progress.advance(codes.iter().filter(|&&code| code == u8::DRAW).count() as u64);
        Ok(())
    })
    .map(|_| ())
}
