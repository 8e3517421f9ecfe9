//! Solving a space backwards, and checking what came out.

pub mod plan;
pub mod reference;
pub mod retrograde;
pub mod run;
pub mod sets;
pub mod statistics;

use thiserror::Error;

use crate::probe::Tables;
use crate::space::{Entry, Space};
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

/// Solved slices in memory, each under its number.
pub struct Solved(Vec<Option<Codes>>);

impl Solved {
    /// The codes of every slice, in order, once all are solved.
    pub fn slices(&self) -> impl Iterator<Item = Option<&Codes>> {
        self.0.iter().map(Option::as_ref)
    }
}

impl Tables for Solved {
    #[inline(always)]
    fn value(&self, entry: Entry) -> Result<Option<Value>, TableError> {
        Ok(self.0[entry.slice.index()].as_ref().and_then(|codes| codes.value(entry.index)))
    }
}

/// Solves every slice of a space, in memory, on the threads of the pool that it is called in.
///
/// # Errors
/// See [`SolveError`].
pub fn solve_all<S: Space>(space: &S, progress: &impl Progress) -> Result<Solved, SolveError> {
    let mut solved = Solved(vec![None; space.slices().len()]);
    for component in plan::components(space.slices()) {
        let codes = retrograde::solve(space, &component, &solved, progress)?;
        for (slice, codes) in component.iter().zip(codes) {
            solved.0[slice.index()] = Some(codes);
        }
    }
    Ok(solved)
}
