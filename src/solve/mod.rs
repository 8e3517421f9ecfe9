//! Solvers find the values of a space backwards.
//!
//! # Overview of types
//!
//! * [`Solver`]: the contract. A solver gets a batch of slices and a [`Work`]: a [`Lookup`](crate::values::Lookup) of
//!   the values below, a [`Sink`](crate::values::Sink) for the values that it finds, a [`Progress`], and in a
//!   collective solve the [`Peers`]. A [`PieceKeeper`] lets a solve that was stopped go on.
//! * [`Halt`]: the error inside a solver. [`SolveError`]: the error for the user, with the names of slices.
//! * [`Retrograde`](retrograde::Retrograde): for every space. [`Reference`](reference::Reference): for every space,
//!   plain and slow; tests compare all others with it.
//! * [`Bitsets`](bitsets::Bitsets), [`Subslices`](subslices::Subslices), [`Hunters`](hunters::Hunters),
//!   [`Packing`](packing::Packing): for spaces that keep the contract of that module.
//! * [`in_memory`] solves a whole space into a [`Memory`]. [`solve_part`] solves one part.
//!   [`SpaceSolver`]: a space with its solver, without the type of the game.

pub mod bitsets;
mod halt;
pub mod hunters;
pub mod packing;
mod part;
pub mod reference;
pub mod retrograde;
pub(crate) mod scan;
mod solver;
pub mod subslices;

pub use halt::{FirstHalt, Halt, SolveError};
pub use part::{Kept, Solving, SpaceSolver};
pub use solver::{EntryRun, Peers, PieceKeeper, Runs, Solver, Work, check};

use crate::space::Space;
use crate::space::components::{self, Part};
use crate::util::progress::Progress;
use crate::values::{Memory, Overlay};

/// Solves a whole space in memory, on the threads of the current pool.
///
/// # Errors
/// See [`SolveError`].
///
/// # Example
/// ```
/// use hindsight::games::tic_tac_toe::TicTacToe;
/// use hindsight::prelude::*;
///
/// let game = TicTacToe::new();
/// let values: Memory = in_memory(&game, &Retrograde, &())?;
/// assert!((0..).zip(game.slices()).all(|(number, _)| values.holds(SliceId(number))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn in_memory<S: Space>(
    space: &S,
    solver: &(impl Solver<S> + ?Sized),
    progress: &dyn Progress,
) -> Result<Memory, SolveError> {
    let memory = Memory::new(space.slices());
    let values = Overlay { above: &memory, below: &() };
    for part in components::parts(space.slices()) {
        solve_part(space, solver, &part, &Work::new(&values, progress))?;
    }
    Ok(memory)
}

/// Solves the slices of a part, batch after batch, on the threads of the current pool. With [`Work::peers`] it is a
/// collective solve.
///
/// # Errors
/// See [`SolveError`].
pub fn solve_part<S: Space>(
    space: &S,
    solver: &(impl Solver<S> + ?Sized),
    part: &Part,
    work: &Work,
) -> Result<(), SolveError> {
    let solving: &dyn SpaceSolver = &Solving { space, solver };
    solving.solve_part(part, work)
}

/// The sum of [`Solver::in_sequence`] over the batches of a part; `None` if the solver has no collective solve.
pub fn in_sequence<S: Space>(space: &S, solver: &(impl Solver<S> + ?Sized), part: &Part, ranks: usize) -> Option<u64> {
    let solving: &dyn SpaceSolver = &Solving { space, solver };
    solving.part_in_sequence(part, ranks)
}

/// The peak memory of the solve of a part, in bytes: the largest batch, and the values of the batches solved so far.
pub fn memory<S: Space>(space: &S, solver: &(impl Solver<S> + ?Sized), part: &Part, threads: usize, kept: Kept) -> u64 {
    let solving: &dyn SpaceSolver = &Solving { space, solver };
    solving.memory_of_part(part, threads, kept)
}
