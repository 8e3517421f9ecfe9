//! The values of a game: in the tables of a directory or of the program, or in the memory for a small game without
//! tables.

mod opening;

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use super::compressed::Cut;
use super::format::SlicePlace;
use super::open::Access;
use super::plain;
use super::{Checked, PartId, Store, StoredCodes, Table, TableError, TableGame};
use crate::game::Value;
use crate::space::components::Part;
use crate::space::{Derivation, Entry, Slice, SliceId, Space};
use crate::util::disk::Disk;
use crate::util::progress::Progress;
use crate::values::{Code, Lookup, LookupError, PutCodes, assert_within};

/// The finished tables of a game in a [`Store`], one for each part that is solved. Any number of threads
/// may look up values.
///
/// A slice without a table has no values. A damaged table is an error when one of its values is looked up; the other
/// tables can be used.
///
/// # Example
/// ```
/// use hindsight::games::tic_tac_toe::TicTacToe;
/// use hindsight::job::Job;
/// use hindsight::prelude::*;
///
/// let directory = tempfile::tempdir()?;
/// let (game, store) = (TicTacToe::new(), Store::new(directory.path()));
/// // As `hindsight solve tic-tac-toe` does.
/// let mut job = Job::solve(&game, &Retrograde, &store, &[SliceId(0)]).threads(Some(1));
/// let lock = store.lock(|_| ())?;
/// job.prepare(&lock)?;
/// job.run(&lock, &(), &mut |_| ())?;
///
/// let tables: Tables = store.open(&game)?;
/// let probe = Probe { space: &game, tables: &tables };
/// assert_eq!(probe.value(&game.parse("xx./oo./... x")?)?, Some(Value::Win(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Tables {
    store: Store,
    game: &'static str,
    /// The name of the size that slices are chosen by, such as `pieces`.
    size_name: &'static str,
    parts: Vec<Part>,
    /// By part, its table.
    states: Vec<TableState>,
    open: Vec<Table>,
    /// By slice, where its values are.
    locations: Vec<Location>,
    /// By slice, its part.
    parts_of: Vec<u32>,
    /// By slice, how many derivations in turn the values that its table omits take at most.
    derivations: Vec<u32>,
    /// The game, if it derives the values that compressed tables omit.
    derivation: Option<Arc<dyn Derivation>>,
    /// The tables of the same slices under the rule of quiet plies.
    under_rule: Option<Box<Tables>>,
    /// The values of a game that was solved in memory, whose slices are all there.
    memory: Option<Box<dyn Lookup + Send>>,
}

/// The table of a part.
enum TableState {
    Missing,
    /// Its number among the tables.
    Open(u32),
    /// An intact table, of which values depend on a slice without a table, and the error that names the slice.
    Waiting(Box<Table>, TableError),
    Damaged(TableError),
}

/// Where the values of a slice are.
#[derive(Clone, Copy)]
pub enum Location {
    /// In no open table: there is no table of its part, or a damaged one.
    Missing,
    /// At a place of a plain table, given by its number among the open ones.
    Plain { table: u32, place: SlicePlace },
    /// In a compressed table, with the number of the slice in its part.
    Compressed { table: u32, number: u32 },
    /// In the memory of a game that was solved there.
    Memory,
}

impl Tables {
    /// The part of this number, as errors name it.
    pub(super) fn part_id(&self, slices: &[Slice], part: usize) -> Arc<PartId> {
        let Part { name, slices: members, .. } = &self.parts[part];
        let first_slice = members.first().map_or_else(String::new, |first| slices[first.index()].name.clone());
        Arc::new(PartId { game: self.game, name: name.clone(), first_slice, whole: self.parts.len() == 1 })
    }

    /// The parts of the game, solved or not, each after all parts that its moves can lead to.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The file of a part: the one that is used, or the one that would be written. A part is its index in
    /// [`Tables::parts`].
    pub fn path(&self, part: usize) -> PathBuf {
        self.store.path(self.game, &self.parts[part].name)
    }

    /// The file that the table of a part is written to.
    pub(super) fn path_to_write(&self, part: usize) -> PathBuf {
        self.store.path_to_write(self.game, &self.parts[part].name)
    }

    /// The disk that tables are written to.
    pub(super) fn disk(&self) -> &Arc<dyn Disk> {
        self.store.disk()
    }

    /// How the slices of compressed tables are cut.
    pub(super) fn cut(&self) -> Cut {
        self.store.cut()
    }

    /// How tables are opened.
    pub(super) fn access(&self) -> Access {
        self.store.access()
    }

    /// The table of a part; `None` if there is no file.
    ///
    /// # Errors
    /// If there is a file that cannot be trusted.
    pub fn table(&self, part: usize) -> Result<Option<&Table>, TableError> {
        match &self.states[part] {
            TableState::Missing => Ok(None),
            TableState::Open(number) => Ok(Some(&self.open[*number as usize])),
            TableState::Waiting(_, error) | TableState::Damaged(error) => Err(error.clone()),
        }
    }

    /// The table of a part, also one that waits for a table below it and is used once that is open
    /// ([`Tables::reopen`]): for such a table, [`Tables::table`] fails with [`TableError::Needs`].
    ///
    /// # Errors
    /// If the table cannot be trusted.
    pub fn intact(&self, part: usize) -> Result<Option<&Table>, TableError> {
        match &self.states[part] {
            TableState::Waiting(table, _) => Ok(Some(table)),
            _ => self.table(part),
        }
    }

    /// The table of a part, but not one that waits for a table below it.
    ///
    /// # Errors
    /// As [`Tables::intact`].
    pub fn usable(&self, part: usize) -> Result<Option<&Table>, TableError> {
        match &self.states[part] {
            TableState::Waiting(..) => Ok(None),
            _ => self.table(part),
        }
    }

    /// The least size of the table of a part in bytes: every value takes one byte.
    pub fn least_bytes(&self, space: &dyn TableGame, part: usize) -> u64 {
        plain::least_bytes(self.game, &slices(space.slices(), &self.parts[part]))
    }

    /// The size of all open tables, in bytes.
    pub fn bytes(&self) -> u64 {
        self.open.iter().map(Table::bytes).sum()
    }

    /// The size of all open tables that are files, in bytes.
    pub fn bytes_of_files(&self) -> u64 {
        self.open.iter().filter(|table| !table.is_embedded()).map(Table::bytes).sum()
    }

    /// Whether the table of a part is open and compiled into the program.
    pub fn is_part_embedded(&self, part: usize) -> bool {
        self.table(part).is_ok_and(|table| table.is_some_and(Table::is_embedded))
    }

    /// Whether all open tables are compiled into the program.
    pub fn is_embedded(&self) -> bool {
        self.open.iter().all(Table::is_embedded)
    }

    /// Whether the values are in the memory of a game that was solved there.
    pub fn is_memory(&self) -> bool {
        self.memory.is_some()
    }

    /// Whether no slice has values, not even in a damaged table.
    pub fn is_empty(&self) -> bool {
        self.memory.is_none() && self.states.iter().all(|state| matches!(state, TableState::Missing))
    }

    /// The number of tables that cannot be used.
    pub fn unusable(&self) -> usize {
        let is_unusable = |state: &&TableState| matches!(state, TableState::Waiting(..) | TableState::Damaged(_));
        self.states.iter().filter(is_unusable).count()
    }

    /// Checks every block of every table against its checksum, on all threads, even blocks that were read before or are
    /// trusted.
    ///
    /// # Errors
    /// With the first table that cannot be trusted, or the first block that is damaged.
    pub fn check(&self) -> Result<Checked, TableError> {
        self.check_parts(0..self.parts.len(), &())
    }

    /// Checks every block of the tables that hold these slices; `progress` counts bytes, [`Tables::bytes_of`] in all.
    ///
    /// # Errors
    /// As [`Tables::check`].
    pub fn check_slices(&self, slices: &[SliceId], progress: &dyn Progress) -> Result<Checked, TableError> {
        self.check_parts(self.parts_with(slices), progress)
    }

    /// The size of the open tables that hold these slices, in bytes.
    pub fn bytes_of(&self, slices: &[SliceId]) -> u64 {
        self.parts_with(slices).filter_map(|part| self.table(part).ok().flatten()).map(Table::bytes).sum()
    }

    /// The parts that have one of these slices.
    fn parts_with(&self, slices: &[SliceId]) -> impl Iterator<Item = usize> {
        (0..self.parts.len()).filter(|&part| self.parts[part].slices.iter().any(|slice| slices.contains(slice)))
    }

    /// Checks the tables of these parts.
    fn check_parts(&self, parts: impl Iterator<Item = usize>, progress: &dyn Progress) -> Result<Checked, TableError> {
        let mut sum = Checked { blocks: 0, bytes: 0 };
        for part in parts {
            if let Some(table) = self.table(part)? {
                let checked = table.check_watched(progress)?;
                sum.blocks += checked.blocks;
                sum.bytes += checked.bytes;
            }
        }
        Ok(sum)
    }

    /// Returns the memory of mapped tables to the system, which reads them again when needed.
    pub(crate) fn release_pages(&self) {
        self.open.iter().for_each(Table::release_pages);
    }

    /// Skips checksums from now on: without this, a block is checked before its first value is read.
    pub fn trust(&mut self) {
        self.open.iter_mut().for_each(Table::trust);
    }

    /// Whether a slice is held without depths.
    pub fn holds_results_only(&self, slice: SliceId) -> bool {
        match self.location(slice) {
            Location::Plain { table, .. } | Location::Compressed { table, .. } => self.open_table(table).results_only(),
            Location::Missing | Location::Memory => false,
        }
    }

    /// The codes of a slice in its table, not copied; every block of them is checked against its checksum. `None` if
    /// the slice is in no plain table that stores its codes themselves: then [`Lookup::read`] has them.
    ///
    /// # Errors
    /// If the table is damaged or cannot be read.
    pub fn stored_codes(&self, slice: SliceId) -> Result<Option<StoredCodes<'_>>, LookupError> {
        let Location::Plain { table, place } = self.location(slice) else { return Ok(None) };
        Ok(self.open_table(table).codes_of(&place)?)
    }

    /// The game, if it derives the values that compressed tables omit.
    pub(super) fn derivation(&self) -> Option<&Arc<dyn Derivation>> {
        self.derivation.as_ref()
    }

    /// The values of a game that was solved in memory.
    #[inline(always)]
    pub(super) fn memory(&self) -> Option<&dyn Lookup> {
        self.memory.as_deref().map(|memory| memory as &dyn Lookup)
    }

    /// Where the values of a slice are.
    #[inline(always)]
    pub(super) fn location(&self, slice: SliceId) -> Location {
        self.locations.get(slice.index()).copied().unwrap_or(Location::Missing)
    }

    /// An open table.
    #[inline(always)]
    pub(super) fn open_table(&self, number: u32) -> &Table {
        &self.open[number as usize]
    }

    /// Checks that the table of a slice that is in no open table is missing, not one that cannot be used.
    #[cold]
    pub(super) fn not_unusable(&self, slice: SliceId) -> Result<(), LookupError> {
        match self.parts_of.get(slice.index()).map(|&part| &self.states[part as usize]) {
            Some(TableState::Waiting(_, error) | TableState::Damaged(error)) => Err(error.clone().into()),
            _ => Ok(()),
        }
    }
}

/// The slices of a part.
fn slices<'a>(slices: &'a [Slice], part: &Part) -> Vec<&'a Slice> {
    part.slices.iter().map(|slice| &slices[slice.index()]).collect()
}

impl Lookup for Tables {
    #[inline]
    fn value(&self, entry: Entry) -> Result<Option<Value>, LookupError> {
        match self.location(entry.slice) {
            Location::Plain { table, place } if entry.index < place.entries => {
                Ok(self.open[table as usize].value(&place, entry.index)?)
            }
            _ => self.value_elsewhere(entry, |stored| self.derivation()?.value(entry, stored)),
        }
    }

    #[inline]
    fn value_of<S: Space>(
        &self,
        space: &S,
        entry: Entry,
        position: &S::Position,
    ) -> Result<Option<Value>, LookupError> {
        match self.location(entry.slice) {
            Location::Plain { table, place } if entry.index < place.entries => {
                Ok(self.open[table as usize].value(&place, entry.index)?)
            }
            _ => self.value_elsewhere(entry, |stored| space.derivation()?.value_of(entry, position, stored)),
        }
    }

    #[inline]
    fn quick_value_of<S: Space>(
        &self,
        space: &S,
        entry: Entry,
        position: &S::Position,
    ) -> Result<Option<Value>, LookupError> {
        match self.location(entry.slice) {
            Location::Compressed { .. } => {
                self.value_elsewhere(entry, |stored| space.derivation()?.quick_value_of(entry, position, stored))
            }
            _ => self.value_of(space, entry, position),
        }
    }

    fn is_encoded(&self, slice: SliceId) -> bool {
        matches!(self.location(slice), Location::Compressed { .. })
    }

    fn decode(
        &self,
        slices: &[SliceId],
        known: &dyn Lookup,
        put: &PutCodes,
        progress: &dyn Progress,
    ) -> Result<(), LookupError> {
        self.decode_slices(slices, known, put, progress)
    }

    fn under_rule(&self) -> Option<&dyn Lookup> {
        self.under_rule.as_deref().map(|tables| tables as &dyn Lookup)
    }

    #[inline]
    fn prefetch(&self, entry: Entry) {
        match self.location(entry.slice) {
            Location::Plain { table, place } if entry.index < place.entries => {
                self.open[table as usize].prefetch(&place, entry.index);
            }
            _ => {}
        }
    }

    fn read(&self, from: Entry, codes: &mut [u16]) -> Result<bool, LookupError> {
        if let Location::Plain { table, place } = self.location(from.slice) {
            assert_within(from, codes.len(), place.entries);
            self.open[table as usize].read(&place, from.index, codes)?;
            return Ok(true);
        }
        if let Some(memory) = &self.memory {
            return memory.read(from, codes);
        }
        let Some(place) = self.compressed_place(from.slice)? else { return Ok(false) };
        self.read_compressed(place, from, codes)?;
        Ok(true)
    }

    fn gather(&self, slice: SliceId, indexes: &[u64], codes: &mut [u16]) -> Result<bool, LookupError> {
        assert_eq!(indexes.len(), codes.len(), "expected a code for every index");
        if let Location::Plain { table, place } = self.location(slice) {
            self.open[table as usize].gather(&place, indexes, codes)?;
            return Ok(true);
        }
        if let Some(memory) = &self.memory {
            return memory.gather(slice, indexes, codes);
        }
        if self.compressed_place(slice)?.is_none() {
            return Ok(false);
        }
        for (code, &index) in codes.iter_mut().zip(indexes) {
            *code = self.value(Entry { slice, index })?.and_then(u16::encode).unwrap_or(u16::ABSENT);
        }
        Ok(true)
    }

    fn holds(&self, slice: SliceId) -> bool {
        if let Some(memory) = &self.memory {
            return memory.holds(slice);
        }
        let state = self.parts_of.get(slice.index()).map(|&part| &self.states[part as usize]);
        state.is_some_and(|state| !matches!(state, TableState::Missing))
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").field("game", &self.game).field("tables", &self.open).finish_non_exhaustive()
    }
}
