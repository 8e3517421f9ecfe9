//! What a job does for a team: the ranks of a crew make one part together, and a rank may make a part before its
//! dependencies.

use std::time::Instant;

use super::{Job, JobError, Origin, Report, is_compressed};
use crate::solve::Peers;
use crate::table::{Lock, TableError, TableWriter, Tables};
use crate::util::progress::{CountedProgress, Progress};
use crate::util::threads::Threads;

impl Job<'_> {
    /// Makes the table of one part together with other ranks ([`Job::in_sequence`]), and writes it if there is a lock:
    /// ranks that share a directory write one table.
    ///
    /// # Errors
    /// As [`Job::run`].
    pub fn run_part_with(
        &mut self,
        part: usize,
        pool: &Threads,
        lock: Option<&Lock>,
        progress: &dyn Progress,
        peers: &dyn Peers,
    ) -> Result<Option<Report>, JobError> {
        progress.check()?;
        let solver = match self.origin {
            Origin::Solver { ref solver, .. } => solver.as_ref(),
            Origin::Copies { ref solver, .. } => {
                let solved = self.find_results(solver.as_ref(), part, pool, progress, Some(peers))?;
                return lock.map(|lock| self.write_copy(part, solved, pool, lock)).transpose();
            }
            Origin::Tables { .. } => return self.compress_with(part, pool, lock, progress, peers),
            Origin::Results { .. } => return lock.map(|lock| self.run_part(part, pool, lock, progress)).transpose(),
        };
        let solved = self.find_values(solver, part, pool, progress, Some(peers))?;
        lock.map(|lock| self.write(part, solved, pool, lock, progress)).transpose()
    }

    /// Compresses a part together with other ranks, and writes its table if there is a lock.
    fn compress_with(
        &mut self,
        part: usize,
        pool: &Threads,
        lock: Option<&Lock>,
        progress: &dyn Progress,
        peers: &dyn Peers,
    ) -> Result<Option<Report>, JobError> {
        let Origin::Tables { ref source, results, .. } = self.origin else {
            unreachable!("only a compression calls this")
        };
        let (own, start) = (CountedProgress::new(progress), Instant::now());
        let no_lock = Lock::held_by_another();
        let writer = TableWriter::new(lock.unwrap_or(&no_lock), &self.tables, self.space, part).in_any_order(true);
        let written =
            pool.install(|| writer.compressed_together(source.as_ref(), results, &own, peers, lock.is_some()))?;
        // The other ranks have done the rest.
        let entries = self.tables.parts()[part].entries(self.space.slices());
        progress.advance(entries.saturating_sub(own.counted()));
        Ok(written.map(|written| self.report(part, &written, pool, start.elapsed())))
    }

    /// The number of entries of a part that `ranks` ranks solve one after the other when they solve it together; `None`
    /// if ranks cannot solve a part of this job together.
    pub fn in_sequence(&self, part: usize, ranks: usize) -> Option<u64> {
        let solver = match &self.origin {
            Origin::Solver { solver, .. } => solver.as_ref(),
            Origin::Copies { solver, finished } if !is_compressed(finished, part) => solver.as_ref(),
            Origin::Tables { in_any_order: true, .. } => {
                return longest_share(&self.tables.streams(self.space, part), ranks);
            }
            Origin::Copies { .. } | Origin::Results { .. } | Origin::Tables { .. } => return None,
        };
        solver.part_in_sequence(&self.tables.parts()[part], ranks)
    }

    /// Whether a part may be made before its dependencies. Then a table is not opened before all are made
    /// ([`Job::open_again`]).
    pub fn in_any_order(&self) -> bool {
        matches!(self.origin, Origin::Tables { in_any_order: true, .. })
    }

    /// The store with the tables that parts are made from: the dependencies of a part that is solved, or the tables to
    /// compress.
    pub fn source_tables(&self) -> &Tables {
        match &self.origin {
            Origin::Tables { source, .. } => source,
            _ => &self.tables,
        }
    }

    /// Whether the [source table](Job::source_tables) of a part is there.
    ///
    /// # Errors
    /// If it cannot be trusted.
    pub fn has_source(&self, part: usize) -> Result<bool, TableError> {
        match &self.origin {
            Origin::Tables { source, .. } => source.table(part).map(|table| table.is_some()),
            _ => self.is_finished(part),
        }
    }
}

/// The most entries that a rank compresses if ranks take streams in turn; `None` if a rank has none.
fn longest_share(streams: &[u64], ranks: usize) -> Option<u64> {
    let share = |rank: usize| streams.iter().skip(rank).step_by(ranks).sum();
    (0..ranks).map(share).max().filter(|_| streams.len() >= ranks)
}
