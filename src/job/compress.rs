//! A whole compression: from the tables of a game to compressed ones, one part after the other.
//!
//! Finished tables stay however it ends; the next one resumes with the first part that is not finished.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::job::RunError;
use crate::space::components::closure;
use crate::space::{SliceId, Space};
use crate::table::{Lock, Store, Table, TableError, Tables};
use crate::util::progress::Progress;
use crate::util::threads::Threads;

/// Slices to compress, with their dependencies: all slices that their moves lead to.
pub struct Compression<'a, S> {
    space: &'a S,
    source: Tables,
    store: Store,
    target: Tables,
    /// The numbers of the parts, each after its dependencies.
    parts: Vec<usize>,
    /// Whether only results are kept.
    results: bool,
}

/// Some parts of a compression.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CompressionTotals {
    /// The number of parts.
    pub parts: u64,
    /// The entries of their slices.
    pub entries: u64,
    /// The size of the compressed tables in bytes; 0 for those that are not finished.
    pub bytes: u64,
}

/// One part that was compressed and written.
#[derive(Clone, Debug)]
pub struct Compressed {
    /// The name of the part; empty for a game that is kept in one table.
    pub part: String,
    /// The slices of the part.
    pub slices: u64,
    /// The entries of the part.
    pub entries: u64,
    /// The compressed table's file.
    pub path: PathBuf,
    /// Its size in bytes.
    pub bytes: u64,
    /// The size of the source's table in bytes.
    pub source_bytes: u64,
    /// The time it took.
    pub time: Duration,
}

impl<'a, S: Space> Compression<'a, S> {
    /// The compression of these slices with their dependencies from one store to another, which may be the same.
    pub fn new(space: &'a S, from: &Store, to: &Store, selected: &[SliceId], results: bool) -> Compression<'a, S> {
        let (source, target) = (from.scan(space), to.scan(space));
        let parts = closure(space.slices(), source.parts(), selected);
        Compression { space, source, store: to.clone(), target, parts, results }
    }

    /// What is finished, and what is left. It is final only under the lock.
    pub fn totals(&self) -> (CompressionTotals, CompressionTotals) {
        let (mut finished, mut left) = (CompressionTotals::default(), CompressionTotals::default());
        for &part in &self.parts {
            let table = self.finished(part);
            let sum = if table.is_some() { &mut finished } else { &mut left };
            sum.parts += 1;
            sum.entries += self.source.parts()[part].entries(self.space.slices());
            sum.bytes += table.map_or(0, Table::bytes);
        }
        (finished, left)
    }

    /// The compressed table of a part, if it is there and holds what is wanted.
    fn finished(&self, part: usize) -> Option<&Table> {
        let table = self.target.table(part).ok().flatten();
        table.filter(|table| table.is_compressed() && table.results_only() == self.results)
    }

    /// Opens the tables that other processes have finished. Call it under the lock.
    ///
    /// # Errors
    /// If a table of the source is missing or cannot be trusted, or has no depths where they are wanted.
    pub fn prepare(&mut self, lock: &Lock) -> Result<(CompressionTotals, CompressionTotals), TableError> {
        self.target.refresh(self.space);
        self.store.remove_partial_files(lock);
        for &part in &self.parts {
            let missing = || TableError::Missing {
                path: self.source.path(part),
                game: self.space.name(),
                size_name: Some(self.space.size_name()).filter(|_| self.source.parts().len() > 1),
            };
            let table = self.source.table(part)?.ok_or_else(missing)?;
            if table.results_only() && !self.results {
                return Err(TableError::NoDepths { path: table.path().to_owned() });
            }
        }
        Ok(self.totals())
    }

    /// Compresses the parts that are left, in order, and reports each once its table is on the disk.
    ///
    /// # Errors
    /// See [`RunError`]. Finished tables stay; the part at work leaves nothing.
    pub fn run(
        &mut self,
        lock: &Lock,
        threads: Option<usize>,
        progress: &dyn Progress,
        report: &mut dyn FnMut(&Compressed),
    ) -> Result<(), RunError> {
        let pool = Threads::new(threads)?;
        for number in self.parts.clone() {
            if self.finished(number).is_some() {
                continue;
            }
            progress.check()?;
            let start = Instant::now();
            let (space, source, target, results) = (self.space, &self.source, &mut self.target, self.results);
            let written = pool.install(|| target.compress(lock, space, number, source, results, progress))?;
            target.reopen(space, number)?;
            let part = &self.source.parts()[number];
            report(&Compressed {
                part: part.name.clone(),
                slices: part.slices.len() as u64,
                entries: part.entries(self.space.slices()),
                path: self.target.path(number),
                bytes: written.bytes,
                source_bytes: self.source.table(number)?.map_or(0, Table::bytes),
                time: start.elapsed(),
            });
        }
        Ok(())
    }
}
