//! A whole run of work in three nouns: a [`Job`], its [`Estimate`], and a [`Report`] for each part that it finishes.
//!
//! A job makes the tables of some slices and of all slices that their moves lead to, one part after the other. The
//! values of a part come from a solver ([`Job::solve`]) or from finished tables ([`Job::compress`]):
//!
//! ```text
//! selected slices --closure--> parts, each after its dependencies
//!                                |
//!      Job::estimate: for each part, is its table finished? If not: how much memory, how much disk?
//!                                |
//!      Job::run:      for each part that is not finished: values -> table -> Report
//! ```
//!
//! A job may also show the values to an observer and write no tables ([`Job::without_tables`]). It then keeps the
//! values that parts above still need in working files, and removes each when no part that is left leads to it.
//!
//! Finished tables stay however a job ends. The next job resumes with the first part that is not finished.
//!
//! # Overview of types
//!
//! * [`Job`]: the slices, the origin of their values, the store, and the limits on threads and memory.
//! * [`Estimate`]: the finished tables and the parts left ([`PartEstimate`], [`Totals`]), and the memory and the disk
//!   that these need. [`Rate`]: the [`WorkTime`] and the compression of this game on this machine, measured on small
//!   parts.
//! * [`Report`]: the size of one table, and the time to make it. [`PartObserver`]: it sees the values of each part.
//!   [`JobError`]: why a job was not finished.

mod counted;
mod disk_forecast;
mod error;
mod estimate;
mod observer;
mod pieces;
mod rate;
mod report;
mod results;
mod team;
mod working;
mod working_tables;

pub use error::JobError;
pub use estimate::{Estimate, PartEstimate, Totals};
pub use observer::PartObserver;
pub use rate::{Rate, WorkTime};
pub use report::Report;
pub use working::{WORKING, bytes_beside};
pub use working_tables::WORKING_DEPTHS;

use std::fs::metadata;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::solve::{Kept, Peers, Solver, Solving, SpaceSolver, Work};
use crate::space::components::closure;
use crate::space::{Naming, SliceId};
use crate::table::{Lock, Store, Table, TableError, TableGame, TableWriter, Tables, Written};
use crate::util::progress::{Progress, StopsWith};
use crate::util::threads::Threads;
use crate::values::{Lookup, Memory, Overlay};
use working::WorkingCopies;
use working_tables::WorkingTables;

/// The tables to make of some slices and of their dependencies: all slices that their moves lead to.
///
/// ```
/// use hindsight::games::tic_tac_toe::TicTacToe;
/// use hindsight::job::Job;
/// use hindsight::solve::retrograde::Retrograde;
/// use hindsight::space::SliceId;
/// use hindsight::table::Store;
///
/// let directory = tempfile::tempdir()?;
/// let (game, store) = (TicTacToe::new(), Store::new(directory.path()));
/// let mut job = Job::solve(&game, &Retrograde, &store, &[SliceId(0)]).threads(Some(1));
/// let lock = store.lock(|_| ())?;
/// let estimate = job.prepare(&lock)?;
/// let mut entries = 0;
/// job.run(&lock, &(), &mut |report| entries += report.entries)?;
/// assert_eq!(entries, estimate.left.entries);
/// assert_eq!(job.estimate()?.left.parts, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Job<'a> {
    space: &'a dyn TableGame,
    origin: Origin<'a>,
    store: Store,
    /// The tables of the store, finished or not.
    tables: Tables,
    /// The parts by their numbers in [`Tables::parts`], each after its dependencies.
    parts: Vec<usize>,
    /// The number of worker threads; `None` for all processors.
    threads: Option<usize>,
    /// The limit of memory in bytes.
    memory: Option<u64>,
    /// Whether the tables are written compressed.
    compressed: bool,
    /// Whether a team does the work.
    team: bool,
    /// Sees the values of each part.
    observer: Option<Box<dyn PartObserver + 'a>>,
    /// Whether tables are written. Without them, a part is finished when the observer has seen it.
    writes_tables: bool,
}

/// The origin of the values of a job.
enum Origin<'a> {
    /// A solver finds them.
    Solver {
        solver: Box<dyn SpaceSolver + 'a>,
        /// Where values are kept of a job that writes no tables.
        working: Option<Box<WorkingTables>>,
    },
    /// A solver finds results alone.
    Results { solver: Box<dyn SpaceSolver + 'a>, working: Box<WorkingCopies> },
    /// A solver finds results alone, and only working copies are written.
    Copies {
        solver: Box<dyn SpaceSolver + 'a>,
        /// The compressed tables, which make copies too.
        finished: Box<Tables>,
    },
    /// Finished tables hold them.
    Tables {
        source: Box<Tables>,
        /// Whether results alone are kept, without depths.
        results: bool,
        /// Whether a part may be made before its dependencies.
        in_any_order: bool,
    },
}

impl<'a> Job<'a> {
    /// The job to solve slices with their dependencies.
    pub fn solve<S: Naming>(space: &'a S, solver: &'a dyn Solver<S>, store: &Store, selected: &[SliceId]) -> Job<'a> {
        let solver = Box::new(Solving { space, solver });
        Job::new(space, Origin::Solver { solver, working: None }, store, selected)
    }

    /// The job to find the results of slices with their dependencies. It writes compressed tables without depths, and
    /// needs no depths of the parts below. Until the parts above are finished, it keeps working copies of two bits an
    /// entry in the directory `working` of the store. It is a job for one process: a team does it in two
    /// ([`Job::solve_copies`], [`Job::compress_copies`]).
    pub fn solve_results<S: Naming>(
        space: &'a S,
        solver: &'a dyn Solver<S>,
        store: &Store,
        selected: &[SliceId],
    ) -> Job<'a> {
        let working = Box::new(WorkingCopies::new(space, store, selected));
        Job::new(space, Origin::Results { solver: Box::new(Solving { space, solver }), working }, store, selected)
    }

    /// The job to make the working copies of slices without a compressed table and of their dependencies: the first
    /// half of a job of results, for a team. All copies stay until the second half is done.
    pub fn solve_copies<S: Naming>(
        space: &'a S,
        solver: &'a dyn Solver<S>,
        store: &Store,
        selected: &[SliceId],
    ) -> Job<'a> {
        Job::of_copies(space, Box::new(Solving { space, solver }), store, selected)
    }

    fn of_copies(
        space: &'a dyn TableGame,
        solver: Box<dyn SpaceSolver + 'a>,
        store: &Store,
        selected: &[SliceId],
    ) -> Job<'a> {
        let finished = Box::new(store.scan(space));
        let parts = closure(space.slices(), finished.parts(), selected);
        let left = parts.into_iter().filter(|&part| !is_compressed(&finished, part));
        let left: Vec<SliceId> = left.flat_map(|part| finished.parts()[part].slices.clone()).collect();
        Job::new(space, Origin::Copies { solver, finished }, &working::store_of(store), &left)
    }

    /// The job to make compressed tables of results from the working copies of slices and of their dependencies: the
    /// second half of a job of results.
    pub fn compress_copies(space: &'a dyn TableGame, store: &Store, selected: &[SliceId]) -> Job<'a> {
        let source = Box::new(working::store_of(store).scan(space));
        Job::new(space, Origin::Tables { source, results: true, in_any_order: true }, store, selected)
    }

    /// The job to compress the tables of slices and of their dependencies from one store into another, which may be the
    /// same. With `results` it keeps no depths.
    pub fn compress(
        space: &'a dyn TableGame,
        from: &Store,
        to: &Store,
        selected: &[SliceId],
        results: bool,
    ) -> Job<'a> {
        let source = Box::new(from.scan(space));
        Job::new(space, Origin::Tables { source, results, in_any_order: false }, to, selected)
    }

    fn new(space: &'a dyn TableGame, origin: Origin<'a>, store: &Store, selected: &[SliceId]) -> Job<'a> {
        let tables = store.scan(space);
        let parts = closure(space.slices(), tables.parts(), selected);
        let compressed = !matches!(origin, Origin::Solver { .. } | Origin::Copies { .. });
        let store = store.clone();
        Job {
            space,
            origin,
            store,
            tables,
            parts,
            threads: None,
            memory: None,
            compressed,
            team: false,
            observer: None,
            writes_tables: true,
        }
    }

    /// Sets the number of worker threads; `None` for all processors.
    pub fn threads(self, threads: Option<usize>) -> Job<'a> {
        Job { threads, ..self }
    }

    /// Sets the limit of memory in bytes; `None` for no limit. Values that do not fit are kept in mapped files, which
    /// the system may write to the disk when memory gets short.
    pub fn memory(self, memory: Option<u64>) -> Job<'a> {
        Job { memory, ..self }
    }

    /// Sets whether a solve writes compressed tables, with depths.
    pub fn compressed(self, compressed: bool) -> Job<'a> {
        Job { compressed, ..self }
    }

    /// Sets an observer of the parts that the job solves. It is called on the threads of the job, just before the table
    /// is written: the values are quicker to read then, and a job that is stopped in the observer shows the part again.
    pub fn observed(self, observer: Box<dyn PartObserver + 'a>) -> Job<'a> {
        Job { observer: Some(observer), ..self }
    }

    /// Makes a solve that shows each part to its observer and writes no table. A part is finished when the observer has
    /// seen it. Its values are kept, in a [working copy](self) or in working tables, while a part that is left leads to
    /// it. It is solved again if they are gone then.
    pub fn without_tables(mut self) -> Job<'a> {
        if let Origin::Solver { working, .. } = &mut self.origin {
            let slices = self.parts.iter().flat_map(|&part| self.tables.parts()[part].slices.clone());
            *working = Some(Box::new(WorkingTables::new(self.space, &self.store, slices.collect())));
        }
        Job { writes_tables: false, ..self }
    }

    /// Shows the values of a part to the observer.
    fn show(&self, part: usize, values: &dyn Lookup, pool: &Threads, progress: &dyn Progress) -> Result<(), JobError> {
        let Some(observer) = &self.observer else { return Ok(()) };
        pool.install(|| observer.see(&self.tables.parts()[part], values, &StopsWith(progress)))
    }

    /// Sets whether a team does the work of a job of results: it then needs room for all working copies at a time.
    pub fn for_team(self, team: bool) -> Job<'a> {
        Job { team, ..self }
    }

    /// Removes the working copies of the slices of the job, once a team has done a job of results.
    ///
    /// # Errors
    /// If a file cannot be removed.
    pub fn remove_copies(&self, lock: &Lock) -> Result<(), JobError> {
        let slices = self.parts.iter().flat_map(|&part| self.tables.parts()[part].slices.clone());
        let mut copies = WorkingCopies::new(self.space, &self.store, &slices.collect::<Vec<SliceId>>());
        Ok(copies.keep(self.space, &self.store.scan(self.space), &[], lock)?)
    }

    /// The finished table of a part: one with depths for a solve, any for a solve of results, a compressed one with the
    /// wanted content for a compression, which replaces a damaged table. A table that waits for a table below it is
    /// finished too: the job makes that one.
    fn finished(&self, part: usize) -> Result<Option<&Table>, TableError> {
        let table = self.tables.intact(part);
        match self.origin {
            Origin::Solver { .. } => Ok(table?.filter(|table| !table.results_only())),
            Origin::Results { .. } | Origin::Copies { .. } => table,
            Origin::Tables { results, in_any_order, .. } => {
                let is_wanted = |table: &&Table| table.is_compressed() && table.results_only() == results;
                // A table with depths has the results of working copies too.
                let table = table.ok().flatten();
                Ok(table.filter(|table| is_wanted(table) || in_any_order && !table.results_only()))
            }
        }
    }

    /// Makes the tables that are left, in order, and reports each once it is on the disk.
    ///
    /// # Errors
    /// See [`JobError`]. Finished tables stay. The part in work leaves nothing.
    pub fn run(
        &mut self,
        lock: &Lock,
        progress: &dyn Progress,
        report: &mut dyn FnMut(&Report),
    ) -> Result<(), JobError> {
        let pool = Threads::new(self.threads)?;
        for part in self.parts_left()? {
            report(&self.run_part(part, &pool, lock, progress)?);
        }
        self.keep_working_tables(&[], lock)?;
        if self.in_any_order() {
            self.open_again();
        }
        if self.writes_tables { self.check_files() } else { Ok(()) }
    }

    /// Checks that the table of every part is on the disk, as long as it was when it was opened. An open table does not
    /// tell: its file may have been removed.
    ///
    /// # Errors
    /// [`JobError::Gone`] if one is not.
    pub fn check_files(&self) -> Result<(), JobError> {
        let is_there = |part: usize| {
            let length = self.tables.table(part).ok().flatten().map(Table::bytes);
            length.is_some_and(|length| metadata(self.tables.path(part)).is_ok_and(|found| found.len() == length))
        };
        let missing: Vec<usize> = self.parts.iter().copied().filter(|&part| !is_there(part)).collect();
        let Some(&first) = missing.first() else { return Ok(()) };
        Err(JobError::Gone {
            game: self.space.name(),
            tables: self.parts.len() as u64,
            missing: missing.len() as u64,
            path: self.tables.path(first),
        })
    }

    /// Makes the table of one part, whose dependencies are finished and open.
    ///
    /// # Errors
    /// As [`Job::run`].
    pub fn run_part(
        &mut self,
        part: usize,
        pool: &Threads,
        lock: &Lock,
        progress: &dyn Progress,
    ) -> Result<Report, JobError> {
        progress.check()?;
        match self.origin {
            Origin::Solver { working: Some(_), .. } => self.run_counted(part, pool, lock, progress),
            Origin::Solver { ref solver, .. } => {
                let solved = self.find_values(solver.as_ref(), part, pool, progress, None)?;
                // Before the table is there: a part with a table is finished, and would not be shown again.
                self.show(part, &Overlay { above: &solved.memory, below: &self.tables }, pool, progress)?;
                self.write(part, solved, pool, lock, progress)
            }
            Origin::Results { .. } => self.run_results(part, pool, lock, progress),
            Origin::Copies { .. } => self.run_copy(part, pool, lock, progress),
            Origin::Tables { ref source, results, in_any_order } => {
                let (space, start) = (self.space, Instant::now());
                let writer = TableWriter::new(lock, &self.tables, space, part).in_any_order(in_any_order);
                let written = pool.install(|| writer.compressed(source.as_ref(), results, progress))?;
                if !in_any_order {
                    self.tables.reopen(space, part)?;
                }
                let source_bytes = source.table(part)?.map(Table::bytes);
                Ok(Report { source_bytes, ..self.report(part, &written, pool, start.elapsed()) })
            }
        }
    }

    /// The solver; `None` for a compression.
    fn solver(&self) -> Option<&dyn SpaceSolver> {
        match &self.origin {
            Origin::Solver { solver, .. } | Origin::Results { solver, .. } | Origin::Copies { solver, .. } => {
                Some(solver.as_ref())
            }
            Origin::Tables { .. } => None,
        }
    }

    /// Finds the values of a part, alone or with other ranks.
    fn find_values(
        &self,
        solver: &dyn SpaceSolver,
        part: usize,
        pool: &Threads,
        progress: &dyn Progress,
        peers: Option<&dyn Peers>,
    ) -> Result<SolvedValues, JobError> {
        let (space, number, part) = (self.space, part, &self.tables.parts()[part]);
        let start = Instant::now();
        let (_, kept) = self.memory_for(number, self.memory);
        let memory = match kept.in_files() {
            true => Memory::in_files(space.slices(), self.store.directory()),
            false => Memory::new(space.slices()),
        };
        let files = (kept == Kept::InFilesWithSolver).then(|| self.store.directory());
        match &self.origin {
            Origin::Solver { working: Some(working), .. } => {
                let below = Overlay { above: working.tables(), below: &self.tables };
                let values = Overlay { above: &memory, below: &below };
                let work = Work { peers, files, ..Work::new(&values, progress) };
                pool.install(|| solver.solve_part(part, &work))?;
                working.tables().release_pages();
            }
            _ => {
                let values = Overlay { above: &memory, below: &self.tables };
                let work = Work { peers, files, ..Work::new(&values, progress) };
                pool.install(|| solver.solve_part(part, &work))?;
            }
        }
        let time = start.elapsed();
        self.tables.release_pages();
        Ok(SolvedValues { memory, time })
    }

    /// Writes the table of a part that was solved.
    fn write(
        &mut self,
        part: usize,
        SolvedValues { memory, time }: SolvedValues,
        pool: &Threads,
        lock: &Lock,
        progress: &dyn Progress,
    ) -> Result<Report, JobError> {
        let (space, start) = (self.space, Instant::now());
        let writer = TableWriter::new(lock, &self.tables, space, part);
        let written = match self.compressed {
            true => {
                let (values, stops) = (Overlay { above: &memory, below: &self.tables }, StopsWith(progress));
                pool.install(|| writer.compressed(&values, false, &stops))?
            }
            false => pool.install(|| writer.plain(&memory))?,
        };
        self.tables.reopen(space, part)?;
        Ok(Report { solve: time, ..self.report(part, &written, pool, start.elapsed()) })
    }

    /// The report on a table that was written in `time`.
    fn report(&self, part: usize, written: &Written, pool: &Threads, time: Duration) -> Report {
        let (bytes, sync) = (written.bytes, written.sync);
        Report { bytes, write: time.saturating_sub(sync), sync, ..self.report_without_table(part, pool) }
    }

    /// The report on a part without a table.
    fn report_without_table(&self, part: usize, pool: &Threads) -> Report {
        let of_part = &self.tables.parts()[part];
        Report {
            part: of_part.name.clone(),
            slices: of_part.slices.len() as u64,
            entries: of_part.entries(self.space.slices()),
            path: self.tables.path(part),
            bytes: 0,
            source_bytes: None,
            threads: pool.number(),
            solve: Duration::ZERO,
            write: Duration::ZERO,
            sync: Duration::ZERO,
        }
    }

    /// The space.
    pub fn space(&self) -> &'a dyn TableGame {
        self.space
    }

    /// The directory of the tables.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The tables of the game, finished or not.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The numbers in [`Tables::parts`] of the parts to make, each after its dependencies.
    pub fn parts(&self) -> &[usize] {
        &self.parts
    }

    /// The number of worker threads; `None` for all processors.
    pub fn thread_limit(&self) -> Option<usize> {
        self.threads
    }

    /// Whether the job writes tables ([`Job::without_tables`]).
    pub fn writes_tables(&self) -> bool {
        self.writes_tables
    }

    /// The path of the table of a job with a single part, finished or not.
    pub fn single(&self) -> Option<PathBuf> {
        match self.parts[..] {
            [part] => Some(self.tables.path(part)),
            _ => None,
        }
    }

    /// Whether the table of a part is finished, and holds the values that the job is to write.
    ///
    /// # Errors
    /// If it cannot be trusted.
    pub fn is_finished(&self, part: usize) -> Result<bool, TableError> {
        self.finished(part).map(|table| table.is_some())
    }

    /// Opens all tables again.
    pub fn open_again(&mut self) {
        self.tables = self.store.scan(self.space);
    }

    /// Opens the tables that other processes have finished.
    pub fn refresh(&mut self) {
        self.tables.refresh(self.space);
        if let Origin::Tables { source, .. } = &mut self.origin {
            source.refresh(self.space);
        }
    }
}

/// Whether tables have a compressed table of a part.
fn is_compressed(tables: &Tables, part: usize) -> bool {
    tables.table(part).is_ok_and(|table| table.is_some_and(Table::is_compressed))
}

/// The values of a part before its table is written.
struct SolvedValues {
    memory: Memory,
    /// The time to solve.
    time: Duration,
}
