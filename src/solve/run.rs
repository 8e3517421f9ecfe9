//! A whole solve: look what is there, solve, write.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::{Progress, SolveError, entries, memory, solve_all};
use crate::space::Space;
use crate::table::{Store, TableError};
use crate::value::Codes;

/// What the user allows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Threads to use; all processors if none is given.
    pub threads: Option<usize>,
    /// Memory that may be used, in bytes; any if none is given.
    pub memory: Option<u64>,
}

/// How a solve ended.
#[derive(Clone, Debug)]
pub enum Done {
    /// The table was there.
    Already {
        /// The table's file.
        path: PathBuf,
        /// Its size.
        bytes: u64,
    },
    /// It was solved and written.
    Solved(Report),
}

/// What a solve did and how long it took.
#[derive(Clone, Debug)]
pub struct Report {
    /// The table's file.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// Entries solved.
    pub entries: u64,
    /// Threads used.
    pub threads: usize,
    /// Time to solve.
    pub solve: Duration,
    /// Time to write, without [`Report::sync`].
    pub write: Duration,
    /// Time that the disk took to have everything.
    pub sync: Duration,
}

/// Why there is no table.
#[derive(Debug, Error)]
pub enum RunError {
    /// It could not be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// It could not be written, or what is there cannot be trusted.
    #[error(transparent)]
    Table(#[from] TableError),
    /// More memory is needed than was allowed.
    #[error("solving {game} takes {needed} bytes of memory, and {allowed} are allowed; give --memory {needed} or more")]
    Memory {
        /// The game.
        game: &'static str,
        /// Bytes that are needed.
        needed: u64,
        /// Bytes that are allowed.
        allowed: u64,
    },
    /// The system gives no threads.
    #[error("the threads cannot be started: {0}; give a smaller number with --threads")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// Solves a game into a store, unless it is solved there.
///
/// Only one process at a time solves into a store: `wait` is told, once, if another has the lock.
///
/// # Errors
/// See [`RunError`]. The store then is as it was.
pub fn run<S: Space>(
    space: &S,
    store: &Store,
    options: &Options,
    progress: &impl Progress,
    wait: impl FnOnce(&Path),
) -> Result<Done, RunError> {
    if let Some(done) = there(space, store)? {
        return Ok(done);
    }
    let (game, needed) = (space.name(), memory(space));
    if let Some(allowed) = options.memory.filter(|&allowed| allowed < needed) {
        return Err(RunError::Memory { game, needed, allowed });
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads.unwrap_or(0)).build()?;
    let lock = store.lock(wait)?;
    // Who had the lock may have solved it meanwhile.
    if let Some(done) = there(space, store)? {
        return Ok(done);
    }
    let start = Instant::now();
    let solved = pool.install(|| solve_all(space, progress))?;
    let solve = start.elapsed();
    let codes: Vec<&Codes> = solved.slices().collect();
    let start = Instant::now();
    let written = pool.install(|| store.write(&lock, space, &codes))?;
    Ok(Done::Solved(Report {
        path: store.path(game),
        bytes: written.bytes,
        entries: entries(space),
        threads: pool.current_num_threads(),
        solve,
        write: start.elapsed().saturating_sub(written.sync),
        sync: written.sync,
    }))
}

/// The table, if it is there.
fn there<S: Space>(space: &S, store: &Store) -> Result<Option<Done>, TableError> {
    match store.open(space) {
        Ok(table) => Ok(Some(Done::Already { path: table.path().to_path_buf(), bytes: table.bytes() })),
        Err(TableError::Missing { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
