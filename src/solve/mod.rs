//! Solving a space backwards, and checking what came out.

pub mod grids;
pub mod plan;
pub mod reference;
pub mod retrograde;
pub mod run;
pub mod sets;
pub mod statistics;

use thiserror::Error;

use crate::probe::Tables;
use crate::space::{Entry, SliceId, Space};
use crate::table::TableError;
use crate::value::{Codes, Value};

/// Why a space could not be solved.
#[derive(Debug, Error)]
pub enum SolveError {
    /// A win or a loss is deeper than a table can say.
    #[error("slice {slice} has a win or a loss of more than 32,766 plies, the deepest that a table can hold")]
    TooDeep {
        /// The slice, or one of its component.
        slice: String,
    },
    /// The game breaks the contract of [`Space`].
    #[error(
        "a move leads from slice {from} to {to}, expected one that `leads_to` of slice {from} names. Run the game through \
         hindsight::verify::conformance"
    )]
    Astray {
        /// Where the move is made.
        from: String,
        /// Where it leads.
        to: String,
    },
    /// A table of a slice solved before cannot be trusted.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Who wants to know how far a solve has come. All amounts are entries.
pub trait Progress: Sync {
    /// So many entries more have been looked at.
    fn advance(&self, entries: u64);
}

/// Nobody wants to know.
impl Progress for () {
    fn advance(&self, _entries: u64) {}
}

/// Solved slices in memory, each under its number; one that is not solved yet has no codes.
pub struct Solved(Vec<Codes>);

impl Solved {
    /// The codes of every slice, in order.
    pub fn slices(&self) -> impl Iterator<Item = &Codes> {
        self.0.iter()
    }
}

impl Tables for Solved {
    #[inline(always)]
    fn value(&self, entry: Entry) -> Result<Option<Value>, TableError> {
        Ok(self.0[entry.slice.index()].value(entry.index))
    }
}

/// Solves every slice of a space, in memory, on the threads of the pool that it is called in, with the engine that is
/// quickest for it.
///
/// # Errors
/// See [`SolveError`].
pub fn solve_all<S: Space>(space: &S, progress: &impl Progress) -> Result<Solved, SolveError> {
    if let Some(codes) = space.steps().and_then(|steps| sets::solve(space, &steps)) {
        progress.advance(entries(space));
        return Ok(Solved(codes));
    }
    by_components(space, progress)
}

/// [`solve_all`] with the engine that solves any game, one component after the other.
///
/// # Errors
/// See [`SolveError`].
pub fn by_components<S: Space>(space: &S, progress: &impl Progress) -> Result<Solved, SolveError> {
    let mut solved = Solved(vec![Codes::One(Vec::new()); space.slices().len()]);
    for component in plan::components(space.slices()) {
        let codes = component_of(space, &component, &solved, progress)?;
        for (slice, codes) in component.iter().zip(codes) {
            solved.0[slice.index()] = codes;
        }
    }
    Ok(solved)
}

/// Solves the slices of one component with the engine that is quickest for it: their codes, in the order of `component`.
///
/// `below` has the values of the slices that conversions lead to.
///
/// # Errors
/// See [`SolveError`].
pub fn component_of<S: Space>(
    space: &S,
    component: &[SliceId],
    below: &impl Tables,
    progress: &impl Progress,
) -> Result<Vec<Codes>, SolveError> {
    match space.grids() {
        Some(grids) => grids::solve(space, &grids, component, below, progress),
        None => retrograde::solve(space, component, below, progress),
    }
}

/// How many entries a space has.
pub fn entries<S: Space>(space: &S) -> u64 {
    space.slices().iter().map(|slice| slice.entries).sum()
}

/// The memory that [`solve_all`] takes at most, in bytes.
pub fn memory<S: Space>(space: &S) -> u64 {
    // Every entry in the widest code, twice while a component is handed on, and the program itself.
    const PROGRAM: u64 = 16 << 20;
    PROGRAM + 4 * entries(space) + space.steps().map_or(0, |steps| sets::memory(&steps))
}
