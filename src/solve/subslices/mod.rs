//! The engine for endings in which some pieces move to and fro and the others only advance: subslice by subslice, each
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
//! threads take them as they come.
//!
//! # Overview of types
//!
//! * [`Layout`]: what a space says of its subslices. [`Grid`], [`Step`], [`Conversion`]: one subslice.
//! * [`Subslices`]: the engine. [`Retrograde`](super::retrograde::Retrograde) and
//!   [`Reference`](super::reference::Reference) are its judges.

mod bits;
mod conformance;
mod context;
mod conversions;
mod layout;
mod levels;
mod order;
mod side;
mod still;
mod subslice;

use super::{Engine, Progress, SolveError};
use crate::space::{Breaches, SliceId, components};
use crate::values::{Lookup, Sink};
use context::Context;
pub use layout::{Conversion, Grid, Layout, Step, Target, WayOn};
use levels::Levels;
use order::Order;

/// The engine for spaces with a [`Layout`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Subslices;

impl<S: Layout> Engine<S> for Subslices {
    fn name(&self) -> &'static str {
        "subslices"
    }

    /// The order of the subslices, and for each thread the subslice that it works on.
    fn memory(&self, space: &S, component: &[SliceId], threads: usize) -> u64 {
        // A number and, for a while, a level.
        const ORDER: u64 = size_of::<u64>() as u64 + 1;
        // A code and ten bits, for both sides; cells that are no positions make it up to half as much again.
        const CELL: u64 = 10;
        let subslices = component.iter().map(|&slice| space.subslices(slice)).sum::<u64>().max(1);
        let cells = components::entries(space.slices(), component) / subslices;
        ORDER * subslices + CELL * cells * (threads as u64).min(subslices)
    }

    fn solve(
        &self,
        space: &S,
        component: &[SliceId],
        below: &dyn Lookup,
        sink: &dyn Sink,
        progress: &dyn Progress,
    ) -> Result<(), SolveError> {
        if !S::ALTERNATES {
            return Err(SolveError::Unsuited { engine: "subslices", why: "a team may move twice running".to_string() });
        }
        let order = Order::new(space, component)?;
        let mut solver = Levels::new(Context::new(space, below, sink), component, progress);
        order.levels().try_for_each(|level| solver.solve(level))
    }

    fn check_slices(
        &self,
        space: &S,
        slices: &[SliceId],
        text: &dyn Fn(&S::Position) -> String,
        breaches: &mut Breaches,
    ) {
        conformance::check(space, slices, text, breaches);
    }
}
