//! The contract of solvers.

use thiserror::Error;

use crate::space::components::Part;
use crate::space::{Entry, SliceId, Space, Violations};
use crate::util::units::thousands;
use crate::values::{Lookup, LookupError, Sink};

/// A solver that solves slices of a space.
///
/// REQUIRED are [`Solver::name`], [`Solver::memory`] and [`Solver::solve`]. The values must follow from the rules alone:
/// the same from any number of threads.
pub trait Solver<S: Space>: Send + Sync {
    /// The name, in lower case.
    fn name(&self) -> &'static str;

    /// The slices that are solved together, in the order of work: by default the components of the part. OPTIONAL, for
    /// solvers that solve several components in one call.
    fn batches(&self, _space: &S, part: &Part) -> Vec<Vec<SliceId>> {
        part.components.clone()
    }

    /// The most memory that [`Solver::solve`] takes on so many threads, in bytes, without what the sink takes.
    fn memory(&self, space: &S, batch: &[SliceId], threads: usize) -> u64;

    /// Whether the code of every value that the solver puts fits one byte, so that a [`Memory`](crate::values::Memory) never
    /// needs more; what is deeper is an error. OPTIONAL: by default a depth may need one byte more.
    fn codes_fit_one_byte(&self) -> bool {
        false
    }

    /// Solves the slices of a batch on the threads of the current pool, and puts the value of every entry that holds a
    /// position into `sink`, each once. `below` has the values of all slices that the batch leads to, and of those that
    /// `sink` took before.
    ///
    /// # Errors
    /// See [`SolveError`]. What was put before may be incomplete.
    fn solve(
        &self,
        space: &S,
        batch: &[SliceId],
        below: &dyn Lookup,
        sink: &dyn Sink,
        progress: &dyn Progress,
    ) -> Result<(), SolveError>;

    /// The solver as one with which several processes can solve a batch together. OPTIONAL: by default they cannot.
    fn shared(&self) -> Option<&dyn SharedSolver<S>> {
        None
    }

    /// Checks that the layout that the solver has of these slices agrees with the rules, on a sample of each; `text` writes a
    /// position. OPTIONAL: a solver that uses the rules alone has nothing to check.
    fn check_slices(
        &self,
        _space: &S,
        _slices: &[SliceId],
        _text: &dyn Fn(&S::Position) -> String,
        _violations: &mut Violations,
    ) {
    }

    /// The same for all slices. Do not override.
    fn check(&self, space: &S, text: &dyn Fn(&S::Position) -> String, violations: &mut Violations) {
        let all: Vec<SliceId> = (0..space.slices().len() as u32).map(SliceId).collect();
        self.check_slices(space, &all, text, violations);
    }
}

/// A solver with which several processes, the ranks, can solve a batch together.
pub trait SharedSolver<S: Space>: Solver<S> {
    /// How many entries of a batch so many ranks solve one after the other: the fewer, the more they can do side by side.
    fn in_sequence(&self, space: &S, batch: &[SliceId], ranks: usize) -> u64;

    /// [`Solver::solve`] by all ranks of `share`, each of which calls it. A rank finds the values of some entries and gets
    /// those of the others in exchanges, so that the sink of each takes all values. Which entries are whose, and when they
    /// are exchanged, follows from the space and the number of ranks alone.
    ///
    /// # Errors
    /// See [`SolveError`]; [`SolveError::Stopped`] too if another rank has failed.
    fn solve_shared(
        &self,
        space: &S,
        batch: &[SliceId],
        below: &dyn Lookup,
        sink: &dyn Sink,
        progress: &dyn Progress,
        share: &dyn Share,
    ) -> Result<(), SolveError>;
}

/// The ranks that solve a batch together.
pub trait Share: Sync {
    /// The number of this rank, from 0.
    fn rank(&self) -> usize;

    /// The number of ranks.
    fn size(&self) -> usize;

    /// Gives the codes of the entries that this rank has solved, which `sink` holds, to all others, and puts those of the
    /// others into `sink`. `runs` are the entries that a rank has solved since the exchange before, the same on all
    /// ranks. It is called by the thread that called the solver, while no other is at work.
    ///
    /// # Errors
    /// If a code cannot be looked up or put, and [`SolveError::Stopped`] if another rank has failed.
    fn exchange<'a>(&self, runs: &(dyn Fn(usize) -> Runs<'a> + 'a), sink: &dyn Sink) -> Result<(), SolveError>;
}

/// Consecutive entries of a slice: the first, and their number.
pub type Run = (Entry, u64);

/// The entries that a rank has solved.
pub type Runs<'a> = Box<dyn Iterator<Item = Run> + 'a>;

/// One rank, alone.
impl Share for () {
    fn rank(&self) -> usize {
        0
    }

    fn size(&self) -> usize {
        1
    }

    fn exchange<'a>(&self, _runs: &(dyn Fn(usize) -> Runs<'a> + 'a), _sink: &dyn Sink) -> Result<(), SolveError> {
        Ok(())
    }
}

/// Why a space could not be solved.
#[derive(Debug, Error)]
pub enum SolveError {
    /// A win or a loss is deeper than a code can say.
    #[error("slice {slice} has a win or a loss of more than {} plies, the deepest that its code can hold",
            thousands((*deepest).into()))]
    TooDeep {
        /// The slice, or one of its component.
        slice: String,
        /// The deepest that the code can hold.
        deepest: u32,
    },
    /// The game breaks the contract of [`Space`].
    #[error(
        "a move leads from slice {from} to {to}, which `leads_to` of slice {from} does not list, or which is not solved"
    )]
    UndeclaredSuccessor {
        /// Where the move is made.
        from: String,
        /// Where it leads.
        to: String,
    },
    /// The layout of the space is not one that the solver can solve.
    #[error("the solver {solver} cannot solve this space: {why}")]
    Unsuited {
        /// The solver.
        solver: &'static str,
        /// What it cannot do.
        why: String,
    },
    /// The progress asked to stop.
    #[error("the solve was stopped")]
    Stopped,
    /// A value could not be looked up or put.
    #[error(transparent)]
    Lookup(#[from] LookupError),
}

impl SolveError {
    /// The error for a move from a position to a slice that its own does not lead to.
    pub(super) fn undeclared_successor<S: Space>(space: &S, from: &S::Position, to: Option<SliceId>) -> SolveError {
        let name = |slice: SliceId| space.slices()[slice.index()].name.clone();
        let from = space.rank(from).map_or_else(|| "?".to_string(), |entry| name(entry.slice));
        SolveError::UndeclaredSuccessor { from, to: to.map_or_else(|| "no slice at all".to_string(), name) }
    }
}

/// How far a solve has come. All amounts are entries.
pub trait Progress: Sync {
    /// Counts entries that were decided or looked at.
    fn advance(&self, entries: u64);

    /// Work begins on these slices.
    fn begin(&self, _slices: &str) {}

    /// Whether to go on. Asked often, between two pieces of work.
    fn go_on(&self) -> bool {
        true
    }
}

/// Discards progress.
impl Progress for () {
    fn advance(&self, _entries: u64) {}
}
