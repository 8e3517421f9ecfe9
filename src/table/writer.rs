//! Writing the table of a part: plain, packed, compressed, or received from another process.
//!
//! Each way begins an [`UnfinishedTable`], writes all of it, and finishes it.

use std::io::ErrorKind;
use std::ops::Range;
use std::path::Path;

use super::compressed::{self, PartValues};
use super::format::{FINISHED, MARK_AT};
use super::omission::check;
use super::open::{Expected, Storage};
use super::plain;
use super::unfinished::{UnfinishedTable, Written};
use super::{Lock, Table, TableError, TableGame, Tables};
use crate::solve::Peers;
use crate::space::{Slice, SliceId};
use crate::util::progress::Progress;
use crate::values::{Lookup, Memory};

/// Writes the table of one part of a game into the store of its [`Tables`]; [`Tables::reopen`] opens it.
///
/// A file gets its name once all of it is on the disk. Then it replaces the old table of the part; an error leaves the
/// old table as it was. Equal values make equal bytes.
pub struct TableWriter<'a> {
    tables: &'a Tables,
    space: &'a dyn TableGame,
    part: usize,
    /// Whether the tables of the dependencies may be missing.
    in_any_order: bool,
}

impl<'a> TableWriter<'a> {
    /// The writer for a part, which is its index in [`Tables::parts`], for the holder of the lock of the store.
    pub fn new(_lock: &'a Lock, tables: &'a Tables, space: &'a dyn TableGame, part: usize) -> TableWriter<'a> {
        TableWriter { tables, space, part, in_any_order: false }
    }

    /// A writer that compresses a part before the tables of its dependencies are finished. The table can be opened once
    /// they are.
    #[must_use]
    pub fn in_any_order(self, in_any_order: bool) -> TableWriter<'a> {
        TableWriter { in_any_order, ..self }
    }

    /// Writes a plain table of `values`, which holds the slices of the part.
    ///
    /// # Errors
    /// If the disk is full, the directory cannot be written, or a value cannot be looked up.
    pub fn plain(&self, values: &dyn Lookup) -> Result<Written, TableError> {
        self.not_compressed(values, false, &|_, _| ())
    }

    /// Writes a plain table of `values`, which holds the slices of the part, and gives their room on the disk back
    /// while it writes: the values are gone afterwards, even after an error.
    ///
    /// # Errors
    /// As [`TableWriter::plain`].
    pub fn plain_in_exchange(&self, values: &Memory) -> Result<Written, TableError> {
        self.not_compressed(values, false, &|slice, entries| values.give_back(slice, entries))
    }

    /// Writes a packed table: a plain one of the results of `values`, four in a byte.
    ///
    /// # Errors
    /// As [`TableWriter::plain`].
    pub fn packed(&self, values: &dyn Lookup) -> Result<Written, TableError> {
        self.not_compressed(values, true, &|_, _| ())
    }

    fn not_compressed(
        &self,
        values: &dyn Lookup,
        packed: bool,
        written: &dyn Fn(SliceId, Range<u64>),
    ) -> Result<Written, TableError> {
        let part = &self.tables.parts()[self.part];
        let (rules, slices) = (self.space.fingerprint(part), self.slices());
        let (game, ids) = (self.space.name(), &part.slices);
        let content = plain::PlainTable { game, rules, slices: &slices, ids, values, packed, written };
        plain::write(&content, |bytes| self.begin(bytes))
    }

    /// Writes a compressed table, checked entry by entry against `values`, which holds the slices of the part and all
    /// slices that they lead to. With `results` the table holds no depths.
    ///
    /// # Errors
    /// If the disk is full, the directory cannot be written, or a value cannot be looked up; [`TableError::Compressed`]
    /// if the game breaks a promise of its [`Derive`](crate::space::Derive); [`TableError::Stopped`] if `progress`
    /// stops the work.
    pub fn compressed(
        &self,
        values: &dyn Lookup,
        results: bool,
        progress: &dyn Progress,
    ) -> Result<Written, TableError> {
        self.write_compressed(&self.tables.part_values(self.space, self.part, values, results, progress))
    }

    /// Compresses a part together with other ranks, each of which has `values`, and writes the table. Without `writes`
    /// this rank only does its share of the work.
    ///
    /// # Errors
    /// As [`TableWriter::compressed`]; [`TableError::Stopped`] too if another rank has failed.
    pub fn compressed_together(
        &self,
        values: &dyn Lookup,
        results: bool,
        progress: &dyn Progress,
        peers: &dyn Peers,
        writes: bool,
    ) -> Result<Option<Written>, TableError> {
        let content = self.tables.part_values(self.space, self.part, values, results, progress);
        let content = PartValues { peers: Some(peers), ..content };
        match writes {
            true => self.write_compressed(&content).map(Some),
            false => self.compress_in_memory(&content).map(|_| None),
        }
    }

    /// Compresses and checks a part, and writes nothing. Returns the bytes that its file would have.
    fn compress_in_memory(&self, content: &PartValues) -> Result<u64, TableError> {
        let bytes = compressed::encode(content)?.pieces().concat();
        let length = bytes.len() as u64;
        let table = self
            .table_of(&self.tables.path_to_write(self.part), |expected| Table::of(expected, Storage::Loaded(bytes)))?;
        check(&table, content).map(|()| length)
    }

    fn write_compressed(&self, content: &PartValues) -> Result<Written, TableError> {
        let encoded = compressed::encode(content)?;
        let mut file = self.begin(encoded.bytes())?;
        encoded.write(&mut file)?;
        file.finish(|partial| {
            let table = self.open(partial)?;
            if !self.in_any_order {
                self.tables.derivations(self.space, self.part, &table)?;
            }
            check(&table, content)
        })
    }

    /// Writes a table that another process has: a file of `bytes`, whose pieces come in order from `next`, which
    /// returns `None` if the other process cannot go on. All pieces are taken, even after an error. Every block is
    /// checked against its checksum, on this thread.
    ///
    /// # Errors
    /// If the disk is full, the directory cannot be written, or the bytes are not a table of the part.
    pub fn received(&self, bytes: u64, next: &mut dyn FnMut() -> Option<Vec<u8>>) -> Result<Written, TableError> {
        let mut file = self.begin(bytes);
        let mut received = 0;
        while received < bytes {
            let Some(mut piece) = next() else {
                file = file.and_then(|file| Err(file.failed(ErrorKind::UnexpectedEof.into())));
                break;
            };
            // The mark is set once all is checked.
            if let Some(mark) = piece.get_mut(MARK_AT as usize..).filter(|_| received == 0) {
                mark.iter_mut().take(FINISHED.len()).for_each(|byte| *byte = 0);
            }
            received += piece.len() as u64;
            file = file.and_then(|mut file| file.write(&piece).map(|()| file));
        }
        file?.finish(|partial| self.open(partial)?.check_in_turn())
    }

    /// Begins the file of the part, which will have this length in bytes.
    fn begin(&self, bytes: u64) -> Result<UnfinishedTable, TableError> {
        UnfinishedTable::begin(self.tables.disk(), &self.tables.path_to_write(self.part), bytes)
    }

    /// Opens the unfinished file.
    fn open(&self, partial: &Path) -> Result<Table, TableError> {
        self.table_of(partial, |expected| Table::open(expected, self.tables.access()))
    }

    /// The unfinished table that `open` opens.
    fn table_of(
        &self,
        path: &Path,
        open: impl FnOnce(&Expected) -> Result<Table, TableError>,
    ) -> Result<Table, TableError> {
        let part = &self.tables.part_id(self.space.slices(), self.part);
        let rules = || self.space.fingerprint(&self.tables.parts()[self.part]);
        let slices = self.slices();
        open(&Expected { path, part, rules: &rules, slices: &slices, finished: false })
    }

    /// The slices of the part.
    fn slices(&self) -> Vec<&'a Slice> {
        self.tables.parts()[self.part].slices.iter().map(|slice| &self.space.slices()[slice.index()]).collect()
    }
}

impl Tables {
    /// The entries of the streams of a part in a compressed table.
    pub fn streams(&self, space: &dyn TableGame, part: usize) -> Vec<u64> {
        let streams = |slice: &SliceId| {
            let (cut, entries) = (self.cut(), space.slices()[slice.index()].entries);
            (0..cut.streams(entries) as usize).map(move |stream| cut.entries(entries, stream))
        };
        self.parts()[part].slices.iter().flat_map(streams).map(|stream| stream.end - stream.start).collect()
    }

    /// The bytes of the compressed table of a part, with depths or `results` alone. The part is compressed and checked
    /// as by [`TableWriter::compressed`], and nothing is written.
    ///
    /// # Errors
    /// As [`TableWriter::compressed`].
    pub fn compressed_size(
        &self,
        space: &dyn TableGame,
        part: usize,
        values: &dyn Lookup,
        results: bool,
    ) -> Result<u64, TableError> {
        let nothing_is_written = Lock::held_by_another();
        let writer = TableWriter::new(&nothing_is_written, self, space, part);
        writer.compress_in_memory(&self.part_values(space, part, values, results, &()))
    }

    /// The values of a part to compress.
    fn part_values<'a>(
        &'a self,
        space: &'a dyn TableGame,
        part: usize,
        values: &'a dyn Lookup,
        results: bool,
        progress: &'a dyn Progress,
    ) -> PartValues<'a> {
        let (game, slices, derivation) = (space.name(), space.slices(), self.derivation().cloned());
        let part = &self.parts()[part];
        let (rules, cut) = (space.fingerprint(part), self.cut());
        PartValues { game, rules, slices, part, values, results, derivation, cut, progress, peers: None }
    }
}
