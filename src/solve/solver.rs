//! The contract of solvers.

use std::path::Path;

use super::{Halt, SolveError};
use crate::space::components::Part;
use crate::space::{Entry, SliceId, Space, Violations};
use crate::util::progress::{Progress, Stopped};
use crate::values::{Lookup, Overlay, Sink};

/// A solver finds the values of the slices of a space.
///
/// REQUIRED are [`Solver::name`], [`Solver::memory`] and [`Solver::solve`]; the job and the catalogue call them. The
/// values follow from the rules alone, and are the same for any number of threads and ranks. `tests/library` compares
/// every solver with [`Reference`](super::reference::Reference), entry by entry.
///
/// # Example
/// ```
/// use hindsight::games::tic_tac_toe::TicTacToe;
/// use hindsight::prelude::*;
///
/// let game = TicTacToe::new();
/// let solvers: [&dyn Solver<TicTacToe>; 2] = [&Retrograde, &Reference];
/// for solver in solvers {
///     let values = in_memory(&game, solver, &())?;
///     let value = Probe { space: &game, tables: &values }.value(&game.start())?;
///     assert_eq!(value, Some(Value::Draw), "{}", solver.name());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Solver<S: Space>: Send + Sync {
    /// The name, in lower case.
    fn name(&self) -> &'static str;

    /// The batches of a part, in the order of work; a batch is a list of slices that one call solves. OPTIONAL: by
    /// default each component of the part is a batch.
    fn batches(&self, _space: &S, part: &Part) -> Vec<Vec<SliceId>> {
        part.components.clone()
    }

    /// The peak memory of [`Solver::solve`] on `threads` threads, in bytes, without the memory of the sink.
    fn memory(&self, space: &S, batch: &[SliceId], threads: usize) -> u64;

    /// The bytes of this memory that are in files without names while [`Work::files`] names a directory. OPTIONAL: by
    /// default none.
    fn in_files(&self, _space: &S, _batch: &[SliceId]) -> u64 {
        0
    }

    /// Whether every code that the solver puts fits one byte. A deeper value is then an error, and a
    /// [`Memory`](crate::values::Memory) of the values takes one byte per entry. OPTIONAL: by default a depth may need
    /// two bytes.
    fn codes_fit_one_byte(&self) -> bool {
        false
    }

    /// Solves the slices of a batch on the threads of the current pool. Puts the value of every entry that holds a
    /// position into [`Work::sink`], each once.
    ///
    /// # Errors
    /// See [`SolveError`]. The sink then has a part of the values.
    fn solve(&self, space: &S, batch: &[SliceId], work: &Work) -> Result<(), SolveError>;

    /// The length of a collective solve of a batch by `ranks` ranks: the number of entries on its critical path, which
    /// the ranks solve one after the other. OPTIONAL: by default `None`, the solver has no collective solve and ignores
    /// [`Work::peers`].
    fn in_sequence(&self, _space: &S, _batch: &[SliceId], _ranks: usize) -> Option<u64> {
        None
    }

    /// Checks, on a sample of each slice, that the space's contract with this solver agrees with the rules. `text`
    /// writes a position. OPTIONAL: a solver that uses the rules alone has no contract of its own.
    fn check_slices(
        &self,
        _space: &S,
        _slices: &[SliceId],
        _text: &dyn Fn(&S::Position) -> String,
        _violations: &mut Violations,
    ) {
    }
}

/// Runs [`Solver::check_slices`] on all slices of a space.
pub fn check<S: Space>(
    solver: &(impl Solver<S> + ?Sized),
    space: &S,
    text: &dyn Fn(&S::Position) -> String,
    violations: &mut Violations,
) {
    let all: Vec<SliceId> = (0..space.slices().len() as u32).map(SliceId).collect();
    solver.check_slices(space, &all, text, violations);
}

/// The surroundings of a solve: the values below, the sink, the progress and the peers.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// The values of the slices below the batch, and the values that `sink` already has.
    pub below: &'a dyn Lookup,
    /// Takes the values of the batch.
    pub sink: &'a dyn Sink,
    /// Takes reports, and may stop the work.
    pub progress: &'a dyn Progress,
    /// The ranks of a collective solve, each with its own sink; `None` in a solve by one process.
    pub peers: Option<&'a dyn Peers>,
    /// Keeps what the solve finds, piece by piece; `None` if a solve that is stopped begins anew. OPTIONAL for solvers:
    /// one that does not use it has one piece.
    pub pieces: Option<&'a dyn PieceKeeper>,
    /// The directory for the bytes of [`Solver::in_files`]; `None` if they are kept in memory.
    pub files: Option<&'a Path>,
}

impl<'a> Work<'a> {
    /// The work of one process. The upper lookup of `values` takes the values of the batch; the lower has the values
    /// below. Their types are known here, so each look-up of a solver is one call through a pointer.
    pub fn new<A: Sink, B: Lookup>(values: &'a Overlay<'a, A, B>, progress: &'a dyn Progress) -> Work<'a> {
        Work { below: values, sink: values.above, progress, peers: None, pieces: None, files: None }
    }
}

/// Keeps the values of a part while it is solved, so that a later solve goes on where this one was stopped. The space
/// and [`PieceKeeper::entries`] decide which entries are in a piece.
pub trait PieceKeeper: Sync {
    /// The number of entries from which on a piece is kept.
    fn entries(&self) -> u64;

    /// Puts the values of the next piece, if an earlier solve kept it, into `sink`. Returns whether it did; if not, the
    /// solver finds the values and calls [`PieceKeeper::keep`].
    ///
    /// # Errors
    /// If the piece cannot be read, or a value cannot be put.
    fn restore(&self, runs: &[EntryRun], sink: &dyn Sink) -> Result<bool, Halt>;

    /// Keeps the piece, whose values are in `values`.
    ///
    /// # Errors
    /// If it cannot be written, or a value cannot be looked up.
    fn keep(&self, runs: &[EntryRun], values: &dyn Lookup) -> Result<(), Halt>;
}

/// The ranks (processes) of a collective solve. Each solves some of the entries and receives the values of the others
/// in exchanges, so the sink of every rank takes all values. The space and the number of ranks decide which rank solves
/// an entry, and when the ranks exchange.
pub trait Peers: Sync {
    /// The number of this rank, from 0.
    fn rank(&self) -> usize;

    /// The number of ranks.
    fn size(&self) -> usize;

    /// Sends the codes that this rank has solved, from `sink`, to all ranks, and puts the codes of the other ranks into
    /// `sink`. `runs(rank)` are the entries that a rank has solved since the previous exchange; all ranks pass equal
    /// runs. The thread that called the solver calls this, while no other thread works.
    ///
    /// # Errors
    /// [`Halt::Lookup`] if a code cannot be looked up or put, [`Halt::Stopped`] if another rank has failed.
    fn exchange<'a>(&self, runs: &(dyn Fn(usize) -> Runs<'a> + 'a), sink: &dyn Sink) -> Result<(), Halt>;

    /// Sends bytes to all ranks. Returns the bytes of every rank, this one included, in the order of the ranks.
    ///
    /// # Errors
    /// If another rank has failed.
    fn gather(&self, bytes: Vec<u8>) -> Result<Vec<Vec<u8>>, Stopped>;
}

/// Consecutive entries of a slice: the first, and their number.
pub type EntryRun = (Entry, u64);

/// The entries that a rank has solved.
pub type Runs<'a> = Box<dyn Iterator<Item = EntryRun> + 'a>;
