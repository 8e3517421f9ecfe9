//! A unit and its twin, from the first look to the last value.

use super::Work;
use super::bits::for_each_bit;
use super::scan::Scan;
use super::side::{First, Side};
use crate::grids::Grids;
use crate::probe::Tables;
use crate::space::Space;

/// Points are bits of a word.
const POINTS: u32 = u64::BITS;

/// The memory in which units are solved, one after the other.
#[derive(Default)]
pub struct Unit<C> {
    /// The unit's grid and its twin's; a unit that is its own twin has one.
    sides: [Side<C>; 2],
    positions: Vec<u64>,
    forced: Vec<u64>,
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
        let both = [(slice, unit), twin];
        let count = if twin == (slice, unit) { 1 } else { 2 };
        let mut entries = 0;
        for (side, (slice, unit)) in self.sides.iter_mut().zip(both).take(count) {
            work.grids.lay(slice, unit, &mut side.grid);
            let cells = side.grid.rows.len() as u64 * side.grid.width;
            side.begin(slice, unit * cells, POINTS);
            entries += cells;
        }
        for side in 0..count {
            self.look(side, work)?;
        }
        match count {
            1 => self.iterate_alone()?,
            _ if self.sides.iter().any(|side| side.grid.steps.is_empty()) => self.at_once()?,
            _ => self.iterate()?,
        }
        for side in &mut self.sides[..count] {
            let place = work.component.iter().position(|&slice| slice == side.slice).unwrap_or(0);
            let cells = &work.cells[place];
            side.finish(|index, code| code.store(&cells[index as usize]));
        }
        Some(entries)
    }

    /// The first look at each position: what is forced, and what conversions say.
    fn look<S: Space, G: Grids<Game = S>, F: Tables>(&mut self, side: usize, work: &Work<S, G, F, C>) -> Option<()> {
        let side = &mut self.sides[side];
        for row in 0..side.grid.rows.len() {
            side.positions(row, &mut self.positions);
            let own = side.grid.rows[row];
            self.forced.clear();
            self.forced.resize(self.positions.len(), 0);
            work.grids.forced(&side.grid, own, |point| side.with(point), &mut self.forced);
            for (word, (&positions, &forced)) in self.positions.iter().zip(&self.forced).enumerate() {
                let mut fits = true;
                for_each_bit(positions, |bit| {
                    let column = word * super::bits::WORD + bit;
                    let position = work.grids.position(&side.grid, own, side.grid.columns[column]);
                    let conversions = work.grids.conversions(&position);
                    let best = conversions.map(|m| work.value_after(&position, m).for_mover()).max();
                    let stuck = || {
                        let mut steps = side.grid.steps_of(row).iter();
                        steps.all(|step| side.with(step.point)[word] >> bit & 1 == 1)
                    };
                    let first = match best {
                        Some(best) if forced >> bit & 1 == 1 => First::Final(best),
                        None if stuck() => match work.space.outcome(&position) {
                            Some(outcome) => First::Final(outcome.into()),
                            None => First::Final(work.stray(&position, None)),
                        },
                        best => First::Open(best),
                    };
                    fits &= side.note(row, column, first).is_some();
                });
                if !fits {
                    return None;
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

    /// Where one side has no free pieces, its positions follow from conversions, and the other's from these.
    fn at_once(&mut self) -> Option<()> {
        let [a, b] = &mut self.sides;
        let (still, other) = if a.grid.steps.is_empty() { (a, b) } else { (b, a) };
        still.decide_at_once(|_, _| None)?;
        other.decide_at_once(|row, column| still.value(row, column))
    }
}
