//! The tables of a game in a directory.

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use super::directory::Directory;
use super::fingerprint::fingerprint;
use super::fingerprint_v2::fingerprint_v2;
use super::header::has_part_fingerprint;
use super::layout::Place;
use super::open::Expected;
use super::{Checked, Lock, PartId, Table, TableError, Written, write};
use crate::game::Value;
use crate::space::components::{self, Part};
use crate::space::{Entry, Slice, SliceId, Space};
use crate::values::{Lookup, LookupError, assert_within};

/// The finished tables of a game in a [`Store`](super::Store), one for each part that is solved. Any number of threads
/// may look up values.
///
/// A slice without a table has no values. A damaged table is an error when one of its values is looked up, and does no
/// harm to the others.
pub struct Tablebase {
    directory: Directory,
    game: &'static str,
    /// The fingerprint of the space, once a table of an old version needs it.
    fingerprint_v2: OnceLock<u64>,
    /// What slices are chosen by, such as `pieces`.
    size_name: &'static str,
    parts: Vec<Part>,
    /// By part, its table.
    states: Vec<State>,
    tables: Vec<Table>,
    /// By slice, where its values are.
    locations: Vec<Location>,
}

/// The table of a part.
enum State {
    Missing,
    /// Its number among the tables.
    Open(u32),
    Damaged(TableError),
}

/// Where the values of a slice are: a place without entries if its table is not open.
#[derive(Clone, Copy)]
struct Location {
    place: Place,
    table: u32,
    part: u32,
}

impl Tablebase {
    /// Opens the tables of a game that a store has.
    pub(super) fn scan<S: Space>(directory: &Directory, space: &S) -> Tablebase {
        let parts = components::parts(space.slices());
        let nowhere = Location { place: Place { offset: 0, entries: 0, shift: 0, list: 0 }, table: 0, part: 0 };
        let mut locations = vec![nowhere; space.slices().len()];
        for (number, part) in (0..).zip(&parts) {
            part.slices.iter().for_each(|slice| locations[slice.index()].part = number);
        }
        let mut tablebase = Tablebase {
            directory: directory.clone(),
            game: space.name(),
            fingerprint_v2: OnceLock::new(),
            size_name: space.size_name(),
            states: parts.iter().map(|_| State::Missing).collect(),
            parts,
            tables: Vec::new(),
            locations,
        };
        tablebase.refresh(space);
        tablebase
    }

    /// Opens the tables that were written since by another process.
    pub fn refresh<S: Space>(&mut self, space: &S) {
        for part in 0..self.parts.len() {
            if let State::Missing = self.states[part] {
                self.open_part(space, part);
            }
        }
    }

    /// Opens the table of a part, if there is one.
    fn open_part<S: Space>(&mut self, space: &S, part: usize) {
        let path = self.path(part);
        let part_id = self.part_id(space.slices(), part);
        let slices = slices(space.slices(), &self.parts[part]);
        let rules = |version| match has_part_fingerprint(version) {
            true => fingerprint(space, &self.parts[part]),
            false => *self.fingerprint_v2.get_or_init(|| fingerprint_v2(space)),
        };
        let expected = Expected { path: &path, part: &part_id, rules: &rules, slices: &slices };
        self.states[part] = match Table::open(&expected, self.directory.access) {
            Ok(table) => {
                let number = self.tables.len() as u32;
                for (slice, place) in self.parts[part].slices.iter().zip(table.places()) {
                    self.locations[slice.index()] = Location { place: *place, table: number, part: part as u32 };
                }
                self.tables.push(table);
                State::Open(number)
            }
            Err(TableError::Missing { .. }) => State::Missing,
            Err(error) => State::Damaged(error),
        };
    }

    /// The part of this number, as errors name it.
    fn part_id(&self, slices: &[Slice], part: usize) -> Arc<PartId> {
        let Part { name, slices: members, .. } = &self.parts[part];
        let first_slice = members.first().map_or_else(String::new, |first| slices[first.index()].name.clone());
        Arc::new(PartId { game: self.game, name: name.clone(), first_slice, whole: self.parts.len() == 1 })
    }

    /// The error that no table can be used, if so.
    pub(super) fn missing(&self) -> Option<TableError> {
        if !self.tables.is_empty() {
            return None;
        }
        let damaged =
            self.states.iter().find_map(|state| if let State::Damaged(error) = state { Some(error) } else { None });
        Some(damaged.cloned().unwrap_or_else(|| {
            let (path, size_name) = match self.parts.len() {
                1 => (self.path(0), None),
                _ => (self.directory.path.clone(), Some(self.size_name)),
            };
            TableError::Missing { path, game: self.game, size_name }
        }))
    }

    /// The parts of the game, solved or not, each after all those that its moves can lead to.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The file of a part, whether it exists or not. A part is its index in [`Tablebase::parts`].
    pub fn path(&self, part: usize) -> PathBuf {
        self.directory.file(self.game, &self.parts[part].name)
    }

    /// The table of a part; `None` if there is no file.
    ///
    /// # Errors
    /// If there is a file that cannot be trusted.
    pub fn table(&self, part: usize) -> Result<Option<&Table>, TableError> {
        match &self.states[part] {
            State::Missing => Ok(None),
            State::Open(number) => Ok(Some(&self.tables[*number as usize])),
            State::Damaged(error) => Err(error.clone()),
        }
    }

    /// The size of a part's table in bytes if every value takes one byte: the least that it can be.
    pub fn least_bytes<S: Space>(&self, space: &S, part: usize) -> u64 {
        write::least_bytes(self.game, &slices(space.slices(), &self.parts[part]))
    }

    /// The size of all open tables, in bytes.
    pub fn bytes(&self) -> u64 {
        self.tables.iter().map(Table::bytes).sum()
    }

    /// The number of tables that cannot be trusted.
    pub fn damaged(&self) -> usize {
        self.states.iter().filter(|state| matches!(state, State::Damaged(_))).count()
    }

    /// Checks every block of every table against its checksum, on all threads, even those that were read before or are
    /// trusted.
    ///
    /// # Errors
    /// With the first table that cannot be trusted, or the first block that is damaged.
    pub fn check(&self) -> Result<Checked, TableError> {
        self.check_parts(0..self.parts.len())
    }

    /// The same for the tables that hold these slices.
    ///
    /// # Errors
    /// As [`Tablebase::check`].
    pub fn check_slices(&self, slices: &[SliceId]) -> Result<Checked, TableError> {
        let holds_one = |part: &usize| self.parts[*part].slices.iter().any(|slice| slices.contains(slice));
        self.check_parts((0..self.parts.len()).filter(holds_one))
    }

    /// Checks the tables of these parts.
    fn check_parts(&self, parts: impl Iterator<Item = usize>) -> Result<Checked, TableError> {
        let mut sum = Checked { blocks: 0, bytes: 0 };
        for part in parts {
            if let Some(table) = self.table(part)? {
                let checked = table.check()?;
                sum.blocks += checked.blocks;
                sum.bytes += checked.bytes;
            }
        }
        Ok(sum)
    }

    /// Returns the memory of mapped tables to the system, which reads them again when they are needed.
    pub(crate) fn release_pages(&self) {
        self.tables.iter().for_each(Table::release_pages);
    }

    /// Skips checksums from now on: without this, a block is checked before its first value is read.
    pub fn trust(&mut self) {
        self.tables.iter_mut().for_each(Table::trust);
    }

    /// Writes the finished table of a part from `values`, which holds the slices of the part, and opens it.
    ///
    /// The file gets its name when all of it is on the disk. The same values make the same bytes.
    ///
    /// # Errors
    /// If the disk is full, or the directory cannot be written. An old table is replaced by a finished one or not at
    /// all.
    pub fn write<S: Space>(
        &mut self,
        _lock: &Lock,
        space: &S,
        part: usize,
        values: &dyn Lookup,
    ) -> Result<Written, TableError> {
        let slices = slices(space.slices(), &self.parts[part]);
        let content = write::Content {
            game: self.game,
            rules: fingerprint(space, &self.parts[part]),
            slices: &slices,
            ids: &self.parts[part].slices,
            values,
        };
        let written = write::write(&self.directory.path, &self.path(part), &content)?;
        self.open_part(space, part);
        self.table(part).map(|_| written)
    }

    /// No value for an entry that is not in an open table, or the error if its table is damaged.
    #[cold]
    #[inline(never)]
    fn absent(&self, part: u32) -> Result<Option<Value>, LookupError> {
        match &self.states[part as usize] {
            State::Damaged(error) => Err(error.clone().into()),
            _ => Ok(None),
        }
    }

    /// The table of a slice and its place there; `None` if the slice is not held.
    #[inline(always)]
    fn place(&self, slice: SliceId) -> Result<Option<(&Table, &Place)>, LookupError> {
        let Some(location) = self.locations.get(slice.index()) else {
            return Ok(None);
        };
        match &self.states[location.part as usize] {
            State::Missing => Ok(None),
            State::Damaged(error) => Err(error.clone().into()),
            State::Open(table) => Ok(Some((&self.tables[*table as usize], &location.place))),
        }
    }
}

/// The slices of a part.
fn slices<'a>(slices: &'a [Slice], part: &Part) -> Vec<&'a Slice> {
    part.slices.iter().map(|slice| &slices[slice.index()]).collect()
}

impl Lookup for Tablebase {
    #[inline]
    fn value(&self, entry: Entry) -> Result<Option<Value>, LookupError> {
        let Some(location) = self.locations.get(entry.slice.index()) else {
            return Ok(None);
        };
        if entry.index >= location.place.entries {
            return self.absent(location.part);
        }
        Ok(self.tables[location.table as usize].value(&location.place, entry.index)?)
    }

    fn read(&self, from: Entry, codes: &mut [u16]) -> Result<bool, LookupError> {
        let Some((table, place)) = self.place(from.slice)? else {
            return Ok(false);
        };
        assert_within(from, codes.len(), place.entries);
        table.read(place, from.index, codes)?;
        Ok(true)
    }

    fn gather(&self, slice: SliceId, indexes: &[u64], codes: &mut [u16]) -> Result<bool, LookupError> {
        assert_eq!(indexes.len(), codes.len(), "expected a code for every index");
        let Some((table, place)) = self.place(slice)? else {
            return Ok(false);
        };
        table.gather(place, indexes, codes)?;
        Ok(true)
    }

    fn holds(&self, slice: SliceId) -> bool {
        let state = self.locations.get(slice.index()).map(|location| &self.states[location.part as usize]);
        state.is_some_and(|state| !matches!(state, State::Missing))
    }
}

impl fmt::Debug for Tablebase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tablebase").field("game", &self.game).field("tables", &self.tables).finish_non_exhaustive()
    }
}
