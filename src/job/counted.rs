//! A job that counts depths and writes no tables: each part is solved and shown to the observer, and the values of the
//! slices that the parts that are left lead to are kept in [working tables](super::working_tables).

use std::collections::BTreeSet;
use std::time::Instant;

use super::disk_forecast::{DiskForecast, ForecastStep, leads_to};
use super::working_tables::WorkingTables;
use super::{Job, JobError, Origin, Report};
use crate::space::SliceId;
use crate::table::{Lock, Table, TableError};
use crate::util::progress::Progress;
use crate::util::threads::Threads;
use crate::values::Overlay;

impl Job<'_> {
    /// The working tables; `None` for a job that has none.
    fn working_tables(&self) -> Option<&WorkingTables> {
        match &self.origin {
            Origin::Solver { working, .. } => working.as_deref(),
            _ => None,
        }
    }

    /// The slices of other parts that the moves of these parts lead to.
    fn needed_by(&self, parts: &[usize]) -> BTreeSet<SliceId> {
        parts.iter().flat_map(|&part| leads_to(self.space.slices(), &self.tables.parts()[part])).collect()
    }

    /// Whether the values of a part are in a finished table, which stays.
    fn has_table(&self, part: usize) -> Result<bool, TableError> {
        Ok(self.tables.usable(part)?.is_some_and(|table: &Table| !table.results_only()))
    }

    /// The slices of a part that have values neither in its table nor in a working table.
    fn without_values(&self, part: usize) -> Result<Vec<SliceId>, TableError> {
        if self.has_table(part)? {
            return Ok(Vec::new());
        }
        let has = |slice: SliceId| self.working_tables().is_some_and(|working| working.bytes(slice).is_some());
        Ok(self.tables.parts()[part].slices.iter().copied().filter(|&slice| !has(slice)).collect())
    }

    /// Whether a part is to be solved before it is counted.
    pub(super) fn is_unsolved(&self, part: usize) -> Result<bool, TableError> {
        self.without_values(part).map(|slices| !slices.is_empty())
    }

    /// Whether the observer has seen a part, and the values are there that the parts that are `left` above it need.
    pub(super) fn is_counted(&self, part: usize, left: &[usize]) -> Result<bool, TableError> {
        let of_part = &self.tables.parts()[part];
        if !self.observer.as_ref().is_some_and(|observer| observer.has_seen(of_part)) {
            return Ok(false);
        }
        let needed = self.needed_by(left);
        Ok(!self.without_values(part)?.iter().any(|slice| needed.contains(slice)))
    }

    /// The parts that are left, in the order that needs little disk, with the disk that each needs.
    pub(super) fn forecast(&self, left: &[usize]) -> Result<Vec<ForecastStep>, TableError> {
        let Some(working) = self.working_tables() else { return Ok(Vec::new()) };
        let (slices, parts) = (self.space.slices(), self.tables.parts());
        let (mut bytes, mut there) = (vec![0; slices.len()], Vec::new());
        for &part in &self.parts {
            for &slice in parts[part].slices.iter().filter(|_| !self.has_table(part).unwrap_or(false)) {
                bytes[slice.index()] = working.bytes(slice).unwrap_or_else(|| working.least_bytes(self.space, slice));
                there.extend(Some(slice).filter(|&slice| working.bytes(slice).is_some()));
            }
        }
        let mut in_files = vec![0; parts.len()];
        for &part in left {
            if self.is_unsolved(part)? {
                in_files[part] = self.values_in_files(part, self.memory_for(part, self.memory).1);
            }
        }
        let (table, in_files) = (|slice: SliceId| bytes[slice.index()], |part: usize| in_files[part]);
        Ok(DiskForecast { slices, parts, table: &table, in_files: &in_files }.steps(left, &there))
    }

    /// The bytes of the working tables that are there now.
    pub(super) fn bytes_of_working_tables(&self) -> u64 {
        let Some(working) = self.working_tables() else { return 0 };
        let slices = self.parts.iter().flat_map(|&part| &self.tables.parts()[part].slices);
        slices.filter_map(|&slice| working.bytes(slice)).sum()
    }

    /// Whether a job of the same slices has left working tables that it did not come to remove.
    pub fn has_left_files(&self) -> bool {
        self.working_tables().is_some_and(WorkingTables::are_in_use)
    }

    /// Counts a part whose values are there, or solves and counts it. Keeps the values that the parts that are left
    /// need.
    pub(super) fn run_counted(
        &mut self,
        part: usize,
        pool: &Threads,
        lock: &Lock,
        progress: &dyn Progress,
    ) -> Result<Report, JobError> {
        let mut left = self.parts_left()?;
        self.keep_working_tables(&left, lock)?;
        let (start, unsolved) = (Instant::now(), self.is_unsolved(part)?);
        let mut report = self.report_without_table(part, pool);
        left.retain(|&other| other != part);
        let Origin::Solver { ref solver, ref working } = self.origin else { unreachable!("only a solve calls this") };
        let Some(working) = working.as_deref() else { unreachable!("only a job without tables calls this") };
        let below = Overlay { above: working.tables(), below: &self.tables };
        if !unsolved {
            self.show(part, &below, pool, progress)?;
            progress.advance(report.entries);
            report.solve = start.elapsed();
        } else {
            let solved = self.find_values(solver.as_ref(), part, pool, progress, None)?;
            report.solve = solved.time;
            self.show(part, &Overlay { above: &solved.memory, below: &below }, pool, progress)?;
            let (start, needed) = (Instant::now(), self.needed_by(&left));
            let kept: Vec<SliceId> = self.without_values(part)?.into_iter().filter(|id| needed.contains(id)).collect();
            let space = self.space;
            if let Origin::Solver { working: Some(working), .. } = &mut self.origin {
                kept.into_iter()
                    .try_for_each(|slice| pool.install(|| working.write(space, slice, &solved.memory, lock)))?;
            }
            report.write = start.elapsed();
        }
        self.keep_working_tables(&left, lock)?;
        Ok(report)
    }

    /// Claims the slices of the job, and removes the working tables that no part that is `left` leads to.
    pub(super) fn keep_working_tables(&mut self, left: &[usize], lock: &Lock) -> Result<(), TableError> {
        let (needed, space) = (self.needed_by(left), self.space);
        // A part that is left and was solved before may be counted from its own tables.
        let own = left.iter().flat_map(|&part| &self.tables.parts()[part].slices);
        let mut needed: BTreeSet<SliceId> = needed.into_iter().chain(own.copied()).collect();
        for &part in &self.parts {
            if self.has_table(part)? {
                self.tables.parts()[part].slices.iter().for_each(|slice| _ = needed.remove(slice));
            }
        }
        let Origin::Solver { working: Some(working), .. } = &mut self.origin else { return Ok(()) };
        if left.is_empty() {
            return working.end(space, lock);
        }
        working.begin(lock)?;
        working.keep(space, &needed, lock)
    }
}
