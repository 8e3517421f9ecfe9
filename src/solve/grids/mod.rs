//! The solver for endings that are cut into grids: unit by unit, each small enough for the cache, by sets of cells.
//!
//! What is played in a unit are steps of free pieces; everything else leads to units that are solved before, and is
//! looked up once. Then ply `n` takes a few operations on words of 64 cells for each row and step:
//!
//! * a position is won in `n` if a step leads to one that is lost in `n - 1`, or a conversion wins in `n`;
//! * it is lost in `n` if all its steps lead to positions that are won in `n - 1` or before, and all its conversions lose
//!   in `n` or before.
//!
//! A step leads to another row of the same column, but with the other side to move, for whom rows are columns: so after
//! each ply the sets of what was decided are turned about their diagonal. Units of one level are independent of one
//! another, and threads take them as they come.
//!
//! The judges of this engine are [`retrograde`](super::retrograde) and [`reference`](super::reference).

mod bits;
mod scan;
mod shifts;
mod side;
mod still;
mod unit;

use std::sync::Mutex;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::{Progress, SolveError, astray};
use crate::grids::{Grid, Grids};
use crate::parallel::{for_each, for_each_of};
use crate::plan;
use crate::probe::Tables;
use crate::space::{Entry, SliceId, Space};
use crate::value::{Code, Codes, Merit, Value};
use scan::Scan;
use unit::Unit;

/// Solves the slices of one component; see [`retrograde::solve`](super::retrograde::solve), of which this is the double.
///
/// # Errors
/// If the space breaks its contract, or a depth passes 32,766 plies.
pub fn solve<S: Space, G: Grids<Game = S>>(
    space: &S,
    grids: &G,
    component: &[SliceId],
    below: &impl Tables,
    progress: &dyn Progress,
) -> Result<Vec<Codes>, SolveError> {
    let order = Order::new(grids, component[0]);
    let mut work = Work::<S, G, _, u8>::new(space, grids, component, below);
    let desks = Mutex::new(Vec::new());
    let mut levels = order.levels();
    while let Some(level) = levels.next() {
        if work.level(level, &desks, progress)? {
            continue;
        }
        // A depth that does not fit: never cut, the level starts again in wider cells.
        let (mut work, desks) = (work.widened(), Mutex::new(Vec::new()));
        for level in [level].into_iter().chain(levels) {
            if !work.level(level, &desks, progress)? {
                return Err(SolveError::TooDeep { slice: space.slices()[component[0].index()].name.clone() });
            }
        }
        return Ok(work.codes());
    }
    Ok(work.codes())
}

/// The memory that [`solve`] takes at most, in bytes: every value in two bytes, and in one while it is widened; the order
/// of the units; and for each thread the unit that it works on.
pub fn memory<S: Space, G: Grids<Game = S>>(space: &S, grids: &G, component: &[SliceId]) -> u64 {
    // A number and, for a while, a level.
    const ORDER: u64 = size_of::<u64>() as u64 + 1;
    // A code and eight bits, for both sides; cells that are no positions make it up to half as much again.
    const CELL: u64 = 2 * 3 * 3 / 2;
    let entries = plan::entries(space.slices(), component);
    let units = grids.units(component[0]).max(1);
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get() as u64);
    let cells_of_unit = space.slices()[component[0].index()].entries / units;
    3 * entries + ORDER * units + CELL * cells_of_unit * threads.min(units)
}

/// The units of a component by level, each standing for its twin too.
struct Order {
    units: Vec<u64>,
    /// Where each level ends.
    ends: Vec<usize>,
}

impl Order {
    fn new<G: Grids>(grids: &G, slice: SliceId) -> Order {
        // Of a unit and its twin in the same slice, one will do.
        let level_of = |unit| match grids.twin(slice, unit) {
            (twin_slice, twin) if twin_slice == slice && twin < unit => u8::MAX,
            _ => grids.level(slice, unit) as u8,
        };
        let mut levels = vec![0; grids.units(slice) as usize];
        for_each_of(levels.chunks_mut(CHUNK), |chunk, levels| {
            for (unit, level) in (chunk * CHUNK..).zip(levels) {
                *level = level_of(unit as u64);
            }
        });
        let mut ends = vec![0; usize::from(u8::MAX)];
        for &level in levels.iter().filter(|&&level| level != u8::MAX) {
            ends[usize::from(level)] += 1;
        }
        let mut sum = 0;
        for count in &mut ends {
            sum += std::mem::replace(count, sum);
        }
        let (mut next, mut units) = (ends, vec![0; sum]);
        for (unit, &level) in levels.iter().enumerate().filter(|(_, level)| **level != u8::MAX) {
            units[next[usize::from(level)]] = unit as u64;
            next[usize::from(level)] += 1;
        }
        Order { units, ends: next }
    }

    fn levels(&self) -> impl Iterator<Item = &[u64]> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.units[start..end])
    }
}

struct Work<'a, S, G, F, C: Code> {
    space: &'a S,
    grids: &'a G,
    below: &'a F,
    component: &'a [SliceId],
    cells_of_unit: u64,
    /// The values of the component's slices, in the order of `component`.
    cells: Vec<Vec<C::Cell>>,
    too_deep: AtomicBool,
    /// Entries of which the progress was told, and which are solved again in wider cells.
    told: AtomicU64,
    /// What went wrong first.
    error: OnceLock<SolveError>,
}

impl<'a, S: Space, G: Grids<Game = S>, F: Tables> Work<'a, S, G, F, u8> {
    /// The same work, with all that is solved, in wider cells.
    fn widened(self) -> Work<'a, S, G, F, u16> {
        let Work { space, grids, below, component, cells_of_unit, cells, told, .. } = self;
        let cells = cells.into_iter().map(widened).collect();
        let (too_deep, error) = (AtomicBool::new(false), OnceLock::new());
        Work { space, grids, below, component, cells_of_unit, cells, too_deep, told, error }
    }
}

/// The same values in wider cells.
fn widened(cells: Vec<<u8 as Code>::Cell>) -> Vec<<u16 as Code>::Cell> {
    let mut wide = u16::DRAW.cells(cells.len());
    for_each_of(wide.chunks_mut(CHUNK).zip(cells.chunks(CHUNK)), |_, (wide, cells)| {
        for (wide, cell) in wide.iter().zip(cells) {
            // A value is there in every cell, and has a code in either width.
            u8::load(cell).decode().and_then(u16::encode).unwrap_or(u16::DRAW).store(wide);
        }
    });
    wide
}

/// Where a shift leads.
struct Target<'a, C: Code> {
    slice: SliceId,
    /// The values of the slice, if it is in the component.
    cells: Option<&'a [C::Cell]>,
}

impl<C: Code> Clone for Target<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Code> Copy for Target<'_, C> {}

/// Units or cells that are worth a trip to another thread where little is done for each.
const CHUNK: usize = 1 << 12;

/// Cells of a slice that are worth a trip to another thread.
const BATCH: u64 = 1 << 14;

impl<'a, S: Space, G: Grids<Game = S>, F: Tables, C: Scan> Work<'a, S, G, F, C> {
    fn new(space: &'a S, grids: &'a G, component: &'a [SliceId], below: &'a F) -> Self {
        let entries = |slice: &SliceId| space.slices()[slice.index()].entries as usize;
        let cells: Vec<Vec<C::Cell>> = component.iter().map(|slice| C::DRAW.cells(entries(slice))).collect();
        let cells_of_unit = cells[0].len() as u64 / grids.units(component[0]).max(1);
        let (too_deep, told, error) = (AtomicBool::new(false), AtomicU64::new(0), OnceLock::new());
        Work { space, grids, below, component, cells_of_unit, cells, too_deep, told, error }
    }

    /// Solves the units of a level; those of the levels below are solved. Whether all depths fit.
    fn level(
        &mut self,
        units: &[u64],
        desks: &Mutex<Vec<Unit<C>>>,
        progress: &dyn Progress,
    ) -> Result<bool, SolveError> {
        let work = &*self;
        let batch = BATCH.div_ceil(work.cells_of_unit) as usize;
        let advanced = AtomicU64::new(0);
        let failed = || work.too_deep.load(Relaxed) || work.error.get().is_some();
        for_each(units.len().div_ceil(batch), &|number| {
            let units = &units[number * batch..units.len().min((number + 1) * batch)];
            if !failed() && !progress.go_on() {
                let _ = work.error.set(SolveError::Stopped);
            }
            let free = desks.lock().ok().and_then(|mut desks| desks.pop());
            let mut desk = free.unwrap_or_default();
            let mut done = 0;
            for &unit in units.iter().take_while(|_| !failed()) {
                match desk.solve(work, unit) {
                    Some(entries) => done += entries,
                    None => work.too_deep.store(true, Relaxed),
                }
            }
            // What was told of before is not told of twice.
            let before = work.told.fetch_update(Relaxed, Relaxed, |told| Some(told.saturating_sub(done)));
            let fresh = done.saturating_sub(before.unwrap_or(0));
            progress.advance(fresh);
            advanced.fetch_add(fresh, Relaxed);
            if let Ok(mut desks) = desks.lock() {
                desks.push(desk);
            }
        });
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let fits = !*self.too_deep.get_mut();
        self.told = if fits { AtomicU64::new(0) } else { advanced };
        Ok(fits)
    }

    /// The codes of the slices, in the order of the component.
    fn codes(self) -> Vec<Codes> {
        self.cells.into_iter().map(C::finished).collect()
    }

    /// The place of a slice in the component.
    #[inline(always)]
    fn place(&self, slice: SliceId) -> Option<usize> {
        self.component.iter().position(|&member| member == slice)
    }

    /// Where the shifts of a grid lead.
    fn targets(&self, grid: &Grid) -> Vec<Target<'_, C>> {
        let cells = |slice| self.place(slice).map(|place| self.cells[place].as_slice());
        grid.shifts.iter().map(|shift| Target { slice: shift.slice, cells: cells(shift.slice) }).collect()
    }

    /// The merit of a shift, by its number, to the entry of this index.
    #[inline(always)]
    fn merit_of_shift(&self, targets: &[Target<C>], shift: usize, index: u64) -> Merit {
        let Target { slice, cells } = targets[shift];
        match cells {
            Some(cells) => cells.get(index as usize).map_or(Merit::NONE, |cell| C::load(cell).merit_of_move()),
            None => match self.below.value(Entry { slice, index }) {
                Ok(value) => value.map_or(Merit::NONE, |value| value.for_mover().into()),
                Err(error) => {
                    let _ = self.error.set(error.into());
                    Merit::NONE
                }
            },
        }
    }

    /// The value of a position whose moves all lead to what is solved, or whose game is over.
    fn value(&self, position: &S::Position) -> Value {
        let best = self.space.moves(position).map(|m| self.value_after(position, m).for_mover()).max();
        let finished = || self.space.outcome(position).map(Value::from);
        best.or_else(finished).unwrap_or_else(|| self.stray(position, None))
    }

    /// The value of the position after a conversion.
    #[inline(always)]
    fn value_after(&self, position: &S::Position, m: S::Move) -> Value {
        let next = self.space.play(position, m);
        let Some(entry) = self.space.rank(&next) else {
            return self.space.outcome(&next).map_or_else(|| self.stray(position, None), Value::from);
        };
        if let Some(place) = self.place(entry.slice) {
            return C::load(&self.cells[place][entry.index as usize]).decode().unwrap_or(Value::Draw);
        }
        match self.below.value(entry) {
            Ok(Some(value)) => value,
            Ok(None) => self.stray(position, Some(entry.slice)),
            Err(error) => {
                let _ = self.error.set(error.into());
                Value::Draw
            }
        }
    }

    /// Notes that a move leads where the space does not say. Any value will do.
    #[cold]
    fn stray(&self, position: &S::Position, to: Option<SliceId>) -> Value {
        let _ = self.error.set(astray(self.space, position, to));
        Value::Draw
    }
}
