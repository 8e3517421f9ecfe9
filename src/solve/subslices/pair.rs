//! A subslice and the one with the sides swapped, from the first look to the last value.

use super::cells::{WORD, for_each_bit};
use super::context::SubsliceContext;
use super::contract::{SubsliceSpace, cells};
use super::conversion_lookups::ConversionLookups;
use super::grid_state::GridState;
use crate::solve::scan::Scan;
use crate::space::{Entry, SliceId};
use crate::util::threads::join;

/// Cells of a grid from which on its two sides are worked on side by side: fewer are done before another thread wakes.
const LARGE: u64 = 1 << 16;

/// The memory in which subslices are solved, one after the other.
#[derive(Default)]
pub struct SubslicePair<C> {
    /// The grid of the subslice and the one with the sides swapped; where both are the same, the first alone.
    pub sides: [GridState<C>; 2],
    /// The memory to work on each.
    pub work: [GridWorkspace<C>; 2],
}

/// The memory to work on a side.
#[derive(Default)]
pub struct GridWorkspace<C> {
    conversions: ConversionLookups,
    masks: Masks,
    /// The codes of a row's positions, on their way to the sink.
    pub row: Vec<C>,
}

/// Sets of columns of the row at hand.
#[derive(Default)]
pub struct Masks {
    positions: Vec<u64>,
    /// Something is forced.
    forced: Vec<u64>,
    /// A conversion can be made.
    convertible: Vec<u64>,
    /// A conversion or a step can be made.
    movable: Vec<u64>,
    /// The points that conversions enter which are not compulsory.
    entered: u64,
}

impl<C: Scan> SubslicePair<C> {
    /// Solves a subslice and the one with the sides swapped. Returns the number of entries, or nothing if a depth does
    /// not fit.
    pub fn solve<S: SubsliceSpace>(
        &mut self,
        context: &SubsliceContext<S>,
        slice: SliceId,
        subslice: u64,
    ) -> Option<u64> {
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
            (side.slice, side.first) = (slice, subslice * cells);
        }
        let large = cells >= LARGE;
        let begin = |side: &mut GridState<C>, work: &mut GridWorkspace<C>| {
            context.space.lay_out(side.slice, side.first / cells, &mut side.grid);
            side.begin();
            work.look(side, context)
        };
        self.each_side(count, large, &begin)?;
        // A subslice that is its own has free pieces of both sides, or of none.
        if count == 2 && self.sides.iter().any(|side| side.grid.rows.len() == 1) {
            self.solve_still(context)?;
            return Some(cells * count as u64);
        }
        match count {
            1 => self.iterate_alone()?,
            _ => self.iterate(large)?,
        }
        let finish = |side: &mut GridState<C>, work: &mut GridWorkspace<C>| {
            let slice = side.slice;
            side.finish(&mut work.row, |index, codes| context.put(slice, index, codes));
            Some(())
        };
        self.each_side(count, large, &finish)?;
        Some(cells * count as u64)
    }

    /// Works on the first side, or on both, side by side if they are large. Nothing if a depth of one does not fit.
    fn each_side(
        &mut self,
        count: usize,
        large: bool,
        work: &(impl Fn(&mut GridState<C>, &mut GridWorkspace<C>) -> Option<()> + Sync),
    ) -> Option<()> {
        let ([a, b], [for_a, for_b]) = (&mut self.sides, &mut self.work);
        match count {
            1 => work(a, for_a),
            _ => both(large, || work(a, for_a), || work(b, for_b)).map(|_| ()),
        }
    }

    /// Ply after ply, until nothing more can be decided.
    fn iterate(&mut self, large: bool) -> Option<()> {
        let [a, b] = &mut self.sides;
        for ply in 0.. {
            let (in_a, in_b) = both(large, || a.ply(ply), || b.ply(ply))?;
            let ((from_a, to_a), (from_b, to_b)) = (a.ends(), b.ends());
            match large {
                true => join(|| from_a.hand_over(to_b), || from_b.hand_over(to_a)),
                false => (from_a.hand_over(to_b), from_b.hand_over(to_a)),
            };
            if !(in_a || in_b) && ply >= a.deepest.max(b.deepest) {
                break;
            }
        }
        Some(())
    }

    /// [`SubslicePair::iterate`] for a subslice that is its own with the sides swapped.
    fn iterate_alone(&mut self) -> Option<()> {
        let [side, _] = &mut self.sides;
        for ply in 0.. {
            let any = side.ply(ply)?;
            let (from, to) = side.ends();
            from.hand_over(to);
            if !any && ply >= side.deepest {
                break;
            }
        }
        Some(())
    }
}

/// Both results, if there are both; found side by side if the work is `large`.
fn both<A: Send, B: Send>(
    large: bool,
    one: impl FnOnce() -> Option<A> + Send,
    other: impl FnOnce() -> Option<B> + Send,
) -> Option<(A, B)> {
    let (one, other) = if large { join(one, other) } else { (one(), other()) };
    one.zip(other)
}

impl<C: Scan> GridWorkspace<C> {
    /// The first look at each position: what its conversions say, and what is forced or finished.
    fn look<S: SubsliceSpace>(&mut self, side: &mut GridState<C>, context: &SubsliceContext<S>) -> Option<()> {
        let masks = &mut self.masks;
        let conversions = side.grid.conversions.iter().filter(|conversion| !conversion.compulsory);
        masks.entered = conversions.fold(0, |all, conversion| all | conversion.enters);
        self.conversions.begin(side, context.space);
        match side.grid.columns[..] {
            [0] => {
                self.conversions.force_rows(side);
                masks.of_rows(side);
            }
            _ => (0..side.grid.rows.len()).for_each(|row| masks.of_row(side, row, context.space)),
        }
        self.conversions.look_up(side, context);
        for row in 0..side.grid.rows.len() {
            masks.positions_of_row(side, row);
            let own = side.grid.rows[row];
            for word in 0..masks.positions.len() {
                // What is not open is forced, or nothing can be played.
                let known = side.open.row(row)[word] | side.forced.row(row)[word] & !side.left_to_rules.row(row)[word];
                let mut unknown = masks.positions[word] & !known;
                while unknown != 0 {
                    let column = word * WORD + unknown.trailing_zeros() as usize;
                    unknown &= unknown - 1;
                    let position = context.space.position(&side.grid, own, side.grid.columns[column]);
                    side.note_value(row, column, context.value(&position))?;
                }
            }
            side.mark_row(row, &masks.positions)?;
        }
        Some(())
    }
}

impl Masks {
    /// Finds the positions of a row.
    #[inline(always)]
    fn positions_of_row<C: Scan>(&mut self, side: &GridState<C>, row: usize) {
        match side.grid.columns[..] {
            [0] => {
                self.positions.clear();
                self.positions.push(1);
            }
            _ => side.positions(row, &mut self.positions),
        }
    }

    /// Finds what can be played in the rows of a grid of one column without points, where it is known what is forced.
    fn of_rows<C: Scan>(&mut self, side: &mut GridState<C>) {
        for (row, &own) in side.grid.rows.iter().enumerate() {
            let convertible = u64::from(self.entered & !own != 0);
            let movable = convertible | u64::from(!side.grid.steps_of(row).is_empty());
            let open = movable & !side.forced.row(row)[0];
            side.open.row_mut(row)[0] = open;
            side.may_lose.row_mut(row)[0] = open & !convertible;
        }
    }

    /// Finds what can be played in the cells of a row.
    fn of_row<C: Scan>(&mut self, side: &mut GridState<C>, row: usize, space: &impl SubsliceSpace) {
        side.positions(row, &mut self.positions);
        for mask in [&mut self.forced, &mut self.convertible, &mut self.movable] {
            mask.clear();
            mask.resize(self.positions.len(), 0);
        }
        let own = side.grid.rows[row];
        space.forced(&side.grid, own, |point| side.with(point), &mut self.forced);
        let add =
            |mask: &mut [u64], point| mask.iter_mut().zip(side.with(point)).for_each(|(mask, with)| *mask |= !with);
        for_each_bit(self.entered & !own, |point| add(&mut self.convertible, point as u32));
        self.movable.copy_from_slice(&self.convertible);
        for step in side.grid.steps_of(row) {
            add(&mut self.movable, step.point);
        }
        for (word, &positions) in self.positions.iter().enumerate() {
            let forced = positions & self.forced[word];
            let open = positions & !forced & self.movable[word];
            side.forced.row_mut(row)[word] = forced;
            side.open.row_mut(row)[word] = open;
            side.may_lose.row_mut(row)[word] = open & !self.convertible[word];
        }
    }
}

/// Solves a subslice of one cell, in which nothing can be played but conversions.
fn one_cell<S: SubsliceSpace, C: Scan>(context: &SubsliceContext<S>, slice: SliceId, subslice: u64) -> Option<()> {
    if let Some(position) = context.space.unrank(Entry { slice, index: subslice }) {
        context.put(slice, subslice, &[C::encode(context.value(&position))?]);
    }
    Some(())
}
