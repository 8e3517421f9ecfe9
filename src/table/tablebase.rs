//! What a directory has of a game: the finished tables of its parts.

use std::fmt;
use std::path::PathBuf;

use super::fingerprint::fingerprint;
use super::layout::Place;
use super::open::Expected;
use super::{Checked, Lock, PartId, Store, Table, TableError, Written, write};
use crate::game::Value;
use crate::space::components::{self, Part};
use crate::space::{Entry, Slice, SliceId, Space};
use crate::values::Lookup;
use crate::values::LookupError;

/// The tables of a game that are in a directory, each mapped into memory. Any number of threads may look up values.
///
/// What is not there has no values. A table that is there and cannot be trusted is an error when something is asked of
/// it, and does no harm to the others.
pub struct Tablebase {
    store: Store,
    game: &'static str,
    /// The fingerprint of the rules.
    rules: u64,
    /// What slices are chosen by, such as `pieces`.
    size_name: &'static str,
    parts: Vec<Part>,
    /// By part, what there is of it.
    kept: Vec<Kept>,
    tables: Vec<Table>,
    /// By slice, where its values are.
    locations: Vec<Location>,
}

/// What a directory has of a part.
enum Kept {
    Nothing,
    /// The number of its table.
    Sound(u32),
    Damaged(TableError),
}

/// Where the values of a slice are: of one that is not there, a place without entries.
#[derive(Clone, Copy)]
struct Location {
    place: Place,
    table: u32,
    part: u32,
}

impl Tablebase {
    /// Examines what a store has of a game.
    pub(super) fn look<S: Space>(store: &Store, space: &S) -> Tablebase {
        let parts = components::parts(space.slices());
        let nowhere = Location { place: Place { offset: 0, entries: 0, shift: 0, list: 0 }, table: 0, part: 0 };
        let mut locations = vec![nowhere; space.slices().len()];
        for (number, part) in (0..).zip(&parts) {
            part.slices.iter().for_each(|slice| locations[slice.index()].part = number);
        }
        let mut tablebase = Tablebase {
            store: store.clone(),
            game: space.name(),
            rules: fingerprint(space),
            size_name: space.size_name(),
            kept: parts.iter().map(|_| Kept::Nothing).collect(),
            parts,
            tables: Vec::new(),
            locations,
        };
        tablebase.look_again(space);
        tablebase
    }

    /// Examines what has come since: the tables of parts that were not there.
    pub fn look_again<S: Space>(&mut self, space: &S) {
        for part in 0..self.parts.len() {
            if let Kept::Nothing = self.kept[part] {
                self.examine(space, part);
            }
        }
    }

    /// Opens the table of a part, if it is there.
    fn examine<S: Space>(&mut self, space: &S, part: usize) {
        let path = self.path(part);
        let part_id = self.part_id(space.slices(), part);
        let slices = slices(space.slices(), &self.parts[part]);
        let expected = Expected { path: &path, part: &part_id, rules: self.rules, slices: &slices };
        self.kept[part] = match Table::open(&expected) {
            Ok(table) => {
                let number = self.tables.len() as u32;
                for (slice, place) in self.parts[part].slices.iter().zip(table.places()) {
                    self.locations[slice.index()] = Location { place: *place, table: number, part: part as u32 };
                }
                self.tables.push(table);
                Kept::Sound(number)
            }
            Err(TableError::Missing { .. }) => Kept::Nothing,
            Err(error) => Kept::Damaged(error),
        };
    }

    /// The part of this number, as errors name it.
    fn part_id(&self, slices: &[Slice], part: usize) -> PartId {
        let Part { name, slices: members, .. } = &self.parts[part];
        let first_slice = members.first().map_or_else(String::new, |first| slices[first.index()].name.clone());
        PartId { game: self.game, name: name.clone(), first_slice, whole: self.parts.len() == 1 }
    }

    /// The error for a directory without a table that can be trusted.
    pub(super) fn nothing(&self) -> Option<TableError> {
        if !self.tables.is_empty() {
            return None;
        }
        let damaged =
            self.kept.iter().find_map(|kept| if let Kept::Damaged(error) = kept { Some(error) } else { None });
        Some(damaged.cloned().unwrap_or_else(|| {
            let (path, size_name) = match self.parts.len() {
                1 => (self.path(0), None),
                _ => (self.store.directory().to_path_buf(), Some(self.size_name)),
            };
            TableError::Missing { path, game: self.game, size_name }
        }))
    }

    /// The parts of the game, there or not, each after all those that its moves can lead to.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The file in which a part is kept, there or not; parts are numbered as [`Tablebase::parts`] has them.
    pub fn path(&self, part: usize) -> PathBuf {
        self.store.path(self.game, &self.parts[part].name)
    }

    /// The table of a part, if it is there.
    ///
    /// # Errors
    /// If it is there and cannot be trusted.
    pub fn table(&self, part: usize) -> Result<Option<&Table>, TableError> {
        match &self.kept[part] {
            Kept::Nothing => Ok(None),
            Kept::Sound(number) => Ok(Some(&self.tables[*number as usize])),
            Kept::Damaged(error) => Err(error.clone()),
        }
    }

    /// The size of a part's table in bytes if a byte is enough for each of its values.
    pub fn least_bytes<S: Space>(&self, space: &S, part: usize) -> u64 {
        write::least_bytes(self.game, &slices(space.slices(), &self.parts[part]))
    }

    /// The size of all tables that are there, in bytes.
    pub fn bytes(&self) -> u64 {
        self.tables.iter().map(Table::bytes).sum()
    }

    /// How many tables are there that cannot be trusted.
    pub fn damaged(&self) -> usize {
        self.kept.iter().filter(|kept| matches!(kept, Kept::Damaged(_))).count()
    }

    /// Holds every block of every table against its checksum, on all threads, whether it was read before or is trusted.
    ///
    /// # Errors
    /// With the first table that cannot be trusted, or the first block that is damaged.
    pub fn check(&self) -> Result<Checked, TableError> {
        let mut sum = Checked { blocks: 0, bytes: 0 };
        for part in 0..self.parts.len() {
            if let Some(table) = self.table(part)? {
                let checked = table.check()?;
                sum.blocks += checked.blocks;
                sum.bytes += checked.bytes;
            }
        }
        Ok(sum)
    }

    /// Gives the memory of what has been read back to the system, which may keep it as it likes.
    pub(crate) fn release_pages(&self) {
        self.tables.iter().for_each(Table::release_pages);
    }

    /// Stops holding blocks against their checksums when they are first read.
    pub fn trust(&mut self) {
        self.tables.iter_mut().for_each(Table::trust);
    }

    /// Writes the finished table of a part, and looks up its values there from now on: `values` holds the part's
    /// slices.
    ///
    /// The file has its name only when all of it is on the disk. The same codes make the same bytes.
    ///
    /// # Errors
    /// If the disk is full, or the directory cannot be written. An old table is replaced by a finished one or not at all.
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
            rules: self.rules,
            slices: &slices,
            ids: &self.parts[part].slices,
            values,
        };
        let written = write::write(self.store.directory(), &self.path(part), &content)?;
        self.examine(space, part);
        self.table(part).map(|_| written)
    }

    /// The error for an entry whose slice is not stored, or no value if nothing is wrong.
    #[cold]
    #[inline(never)]
    fn not_stored(&self, part: u32) -> Result<Option<Value>, LookupError> {
        match &self.kept[part as usize] {
            Kept::Damaged(error) => Err(error.clone().into()),
            _ => Ok(None),
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
            return self.not_stored(location.part);
        }
        Ok(self.tables[location.table as usize].value(&location.place, entry.index)?)
    }

    fn read(&self, from: Entry, codes: &mut [u16]) -> Result<bool, LookupError> {
        let Some(location) = self.locations.get(from.slice.index()) else {
            return Ok(false);
        };
        match &self.kept[location.part as usize] {
            Kept::Nothing => Ok(false),
            Kept::Damaged(error) => Err(error.clone().into()),
            Kept::Sound(table) => {
                assert!(
                    from.index.checked_add(codes.len() as u64).is_some_and(|end| end <= location.place.entries),
                    "the entries are within the slice"
                );
                self.tables[*table as usize].read(&location.place, from.index, codes)?;
                Ok(true)
            }
        }
    }

    fn holds(&self, slice: SliceId) -> bool {
        let kept = self.locations.get(slice.index()).map(|location| &self.kept[location.part as usize]);
        kept.is_some_and(|kept| !matches!(kept, Kept::Nothing))
    }
}

impl fmt::Debug for Tablebase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tablebase").field("game", &self.game).field("tables", &self.tables).finish_non_exhaustive()
    }
}
