//! A job that finds results alone: who wins, not how soon.
//!
//! ```text
//!   copies of the parts below --> solve --> ResultMemory --> copy of the part --> compressed table
//! ```
//!
//! The copies are packed tables in the directory `working`: see [`working`](super::working).

use std::time::{Duration, Instant};

use super::{Job, JobError, Origin, Report};
use crate::solve::{Kept, Work, solve_part};
use crate::space::Naming;
use crate::table::{Lock, TableError, TableWriter};
use crate::util::progress::{Progress, StopsWith};
use crate::util::threads::Threads;
use crate::values::{Overlay, ResultMemory, ResultsOf};

impl<S: Naming> Job<'_, S> {
    /// The parts of the job that are not finished, in the order of work.
    pub(super) fn parts_left(&self) -> Result<Vec<usize>, TableError> {
        let mut left = Vec::new();
        for &part in &self.parts {
            if self.finished(part)?.is_none() {
                left.push(part);
            }
        }
        Ok(left)
    }

    /// Finds the results of a part, writes its compressed table, and keeps a working copy as long as a part that is
    /// left leads to it. A part with a working copy is solved already: the job was stopped before its table was
    /// written.
    pub(super) fn run_results(
        &mut self,
        part: usize,
        pool: &Threads,
        lock: &Lock,
        progress: &dyn Progress,
    ) -> Result<Report, JobError> {
        let (left, (_, kept)) = (self.parts_left()?, self.memory_for(part, self.memory));
        let Job { space, ref store, ref mut tables, ref mut origin, .. } = *self;
        let Origin::Results { solver, working } = origin else { unreachable!("only a job of results calls this") };
        pool.install(|| working.prepare(space, tables, part, &left, lock))?;
        let (mut solve, pieces) = (Duration::ZERO, working.pieces(space, part, lock)?);
        if !working.has(part) {
            let start = Instant::now();
            let directory = |is_used: bool| is_used.then(|| store.directory());
            let memory = ResultMemory::new(space.slices(), directory(kept.in_files()));
            let files = directory(kept == Kept::InFilesWithSolver);
            let below = working.above(tables);
            let values = Overlay { above: &memory, below: &ResultsOf(&below) };
            let work = Work { files, pieces: Some(&pieces), ..Work::new(&values, progress) };
            pool.install(|| solve_part(space, *solver, &tables.parts()[part], &work))?;
            solve = start.elapsed();
            pool.install(|| working.copy(space, part, &memory, lock))?;
        }
        pieces.files.remove()?;
        let start = Instant::now();
        let (values, stops) = (working.above(tables), StopsWith(progress));
        let writer = TableWriter::new(lock, tables, space, part);
        let written = pool.install(|| writer.compressed(&values, true, &stops))?;
        tables.reopen(space, part)?;
        let left: Vec<usize> = left.into_iter().filter(|&other| other != part).collect();
        working.keep(space, &left, lock)?;
        self.tables.release_pages();
        Ok(Report { solve, ..self.report(part, &written, pool, start.elapsed()) })
    }
}
