//! A whole solve: look what is there, then solve and write one part after the other.
//!
//! Whatever ends it, what is finished stays, and the next solve goes on with the part that was at work.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::solve::{Engine, Progress, SolveError, memory, solve_part};
use crate::space::components::closure;
use crate::space::{SliceId, Space};
use crate::table::{Lock, Store, TableError, Tablebase};
use crate::util::threads::{Threads, processors};
use crate::util::units::size;
use crate::values::Memory;

/// What the user allows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Threads to use; all processors if none is given.
    pub threads: Option<usize>,
    /// Memory that may be used, in bytes; any if none is given.
    pub memory: Option<u64>,
}

/// Slices that are to be solved, with all that they lead to, into a store.
pub struct Job<'a, S> {
    space: &'a S,
    engine: &'a dyn Engine<S>,
    store: Store,
    tables: Tablebase,
    /// The parts that are wanted, each after all those that it leads to.
    parts: Vec<usize>,
}

/// Some parts of a space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    /// How many they are.
    pub parts: u64,
    /// Their slices.
    pub slices: u64,
    /// The components that those make.
    pub components: u64,
    /// The entries of those.
    pub entries: u64,
    /// The size of the tables, in bytes: where they are not there yet, the least, a byte for each entry.
    pub bytes: u64,
}

/// What there is to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outlook {
    /// What is finished.
    pub finished: Amount,
    /// What is left.
    pub left: Amount,
    /// The memory that this takes at most at once, in bytes.
    pub memory: u64,
}

/// What was done for a part, and how long it took.
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
    #[error("expected {} of memory or more for {game}, found that {} are allowed. Give --memory {}M or more, or ask \
             for fewer slices", size(*needed), size(*allowed), needed.div_ceil(1 << 20))]
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

impl<'a, S: Space> Job<'a, S> {
    /// The job to solve these slices and all that they lead to; nothing is done yet.
    pub fn new(space: &'a S, engine: &'a dyn Engine<S>, store: &Store, selected: &[SliceId]) -> Job<'a, S> {
        let tables = store.scan(space);
        let parts = closure(space.slices(), tables.parts(), selected);
        Job { space, engine, store: store.clone(), tables, parts }
    }

    /// What there is to do, as far as it is known: another process may be at work in the store.
    ///
    /// # Errors
    /// If a table that is needed is there and cannot be trusted.
    pub fn outlook(&self, options: &Options) -> Result<Outlook, TableError> {
        let mut outlook = Outlook::default();
        for &number in &self.parts {
            let part = &self.tables.parts()[number];
            let entries = part.entries(self.space.slices());
            let (amount, bytes) = match self.tables.table(number)? {
                Some(table) => (&mut outlook.finished, table.bytes()),
                None => {
                    outlook.memory = outlook.memory.max(memory(
                        self.space,
                        self.engine,
                        part,
                        options.threads.unwrap_or_else(processors),
                    ));
                    (&mut outlook.left, self.tables.least_bytes(self.space, number))
                }
            };
            amount.parts += 1;
            amount.slices += part.slices.len() as u64;
            amount.components += part.components.len() as u64;
            amount.entries += entries;
            amount.bytes = amount.bytes.saturating_add(bytes);
        }
        Ok(outlook)
    }

    /// The only table that the job is about, there or not, if it is about one alone.
    pub fn single(&self) -> Option<PathBuf> {
        match self.parts[..] {
            [part] => Some(self.tables.path(part)),
            _ => None,
        }
    }

    /// Looks again at what is there, and whether what is left fits: to be done once nobody else writes.
    ///
    /// # Errors
    /// If a table that is needed cannot be trusted, or there is not as much memory or disk as is needed.
    pub fn prepare(&mut self, lock: &Lock, options: &Options) -> Result<Outlook, RunError> {
        self.tables.refresh(self.space);
        let outlook = self.outlook(options)?;
        self.fits(&outlook, options)?;
        self.store.remove_partial_files(lock);
        self.store.check_free_space(outlook.left.bytes)?;
        Ok(outlook)
    }

    /// Whether the memory that is needed is allowed.
    ///
    /// # Errors
    /// [`RunError::Memory`] if it is not.
    pub fn fits(&self, outlook: &Outlook, options: &Options) -> Result<(), RunError> {
        let (game, needed) = (self.space.name(), outlook.memory);
        match options.memory.filter(|&allowed| allowed < needed) {
            Some(allowed) => Err(RunError::Memory { game, needed, allowed }),
            None => Ok(()),
        }
    }

    /// Solves what is left, and tells of each table once it is on the disk.
    ///
    /// # Errors
    /// See [`RunError`]. What was finished stays; of the part that was at work, there is nothing.
    pub fn run(
        &mut self,
        lock: &Lock,
        options: &Options,
        progress: &dyn Progress,
        tell: &mut dyn FnMut(&Report),
    ) -> Result<(), RunError> {
        let pool = Threads::new(options.threads)?;
        for number in self.parts.clone() {
            if self.tables.table(number)?.is_some() {
                continue;
            }
            if !progress.go_on() {
                return Err(SolveError::Stopped.into());
            }
            let wanted = &self.tables.parts()[number];
            let entries = wanted.entries(self.space.slices());
            let start = Instant::now();
            let memory = Memory::new(self.space.slices());
            pool.install(|| solve_part(self.space, self.engine, wanted, &self.tables, &memory, progress))?;
            let solve = start.elapsed();
            self.tables.release_pages();
            let start = Instant::now();
            let written = pool.install(|| self.tables.write(lock, self.space, number, &memory))?;
            tell(&Report {
                path: self.tables.path(number),
                bytes: written.bytes,
                entries,
                threads: pool.number(),
                solve,
                write: start.elapsed().saturating_sub(written.sync),
                sync: written.sync,
            });
        }
        Ok(())
    }
}
