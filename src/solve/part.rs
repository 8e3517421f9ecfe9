//! The solve of a part, without the type of the game.

use super::{SolveError, Solver, Work};
use crate::space::components::{self, Part};
use crate::space::{Slice, SliceId, Space};
use crate::values::packed_bytes;

/// A space with its solver, without the type of the game: it has the methods of [`Solver`]. Jobs and teams, which
/// are compiled once for all games, work with it.
pub trait SpaceSolver: Sync {
    /// The slices of the space.
    fn slices(&self) -> &[Slice];

    /// See [`Solver::batches`].
    fn batches(&self, part: &Part) -> Vec<Vec<SliceId>>;

    /// See [`Solver::memory`].
    fn memory(&self, batch: &[SliceId], threads: usize) -> u64;

    /// See [`Solver::in_files`].
    fn in_files(&self, batch: &[SliceId]) -> u64;

    /// See [`Solver::codes_fit_one_byte`].
    fn codes_fit_one_byte(&self) -> bool;

    /// See [`Solver::solve`].
    ///
    /// # Errors
    /// As [`Solver::solve`].
    fn solve(&self, batch: &[SliceId], work: &Work) -> Result<(), SolveError>;

    /// See [`Solver::in_sequence`].
    fn in_sequence(&self, batch: &[SliceId], ranks: usize) -> Option<u64>;
}

/// The solver of a space; see [`SpaceSolver`].
pub struct Solving<'a, S, R: ?Sized> {
    /// The space.
    pub space: &'a S,
    /// The solver.
    pub solver: &'a R,
}

impl<S: Space, R: Solver<S> + ?Sized> SpaceSolver for Solving<'_, S, R> {
    fn slices(&self) -> &[Slice] {
        self.space.slices()
    }

    fn batches(&self, part: &Part) -> Vec<Vec<SliceId>> {
        self.solver.batches(self.space, part)
    }

    fn memory(&self, batch: &[SliceId], threads: usize) -> u64 {
        self.solver.memory(self.space, batch, threads)
    }

    fn in_files(&self, batch: &[SliceId]) -> u64 {
        self.solver.in_files(self.space, batch)
    }

    fn codes_fit_one_byte(&self) -> bool {
        self.solver.codes_fit_one_byte()
    }

    fn solve(&self, batch: &[SliceId], work: &Work) -> Result<(), SolveError> {
        self.solver.solve(self.space, batch, work)
    }

    fn in_sequence(&self, batch: &[SliceId], ranks: usize) -> Option<u64> {
        self.solver.in_sequence(self.space, batch, ranks)
    }
}

/// The values of a part while it is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// With depths, in a [`Memory`](crate::values::Memory).
    Depths,
    /// Results alone, in a [`ResultMemory`](crate::values::ResultMemory).
    Results,
    /// In mapped files. They are not counted: the system decides whether they stay in memory.
    InFiles,
    /// In mapped files, like the bytes of [`Solver::in_files`].
    InFilesWithSolver,
}

impl Kept {
    /// Whether values are in files.
    pub fn in_files(self) -> bool {
        matches!(self, Kept::InFiles | Kept::InFilesWithSolver)
    }
}

impl<'a> dyn SpaceSolver + 'a {
    /// Solves the slices of a part, batch after batch, on the threads of the current pool. With [`Work::peers`] it is a
    /// collective solve.
    ///
    /// # Errors
    /// See [`SolveError`].
    pub fn solve_part(&self, part: &Part, work: &Work) -> Result<(), SolveError> {
        for batch in self.batches(part) {
            work.progress.begin(&components::names(self.slices(), &batch));
            self.solve(&batch, work)?;
        }
        Ok(())
    }

    /// The sum of [`Solver::in_sequence`] over the batches of a part; `None` if the solver has no collective solve.
    pub fn part_in_sequence(&self, part: &Part, ranks: usize) -> Option<u64> {
        self.batches(part).iter().map(|batch| self.in_sequence(batch, ranks)).sum()
    }

    /// The peak memory of the solve of a part, in bytes: the largest batch, and the values of the batches solved so
    /// far.
    pub fn memory_of_part(&self, part: &Part, threads: usize, kept: Kept) -> u64 {
        // The code of the program, and the stacks of its threads.
        const PROGRAM: u64 = 16 << 20;
        let bytes = |entries: u64| match kept {
            Kept::InFiles | Kept::InFilesWithSolver => 0,
            Kept::Results => packed_bytes(entries),
            // A value takes one byte, and a second one if its depth does not fit.
            Kept::Depths if self.codes_fit_one_byte() => entries,
            Kept::Depths => 2 * entries,
        };
        let (mut solved, mut most) = (0, 0);
        for batch in self.batches(part) {
            solved += bytes(components::entries(self.slices(), &batch));
            let in_files = if kept == Kept::InFilesWithSolver { self.in_files(&batch) } else { 0 };
            most = most.max(solved + self.memory(&batch, threads) - in_files);
        }
        PROGRAM + most
    }

    /// The bytes of a part that are in files with [`Kept::InFilesWithSolver`], beside its values:
    /// [`Solver::in_files`] of the largest batch.
    pub fn part_in_files(&self, part: &Part) -> u64 {
        self.batches(part).iter().map(|batch| self.in_files(batch)).max().unwrap_or(0)
    }
}
