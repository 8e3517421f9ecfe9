//! The solver for endings in which some pieces move to and fro and the others only advance: subslice by subslice, each
//! small enough for the cache, by sets of cells.
//!
//! What is played in a subslice are steps of free pieces; everything else leads to subslices that are solved before,
//! and is looked up once, by the kinds of conversions that the layout has. Then ply `n` takes a few operations on words of 64 cells for each row and step:
//!
//! * a position is won in `n` if a step leads to one that is lost in `n - 1`, or a conversion wins in `n`;
//! * it is lost in `n` if all its steps lead to positions that are won in `n - 1` or before, and all its conversions
//!   lose in `n` or before.
//!
//! A step leads to another row of the same column, but with the other side to move, for whom rows are columns: after
//! each ply the sets of what was decided are transposed. Subslices of one level are independent of one another, and
//! threads take them as they come. Ranks that solve together divide those of each level among them, and exchange
//! their codes before the next.
//!
//! # Overview of types
//!
//! * [`SubsliceSpace`]: what a space says of its subslices. [`Grid`], [`GridStep`], [`Conversion`]: one subslice.
//! * [`Subslices`]: the solver. [`Retrograde`](super::retrograde::Retrograde) and
//!   [`Reference`](super::reference::Reference) are its judges.

mod cells;
mod conformance;
mod context;
mod contract;
mod conversion_lookups;
mod grid_state;
mod level_solver;
mod order;
mod pair;
mod still;

use super::{SolveError, Solver, Work};
use crate::space::{SliceId, Violations, components};
use crate::values::Code;
pub use contract::{Continuation, Conversion, Grid, GridStep, SubsliceSpace, TargetGrid};
use level_solver::LevelSolver;
use order::LevelOrder;

/// The solver for spaces with a [`SubsliceSpace`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Subslices;

impl<S: SubsliceSpace> Solver<S> for Subslices {
    fn name(&self) -> &'static str {
        "subslices"
    }

    /// The order of the subslices, and for each thread the subslice that it works on.
    fn memory(&self, space: &S, component: &[SliceId], threads: usize) -> u64 {
        // A number and, for a while, a level.
        const ORDER: u64 = size_of::<u64>() as u64 + 1;
        let subslices = component.iter().map(|&slice| space.subslices(slice)).sum::<u64>().max(1);
        let side = component.iter().map(|&slice| memory_of_side(space, slice)).max().unwrap_or(0);
        // A thread works on both sides. A single subslice is its own with the sides swapped.
        let (sides, at_work) = (subslices.min(2), subslices.div_ceil(2).min(threads as u64));
        ORDER * subslices + side * sides * at_work
    }

    fn solve(&self, space: &S, component: &[SliceId], work: &Work) -> Result<(), SolveError> {
        if !S::ALTERNATES {
            return Err(SolveError::Unsuited { solver: "subslices", why: "a team may move twice running".to_string() });
        }
        let order = LevelOrder::new(space, component)?;
        let mut solver = LevelSolver::new(space, component, work);
        let solved = order.levels().try_for_each(|level| solver.solve(level));
        solved.map_err(|halt| halt.explain(space, component[0], u16::DEEPEST))
    }

    fn in_sequence(&self, space: &S, component: &[SliceId], ranks: usize) -> Option<u64> {
        let entries = components::entries(space.slices(), component);
        let subslices: u64 = component.iter().map(|&slice| space.subslices(slice)).sum();
        let evenly = entries.div_ceil(ranks as u64);
        if subslices >= MANY {
            return Some(evenly);
        }
        // A space that breaks the contract is reported when it is solved.
        let Ok(order) = LevelOrder::new(space, component) else { return Some(entries) };
        let (mut all, mut largest) = (0, 0);
        for level in order.levels() {
            all += level.len() as u64;
            largest += level.len().div_ceil(ranks) as u64;
        }
        Some((entries / all.max(1) * largest).max(evenly))
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

/// The memory for one grid of a slice. Where a depth does not fit one byte it takes more; but the second byte that is counted
/// for each value is then needed for some of them only.
fn memory_of_side(space: &impl SubsliceSpace, slice: SliceId) -> u64 {
    if contract::cells(space, slice) == 1 {
        return 0;
    }
    let (swapped, _) = space.side_swapped_subslice(slice, 0);
    space.rows(slice) * grid_state::row_memory(space.rows(swapped))
}

/// From so many subslices on, there are enough of each level for any number of ranks.
const MANY: u64 = 1 << 16;
