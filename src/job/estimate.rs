//! The estimate of a job, and the checks before its work: the tables that are finished, the parts that are left, and
//! the memory and the disk that these need.

use std::path::PathBuf;

use super::{Job, JobError, Origin};
use crate::solve::Kept;
use crate::table::{Lock, Table, TableError};
use crate::util::threads::processors;
use crate::values::packed_bytes;

/// The finished tables of a job, the parts that are left, and the room that these need.
#[derive(Clone, Debug, Default)]
pub struct Estimate {
    /// Every part, in the order of work.
    pub parts: Vec<PartEstimate>,
    /// The sums over the finished parts.
    pub finished: Totals,
    /// The sums over the parts that are left.
    pub left: Totals,
    /// The most memory in bytes that a part needs. Parts are solved one at a time.
    pub memory: u64,
    /// The disk in bytes that the tables left need at least. The size of compressed tables is unknown before: the
    /// largest plain table stands for all of them, or the working copies in a solve of results. Zero for a compression
    /// of finished tables.
    pub tables: u64,
    /// The disk in bytes that the values of a part need beside the tables while it is solved; 0 if they fit in memory.
    pub values_in_files: u64,
}

/// A part of a job, finished or not.
#[derive(Clone, Debug)]
pub struct PartEstimate {
    /// The name of the part; empty for a game that has one table.
    pub part: String,
    /// The table's file, whether it exists or not.
    pub path: PathBuf,
    /// Whether the part is finished.
    pub finished: bool,
    /// The sums over the slices of the part. [`Totals::parts`] is 1.
    pub totals: Totals,
    /// The most memory in bytes that solving the part needs; 0 if it is finished or its values come from a table.
    pub memory: u64,
    /// The disk in bytes for its values while it is solved; 0 if they fit into the limit of memory.
    pub in_files: u64,
    /// The bytes on the disk at the most while it is solved and counted, in a job with working tables: these and its
    /// values. 0 in other jobs.
    pub peak: u64,
}

/// Sums over parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// The number of parts, each with one table.
    pub parts: u64,
    /// The number of slices.
    pub slices: u64,
    /// The number of components.
    pub components: u64,
    /// The number of entries.
    pub entries: u64,
    /// The size of the tables in bytes. A table that is left counts with its least plain size, one byte per entry, or
    /// with 0 if it is made from a finished one.
    pub bytes: u64,
}

impl Totals {
    /// Adds the sums over other parts.
    fn add(&mut self, other: &Totals) {
        self.parts += other.parts;
        self.slices += other.slices;
        self.components += other.components;
        self.entries += other.entries;
        self.bytes = self.bytes.saturating_add(other.bytes);
    }
}

impl Estimate {
    /// The disk in bytes that the job needs at least.
    pub fn disk(&self) -> u64 {
        self.tables.saturating_add(self.values_in_files)
    }

    /// Adds a part to the sums.
    fn add(&mut self, part: PartEstimate, compressed: bool) {
        let PartEstimate { totals, finished, memory, in_files, .. } = &part;
        if *finished {
            self.finished.add(totals);
        } else {
            self.left.add(totals);
            self.memory = self.memory.max(*memory);
            self.tables = match compressed {
                true => self.tables.max(totals.bytes),
                false => self.tables.saturating_add(totals.bytes),
            };
            self.values_in_files = self.values_in_files.max(*in_files);
        }
        self.parts.push(part);
    }
}

impl Job<'_> {
    /// The estimate of the job. It is final only under the lock: until then another process may be writing.
    ///
    /// # Errors
    /// If a table that the job needs is there and cannot be trusted.
    pub fn estimate(&self) -> Result<Estimate, TableError> {
        let (mut estimate, left) = (Estimate::default(), self.parts_left()?);
        let finished = self.parts.iter().filter(|part| !left.contains(part));
        for &part in finished.chain(&left) {
            estimate.add(self.estimate_part(part, left.contains(&part))?, self.compressed);
        }
        let steps = self.forecast(&left)?;
        for (step, of_part) in steps.iter().zip(estimate.parts.iter_mut().filter(|part| !part.finished)) {
            of_part.peak = step.disk;
        }
        if let Some(peak) = steps.iter().map(|step| step.disk).max() {
            let more = peak.saturating_sub(self.bytes_of_working_tables());
            estimate.tables = more.saturating_sub(estimate.values_in_files);
        }
        if let Origin::Results { working, .. } = &self.origin {
            let entries = |part: usize| self.tables.parts()[part].entries(self.space.slices());
            estimate.tables = match self.team {
                false => working.most_bytes(&left, &entries),
                true => self.parts.iter().map(|&part| packed_bytes(entries(part))).sum(),
            };
        }
        Ok(estimate)
    }

    fn estimate_part(&self, number: usize, is_left: bool) -> Result<PartEstimate, TableError> {
        let part = &self.tables.parts()[number];
        let (bytes, memory, in_files) = match (is_left, &self.origin) {
            (false, _) => (self.finished(number)?.map_or(0, Table::bytes), 0, 0),
            (true, Origin::Tables { .. }) => (0, 0, 0),
            (true, Origin::Solver { working: Some(_), .. }) if !self.is_unsolved(number)? => (0, 0, 0),
            (true, Origin::Solver { .. } | Origin::Results { .. } | Origin::Copies { .. }) => {
                let (memory, kept) = self.memory_for(number, self.memory);
                let entries = part.entries(self.space.slices());
                let in_files = self.values_in_files(number, kept);
                let least = match self.origin {
                    Origin::Copies { .. } => packed_bytes(entries),
                    _ if !self.writes_tables => 0,
                    _ => self.tables.least_bytes(self.space, number),
                };
                (least, memory, in_files)
            }
        };
        let totals = Totals {
            parts: 1,
            slices: part.slices.len() as u64,
            components: part.components.len() as u64,
            entries: part.entries(self.space.slices()),
            bytes,
        };
        let (part, path) = (part.name.clone(), self.tables.path(number));
        Ok(PartEstimate { part, path, finished: !is_left, totals, memory, in_files, peak: 0 })
    }

    /// The disk in bytes for the values of a part that are kept in this way while it is solved.
    pub(super) fn values_in_files(&self, number: usize, kept: Kept) -> u64 {
        let part = &self.tables.parts()[number];
        let entries = part.entries(self.space.slices());
        let bytes = if self.finds_results() { packed_bytes(entries) } else { entries };
        match kept {
            Kept::Depths | Kept::Results => 0,
            Kept::InFiles => bytes,
            Kept::InFilesWithSolver => bytes + self.solver().map_or(0, |solver| solver.part_in_files(part)),
        }
    }

    /// The most memory in bytes that solving a part needs, and where its values are: in memory if they fit into the
    /// limit.
    pub(super) fn memory_for(&self, part: usize, limit: Option<u64>) -> (u64, Kept) {
        let in_memory = if self.finds_results() { Kept::Results } else { Kept::Depths };
        let Some(solver) = self.solver() else { return (0, in_memory) };
        let threads = self.threads.unwrap_or_else(processors);
        let part = &self.tables.parts()[part];
        let with = |kept| (solver.memory_of_part(part, threads, kept), kept);
        let fits = |memory: u64| limit.is_none_or(|limit| memory <= limit);
        let ways = [in_memory, Kept::InFiles].map(with);
        ways.into_iter().find(|&(memory, _)| fits(memory)).unwrap_or_else(|| match solver.part_in_files(part) {
            0 => with(Kept::InFiles),
            _ => with(Kept::InFilesWithSolver),
        })
    }

    /// Whether the job finds results alone.
    pub(super) fn finds_results(&self) -> bool {
        matches!(self.origin, Origin::Results { .. } | Origin::Copies { .. })
    }

    /// Opens the tables that other processes have finished, and checks that the tables to compress are there and that
    /// the rest fits into memory and onto the disk. Call it under the lock.
    ///
    /// # Errors
    /// If a table is missing or cannot be trusted, or the memory or the disk is too small.
    pub fn prepare(&mut self, lock: &Lock) -> Result<Estimate, JobError> {
        self.refresh();
        self.check_source()?;
        let estimate = self.estimate()?;
        self.fits(&estimate)?;
        self.store.remove_partial_files(lock);
        self.store.check_free_space(estimate.disk())?;
        self.keep_working_tables(&self.parts_left()?, lock)?;
        Ok(estimate)
    }

    /// Checks that the tables to compress are there, and have depths if they are kept. A part whose compressed table is
    /// finished needs none. Results alone replace no depths.
    fn check_source(&self) -> Result<(), TableError> {
        let Origin::Tables { source, results, .. } = &self.origin else { return Ok(()) };
        for part in self.parts_left()? {
            let missing = || TableError::Missing {
                path: source.path(part),
                game: self.space.name(),
                size_name: Some(self.space.size_name()).filter(|_| source.parts().len() > 1),
            };
            let table = source.table(part)?.ok_or_else(missing)?;
            if table.results_only() && !results {
                return Err(TableError::NoDepths { path: table.path().to_owned() });
            }
            if let Some(old) = self.tables.table(part).ok().flatten().filter(|old| *results && !old.results_only()) {
                return Err(TableError::HasDepths { path: old.path().to_owned() });
            }
        }
        Ok(())
    }

    /// Checks that the job keeps the limit of memory.
    ///
    /// # Errors
    /// [`JobError::Memory`] if it does not.
    pub fn fits(&self, estimate: &Estimate) -> Result<(), JobError> {
        let (game, needed) = (self.space.name(), estimate.memory);
        match self.memory.filter(|&allowed| allowed < needed) {
            Some(allowed) => Err(JobError::Memory { game, needed, allowed }),
            None => Ok(()),
        }
    }
}
