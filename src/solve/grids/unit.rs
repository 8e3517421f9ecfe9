//! A unit and its twin, from the first look to the last value.

use super::Work;
use super::bits::WORD;
use super::scan::Scan;
use super::shifts::Shifts;
use super::side::Side;
use crate::grids::Grids;
use crate::probe::Tables;
use crate::space::{Entry, SliceId, Space};
use crate::value::Merit;

/// The memory in which units are solved, one after the other.
#[derive(Default)]
pub struct Unit<C> {
    /// The unit's grid and its twin's; a unit that is its own twin has one.
    pub sides: [Side<C>; 2],
    pub shifts: Shifts,
    pub masks: Masks,
    /// For the columns of a side without free pieces: what a move into each is worth.
    pub merits: Vec<Merit>,
}

/// Sets of columns of the row at hand.
#[derive(Default)]
pub struct Masks {
    pub positions: Vec<u64>,
    /// Something must be played that is no step and no shift.
    pub forced: Vec<u64>,
    /// A shift can be made.
    pub shiftable: Vec<u64>,
    /// Steps or shifts can be made, and nothing is forced.
    pub open: Vec<u64>,
}

impl<C: Scan> Unit<C> {
    /// Solves a unit of the component's first slice and its twin: how many entries that makes, or nothing if a depth does
    /// not fit.
    pub fn solve<S: Space, G: Grids<Game = S>, F: Tables>(
        &mut self,
        work: &Work<S, G, F, C>,
        unit: u64,
    ) -> Option<u64> {
        let slice = work.component[0];
        let twin = work.grids.twin(slice, unit);
        let count = if twin == (slice, unit) { 1 } else { 2 };
        let both = [(slice, unit), twin];
        let both = &both[..count];
        if work.cells_of_unit == 1 {
            both.iter().try_for_each(|&(slice, unit)| one_cell(work, slice, unit))?;
            return Some(count as u64);
        }
        let entries = work.cells_of_unit * count as u64;
        for (side, &(slice, unit)) in self.sides.iter_mut().zip(both) {
            work.grids.lay(slice, unit, &mut side.grid);
            (side.slice, side.first) = (slice, unit * work.cells_of_unit);
        }
        // A unit that is its own twin has free pieces of both sides, or of none.
        if count == 2 && self.sides.iter().any(|side| side.grid.rows.len() == 1) {
            self.solve_still(work)?;
            return Some(entries);
        }
        self.sides[..count].iter_mut().for_each(Side::begin);
        for side in 0..count {
            self.look(side, work)?;
        }
        match count {
            1 => self.iterate_alone()?,
            _ => self.iterate()?,
        }
        for side in &mut self.sides[..count] {
            let cells = &work.cells[work.place(side.slice).unwrap_or(0)];
            side.finish(|index, code| code.store(&cells[index as usize]));
        }
        Some(entries)
    }

    /// The first look at each position: what the shifts say, and what is forced or finished.
    fn look<S: Space, G: Grids<Game = S>, F: Tables>(&mut self, side: usize, work: &Work<S, G, F, C>) -> Option<()> {
        let (side, masks) = (&mut self.sides[side], &mut self.masks);
        if !side.grid.shifts.is_empty() {
            self.shifts.begin(&side.grid);
            let targets = work.targets(&side.grid);
            for column in 0..side.grid.columns.len() {
                let after = |shift, index| work.merit_of_shift(&targets, shift, index);
                let best = self.shifts.best(&side.grid, column, after);
                side.note_shifts(column, best);
            }
        }
        for row in 0..side.grid.rows.len() {
            masks.of_row(side, row, work.grids);
            side.begin_row(row, &masks.open, &masks.shiftable)?;
            let own = side.grid.rows[row];
            for word in 0..masks.positions.len() {
                let mut decided = masks.positions[word] & !masks.open[word];
                while decided != 0 {
                    let column = word * WORD + decided.trailing_zeros() as usize;
                    decided &= decided - 1;
                    let position = work.grids.position(&side.grid, own, side.grid.columns[column]);
                    side.note_final(row, column, work.value(&position))?;
                }
            }
        }
        Some(())
    }

    /// Ply after ply, until nothing more can be decided.
    fn iterate(&mut self) -> Option<()> {
        let [a, b] = &mut self.sides;
        for ply in 0.. {
            let (in_a, in_b) = (a.ply(ply)?, b.ply(ply)?);
            a.hand_over(b);
            b.hand_over(a);
            if !(in_a || in_b) && ply >= a.deepest.max(b.deepest) {
                break;
            }
        }
        Some(())
    }

    /// [`Unit::iterate`] for a unit that is its own twin.
    fn iterate_alone(&mut self) -> Option<()> {
        let [side, _] = &mut self.sides;
        for ply in 0.. {
            let any = side.ply(ply)?;
            side.hand_over_to_itself();
            if !any && ply >= side.deepest {
                break;
            }
        }
        Some(())
    }
}

impl Masks {
    /// What can be played in the cells of a row.
    pub fn of_row<C: Scan>(&mut self, side: &Side<C>, row: usize, grids: &impl Grids) {
        side.positions(row, &mut self.positions);
        for mask in [&mut self.forced, &mut self.shiftable, &mut self.open] {
            mask.clear();
            mask.resize(self.positions.len(), 0);
        }
        let own = side.grid.rows[row];
        grids.forced(&side.grid, own, |point| side.with(point), &mut self.forced);
        let add =
            |mask: &mut [u64], point| mask.iter_mut().zip(side.with(point)).for_each(|(mask, with)| *mask |= !with);
        for shift in side.grid.shifts.iter().filter(|shift| own >> shift.point & 1 == 0) {
            add(&mut self.shiftable, shift.point);
        }
        self.open.copy_from_slice(&self.shiftable);
        for step in side.grid.steps_of(row) {
            add(&mut self.open, step.point);
        }
        let closed = self.positions.iter().zip(&self.forced);
        self.open.iter_mut().zip(closed).for_each(|(open, (positions, forced))| *open &= positions & !forced);
    }
}

/// Solves a unit of one cell, in which nothing can be played but conversions.
fn one_cell<S: Space, G: Grids<Game = S>, F: Tables, C: Scan>(
    work: &Work<S, G, F, C>,
    slice: SliceId,
    unit: u64,
) -> Option<()> {
    if let Some(position) = work.space.unrank(Entry { slice, index: unit }) {
        let code = C::encode(work.value(&position))?;
        code.store(&work.cells[work.place(slice)?][unit as usize]);
    }
    Some(())
}
