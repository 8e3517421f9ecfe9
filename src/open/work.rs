//! The work on the tables of a game, behind an object without its types: solves and compressions, alone or in a team.

use std::path::PathBuf;
use std::time::Duration;

use super::error::OpenError;
use super::figures::{FiguresCounter, FiguresFile};
use crate::catalogue::{CatalogueGame, GameEntry};
use crate::cluster::{ClusterError, Leader, Member, Usage};
use crate::job::{Estimate, Job, JobError, Rate, Report};
use crate::space::{Slice, SliceId, components};
use crate::table::{Lock, Store, TableError};
use crate::util::progress::Progress;
use crate::verify::rules;

/// A [`Job`] of a game that is open.
pub struct JobRequest<'a> {
    /// Where the values come from, and how they are written.
    pub kind: JobKind<'a>,
    /// The directories of the tables: they are written into the first.
    pub store: &'a Store,
    /// The slices. Their dependencies are made too.
    pub slices: &'a [SliceId],
    /// The number of worker threads; `None` for all processors.
    pub threads: Option<usize>,
    /// The limit of memory in bytes; `None` for no limit.
    pub memory: Option<u64>,
    /// The file for the figures of each slice.
    pub figures: Option<FiguresFile>,
    /// Whether tables are written. Without them, a solve finishes a part with its figures. The figures of a solve with
    /// depths have the number of positions of each depth.
    pub writes_tables: bool,
}

impl<'a> JobRequest<'a> {
    /// A request for tables without limits on threads and memory, and without figures.
    pub fn new(kind: JobKind<'a>, store: &'a Store, slices: &'a [SliceId]) -> JobRequest<'a> {
        JobRequest { kind, store, slices, threads: None, memory: None, figures: None, writes_tables: true }
    }
}

/// Where the values of a job come from, and how they are written.
#[derive(Clone, Copy)]
pub enum JobKind<'a> {
    /// [`Job::solve`].
    Solve {
        /// Whether the tables are compressed.
        compressed: bool,
    },
    /// [`Job::solve_results`].
    Results {
        /// Whether a team does the work.
        for_team: bool,
    },
    /// [`Job::solve_copies`], the first half of a job of results for a team.
    Copies,
    /// [`Job::compress_copies`], the second half.
    CompressCopies,
    /// [`Job::compress`].
    Compress {
        /// The directories of the tables to compress.
        from: &'a Store,
        /// Whether results alone are kept, without depths.
        results: bool,
    },
}

/// A [`Job`] without the type of its game.
pub trait OpenJob {
    /// See [`Job::estimate`].
    ///
    /// # Errors
    /// As there.
    fn estimate(&self) -> Result<Estimate, TableError>;

    /// See [`Job::measure`].
    ///
    /// # Errors
    /// As there.
    fn measure(&self, limit: Duration) -> Result<Option<Rate>, JobError>;

    /// See [`Job::fits`].
    ///
    /// # Errors
    /// As there.
    fn fits(&self, estimate: &Estimate) -> Result<(), JobError>;

    /// See [`Job::prepare`].
    ///
    /// # Errors
    /// As there.
    fn prepare(&mut self, lock: &Lock) -> Result<Estimate, JobError>;

    /// See [`Job::has_left_files`].
    fn has_left_files(&self) -> bool;

    /// See [`Job::run`].
    ///
    /// # Errors
    /// As there.
    fn run(&mut self, lock: &Lock, progress: &dyn Progress, report: &mut dyn FnMut(&Report)) -> Result<(), JobError>;

    /// Does the job on all ranks of a team: see [`Leader::lead`].
    ///
    /// # Errors
    /// As there.
    fn lead(
        &mut self,
        leader: &mut Leader,
        lock: &Lock,
        progress: &dyn Progress,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Vec<Usage>, ClusterError>;

    /// Takes part in the job of a leader, and returns whether it is done: see [`Member::follow`].
    fn follow(self: Box<Self>, member: Member, explain: &dyn Fn(ClusterError) -> String) -> bool;

    /// Opens the tables that other processes have finished.
    fn refresh(&mut self);

    /// See [`Job::remove_copies`].
    ///
    /// # Errors
    /// As there.
    fn remove_copies(&self, lock: &Lock) -> Result<(), JobError>;

    /// The path of the table of a job with a single part, finished or not.
    fn single(&self) -> Option<PathBuf>;

    /// Whether tables are written.
    fn writes_tables(&self) -> bool;
}

impl OpenJob for Job<'_> {
    fn estimate(&self) -> Result<Estimate, TableError> {
        self.estimate()
    }

    fn measure(&self, limit: Duration) -> Result<Option<Rate>, JobError> {
        self.measure(limit)
    }

    fn fits(&self, estimate: &Estimate) -> Result<(), JobError> {
        self.fits(estimate)
    }

    fn prepare(&mut self, lock: &Lock) -> Result<Estimate, JobError> {
        self.prepare(lock)
    }

    fn has_left_files(&self) -> bool {
        self.has_left_files()
    }

    fn run(&mut self, lock: &Lock, progress: &dyn Progress, report: &mut dyn FnMut(&Report)) -> Result<(), JobError> {
        self.run(lock, progress, report)
    }

    fn lead(
        &mut self,
        leader: &mut Leader,
        lock: &Lock,
        progress: &dyn Progress,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Vec<Usage>, ClusterError> {
        leader.lead(self, lock, progress, report)
    }

    fn follow(self: Box<Self>, member: Member, explain: &dyn Fn(ClusterError) -> String) -> bool {
        member.follow(*self, explain)
    }

    fn refresh(&mut self) {
        self.refresh();
    }

    fn remove_copies(&self, lock: &Lock) -> Result<(), JobError> {
        self.remove_copies(lock)
    }

    fn single(&self) -> Option<PathBuf> {
        self.single()
    }

    fn writes_tables(&self) -> bool {
        self.writes_tables()
    }
}

/// The job of a game that is asked for.
pub(super) fn job<'a, G: CatalogueGame>(entry: &'a GameEntry<G>, request: JobRequest) -> Box<dyn OpenJob + 'a> {
    let (game, solver) = (&entry.game, entry.solver.as_ref());
    let JobRequest { kind, store, slices, threads, memory, figures, writes_tables } = request;
    let job = match kind {
        JobKind::Solve { compressed } => Job::solve(game, solver, store, slices).compressed(compressed),
        JobKind::Results { for_team } => Job::solve_results(game, solver, store, slices).for_team(for_team),
        JobKind::Copies => Job::solve_copies(game, solver, store, slices),
        JobKind::CompressCopies => Job::compress_copies(game, store, slices),
        JobKind::Compress { from, results } => Job::compress(game, from, store, slices, results),
    };
    let job = job.threads(threads).memory(memory);
    let job = if writes_tables { job } else { job.without_tables() };
    Box::new(match figures {
        Some(file) => {
            let by_depth = !writes_tables && matches!(kind, JobKind::Solve { .. });
            job.observed(Box::new(FiguresCounter { game, file, by_depth }))
        }
        None => job,
    })
}

/// Slices with all slices that their moves lead to, in the order of the game.
pub(super) fn with_dependencies(space: &[Slice], slices: &[SliceId]) -> Vec<SliceId> {
    let parts = components::parts(space);
    let closure = components::closure(space, &parts, slices);
    let mut slices: Vec<SliceId> = closure.into_iter().flat_map(|part| parts[part].slices.clone()).collect();
    slices.sort_unstable();
    slices
}

/// Checks the contract of a game, and of the contract of its solver, on a small sample.
///
/// # Errors
/// [`OpenError::Contract`] with the violations.
pub(super) fn check_contract<G: CatalogueGame>(entry: &GameEntry<G>) -> Result<(), OpenError> {
    let violations = rules::sample(&entry.game, &*entry.solver);
    match violations.is_empty() {
        true => Ok(()),
        false => Err(OpenError::Contract { game: entry.game.name(), violations: violations.lines() }),
    }
}
