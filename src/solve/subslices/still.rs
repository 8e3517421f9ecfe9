//! Subslices in which one side has no free pieces: its positions follow from shifts and what is forced, and those of
//! the other from these. Nothing has to be iterated.

use super::bits::WORD;
use super::context::Context;
use super::layout::Layout;
use super::subslice::Subslice;
use crate::solve::scan::Scan;
use crate::values::Merit;

impl<C: Scan> Subslice<C> {
    /// Solves the subslice whose grids are laid out. Nothing if a depth does not fit.
    pub fn solve_still<S: Layout>(&mut self, context: &Context<S>) -> Option<()> {
        let Subslice { sides: [a, b], shifts, masks, merits, row: codes } = self;
        let (still, other) = if a.grid.rows.len() == 1 { (a, b) } else { (b, a) };

        // A single row: the side to move has nothing but shifts.
        still.begin_columns();
        masks.of_row(still, 0, context.space);
        shifts.begin(&still.grid);
        merits.clear();
        codes.clear();
        for (column, &points) in still.grid.columns.iter().enumerate() {
            let merit = if masks.open[column / WORD] >> (column % WORD) & 1 == 1 {
                shifts.best(&still.grid, column, context)[0]
            } else {
                context.value(&context.space.position(&still.grid, 0, points)).into()
            };
            let code = C::of_merit(merit)?;
            codes.push(code);
            merits.push(code.merit_of_move());
        }
        context.put(still.slice, still.first, codes);

        // A single column: there is nothing in the way of the side to move.
        other.begin_columns();
        shifts.begin(&other.grid);
        let best = shifts.best(&other.grid, 0, context);
        codes.clear();
        for (row, &points) in other.grid.rows.iter().enumerate() {
            masks.forced.clear();
            masks.forced.push(0);
            context.space.forced(&other.grid, points, |point| other.with(point), &mut masks.forced);
            let steps = other.grid.steps_of(row).iter();
            let after = |row: u32| merits[other.grid.column_of_row[row as usize] as usize];
            let mut merit = steps.fold(best[row], |best, step| best.max(after(step.row)));
            if masks.forced[0] & 1 == 1 || merit == Merit::NONE {
                merit = context.value(&context.space.position(&other.grid, points, 0)).into();
            }
            codes.push(C::of_merit(merit)?);
        }
        context.put(other.slice, other.first, codes);
        Some(())
    }
}
