//! A subslice and its side-swapped subslice, solved together from the first look to the last value.

use super::cells::WORD;
use super::context::SubsliceContext;
use super::contract::{SubsliceSpace, cells};
use super::conversion_lookups::ConversionLookups;
use super::grid_state::GridState;
use crate::solve::Halt;
use crate::solve::scan::Scan;
use crate::space::{Entry, SliceId};
use crate::util::bits::ones;
use crate::util::cpu::{self, Kernel};
use crate::util::threads::join;

/// The two grids of a pair are worked on by two threads from this number of cells on. Smaller grids are done before
/// another thread wakes.
const LARGE: u64 = 1 << 16;

/// The memory in which pairs of subslices are solved, one after the other.
#[derive(Default)]
pub struct SubslicePair<C> {
    /// The grid of the subslice and the side-swapped grid. A subslice that is its own side-swapped subslice uses the
    /// first alone.
    pub states: [GridState<C>; 2],
    /// The workspace of each grid.
    pub workspaces: [GridWorkspace<C>; 2],
}

/// Memory for the work on one grid.
#[derive(Default)]
pub struct GridWorkspace<C> {
    conversions: ConversionLookups,
    masks: Masks,
    /// The codes of a row's positions, on their way to the sink.
    pub row: Vec<C>,
}

/// Sets of columns of one row.
#[derive(Default)]
pub struct Masks {
    positions: Vec<u64>,
    /// Something is compulsory.
    forced: Vec<u64>,
    /// A conversion is legal unless something is compulsory.
    convertible: Vec<u64>,
    /// A conversion or a step is legal unless something is compulsory.
    movable: Vec<u64>,
    /// The points that the conversions enter that are not compulsory.
    entered: u64,
}

impl<C: Scan> SubslicePair<C> {
    /// Solves a subslice and its side-swapped subslice. Returns the number of entries.
    ///
    /// # Errors
    /// [`Halt::TooDeep`] if a depth does not fit the code. All other errors are in [`SubsliceContext::halt`].
    pub fn solve<S: SubsliceSpace>(
        &mut self,
        context: &SubsliceContext<S>,
        slice: SliceId,
        subslice: u64,
    ) -> Result<u64, Halt> {
        let swapped = context.space.side_swapped_subslice(slice, subslice);
        let count = if swapped == (slice, subslice) { 1 } else { 2 };
        let both = [(slice, subslice), swapped];
        let both = &both[..count];
        let cells = cells(context.space, slice);
        if cells == 1 {
            both.iter().try_for_each(|&(slice, subslice)| one_cell::<S, C>(context, slice, subslice))?;
            return Ok(count as u64);
        }
        for (state, &(slice, subslice)) in self.states.iter_mut().zip(both) {
            (state.slice, state.first) = (slice, subslice * cells);
        }
        let large = cells >= LARGE;
        let begin = |state: &mut GridState<C>, workspace: &mut GridWorkspace<C>| {
            let subslice = state.first / cells;
            cpu::run(GridBeginning { state, workspace, context, subslice })
        };
        self.each_grid(count, large, &begin)?;
        // A subslice that is its own side-swapped subslice has free pieces on both sides, or on none.
        if count == 2 && self.states.iter().any(|state| state.grid.rows.len() == 1) {
            self.solve_still(context)?;
            return Ok(cells * count as u64);
        }
        match count {
            1 => self.iterate_alone()?,
            _ => self.iterate(large)?,
        }
        let finish = |state: &mut GridState<C>, workspace: &mut GridWorkspace<C>| {
            let slice = state.slice;
            state.finish(&mut workspace.row, |index, codes| context.put(slice, index, codes));
            Ok(())
        };
        self.each_grid(count, large, &finish)?;
        Ok(cells * count as u64)
    }

    /// Works on the first grid, or on both; side by side if they are large.
    fn each_grid(
        &mut self,
        count: usize,
        large: bool,
        work: &(impl Fn(&mut GridState<C>, &mut GridWorkspace<C>) -> Result<(), Halt> + Sync),
    ) -> Result<(), Halt> {
        let ([a, b], [for_a, for_b]) = (&mut self.states, &mut self.workspaces);
        match count {
            1 => work(a, for_a),
            _ => both(large, || work(a, for_a), || work(b, for_b)).map(|_| ()),
        }
    }

    /// Ply after ply, until a ply past the deepest conversion decides nothing.
    fn iterate(&mut self, large: bool) -> Result<(), Halt> {
        let [a, b] = &mut self.states;
        for ply in 0.. {
            let (any_in_a, any_in_b) = both(large, || a.ply(ply), || b.ply(ply))?;
            let ((from_a, to_a), (from_b, to_b)) = (a.outgoing_and_incoming(), b.outgoing_and_incoming());
            match large {
                true => join(|| from_a.transpose_into(to_b), || from_b.transpose_into(to_a)),
                false => (from_a.transpose_into(to_b), from_b.transpose_into(to_a)),
            };
            if !(any_in_a || any_in_b) && ply >= a.deepest.max(b.deepest) {
                break;
            }
        }
        Ok(())
    }

    /// [`SubslicePair::iterate`] for a subslice that is its own side-swapped subslice.
    fn iterate_alone(&mut self) -> Result<(), Halt> {
        let [state, _] = &mut self.states;
        for ply in 0.. {
            let any = state.ply(ply)?;
            let (from, to) = state.outgoing_and_incoming();
            from.transpose_into(to);
            if !any && ply >= state.deepest {
                break;
            }
        }
        Ok(())
    }
}

/// Both results; found side by side if the work is `large`.
fn both<A: Send, B: Send>(
    large: bool,
    one: impl FnOnce() -> Result<A, Halt> + Send,
    other: impl FnOnce() -> Result<B, Halt> + Send,
) -> Result<(A, B), Halt> {
    let (one, other) = if large { join(one, other) } else { (one(), other()) };
    Ok((one?, other?))
}

/// The work on a grid before the first ply.
struct GridBeginning<'a, S, C> {
    state: &'a mut GridState<C>,
    workspace: &'a mut GridWorkspace<C>,
    context: &'a SubsliceContext<'a, S>,
    subslice: u64,
}

impl<S: SubsliceSpace, C: Scan> Kernel for GridBeginning<'_, S, C> {
    type Output = Result<(), Halt>;

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> Result<(), Halt> {
        let GridBeginning { state, workspace, context, subslice } = self;
        context.space.lay_out(state.slice, subslice, &mut state.grid);
        state.begin(context.space.paths());
        workspace.look(state, context)
    }
}

impl<C: Scan> GridWorkspace<C> {
    /// The first look at each position: whether something is compulsory, whether a move is legal, the value of the best
    /// conversion, and the value of each position that is left to the rules or has no move.
    #[inline(always)]
    fn look<S: SubsliceSpace>(&mut self, state: &mut GridState<C>, context: &SubsliceContext<S>) -> Result<(), Halt> {
        let GridWorkspace { conversions, masks, .. } = self;
        let quiet = state.grid.conversions.iter().filter(|conversion| !conversion.compulsory);
        masks.entered = quiet.fold(0, |all, conversion| all | conversion.enters);
        conversions.begin(&state.grid, context.space);
        match state.grid.columns[..] {
            [0] if !state.grid.forced_by_moves => {
                conversions.force_rows(state);
                masks.of_rows(state);
            }
            _ => (0..state.grid.rows.len()).for_each(|row| masks.of_row(state, row, context.space)),
        }
        conversions.look_up(state, context);
        if state.grid.forced_by_moves {
            conversions.look_up_forced(state, context);
        }
        for row in 0..state.grid.rows.len() {
            masks.positions_of_row(state, row);
            let own = state.grid.rows[row];
            for word in 0..masks.positions.len() {
                // Of the positions that are not open, conversions decide the forced ones that are not left to the
                // rules.
                let left_to_rules = state.left_to_rules.row(row)[word];
                let known = state.open.row(row)[word] | state.forced.row(row)[word] & !left_to_rules;
                for bit in ones::<usize>(masks.positions[word] & !known) {
                    let column = word * WORD + bit;
                    let position = context.space.position(&state.grid, own, state.grid.columns[column]);
                    state.set_value(row, column, context.value(&position))?;
                }
            }
            state.mark_row(row, &masks.positions)?;
        }
        Ok(())
    }
}

impl Masks {
    /// Finds the positions of a row.
    #[inline(always)]
    fn positions_of_row<C: Scan>(&mut self, state: &GridState<C>, row: usize) {
        match state.grid.columns[..] {
            [0] => {
                self.positions.clear();
                self.positions.push(1);
            }
            _ => state.positions(row, &mut self.positions),
        }
    }

    /// Finds the open cells of a grid with one column, without points, whose forced cells are known.
    fn of_rows<C: Scan>(&mut self, state: &mut GridState<C>) {
        let GridState { grid, forced, open, may_lose, .. } = state;
        for (row, &own) in grid.rows.iter().enumerate() {
            let convertible = u64::from(self.entered & !own != 0);
            let movable = convertible | u64::from(!grid.steps_of(row).is_empty());
            let open_in_row = movable & !forced.row(row)[0];
            open.row_mut(row)[0] = open_in_row;
            may_lose.row_mut(row)[0] = open_in_row & !convertible;
        }
    }

    /// Finds the forced and the open cells of a row.
    #[inline(always)]
    fn of_row<C: Scan>(&mut self, state: &mut GridState<C>, row: usize, space: &impl SubsliceSpace) {
        state.positions(row, &mut self.positions);
        for mask in [&mut self.forced, &mut self.convertible, &mut self.movable] {
            mask.clear();
            mask.resize(self.positions.len(), 0);
        }
        let own = state.grid.rows[row];
        space.forced(&state.grid, own, |point| state.columns_with(point), &mut self.forced);
        let add_unblocked = |mask: &mut [u64], point| {
            for (mask, blocked) in mask.iter_mut().zip(state.columns_with(point)) {
                *mask |= !blocked;
            }
        };
        ones(self.entered & !own).for_each(|point| add_unblocked(&mut self.convertible, point));
        self.movable.copy_from_slice(&self.convertible);
        for step in state.grid.steps_of(row) {
            add_unblocked(&mut self.movable, step.path);
        }
        for (word, &positions) in self.positions.iter().enumerate() {
            let forced = positions & self.forced[word];
            let open = positions & !forced & self.movable[word];
            state.forced.row_mut(row)[word] = forced;
            state.open.row_mut(row)[word] = open;
            state.may_lose.row_mut(row)[word] = open & !self.convertible[word];
        }
    }
}

/// Solves a subslice of one cell: no side has a free piece, so the rules and the values below decide it.
fn one_cell<S: SubsliceSpace, C: Scan>(
    context: &SubsliceContext<S>,
    slice: SliceId,
    subslice: u64,
) -> Result<(), Halt> {
    if let Some(position) = context.space.unrank(Entry { slice, index: subslice }) {
        context.put(slice, subslice, &[C::encode(context.value(&position)).ok_or(Halt::TooDeep)?]);
    }
    Ok(())
}
