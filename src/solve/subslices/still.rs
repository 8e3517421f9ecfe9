//! Pairs of subslices in which one side has no free piece: the *still* side.
//!
//! The still side has conversions alone, so the first look gives its values. The other side is then one step away from
//! known values. No ply has to be iterated.

use super::context::SubsliceContext;
use super::contract::SubsliceSpace;
use super::pair::SubslicePair;
use crate::solve::Halt;
use crate::solve::scan::Scan;

impl<C: Scan> SubslicePair<C> {
    /// Solves the pair after the first look.
    ///
    /// # Errors
    /// If a depth does not fit.
    pub fn solve_still<S: SubsliceSpace>(&mut self, context: &SubsliceContext<S>) -> Result<(), Halt> {
        let ([a, b], codes) = (&mut self.states, &mut self.workspaces[0].row);
        let (still, moving) = if a.grid.rows.len() == 1 { (a, b) } else { (b, a) };

        // The grid of the still side has one row and no steps.
        codes.clear();
        codes.extend((0..still.grid.columns.len()).map(|column| still.code(0, column)));
        context.put(still.slice, still.first, codes);

        // The grid of the moving side has one column, without points, so nothing blocks a step.
        codes.clear();
        for row in 0..moving.grid.rows.len() {
            let code = moving.code(row, 0);
            if moving.open.row(row)[0] & 1 == 0 {
                codes.push(code);
                continue;
            }
            let after = |row: u32| still.code(0, moving.grid.column_of_row[row as usize] as usize).order_code_of_move();
            let steps = moving.grid.steps_of(row).iter();
            let best = steps.fold(code.order_code(), |best, step| best.max(after(step.row)));
            codes.push(C::from_order_code(best).ok_or(Halt::TooDeep)?);
        }
        context.put(moving.slice, moving.first, codes);
        Ok(())
    }
}
