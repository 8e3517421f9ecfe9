//! A job that finds results alone: who wins, not how soon.
//!
//! ```text
//!   copies of the parts below --> solve --> ResultMemory --> copy of the part --> compressed table
//! ```
//!
//! The copies are packed tables in the directory `working`: see [`working`](super::working). A team makes all copies
//! first, and compresses them afterwards, in any order.

use std::time::{Duration, Instant};

use super::{Job, JobError, Origin, Report, is_compressed};
use crate::solve::{Kept, Peers, PieceKeeper, SpaceSolver, Work};
use crate::space::components::Part;
use crate::table::{Lock, Store, TableError, TableWriter};
use crate::util::progress::{Progress, StopsWith};
use crate::util::threads::Threads;
use crate::values::{Lookup, Overlay, ResultMemory, ResultsOf};

/// The results of a part before they are written, and the time to find them.
pub(super) struct SolvedResults {
    memory: ResultMemory,
    time: Duration,
}

/// How a part is solved.
struct ResultsWork<'a> {
    part: &'a Part,
    /// The values of the parts below.
    below: &'a dyn Lookup,
    /// The directory of the tables, and what is kept in files there.
    store: &'a Store,
    kept: Kept,
    progress: &'a dyn Progress,
    pieces: Option<&'a dyn PieceKeeper>,
    peers: Option<&'a dyn Peers>,
}

impl ResultsWork<'_> {
    /// Finds the results on the threads of the current pool.
    fn solve(&self, solver: &dyn SpaceSolver) -> Result<SolvedResults, JobError> {
        let start = Instant::now();
        let directory = |is_used: bool| is_used.then(|| self.store.directory());
        let memory = ResultMemory::new(solver.slices(), directory(self.kept.in_files()));
        let files = directory(self.kept == Kept::InFilesWithSolver);
        let values = Overlay { above: &memory, below: &ResultsOf(self.below) };
        let work = Work { files, pieces: self.pieces, peers: self.peers, ..Work::new(&values, self.progress) };
        solver.solve_part(self.part, &work)?;
        Ok(SolvedResults { memory, time: start.elapsed() })
    }
}

impl Job<'_> {
    /// The parts of the job that are not finished, in the order of work.
    pub(super) fn parts_left(&self) -> Result<Vec<usize>, TableError> {
        let mut left = Vec::new();
        // From the last part on, since a part without a table may be left because of a part above it.
        for &part in self.parts.iter().rev() {
            let is_finished = match (self.writes_tables, &self.origin) {
                (false, Origin::Results { working, .. }) => {
                    let observer = self.observer.as_ref();
                    let is_seen = observer.is_some_and(|observer| observer.has_seen(&self.tables.parts()[part]));
                    let is_needed = !working.has(part) && working.is_needed(part, &left);
                    is_seen && (!is_needed || self.tables.usable(part)?.is_some())
                }
                (false, Origin::Solver { .. }) => self.is_counted(part, &left)?,
                _ => self.finished(part)?.is_some(),
            };
            if !is_finished {
                left.push(part);
            }
        }
        left.reverse();
        match (self.writes_tables, &self.origin) {
            (false, Origin::Solver { .. }) => Ok(self.forecast(&left)?.into_iter().map(|step| step.part).collect()),
            _ => Ok(left),
        }
    }

    /// Finds the results of a part, writes its compressed table, and keeps a working copy as long as a part that is
    /// left leads to it. A part with a working copy is solved already: the job was stopped before its table was
    /// written, or before the observer had seen it.
    pub(super) fn run_results(
        &mut self,
        part: usize,
        pool: &Threads,
        lock: &Lock,
        progress: &dyn Progress,
    ) -> Result<Report, JobError> {
        let (left, (_, kept)) = (self.parts_left()?, self.memory_for(part, self.memory));
        let Job { space, ref store, ref mut tables, ref mut origin, ref observer, .. } = *self;
        let Origin::Results { solver, working } = origin else { unreachable!("only a job of results calls this") };
        pool.install(|| working.prepare(space, tables, part, &left, lock))?;
        let (mut solve, pieces) = (Duration::ZERO, working.pieces(space, part, lock)?);
        if !working.has(part) {
            let (below, of_part) = (&working.above(tables), &tables.parts()[part]);
            let pieces: Option<&dyn PieceKeeper> = Some(&pieces);
            let work = ResultsWork { part: of_part, below, store, kept, progress, pieces, peers: None };
            let solved = pool.install(|| work.solve(solver.as_ref()))?;
            solve = solved.time;
            pool.install(|| working.copy(space, part, &solved.memory, lock))?;
        }
        pieces.files.remove()?;
        if let Some(observer) = observer {
            let values = working.above(tables);
            pool.install(|| observer.see(&tables.parts()[part], &values, &StopsWith(progress)))?;
        }
        let (start, mut written) = (Instant::now(), None);
        if self.writes_tables {
            let (values, stops) = (working.above(tables), StopsWith(progress));
            let writer = TableWriter::new(lock, tables, space, part);
            written = Some(pool.install(|| writer.compressed(&values, true, &stops))?);
            tables.reopen(space, part)?;
        }
        let left: Vec<usize> = left.into_iter().filter(|&other| other != part).collect();
        working.keep(space, tables, &left, lock)?;
        self.tables.release_pages();
        let report = match written {
            Some(written) => self.report(part, &written, pool, start.elapsed()),
            None => self.report_without_table(part, pool),
        };
        Ok(Report { solve, ..report })
    }

    /// Makes the working copy of a part: of its compressed table, if there is one, or with a solver.
    pub(super) fn run_copy(
        &mut self,
        part: usize,
        pool: &Threads,
        lock: &Lock,
        progress: &dyn Progress,
    ) -> Result<Report, JobError> {
        let Origin::Copies { ref solver, ref finished } = self.origin else {
            unreachable!("only a job of copies calls this")
        };
        if !is_compressed(finished, part) {
            let solved = self.find_results(solver.as_ref(), part, pool, progress, None)?;
            return self.write_copy(part, solved, pool, lock);
        }
        let start = Instant::now();
        let writer = TableWriter::new(lock, &self.tables, self.space, part);
        let written = pool.install(|| writer.packed(finished.as_ref()))?;
        progress.advance(self.tables.parts()[part].entries(self.space.slices()));
        self.tables.reopen(self.space, part)?;
        Ok(self.report(part, &written, pool, start.elapsed()))
    }

    /// Finds the results of a part, alone or with other ranks.
    pub(super) fn find_results(
        &self,
        solver: &dyn SpaceSolver,
        part: usize,
        pool: &Threads,
        progress: &dyn Progress,
        peers: Option<&dyn Peers>,
    ) -> Result<SolvedResults, JobError> {
        let (_, kept) = self.memory_for(part, self.memory);
        let (below, part) = (&self.tables, &self.tables.parts()[part]);
        let work = ResultsWork { part, below, store: &self.store, kept, progress, pieces: None, peers };
        let solved = pool.install(|| work.solve(solver))?;
        self.tables.release_pages();
        Ok(solved)
    }

    /// Writes the working copy of a part that was solved.
    pub(super) fn write_copy(
        &mut self,
        part: usize,
        SolvedResults { memory, time }: SolvedResults,
        pool: &Threads,
        lock: &Lock,
    ) -> Result<Report, JobError> {
        let start = Instant::now();
        let writer = TableWriter::new(lock, &self.tables, self.space, part);
        let written = pool.install(|| writer.packed(&memory))?;
        self.tables.reopen(self.space, part)?;
        Ok(Report { solve: time, ..self.report(part, &written, pool, start.elapsed()) })
    }
}
