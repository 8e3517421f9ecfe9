//! Working copies: the results of finished parts, packed, for the solve of the parts above them.
//!
//! A job that finds results writes compressed tables. Look-ups there are slow, and a solver makes about one for each
//! value that it finds. So each part also gets a packed table, a *working copy*, in the directory `working` beside the
//! tables. It is removed when no part that is left leads to its part.
//!
//! All jobs of a directory share `working`. A job removes files of its own parts alone, and no values that are nowhere
//! else: a job with other parts, or of another game, may have been stopped.
//!
//! ```text
//!   solve part --> ResultMemory --> working/GAME-PART.table   packed, while parts above are left
//!                              \--> GAME-PART.table           compressed
//! ```
//!
//! A working copy is a finished table with checksums. A job that was killed goes on with those that it left. Where one
//! is missing, it is made from the compressed table. The directory may be removed when no job is running.

use super::pieces::PiecesInFiles;
use crate::space::SliceId;
use crate::space::components::{closure, dependencies};
use crate::table::{
    Lock, PieceFiles, Store, StoredFile, Table, TableError, TableGame, TableWriter, Tables, parts_with_pieces,
};
use crate::values::{Lookup, Overlay, packed_bytes};

/// The name of the directory of working copies, in the directory of the tables.
pub const WORKING: &str = "working";

/// The store of the working copies beside the tables of a store.
pub fn store_of(store: &Store) -> Store {
    store.within(WORKING)
}

/// The size in bytes of the files in a directory of working files beside the tables of a store, [`WORKING`] or
/// [`WORKING_DEPTHS`](super::WORKING_DEPTHS). After a job that uses it, other jobs have left them.
pub fn bytes_beside(store: &Store, working: &str) -> u64 {
    let Ok(entries) = store.within(working).directory().read_dir() else { return 0 };
    entries.flatten().filter_map(|entry| entry.metadata().ok()).map(|data| data.len()).sum()
}

/// The working copies of a job.
pub struct WorkingCopies {
    store: Store,
    tables: Tables,
    /// By part, the other parts that its slices lead to.
    dependencies: Vec<Vec<usize>>,
    /// The parts of the job.
    own: Vec<usize>,
    /// The other parts of which an earlier job has left a copy or pieces.
    others: Vec<usize>,
}

impl WorkingCopies {
    /// The working copies beside the tables of a store for a job of some slices and of their dependencies, with the
    /// copies that an earlier job left.
    pub fn new(space: &dyn TableGame, store: &Store, selected: &[SliceId]) -> WorkingCopies {
        let store = store_of(store);
        let tables = store.scan(space);
        let dependencies = dependencies(space.slices(), tables.parts());
        let own = closure(space.slices(), tables.parts(), selected);
        let in_pieces = parts_with_pieces(&store, &tables);
        let is_left = |part: &usize| in_pieces.contains(part) || !matches!(tables.table(*part), Ok(None));
        let others = (0..tables.parts().len()).filter(|part| !own.contains(part)).filter(is_left).collect();
        WorkingCopies { store, tables, dependencies, own, others }
    }

    /// Whether one of these parts leads to a part.
    pub fn is_needed(&self, part: usize, by: &[usize]) -> bool {
        by.iter().any(|&above| self.dependencies[above].contains(&part))
    }

    /// The most bytes that working copies take on the disk at a time, while these parts are solved in this order.
    /// `entries` are the entries of a part.
    pub fn most_bytes(&self, left: &[usize], entries: &dyn Fn(usize) -> u64) -> u64 {
        let (mut copies, mut most) = (Vec::new(), 0);
        for (number, &part) in left.iter().enumerate() {
            copies.extend(&self.dependencies[part]);
            copies.push(part);
            copies.sort_unstable();
            copies.dedup();
            // The pieces of a part are there until its copy is.
            let pieces = Some(entries(part)).filter(|&entries| entries > self.store.piece_entries());
            let copies_bytes: u64 = copies.iter().map(|&copy| packed_bytes(entries(copy))).sum();
            most = most.max(copies_bytes + pieces.map_or(0, packed_bytes));
            copies.retain(|&copy| self.is_needed(copy, &left[number + 1..]));
        }
        most
    }

    /// Makes the missing copies of the compressed tables that a part leads to. Removes the copies that are not needed
    /// for the parts that are `left`.
    ///
    /// # Errors
    /// If a copy cannot be made or removed.
    pub fn prepare(
        &mut self,
        space: &dyn TableGame,
        tables: &Tables,
        part: usize,
        left: &[usize],
        lock: &Lock,
    ) -> Result<(), TableError> {
        self.keep(space, tables, left, lock)?;
        for below in self.dependencies[part].clone() {
            let is_compressed = tables.usable(below)?.is_some_and(Table::is_compressed);
            if is_compressed && !self.has(below) {
                self.copy(space, below, tables, lock)?;
            }
        }
        Ok(())
    }

    /// The pieces of a part that is to be solved.
    ///
    /// # Errors
    /// If the directory cannot be made.
    pub fn pieces(&self, space: &dyn TableGame, part: usize, lock: &Lock) -> Result<PiecesInFiles, TableError> {
        self.store.make_directory()?;
        let files = PieceFiles::new(lock, &self.store, &self.tables, space, part);
        Ok(PiecesInFiles::new(files, self.store.piece_entries()))
    }

    /// Whether a part has a copy that can be used.
    pub fn has(&self, part: usize) -> bool {
        matches!(self.tables.table(part), Ok(Some(table)) if table.results_only())
    }

    /// Copies the results of a part.
    ///
    /// # Errors
    /// If the disk is full, the directory cannot be written, or a value cannot be looked up.
    pub fn copy(
        &mut self,
        space: &dyn TableGame,
        part: usize,
        values: &dyn Lookup,
        lock: &Lock,
    ) -> Result<(), TableError> {
        self.store.make_directory()?;
        TableWriter::new(lock, &self.tables, space, part).packed(values)?;
        self.tables.reopen(space, part)
    }

    /// Removes the copies of the job that are not needed for the parts that are `left`. A part needs its own copy, and
    /// the copies of the parts that it leads to. A copy whose part has no table also stays for the unfinished parts of
    /// other jobs: they would have to solve it again. Removes the pieces of parts that are finished.
    ///
    /// # Errors
    /// If a file cannot be removed.
    pub fn keep(
        &mut self,
        space: &dyn TableGame,
        tables: &Tables,
        left: &[usize],
        lock: &Lock,
    ) -> Result<(), TableError> {
        let has_table = |part: usize| matches!(tables.intact(part), Ok(Some(_)));
        for part in parts_with_pieces(&self.store, &self.tables) {
            if !left.contains(&part) && (self.has(part) || has_table(part)) {
                PieceFiles::new(lock, &self.store, &self.tables, space, part).remove()?;
            }
        }
        let by_others = |part: usize| !has_table(part) && self.is_needed(part, &self.others);
        let is_needed = |part: usize| left.contains(&part) || self.is_needed(part, left) || by_others(part);
        let unneeded = self.own.iter().filter(|&&part| !is_needed(part)).map(|&part| self.tables.path(part));
        let unneeded: Vec<_> = unneeded.collect();
        let files = self.store.files()?;
        let unneeded: Vec<&StoredFile> = files.iter().filter(|file| unneeded.contains(&file.table_path())).collect();
        unneeded.iter().try_for_each(|file| self.store.remove(lock, file))?;
        self.store.remove_if_empty(lock);
        if unneeded.is_empty() {
            return Ok(());
        }
        // An open table keeps the room of its file, so the copies that are left are opened again.
        self.tables = self.store.scan(space);
        Ok(())
    }

    /// The values of finished parts: of the copy where there is one, else of the tables.
    pub fn above<'a>(&'a self, tables: &'a Tables) -> Overlay<'a, Tables, Tables> {
        Overlay { above: &self.tables, below: tables }
    }
}
