//! A whole solve: find the tables that are finished, then solve and write one part after the other.
//!
//! Finished tables stay however a solve ends; the next solve resumes with the first part that is not finished.
//!
//! # Overview of types
//!
//! * [`Job`]: slices to solve with their dependencies, by a solver, into a store.
//! * [`Options`]: the threads and the memory that the user allows.
//! * [`Estimate`]: what is finished and what is left, each [`Totals`], and the memory that it takes.
//! * [`PartEstimate`]: the same for one part.
//! * [`compress`]: the same for compressed tables. [`rate`]: how fast the game is solved here, and how small its
//!   tables get.
//! * [`Report`]: one part that was solved and written. [`RunError`]: why it was not.

pub mod compress;
pub mod rate;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::solve::{Peers, SolveError, Solver, Work, in_sequence, memory, solve_part};
use crate::space::components::{Part, closure};
use crate::space::{SliceId, Space};
use crate::table::{Lock, Store, Table, TableError, Tables};
use crate::util::progress::{Progress, Stopped, StopsWith};
use crate::util::threads::{Threads, processors};
use crate::util::units::memory_size;
use crate::values::{Memory, Overlay};

/// Limits of a job.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Worker threads; `None` for all processors.
    pub threads: Option<usize>,
    /// The limit of memory in bytes; `None` for no limit. Values that do not fit are kept in mapped files, which the system
    /// may write to the disk when memory gets short.
    pub memory: Option<u64>,
    /// Whether tables are written compressed.
    pub compress: bool,
}

/// Slices to solve into a store, with their dependencies: all slices that their moves lead to.
pub struct Job<'a, S> {
    space: &'a S,
    solver: &'a dyn Solver<S>,
    store: Store,
    tables: Tables,
    /// The numbers of the parts to solve, each after its dependencies.
    parts: Vec<usize>,
}

/// Some parts of a space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// The number of parts, each with one table.
    pub parts: u64,
    /// The slices of the parts.
    pub slices: u64,
    /// The components of the slices.
    pub components: u64,
    /// The entries of the slices.
    pub entries: u64,
    /// The size of the tables in bytes; of a table that is not finished the least size, a byte per entry.
    pub bytes: u64,
}

/// What is finished and what is left to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// The finished tables.
    pub finished: Totals,
    /// The parts left to solve.
    pub left: Totals,
    /// The most memory in bytes that solving them takes at a time.
    pub memory: u64,
    /// The least room in bytes that the tables left take on the disk. Of compressed ones it is not known: that of the largest
    /// plain one.
    pub tables: u64,
    /// The most room in bytes that values take on the disk while they are found, besides the tables: 0 if they fit in
    /// memory.
    pub values_in_files: u64,
}

impl Estimate {
    /// The least room on the disk that it takes, in bytes.
    pub fn disk(&self) -> u64 {
        self.tables.saturating_add(self.values_in_files)
    }
}

/// One part of a job, finished or not.
#[derive(Clone, Debug)]
pub struct PartEstimate {
    /// The name of the part; empty for a game that is kept in one table.
    pub part: String,
    /// The table's file, whether it exists or not.
    pub path: PathBuf,
    /// What it has. [`Totals::parts`] is 1.
    pub totals: Totals,
    /// The most memory in bytes that solving it takes; `None` if it is finished.
    pub memory: Option<u64>,
    /// Whether its values are kept in files while they are found, because memory is limited.
    pub in_files: bool,
}

/// One part that was solved and written.
#[derive(Clone, Debug)]
pub struct Report {
    /// The name of the part; empty for a game that is kept in one table.
    pub part: String,
    /// The slices of the part.
    pub slices: u64,
    /// The table's file.
    pub path: PathBuf,
    /// The size of the file in bytes.
    pub bytes: u64,
    /// The entries of the part.
    pub entries: u64,
    /// The worker threads.
    pub threads: usize,
    /// Time to solve.
    pub solve: Duration,
    /// Time to write, without [`Report::sync`].
    pub write: Duration,
    /// Time to wait for the disk.
    pub sync: Duration,
}

/// Why a job was not finished.
#[derive(Debug, Error)]
pub enum RunError {
    /// A part could not be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A table could not be written, or one that is there cannot be trusted.
    #[error(transparent)]
    Table(TableError),
    /// More memory is needed than was allowed.
    #[error("expected {} of memory or more for {game}, found a limit of {}", memory_size(*needed),
            memory_size(*allowed))]
    Memory {
        /// The game.
        game: &'static str,
        /// Bytes that are needed.
        needed: u64,
        /// Bytes that are allowed.
        allowed: u64,
    },
    /// The system gives no threads.
    #[error("the worker threads could not be started ({0})")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

impl From<Stopped> for RunError {
    fn from(Stopped: Stopped) -> RunError {
        RunError::Solve(SolveError::Stopped)
    }
}

impl From<TableError> for RunError {
    fn from(error: TableError) -> RunError {
        match error {
            TableError::Stopped(stopped) => stopped.into(),
            error => RunError::Table(error),
        }
    }
}

impl<'a, S: Space> Job<'a, S> {
    /// The job to solve these slices with their dependencies.
    pub fn new(space: &'a S, solver: &'a dyn Solver<S>, store: &Store, selected: &[SliceId]) -> Job<'a, S> {
        let tables = store.scan(space);
        let parts = closure(space.slices(), tables.parts(), selected);
        Job { space, solver, store: store.clone(), tables, parts }
    }

    /// What is finished and what is left. It is final only under the lock: another process may be writing.
    ///
    /// # Errors
    /// If a table that is needed is there and cannot be trusted.
    pub fn estimate(&self, options: &Options) -> Result<Estimate, TableError> {
        let mut estimate = Estimate::default();
        for part in self.part_estimates(options)? {
            let sum = if part.memory.is_none() { &mut estimate.finished } else { &mut estimate.left };
            estimate.tables = match (part.memory, options.compress) {
                (None, _) => estimate.tables,
                (Some(_), false) => estimate.tables.saturating_add(part.totals.bytes),
                (Some(_), true) => estimate.tables.max(part.totals.bytes),
            };
            estimate.memory = estimate.memory.max(part.memory.unwrap_or(0));
            if part.in_files {
                estimate.values_in_files = estimate.values_in_files.max(part.totals.entries);
            }
            sum.parts += part.totals.parts;
            sum.slices += part.totals.slices;
            sum.components += part.totals.components;
            sum.entries += part.totals.entries;
            sum.bytes = sum.bytes.saturating_add(part.totals.bytes);
        }
        Ok(estimate)
    }

    /// The same for each part, in the order in which they are solved.
    ///
    /// # Errors
    /// As [`Job::estimate`].
    pub fn part_estimates(&self, options: &Options) -> Result<Vec<PartEstimate>, TableError> {
        let estimate = |&number: &usize| {
            let part = &self.tables.parts()[number];
            let (bytes, memory, in_files) = match self.finished(number)? {
                Some(table) => (table.bytes(), None, false),
                None => {
                    let (memory, in_files) = self.memory(part, options);
                    (self.tables.least_bytes(self.space, number), Some(memory), in_files)
                }
            };
            let totals = Totals {
                parts: 1,
                slices: part.slices.len() as u64,
                components: part.components.len() as u64,
                entries: part.entries(self.space.slices()),
                bytes,
            };
            Ok(PartEstimate { part: part.name.clone(), path: self.tables.path(number), totals, memory, in_files })
        };
        self.parts.iter().map(estimate).collect()
    }

    /// The most memory that solving a part takes, and whether its values are in files meanwhile: if they have to.
    fn memory(&self, part: &Part, options: &Options) -> (u64, bool) {
        let threads = options.threads.unwrap_or_else(processors);
        let memory = |in_files| memory(self.space, self.solver, part, threads, in_files);
        let in_files = options.memory.is_some_and(|allowed| allowed < memory(false));
        (memory(in_files), in_files)
    }

    /// The finished table of a part; `None` if there is none, or one of results only, which no solve can stand on.
    fn finished(&self, part: usize) -> Result<Option<&Table>, TableError> {
        Ok(self.tables.table(part)?.filter(|table| !table.results_only()))
    }

    /// The path of the table of a job with a single part, finished or not.
    pub fn single(&self) -> Option<PathBuf> {
        match self.parts[..] {
            [part] => Some(self.tables.path(part)),
            _ => None,
        }
    }

    /// Opens the tables that other processes have finished, and checks that the rest fits. Call it under the lock.
    ///
    /// # Errors
    /// If a finished table cannot be trusted, or the memory or the disk is too small.
    pub fn prepare(&mut self, lock: &Lock, options: &Options) -> Result<Estimate, RunError> {
        self.refresh();
        let estimate = self.estimate(options)?;
        self.fits(&estimate, options)?;
        self.store.remove_partial_files(lock);
        self.store.check_free_space(estimate.disk())?;
        Ok(estimate)
    }

    /// Checks that the memory that is needed is allowed.
    ///
    /// # Errors
    /// [`RunError::Memory`] if it is not.
    pub fn fits(&self, estimate: &Estimate, options: &Options) -> Result<(), RunError> {
        let (game, needed) = (self.space.name(), estimate.memory);
        match options.memory.filter(|&allowed| allowed < needed) {
            Some(allowed) => Err(RunError::Memory { game, needed, allowed }),
            None => Ok(()),
        }
    }

    /// Solves the parts that are left, in order, and reports each once its table is on the disk.
    ///
    /// # Errors
    /// See [`RunError`]. Finished tables stay; the part at work leaves nothing.
    pub fn run(
        &mut self,
        lock: &Lock,
        options: &Options,
        progress: &dyn Progress,
        report: &mut dyn FnMut(&Report),
    ) -> Result<(), RunError> {
        let pool = Threads::new(options.threads)?;
        for number in self.parts.clone() {
            if self.finished(number)?.is_some() {
                continue;
            }
            report(&self.solve_one_part(number, &pool, lock, options, progress)?);
        }
        Ok(())
    }

    /// Solves a part and writes its table. The tables of all that it leads to are open.
    ///
    /// # Errors
    /// As [`Job::run`].
    pub fn solve_one_part(
        &mut self,
        number: usize,
        pool: &Threads,
        lock: &Lock,
        options: &Options,
        progress: &dyn Progress,
    ) -> Result<Report, RunError> {
        let solved = self.solve(number, pool, options, progress, None)?;
        self.write(number, solved, pool, lock, options, progress)
    }

    /// Solves a part with the other ranks of `share`, and writes its table if there is a lock: the one of a directory that ranks
    /// share is for one of them. A solver that cannot be shared does all of the work on each rank.
    ///
    /// # Errors
    /// As [`Job::run`].
    pub fn solve_one_part_shared(
        &mut self,
        number: usize,
        pool: &Threads,
        lock: Option<&Lock>,
        options: &Options,
        progress: &dyn Progress,
        peers: &dyn Peers,
    ) -> Result<Option<Report>, RunError> {
        let solved = self.solve(number, pool, options, progress, Some(peers))?;
        lock.map(|lock| self.write(number, solved, pool, lock, options, progress)).transpose()
    }

    /// The number of entries of a part that `ranks` ranks solve one after the other when they solve it together; `None` if
    /// the solver cannot divide the part among ranks.
    pub fn in_sequence(&self, number: usize, ranks: usize) -> Option<u64> {
        in_sequence(self.space, self.solver, &self.tables.parts()[number], ranks)
    }

    /// Solves a part, alone or with the other ranks.
    fn solve(
        &self,
        number: usize,
        pool: &Threads,
        options: &Options,
        progress: &dyn Progress,
        peers: Option<&dyn Peers>,
    ) -> Result<Solved, RunError> {
        progress.check()?;
        let part = &self.tables.parts()[number];
        let start = Instant::now();
        let (space, below) = (self.space, &self.tables);
        let memory = match self.memory(part, options) {
            (_, true) => Memory::in_files(space.slices(), self.store.directory()),
            (_, false) => Memory::new(space.slices()),
        };
        let values = Overlay { above: &memory, below };
        let work = Work { peers, ..Work::new(&values, progress) };
        pool.install(|| solve_part(space, self.solver, part, &work))?;
        let time = start.elapsed();
        self.tables.release_pages();
        Ok(Solved { memory, time })
    }

    /// Writes the table of a part that was solved.
    fn write(
        &mut self,
        number: usize,
        Solved { memory, time: solve }: Solved,
        pool: &Threads,
        lock: &Lock,
        options: &Options,
        progress: &dyn Progress,
    ) -> Result<Report, RunError> {
        let start = Instant::now();
        let written = match options.compress {
            true => {
                let (values, stops) = (Overlay { above: &memory, below: &self.tables }, StopsWith(progress));
                let compress = || self.tables.compress(lock, self.space, number, &values, false, &stops);
                let written = pool.install(compress)?;
                self.tables.reopen(self.space, number)?;
                written
            }
            false => pool.install(|| self.tables.write(lock, self.space, number, &memory))?,
        };
        let part = &self.tables.parts()[number];
        Ok(Report {
            part: part.name.clone(),
            slices: part.slices.len() as u64,
            path: self.tables.path(number),
            bytes: written.bytes,
            entries: part.entries(self.space.slices()),
            threads: pool.number(),
            solve,
            write: start.elapsed().saturating_sub(written.sync),
            sync: written.sync,
        })
    }

    /// The space.
    pub fn space(&self) -> &'a S {
        self.space
    }

    /// The tables of the game, finished or not.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The numbers of the parts to solve in [`Tables::parts`], each after its dependencies.
    pub fn parts(&self) -> &[usize] {
        &self.parts
    }

    /// Whether the table of a part is finished, and holds depths.
    ///
    /// # Errors
    /// If it cannot be trusted.
    pub fn is_finished(&self, part: usize) -> Result<bool, TableError> {
        self.finished(part).map(|table| table.is_some())
    }

    /// Opens the tables that other processes have finished.
    pub fn refresh(&mut self) {
        self.tables.refresh(self.space);
    }
}

/// A part that was solved: its values, and the time that it took.
struct Solved {
    memory: Memory,
    time: Duration,
}
