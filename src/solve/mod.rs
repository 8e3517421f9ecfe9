//! Engines that solve a space backwards.
//!
//! # Overview of types
//!
//! * [`Solver`]: the contract. A solver looks up what is solved in a [`Lookup`], puts what it finds into a [`Sink`], and
//!   reports to a [`Progress`]. A [`SharedSolver`] can solve with the other ranks of a [`Share`], which exchange [`Runs`].
//! * [`Retrograde`](retrograde::Retrograde): for every space. [`Reference`](reference::Reference): for every space, plain
//!   and slow, the judge of the others.
//! * [`Bitsets`](bitsets::Bitsets), [`Subslices`](subslices::Subslices), [`Hunters`](hunters::Hunters),
//!   [`Packing`](packing::Packing), [`Bitboards`](bitboards::Bitboards): for spaces that have the `Layout` of that module.
//! * [`in_memory`]: a whole space solved in [`Memory`].

pub mod bitboards;
pub mod bitsets;
pub mod hunters;
pub mod packing;
pub mod reference;
pub mod retrograde;
mod scan;
mod solver;
pub mod subslices;

pub use solver::{Progress, Run, Runs, Share, SharedSolver, SolveError, Solver};

use crate::space::Space;
use crate::space::components::{self, Part};
use crate::values::{Lookup, Memory, Overlay, Sink};

/// Solves a whole space in memory, on the threads of the current pool.
///
/// # Errors
/// See [`SolveError`].
pub fn in_memory<S: Space>(
    space: &S,
    solver: &(impl Solver<S> + ?Sized),
    progress: &dyn Progress,
) -> Result<Memory, SolveError> {
    let memory = Memory::new(space.slices());
    for part in components::parts(space.slices()) {
        solve_part(space, solver, &part, &(), &memory, progress)?;
    }
    Ok(memory)
}

/// Solves the slices of a part, on the threads of the current pool. `below` has the values of the parts that it leads to;
/// the sink takes those of the part.
///
/// # Errors
/// See [`SolveError`].
pub fn solve_part<S: Space>(
    space: &S,
    solver: &(impl Solver<S> + ?Sized),
    part: &Part,
    below: &impl Lookup,
    sink: &impl Sink,
    progress: &dyn Progress,
) -> Result<(), SolveError> {
    // Of known types: a solver's look-up is one call through a pointer.
    let below = Overlay { above: sink, below };
    for batch in solver.batches(space, part) {
        progress.begin(&components::names(space.slices(), &batch));
        solver.solve(space, &batch, &below, sink, progress)?;
    }
    Ok(())
}

/// The same by all ranks of `share`, in the sink of each.
///
/// # Errors
/// See [`SolveError`].
pub fn solve_part_shared<S: Space>(
    space: &S,
    solver: &dyn SharedSolver<S>,
    part: &Part,
    below: &impl Lookup,
    sink: &impl Sink,
    progress: &dyn Progress,
    share: &dyn Share,
) -> Result<(), SolveError> {
    let below = Overlay { above: sink, below };
    for batch in solver.batches(space, part) {
        progress.begin(&components::names(space.slices(), &batch));
        solver.solve_shared(space, &batch, &below, sink, progress, share)?;
    }
    Ok(())
}

/// How many entries of a part so many ranks solve one after the other when they solve it together: all of them if the solver
/// cannot be shared.
pub fn in_sequence<S: Space>(space: &S, solver: &(impl Solver<S> + ?Sized), part: &Part, ranks: usize) -> u64 {
    match solver.shared() {
        Some(shared) => solver.batches(space, part).iter().map(|batch| shared.in_sequence(space, batch, ranks)).sum(),
        None => part.entries(space.slices()),
    }
}

/// The most memory that solving a part takes, in bytes: the largest batch, and the values of all in a [`Memory`], unless
/// these are in files. Mapped files are not counted: the system may keep them in memory or not.
pub fn memory<S: Space>(
    space: &S,
    solver: &(impl Solver<S> + ?Sized),
    part: &Part,
    threads: usize,
    in_files: bool,
) -> u64 {
    // The program itself, and what its threads need.
    const PROGRAM: u64 = 16 << 20;
    // Every value in one byte, and in one more where a depth does not fit.
    let bytes = match (in_files, solver.codes_fit_one_byte()) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => 2,
    };
    let (mut solved, mut most) = (0, 0);
    for batch in solver.batches(space, part) {
        solved += bytes * components::entries(space.slices(), &batch);
        most = most.max(solved + solver.memory(space, &batch, threads));
    }
    PROGRAM + most
}
