//! Working tables: the values of single slices, with depths, for a job that counts and writes no tables.
//!
//! The slices above look values up, so some values of a part must outlive its solve. They are kept in plain tables, one
//! for each slice, in the directory `working-depths` beside the tables. A part may have two large slices of which the
//! parts that are left need one, so a table of the whole part would waste room.
//!
//! ```text
//!   solve part --> Memory --> PartObserver::see
//!                        \--> working-depths/GAME-SLICE.table    of each slice that a part that is left leads to
//! ```
//!
//! A working table is a finished table with checksums, and a job that was killed goes on with the tables that it left.
//! One is removed when no part that is left leads to its slice, unless another job has claimed it: the files
//! `GAME-HASH.claim` name the slices of jobs that are not done. The directory may be removed when no job is running;
//! what is needed is then solved again.

use std::collections::BTreeSet;

use crate::space::SliceId;
use crate::table::{Claims, Lock, Store, StoredFile, Table, TableError, TableGame, TableWriter, Tables};
use crate::values::Memory;

/// The name of the directory of working tables, in the directory of the tables.
pub const WORKING_DEPTHS: &str = "working-depths";

/// The working tables of a job.
pub struct WorkingTables {
    store: Store,
    /// The tables of single slices.
    tables: Tables,
    /// By slice, its number among the parts of `tables`.
    numbers: Vec<usize>,
    /// The slices of the job.
    own: Vec<SliceId>,
    claims: Claims,
}

impl WorkingTables {
    /// The working tables beside the tables of a store for a job of these slices, with those that an earlier job left.
    pub fn new(space: &dyn TableGame, store: &Store, own: Vec<SliceId>) -> WorkingTables {
        let store = store.within(WORKING_DEPTHS);
        let tables = store.scan_slices(space);
        let mut numbers = vec![0; space.slices().len()];
        for (number, part) in tables.parts().iter().enumerate() {
            part.slices.iter().for_each(|slice| numbers[slice.index()] = number);
        }
        let names = own.iter().map(|slice| space.slices()[slice.index()].name.as_str());
        let claims = Claims::new(&store, space.name(), names);
        WorkingTables { store, tables, numbers, own, claims }
    }

    /// The tables, each of a single slice.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The size of the table of a slice in bytes; `None` if it has none that can be used.
    pub fn bytes(&self, slice: SliceId) -> Option<u64> {
        let table = self.tables.table(self.numbers[slice.index()]).ok().flatten();
        table.filter(|table| !table.results_only()).map(Table::bytes)
    }

    /// The size that the table of a slice has at least, in bytes.
    pub fn least_bytes(&self, space: &dyn TableGame, slice: SliceId) -> u64 {
        self.tables.least_bytes(space, self.numbers[slice.index()])
    }

    /// Whether an earlier job of the same slices has left files, or this one has files now.
    pub fn are_in_use(&self) -> bool {
        self.claims.is_made()
    }

    /// Claims the slices of the job, and removes the unfinished files of a job that died.
    ///
    /// # Errors
    /// If the directory cannot be made or written.
    pub fn begin(&self, lock: &Lock) -> Result<(), TableError> {
        self.store.make_directory()?;
        self.claims.make(lock)?;
        self.store.remove_partial_files(lock);
        Ok(())
    }

    /// Removes the tables of the job that are not claimed by others, once all is counted.
    ///
    /// # Errors
    /// If a file cannot be removed.
    pub fn end(&mut self, space: &dyn TableGame, lock: &Lock) -> Result<(), TableError> {
        self.keep(space, &BTreeSet::new(), lock)?;
        self.claims.release(lock)?;
        self.store.remove_if_empty(lock);
        Ok(())
    }

    /// Writes the table of a slice, whose values lose their room in files.
    ///
    /// # Errors
    /// If the disk is full or the directory cannot be written.
    pub fn write(
        &mut self,
        space: &dyn TableGame,
        slice: SliceId,
        values: &Memory,
        lock: &Lock,
    ) -> Result<(), TableError> {
        let number = self.numbers[slice.index()];
        TableWriter::new(lock, &self.tables, space, number).plain_in_exchange(values)?;
        self.tables.reopen(space, number)
    }

    /// Removes the tables of the job that are not `needed` any more and not claimed by others.
    ///
    /// # Errors
    /// If a file cannot be removed, or a claim cannot be read.
    pub fn keep(&mut self, space: &dyn TableGame, needed: &BTreeSet<SliceId>, lock: &Lock) -> Result<(), TableError> {
        let claimed = self.claims.of_others()?;
        let name = |slice: &SliceId| &space.slices()[slice.index()].name;
        let unneeded = self.own.iter().filter(|slice| !needed.contains(slice) && !claimed.contains(name(slice)));
        let unneeded: Vec<_> = unneeded.map(|slice| self.tables.path(self.numbers[slice.index()])).collect();
        let files = self.store.files()?;
        let unneeded: Vec<&StoredFile> = files.iter().filter(|file| unneeded.contains(&file.table_path())).collect();
        unneeded.iter().try_for_each(|file| self.store.remove(lock, file))?;
        if !unneeded.is_empty() {
            // An open table keeps the room of its file, so the tables that are left are opened again.
            self.tables = self.store.scan_slices(space);
        }
        Ok(())
    }
}
