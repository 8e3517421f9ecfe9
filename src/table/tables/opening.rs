//! Opening the tables of a game: from files, from bytes that are compiled into the program, and again after a solve.

use std::mem;
use std::path::PathBuf;

use super::{Location, TableState, Tables, slices};
use crate::space::components::{self, Part};
use crate::space::{KeptDepths, Omitted, Slice, SliceId};
use crate::table::omission::{depths, depths_apart};
use crate::table::open::{Expected, Storage};
use crate::table::{Embedded, Store, Table, TableError, TableGame};
use crate::values::Lookup;

impl Tables {
    /// The tables of a game that are compiled into the program, and no files.
    ///
    /// # Errors
    /// [`TableError::Missing`] if there is none that can be used.
    pub fn compiled_in(space: &dyn TableGame, embedded: &[Embedded]) -> Result<Tables, TableError> {
        let mut tables = Tables::none(&Store::new(""), space, components::parts(space.slices()));
        tables.embed(space, embedded);
        tables.missing().map_or(Ok(tables), Err)
    }

    /// Opens the tables of a game in a store.
    fn scan(store: &Store, space: &dyn TableGame) -> Tables {
        let mut tables = Tables::none(store, space, components::parts(space.slices()));
        tables.refresh(space);
        tables
    }

    /// The tables of these parts of a game in a store, none of which is open.
    fn none(store: &Store, space: &dyn TableGame, parts: Vec<Part>) -> Tables {
        let mut parts_of = vec![0; space.slices().len()];
        for (part, Part { slices, .. }) in (0..).zip(&parts) {
            slices.iter().for_each(|slice| parts_of[slice.index()] = part);
        }
        Tables {
            store: store.clone(),
            game: space.name(),
            size_name: space.size_name(),
            states: parts.iter().map(|_| TableState::Missing).collect(),
            parts,
            open: Vec::new(),
            locations: vec![Location::Missing; space.slices().len()],
            parts_of,
            derivations: vec![0; space.slices().len()],
            derivation: space.shared_derivation(),
            under_rule: None,
            memory: None,
        }
    }

    /// No tables, and the values of a game that was solved in memory, all of its slices.
    pub fn of_memory(space: &dyn TableGame, memory: impl Lookup + Send + 'static) -> Tables {
        let mut tables = Tables::none(&Store::new(""), space, components::parts(space.slices()));
        tables.locations.fill(Location::Memory);
        Tables { memory: Some(Box::new(memory)), ..tables }
    }

    /// No tables and no values.
    pub fn empty(space: &dyn TableGame) -> Tables {
        Tables::none(&Store::new(""), space, components::parts(space.slices()))
    }

    /// Opens the tables that other processes have written since, and the tables that waited for them.
    pub fn refresh(&mut self, space: &dyn TableGame) {
        for part in 0..self.parts.len() {
            match self.states[part] {
                TableState::Missing => self.open_part(space, part),
                _ => self.use_waiting(space, part),
            }
        }
    }

    /// These tables with tables of the same slices under the rule of quiet plies, as a space with
    /// [`Metric::Zeroing`](crate::space::Metric::Zeroing) has them.
    #[must_use]
    pub fn with_rule(self, under_rule: Option<Tables>) -> Tables {
        Tables { under_rule: under_rule.map(Box::new), ..self }
    }

    /// These tables without the parts of which a slice is larger than a limit, as
    /// [`Naming::size`](crate::space::Naming::size) counts: for an engine that is to look up smaller positions alone.
    #[must_use]
    pub fn up_to(mut self, space: &dyn TableGame, limit: Option<u32>) -> Tables {
        let Some(limit) = limit else { return self };
        for (part, state) in self.parts.iter().zip(&mut self.states) {
            if part.slices.iter().any(|&slice| space.size(slice) > limit) {
                *state = TableState::Missing;
                part.slices.iter().for_each(|slice| self.locations[slice.index()] = Location::Missing);
            }
        }
        self.under_rule = self.under_rule.map(|tables| Box::new(tables.up_to(space, Some(limit))));
        self
    }

    /// Opens the table of a part, if there is one.
    fn open_part(&mut self, space: &dyn TableGame, part: usize) {
        self.open_part_in(space, part, self.path(part), None);
    }

    /// Opens the table of each part that has no file, if it is compiled into the program, and the files that waited for
    /// such a table. A table with a different fingerprint is ignored.
    fn embed(&mut self, space: &dyn TableGame, embedded: &[Embedded]) {
        for part in 0..self.parts.len() {
            self.use_waiting(space, part);
            let path = self.path(part);
            let has_name = |embedded: &&Embedded| path.file_name().is_some_and(|name| name == embedded.name);
            let Some(embedded) = embedded.iter().find(has_name) else { continue };
            if !matches!(self.states[part], TableState::Missing) {
                continue;
            }
            self.open_part_in(space, part, embedded.name.into(), Some(embedded.bytes));
            if !matches!(self.states[part], TableState::Open(_)) {
                self.states[part] = TableState::Missing;
            }
        }
    }

    /// Opens the table of a part in a file, or in bytes that are compiled into the program.
    fn open_part_in(&mut self, space: &dyn TableGame, part: usize, path: PathBuf, embedded: Option<&'static [u8]>) {
        let part_id = self.part_id(space.slices(), part);
        let slices = slices(space.slices(), &self.parts[part]);
        let rules = || space.fingerprint(&self.parts[part]);
        let expected = Expected { path: &path, part: &part_id, rules: &rules, slices: &slices, finished: true };
        let opened = match embedded {
            Some(bytes) => Table::of(&expected, Storage::Embedded(bytes)),
            None => Table::open(&expected, self.store.access()),
        };
        for slice in &self.parts[part].slices {
            self.locations[slice.index()] = Location::Missing;
        }
        self.states[part] = match opened {
            Ok(table) => self.use_table(space, part, table),
            Err(TableError::Missing { .. }) => TableState::Missing,
            Err(error) => TableState::Damaged(error),
        };
    }

    /// Uses the table of a part that waits for the tables below it, if they are open now.
    fn use_waiting(&mut self, space: &dyn TableGame, part: usize) {
        self.states[part] = match mem::replace(&mut self.states[part], TableState::Missing) {
            TableState::Waiting(table, _) => self.use_table(space, part, *table),
            state => state,
        };
    }

    /// Adds an intact table to the open ones, unless values of it cannot be derived. Returns the state of its part.
    fn use_table(&mut self, space: &dyn TableGame, part: usize, table: Table) -> TableState {
        let depths = match self.derivations(space, part, &table) {
            Ok(depths) => depths,
            Err(error @ TableError::Needs { .. }) => return TableState::Waiting(Box::new(table), error),
            Err(error) => return TableState::Damaged(error),
        };
        let number_of_table = self.open.len() as u32;
        for ((number, slice), depth) in (0..).zip(&self.parts[part].slices).zip(depths) {
            self.derivations[slice.index()] = depth;
            self.locations[slice.index()] = match table.is_compressed() {
                true => Location::Compressed { table: number_of_table, number },
                false => Location::Plain { table: number_of_table, place: table.places()[number as usize] },
            };
        }
        self.open.push(table);
        TableState::Open(number_of_table)
    }

    /// By slice of a part, how many derivations in turn the values that its table omits take.
    ///
    /// # Errors
    /// If they cannot be derived.
    pub(in crate::table) fn derivations(
        &self,
        space: &dyn TableGame,
        part: usize,
        table: &Table,
    ) -> Result<Vec<u32>, TableError> {
        let plain = || vec![0; self.parts[part].slices.len()];
        let Some(compressed) = table.compressed() else { return Ok(plain()) };
        let slices = space.slices();
        let part_id = || self.part_id(slices, part);
        for (slice, id) in compressed.slices.iter().zip(&self.parts[part].slices) {
            if slice.is_complete() {
                continue;
            }
            if self.derivation.is_none() {
                let what = "omitted values, which this version of the game does not derive".to_string();
                return Err(table.header_damaged(what));
            }
            let mut below = slices[id.index()].leads_to.iter().filter(|slice| !self.parts[part].slices.contains(slice));
            if let Some(slice) = below.find_map(|&slice| self.missing_below(slices, slice)) {
                return Err(TableError::Needs { path: table.path().to_owned(), slice, part: part_id() });
            }
        }
        let Some(derivation) = &self.derivation else { return Ok(plain()) };
        let omitted: Vec<Omitted> = compressed.slices.iter().map(|slice| slice.omitted).collect();
        let below = |slice: SliceId| self.derivations[slice.index()];
        let kept: Option<Vec<KeptDepths>> = compressed.slices.iter().map(|slice| slice.kept).collect();
        if let Some(kept) = kept.filter(|kept| !kept.is_empty()) {
            return depths_apart(slices, &self.parts[part], &kept, &below).map_err(|what| table.header_damaged(what));
        }
        depths(slices, &self.parts[part], &omitted, derivation.has_halves(), &below)
            .map_err(|what| table.header_damaged(what))
    }

    /// The name of the slice whose table is missing, if values of a slice cannot be looked up for want of one: the
    /// slice itself, or one that its table waits for.
    fn missing_below(&self, slices: &[Slice], slice: SliceId) -> Option<String> {
        match &self.states[self.parts_of[slice.index()] as usize] {
            TableState::Missing => Some(slices[slice.index()].name.clone()),
            TableState::Waiting(_, TableError::Needs { slice, .. }) => Some(slice.clone()),
            _ => None,
        }
    }

    /// Opens the table of a part that was written since, and the tables that waited for it.
    ///
    /// # Errors
    /// If the table of the part cannot be trusted.
    pub fn reopen(&mut self, space: &dyn TableGame, part: usize) -> Result<(), TableError> {
        self.open_part(space, part);
        (0..self.parts.len()).for_each(|above| self.use_waiting(space, above));
        self.table(part).map(|_| ())
    }

    /// The error that no table can be used, if so.
    fn missing(&self) -> Option<TableError> {
        if !self.open.is_empty() {
            return None;
        }
        let unusable = (0..self.parts.len()).find_map(|part| self.table(part).err());
        Some(unusable.unwrap_or_else(|| {
            let (path, size_name) = match self.parts.len() {
                1 => (self.path(0), None),
                _ => (self.store.directory().to_owned(), Some(self.size_name)),
            };
            TableError::Missing { path, game: self.game, size_name }
        }))
    }
}

impl Store {
    /// Opens the finished tables of a game, one or more.
    ///
    /// # Errors
    /// [`TableError::Missing`] if there is none; any other if there is none that can be trusted.
    pub fn open(&self, space: &dyn TableGame) -> Result<Tables, TableError> {
        let tables = self.scan(space);
        tables.missing().map_or(Ok(tables), Err)
    }

    /// Opens the finished tables of a game, one or more; for a part without a file, the table that is compiled into the
    /// program, if there is one. A damaged file is not replaced.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn open_with(&self, space: &dyn TableGame, embedded: &[Embedded]) -> Result<Tables, TableError> {
        let tables = self.scan_with(space, embedded);
        tables.missing().map_or(Ok(tables), Err)
    }

    /// Opens the finished tables of a game, even if there are none.
    pub fn scan(&self, space: &dyn TableGame) -> Tables {
        Tables::scan(self, space)
    }

    /// Opens the finished tables of single slices of a game: each slice is a part of its own, named as the slice.
    pub fn scan_slices(&self, space: &dyn TableGame) -> Tables {
        let mut tables = Tables::none(self, space, components::single_slices(space.slices()));
        tables.refresh(space);
        tables
    }

    /// Opens the tables that [`Store::open_with`] opens, even if there are none.
    pub fn scan_with(&self, space: &dyn TableGame, embedded: &[Embedded]) -> Tables {
        let mut tables = self.scan(space);
        tables.embed(space, embedded);
        tables
    }
}
