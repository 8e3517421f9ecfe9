//! The contract of solvers.

use super::{Halt, SolveError};
use crate::space::components::Part;
use crate::space::{Entry, SliceId, Space, Violations};
use crate::util::progress::Progress;
use crate::values::{Lookup, Overlay, Sink};

/// A solver: it finds the values of the slices of a space.
///
/// REQUIRED are [`Solver::name`], [`Solver::memory`] and [`Solver::solve`]. The values must follow from the rules alone:
/// they are the same for any number of threads and ranks. `tests/library` compares every solver with
/// [`Reference`](super::reference::Reference), entry by entry.
pub trait Solver<S: Space>: Send + Sync {
    /// The name, in lower case.
    fn name(&self) -> &'static str;

    /// The slices that are solved together, in the order of work. OPTIONAL: by default the components of the part. A solver
    /// that solves several components in one call joins them.
    fn batches(&self, _space: &S, part: &Part) -> Vec<Vec<SliceId>> {
        part.components.clone()
    }

    /// The most memory in bytes that [`Solver::solve`] takes on `threads` threads, without the memory of the sink.
    fn memory(&self, space: &S, batch: &[SliceId], threads: usize) -> u64;

    /// Whether every code that the solver puts fits one byte, so that a [`Memory`](crate::values::Memory) never needs more. A
    /// deeper value is then an error. OPTIONAL: by default a depth may need two bytes.
    fn codes_fit_one_byte(&self) -> bool {
        false
    }

    /// Solves the slices of a batch on the threads of the current pool, and puts the value of every entry that holds a
    /// position into [`Work::sink`], each once.
    ///
    /// # Errors
    /// See [`SolveError`]. The values that were put before may be incomplete.
    fn solve(&self, space: &S, batch: &[SliceId], work: &Work) -> Result<(), SolveError>;

    /// The number of entries of a batch that `ranks` ranks solve one after the other when they solve it together
    /// ([`Work::peers`]): the fewer, the more they can do side by side. OPTIONAL: by default `None`, ranks cannot solve a batch
    /// together, and [`Work::peers`] is ignored.
    fn in_sequence(&self, _space: &S, _batch: &[SliceId], _ranks: usize) -> Option<u64> {
        None
    }

    /// Checks that the solver's own view of these slices (its contract with the space) agrees with the rules, on a sample of
    /// each slice; `text` writes a position. OPTIONAL: a solver that uses the rules alone has no view of its own.
    fn check_slices(
        &self,
        _space: &S,
        _slices: &[SliceId],
        _text: &dyn Fn(&S::Position) -> String,
        _violations: &mut Violations,
    ) {
    }
}

/// Checks all slices of a space by [`Solver::check_slices`].
pub fn check<S: Space>(
    solver: &(impl Solver<S> + ?Sized),
    space: &S,
    text: &dyn Fn(&S::Position) -> String,
    violations: &mut Violations,
) {
    let all: Vec<SliceId> = (0..space.slices().len() as u32).map(SliceId).collect();
    solver.check_slices(space, &all, text, violations);
}

/// The surroundings of a batch that is solved: where values come from, where they go, and who takes part.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// The values of all slices that the batch leads to, and of the entries that `sink` took before.
    pub below: &'a dyn Lookup,
    /// Takes the values of the batch.
    pub sink: &'a dyn Sink,
    /// Takes reports, and may stop the work.
    pub progress: &'a dyn Progress,
    /// The other ranks that solve the batch together with this one, each with a sink of its own; `None` for one process
    /// alone.
    pub peers: Option<&'a dyn Peers>,
}

impl<'a> Work<'a> {
    /// The work of one process. The upper lookup of `values` takes the values of the batch; the lower has the values below. Their
    /// types are known here, so that each look-up of a solver is one call through a pointer.
    pub fn new<A: Sink, B: Lookup>(values: &'a Overlay<'a, A, B>, progress: &'a dyn Progress) -> Work<'a> {
        Work { below: values, sink: values.above, progress, peers: None }
    }
}

/// The ranks (processes) that solve a batch together. Each finds the values of some entries and gets the values of the
/// others in exchanges, so that the sink of each rank takes all values. The space and the number of ranks alone decide which
/// entries are whose, and when they are exchanged.
pub trait Peers: Sync {
    /// The number of this rank, from 0.
    fn rank(&self) -> usize;

    /// The number of ranks.
    fn size(&self) -> usize;

    /// Gives the codes of the entries that this rank has solved, which `sink` holds, to all others, and puts the codes of the
    /// others into `sink`. `runs` are the entries that a rank has solved since the exchange before, the same on all ranks. It
    /// is called by the thread that called the solver, while no other thread works.
    ///
    /// # Errors
    /// If a code cannot be looked up or put, and [`Halt::Stopped`] if another rank has failed.
    fn exchange<'a>(&self, runs: &(dyn Fn(usize) -> Runs<'a> + 'a), sink: &dyn Sink) -> Result<(), Halt>;
}

/// Consecutive entries of a slice: the first, and their number.
pub type Run = (Entry, u64);

/// The entries that a rank has solved.
pub type Runs<'a> = Box<dyn Iterator<Item = Run> + 'a>;
