//! The engine for endings in which some pieces move to and fro and the others only advance: subslice by subslice, each
//! small enough for the cache, by sets of cells.
//!
//! What is played in a subslice are steps of free pieces; everything else leads to subslices that are solved before,
//! and is looked up once. Then ply `n` takes a few operations on words of 64 cells for each row and step:
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
//! * [`Layout`]: what a space says of its subslices. [`Grid`], [`Step`], [`Shift`]: one subslice.
//! * [`Subslices`]: the engine. [`Retrograde`](super::retrograde::Retrograde) and
//!   [`Reference`](super::reference::Reference) are its judges.

mod bits;
mod conformance;
mod layout;
mod order;
mod scan;
mod shifts;
mod side;
mod still;
mod subslice;

use std::sync::Mutex;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::{Engine, Progress, SolveError};
use crate::game::{Turn, Value};
use crate::space::{Breaches, Entry, SliceId, components};
use crate::util::threads::for_each;
use crate::values::{Lookup, Sink};
pub use layout::{Grid, Layout, Shift, Step};
use order::Order;
use subslice::Subslice;

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
        // A code and eight bits, for both sides; cells that are no positions make it up to half as much again.
        const CELL: u64 = 2 * 3 * 3 / 2;
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
        let mut work = Work {
            space,
            below,
            sink,
            deep: AtomicBool::new(false),
            too_deep: AtomicBool::new(false),
            error: OnceLock::new(),
        };
        let desks = Mutex::new(Vec::new());
        for level in order.levels() {
            work.level(level, component, &desks, progress)?;
        }
        Ok(())
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

/// What is the same for all subslices.
struct Work<'a, S> {
    space: &'a S,
    /// What is solved, the subslices that were put into the sink among it.
    below: &'a dyn Lookup,
    sink: &'a dyn Sink,
    /// Whether a depth was found that does not fit one byte: from then on two bytes are tried first.
    deep: AtomicBool,
    too_deep: AtomicBool,
    /// What went wrong first.
    error: OnceLock<SolveError>,
}

/// A thread's memory for the subslices that it solves, one after the other: with codes of one byte, and of two where a
/// depth does not fit.
#[derive(Default)]
struct Desk {
    narrow: Subslice<u8>,
    wide: Subslice<u16>,
}

/// Cells that make a piece of work for a thread.
const BATCH: u64 = 1 << 14;

impl<S: Layout> Work<'_, S> {
    /// Solves the subslices of a level; those of the levels below are solved.
    fn level(
        &mut self,
        subslices: &[order::Numbered],
        component: &[SliceId],
        desks: &Mutex<Vec<Desk>>,
        progress: &dyn Progress,
    ) -> Result<(), SolveError> {
        let Some(first) = subslices.first() else { return Ok(()) };
        let work = &*self;
        let cells = layout::cells(work.space, first.slice(component)).max(1);
        let batch = BATCH.div_ceil(cells) as usize;
        let failed = || work.too_deep.load(Relaxed) || work.error.get().is_some();
        for_each(subslices.len().div_ceil(batch), &|number| {
            if !failed() && !progress.go_on() {
                let _ = work.error.set(SolveError::Stopped);
            }
            let free = desks.lock().ok().and_then(|mut desks| desks.pop());
            let mut desk: Desk = free.unwrap_or_default();
            let mut done = 0;
            for numbered in subslices[number * batch..subslices.len().min((number + 1) * batch)].iter() {
                if failed() {
                    break;
                }
                let (slice, subslice) = (numbered.slice(component), numbered.subslice());
                let narrow = if work.deep.load(Relaxed) { None } else { desk.narrow.solve(work, slice, subslice) };
                let wide = || {
                    work.deep.store(true, Relaxed);
                    desk.wide.solve(work, slice, subslice)
                };
                match narrow.or_else(wide) {
                    Some(entries) => done += entries,
                    None => work.too_deep.store(true, Relaxed),
                }
            }
            progress.advance(done);
            if let Ok(mut desks) = desks.lock() {
                desks.push(desk);
            }
        });
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        match self.too_deep.load(Relaxed) {
            true => {
                let slice = self.space.slices()[first.slice(component).index()].name.clone();
                Err(SolveError::TooDeep { slice })
            }
            false => Ok(()),
        }
    }

    /// Notes an error, the first one for good.
    #[cold]
    fn fail(&self, error: impl Into<SolveError>) {
        let _ = self.error.set(error.into());
    }

    /// The value of a position whose moves all lead to what is solved, or whose game is over.
    fn value(&self, position: &S::Position) -> Value {
        let best = self.space.moves(position).map(|mv| self.value_after(position, mv).before(Turn::Other)).max();
        let finished = || self.space.outcome(position).map(Value::from);
        best.or_else(finished).unwrap_or_else(|| self.astray(position, None))
    }

    /// The value of the position after a conversion.
    #[inline(always)]
    fn value_after(&self, position: &S::Position, mv: S::Move) -> Value {
        let next = self.space.play(position, mv);
        let Some(entry) = self.space.rank(&next) else {
            return self.space.outcome(&next).map_or_else(|| self.astray(position, None), Value::from);
        };
        match self.below.value(entry) {
            Ok(Some(value)) => value,
            Ok(None) => self.astray(position, Some(entry.slice)),
            Err(error) => {
                self.fail(error);
                Value::Draw
            }
        }
    }

    /// Notes that a move leads where the space does not say. Any value will do.
    #[cold]
    fn astray(&self, position: &S::Position, to: Option<SliceId>) -> Value {
        self.fail(SolveError::astray(self.space, position, to));
        Value::Draw
    }

    /// Reads the codes of entries that shifts lead to.
    #[inline(always)]
    fn gather(&self, slice: SliceId, indexes: &[u64], codes: &mut [u16]) {
        match self.below.gather(slice, indexes, codes) {
            Ok(true) => {}
            Ok(false) => {
                let name = |slice: SliceId| self.space.slices()[slice.index()].name.clone();
                self.fail(SolveError::Astray { from: "a slice above".to_string(), to: name(slice) });
            }
            Err(error) => self.fail(error),
        }
    }

    /// Puts the codes of consecutive entries.
    #[inline(always)]
    fn put<C: crate::values::Code>(&self, slice: SliceId, index: u64, codes: &[C]) {
        if let Err(error) = self.sink.put(Entry { slice, index }, C::codes(codes)) {
            self.fail(error);
        }
    }
}
