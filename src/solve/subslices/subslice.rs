//! A subslice and the one with the sides swapped, from the first look to the last value.

use super::bits::WORD;
use super::context::Context;
use super::layout::{Layout, cells};
use super::shifts::Shifts;
use super::side::Side;
use crate::solve::scan::Scan;
use crate::space::{Entry, SliceId};
use crate::values::Merit;

/// The memory in which subslices are solved, one after the other.
#[derive(Default)]
pub struct Subslice<C> {
    /// The grid of the subslice and the one with the sides swapped; where both are the same, the first alone.
    pub sides: [Side<C>; 2],
    pub shifts: Shifts,
    pub masks: Masks,
    /// For the columns of a side without free pieces: what a move into each is worth.
    pub merits: Vec<Merit>,
    /// The codes of a row's positions, on their way to the sink.
    pub row: Vec<C>,
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

impl<C: Scan> Subslice<C> {
    /// Solves a subslice and the one with the sides swapped. Returns the number of entries, or nothing if a depth does
    /// not fit.
    pub fn solve<S: Layout>(&mut self, context: &Context<S>, slice: SliceId, subslice: u64) -> Option<u64> {
        let swapped = context.space.side_swapped_subslice(slice, subslice);
        let count = if swapped == (slice, subslice) { 1 } else { 2 };
        let both = [(slice, subslice), swapped];
        let both = &both[..count];
        let cells = cells(context.space, slice);
        if cells == 1 {
            both.iter().try_for_each(|&(slice, subslice)| one_cell::<S, C>(context, slice, subslice))?;
            return Some(count as u64);
        }
        for (side, &(slice, subslice)) in self.sides.iter_mut().zip(both) {
            context.space.lay_out(slice, subslice, &mut side.grid);
            (side.slice, side.first) = (slice, subslice * cells);
        }
        // A subslice that is its own has free pieces of both sides, or of none.
        if count == 2 && self.sides.iter().any(|side| side.grid.rows.len() == 1) {
            self.solve_still(context)?;
            return Some(cells * count as u64);
        }
        self.sides[..count].iter_mut().for_each(Side::begin);
        for side in 0..count {
            self.look(side, context)?;
        }
        match count {
            1 => self.iterate_alone()?,
            _ => self.iterate()?,
        }
        for side in &mut self.sides[..count] {
            let slice = side.slice;
            side.finish(&mut self.row, |index, codes| context.put(slice, index, codes));
        }
        Some(cells * count as u64)
    }

    /// The first look at each position: what the shifts say, and what is forced or finished.
    fn look<S: Layout>(&mut self, side: usize, context: &Context<S>) -> Option<()> {
        let (side, masks) = (&mut self.sides[side], &mut self.masks);
        if !side.grid.shifts.is_empty() {
            self.shifts.begin(&side.grid);
            for column in 0..side.grid.columns.len() {
                let best = self.shifts.best(&side.grid, column, context);
                side.note_shifts(column, best);
            }
        }
        for row in 0..side.grid.rows.len() {
            masks.of_row(side, row, context.space);
            side.begin_row(row, &masks.open, &masks.shiftable)?;
            let own = side.grid.rows[row];
            for word in 0..masks.positions.len() {
                let mut decided = masks.positions[word] & !masks.open[word];
                while decided != 0 {
                    let column = word * WORD + decided.trailing_zeros() as usize;
                    decided &= decided - 1;
                    let position = context.space.position(&side.grid, own, side.grid.columns[column]);
                    side.note_final(row, column, context.value(&position))?;
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

    /// [`Subslice::iterate`] for a subslice that is its own with the sides swapped.
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
    pub fn of_row<C: Scan>(&mut self, side: &Side<C>, row: usize, space: &impl Layout) {
        side.positions(row, &mut self.positions);
        for mask in [&mut self.forced, &mut self.shiftable, &mut self.open] {
            mask.clear();
            mask.resize(self.positions.len(), 0);
        }
        let own = side.grid.rows[row];
        space.forced(&side.grid, own, |point| side.with(point), &mut self.forced);
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

/// Solves a subslice of one cell, in which nothing can be played but conversions.
fn one_cell<S: Layout, C: Scan>(context: &Context<S>, slice: SliceId, subslice: u64) -> Option<()> {
    if let Some(position) = context.space.unrank(Entry { slice, index: subslice }) {
        context.put(slice, subslice, &[C::encode(context.value(&position))?]);
    }
    Some(())
}
