//! Looking up what is not in a plain table: values of compressed tables, stored or derived, and errors of damaged ones.

use std::any::Any;

use super::super::compressed::Compressed;
use super::super::{Table, TableError};
use super::{State, Tables};
use crate::game::Value;
use crate::space::{Class, Derivation, Entry, Omitted, SliceId, Stored, TOGETHER};
use crate::values::{Code, Lookup, LookupError, assert_within};

/// A slice of a compressed table.
#[derive(Clone, Copy)]
pub(super) struct CompressedPlace<'a> {
    table: &'a Table,
    pub(super) compressed: &'a Compressed,
    /// The number of the slice in its part.
    number: usize,
}

impl Tables {
    /// The value of an entry that is not in a plain table: from a compressed one, none, or the error of a damaged one. Where the
    /// position of the entry is known, it need not be made.
    #[inline(never)]
    pub(super) fn value_elsewhere(
        &self,
        entry: Entry,
        position: Option<&dyn Any>,
    ) -> Result<Option<Value>, LookupError> {
        let Some(place) = self.compressed_place(entry.slice)? else { return Ok(None) };
        let slice = &place.compressed.slices[place.number];
        if entry.index >= slice.entries {
            return Ok(None);
        }
        match &self.derivation {
            Some(derivation) if slice.omitted != Omitted::NOTHING => {
                self.derived(derivation.as_ref(), entry, position, place)
            }
            _ => Ok(place.code(entry.index)?.decode()),
        }
    }

    /// The value of an entry of a slice of which some are omitted.
    fn derived(
        &self,
        derivation: &dyn Derivation,
        entry: Entry,
        position: Option<&dyn Any>,
        place: CompressedPlace,
    ) -> Result<Option<Value>, LookupError> {
        let results = place.compressed.results;
        let last = Some((entry.slice, place));
        let mut stored = StoredValues { tables: self, results, last, error: None };
        let value = derivation.value(entry, position, &mut stored);
        match stored.error {
            Some(error) => Err(error),
            None => Ok(value),
        }
    }

    /// The compressed table of a slice, if it is in one; the error if its table is damaged.
    #[inline(always)]
    pub(super) fn compressed_place(&self, slice: SliceId) -> Result<Option<CompressedPlace<'_>>, LookupError> {
        let Some(location) = self.locations.get(slice.index()) else { return Ok(None) };
        match &self.states[location.part as usize] {
            State::Missing => Ok(None),
            State::Damaged(error) => Err(error.clone().into()),
            State::Open(table) => {
                let table = &self.open[*table as usize];
                let place = |compressed| CompressedPlace { table, compressed, number: location.number as usize };
                Ok(table.compressed().map(place))
            }
        }
    }

    /// Reads the codes of consecutive entries of a slice of a compressed table.
    pub(super) fn read_compressed(
        &self,
        place: CompressedPlace,
        from: Entry,
        codes: &mut [u16],
    ) -> Result<(), LookupError> {
        let slice = &place.compressed.slices[place.number];
        assert_within(from, codes.len(), slice.entries);
        place.table.stored_codes(place.compressed, place.number, from.index, codes)?;
        let Some(derivation) = self.derivation.as_deref().filter(|_| slice.omitted != Omitted::NOTHING) else {
            return Ok(());
        };
        let mut classes = vec![Class::First; codes.len()];
        derivation.classes(from, &mut classes);
        for ((code, class), index) in codes.iter_mut().zip(classes).zip(from.index..) {
            if slice.omitted.has(class) {
                let value = self.derived(derivation, Entry { index, ..from }, None, place)?;
                *code = value.and_then(u16::encode).unwrap_or(u16::ABSENT);
            }
        }
        Ok(())
    }
}

impl CompressedPlace<'_> {
    /// The code that is stored for an entry.
    #[inline(always)]
    fn code(&self, index: u64) -> Result<u16, TableError> {
        self.table.stored_code(self.compressed, self.number, index)
    }
}

/// The stored values of tables, for a derivation.
struct StoredValues<'a> {
    tables: &'a Tables,
    /// Whether results are enough.
    results: bool,
    /// The compressed table of the slice that was asked for last, if it is in one.
    last: Option<(SliceId, CompressedPlace<'a>)>,
    /// Why a value could not be read.
    error: Option<LookupError>,
}

impl<'a> StoredValues<'a> {
    /// The compressed table of a slice, if it is in one.
    #[inline(always)]
    fn place(&mut self, slice: SliceId) -> Result<Option<CompressedPlace<'a>>, LookupError> {
        if let Some((_, place)) = self.last.filter(|&(last, _)| last == slice) {
            return Ok(Some(place));
        }
        let place = self.tables.compressed_place(slice)?;
        self.last = place.map(|place| (slice, place));
        Ok(place)
    }
}

impl Stored for StoredValues<'_> {
    #[inline]
    fn omitted(&mut self, slice: SliceId) -> Omitted {
        match self.place(slice) {
            Ok(Some(place)) => place.compressed.slices[place.number].omitted,
            _ => Omitted::NOTHING,
        }
    }

    #[inline]
    fn value(&mut self, entry: Entry) -> Option<Value> {
        let value = match self.place(entry.slice) {
            Ok(Some(place)) => place.code(entry.index).map(Code::decode).map_err(LookupError::from),
            Ok(None) => self.tables.value(entry),
            Err(error) => Err(error),
        };
        value.unwrap_or_else(|error| {
            self.error = Some(error);
            None
        })
    }

    fn values(&mut self, slice: SliceId, indexes: &[u64], values: &mut [Value]) -> Option<()> {
        let Some(place) = self.place(slice).ok().flatten().filter(|_| indexes.len() > 1) else {
            for (value, &index) in values.iter_mut().zip(indexes) {
                *value = self.value(Entry { slice, index })?;
            }
            return Some(());
        };
        let mut codes = [0; TOGETHER];
        let codes = &mut codes[..indexes.len()];
        if let Err(error) = place.table.stored_codes_at(place.compressed, place.number, indexes, codes) {
            self.error = Some(error.into());
            return None;
        }
        for (value, code) in values.iter_mut().zip(codes) {
            *value = code.decode()?;
        }
        Some(())
    }

    fn results(&self) -> bool {
        self.results
    }
}
