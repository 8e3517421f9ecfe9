//! Subslices in which one side has no free pieces: its positions follow from conversions, and those of the other from
//! these. Nothing has to be iterated.

use super::context::SubsliceContext;
use super::contract::SubsliceSpace;
use super::pair::SubslicePair;
use crate::solve::scan::Scan;

impl<C: Scan> SubslicePair<C> {
    /// Solves the subslice at which a first look was taken. Nothing if a depth does not fit.
    pub fn solve_still<S: SubsliceSpace>(&mut self, context: &SubsliceContext<S>) -> Option<()> {
        let ([a, b], codes) = (&mut self.sides, &mut self.work[0].row);
        let (still, other) = if a.grid.rows.len() == 1 { (a, b) } else { (b, a) };

        // A single row: there are no steps.
        codes.clear();
        codes.extend((0..still.grid.columns.len()).map(|column| still.code(0, column)));
        context.put(still.slice, still.first, codes);

        // A single column: there is nothing in the way of the side to move.
        codes.clear();
        for row in 0..other.grid.rows.len() {
            let code = other.code(row, 0);
            if other.open.row(row)[0] & 1 == 0 {
                codes.push(code);
                continue;
            }
            let after = |row: u32| still.code(0, other.grid.column_of_row[row as usize] as usize).order_code_of_move();
            let steps = other.grid.steps_of(row).iter();
            codes.push(C::from_order_code(steps.fold(code.order_code(), |best, step| best.max(after(step.row))))?);
        }
        context.put(other.slice, other.first, codes);
        Some(())
    }
}
