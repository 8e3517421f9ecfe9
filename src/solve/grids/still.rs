//! Units in which one side has no free pieces: its positions follow from shifts and what is forced, and those of the
//! other from these. Nothing has to be iterated.

use super::Work;
use super::bits::WORD;
use super::scan::Scan;
use super::side::Side;
use super::unit::Unit;
use crate::grids::Grids;
use crate::probe::Tables;
use crate::space::Space;
use crate::value::Merit;

impl<C: Scan> Unit<C> {
    /// Solves the unit whose grids are laid out. Nothing if a depth does not fit.
    pub fn solve_still<S: Space, G: Grids<Game = S>, F: Tables>(&mut self, work: &Work<S, G, F, C>) -> Option<()> {
        let Unit { sides: [a, b], shifts, masks, merits } = self;
        let (still, other) = if a.grid.rows.len() == 1 { (a, b) } else { (b, a) };

        // A single row: the side to move has nothing but shifts.
        still.begin_columns();
        masks.of_row(still, 0, work.grids);
        shifts.begin(&still.grid);
        let targets = work.targets(&still.grid);
        merits.clear();
        for (column, &points) in still.grid.columns.iter().enumerate() {
            let merit = if masks.open[column / WORD] >> (column % WORD) & 1 == 1 {
                shifts.best(&still.grid, column, |shift, index| work.merit_of_shift(&targets, shift, index))[0]
            } else {
                work.value(&work.grids.position(&still.grid, 0, points)).into()
            };
            put(work, still, column, merit)?;
            merits.push(C::of_merit(merit)?.merit_of_move());
        }

        // A single column: there is nothing in the way of the side to move.
        other.begin_columns();
        shifts.begin(&other.grid);
        let targets = work.targets(&other.grid);
        let best = shifts.best(&other.grid, 0, |shift, index| work.merit_of_shift(&targets, shift, index));
        for (row, &points) in other.grid.rows.iter().enumerate() {
            masks.forced.clear();
            masks.forced.push(0);
            work.grids.forced(&other.grid, points, |point| other.with(point), &mut masks.forced);
            let steps = other.grid.steps_of(row).iter();
            let after = |row: u32| merits[other.grid.column_of_row[row as usize] as usize];
            let mut merit = steps.fold(best[row], |best, step| best.max(after(step.row)));
            if masks.forced[0] & 1 == 1 || merit == Merit::NONE {
                merit = work.value(&work.grids.position(&other.grid, points, 0)).into();
            }
            put(work, other, row, merit)?;
        }
        Some(())
    }
}

/// Writes the value of a position.
#[inline(always)]
fn put<S: Space, G: Grids<Game = S>, F: Tables, C: Scan>(
    work: &Work<S, G, F, C>,
    side: &Side<C>,
    cell: usize,
    merit: Merit,
) -> Option<()> {
    let cells = &work.cells[work.place(side.slice)?];
    C::of_merit(merit)?.store(&cells[side.first as usize + cell]);
    Some(())
}
