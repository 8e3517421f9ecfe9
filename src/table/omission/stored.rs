//! Values of compressed tables: stored ones, and omitted ones derived from them.

use crate::game::Value;
use crate::space::{Class, Derivation, Entry, KeptDepths, Omitted, SliceId, Stored, TOGETHER};
use crate::table::compressed::{CompressedSlice, CompressedSlices};
use crate::table::tables::Location;
use crate::table::{Table, TableError, Tables};
use crate::values::{Code, Lookup, LookupError, assert_within};

/// A slice of a compressed table.
#[derive(Clone, Copy)]
pub struct CompressedPlace<'a> {
    pub table: &'a Table,
    pub compressed: &'a CompressedSlices,
    /// The number of the slice in its part.
    pub number: usize,
}

impl<'a> CompressedPlace<'a> {
    /// The slice.
    #[inline(always)]
    pub fn slice(&self) -> &'a CompressedSlice {
        &self.compressed.slices[self.number]
    }

    /// Reads the codes that are stored for consecutive entries, from `from` on.
    fn stored_codes(&self, from: u64, codes: &mut [u16]) -> Result<(), TableError> {
        if self.slice().order.is_numbered() {
            return self.table.codes_at_places(self.compressed, self.number, from, codes);
        }
        let mut next = from;
        for codes in codes.chunks_mut(TOGETHER) {
            let indexes: [u64; TOGETHER] = std::array::from_fn(|number| next + number as u64);
            self.table.stored_codes_at(self.compressed, self.number, &indexes[..codes.len()], codes)?;
            next += codes.len() as u64;
        }
        Ok(())
    }

    /// The code that is stored for an entry.
    #[inline(always)]
    fn code(&self, index: u64) -> Result<u16, TableError> {
        self.table.stored_code(self.compressed, self.number, index)
    }
}

impl Tables {
    /// The place of a slice, if it is in a compressed table.
    ///
    /// # Errors
    /// If its table is damaged.
    #[inline(always)]
    pub(in crate::table) fn compressed_place(
        &self,
        slice: SliceId,
    ) -> Result<Option<CompressedPlace<'_>>, LookupError> {
        match self.location(slice) {
            Location::Plain { .. } | Location::Memory => Ok(None),
            Location::Compressed { table, number } => {
                let (table, number) = (self.open_table(table), number as usize);
                Ok(table.compressed().map(|compressed| CompressedPlace { table, compressed, number }))
            }
            Location::Missing => self.not_unusable(slice).map(|()| None),
        }
    }

    /// The value of an entry of a slice that is not in a plain table: of a compressed one, where `derive` derives it if
    /// the slice omits some classes; none; or the error of a damaged one.
    #[inline(never)]
    pub(in crate::table) fn value_elsewhere(
        &self,
        entry: Entry,
        derive: impl FnOnce(&mut StoredValues) -> Option<Value>,
    ) -> Result<Option<Value>, LookupError> {
        let Some(place) = self.compressed_place(entry.slice)? else {
            return self.memory().map_or(Ok(None), |memory| memory.value(entry));
        };
        let slice = place.slice();
        if entry.index >= slice.entries {
            return Ok(None);
        }
        match (slice.omitted, slice.kept) {
            (Omitted::NOTHING, None) => Ok(place.code(entry.index)?.decode()),
            _ => self.derived(entry.slice, place, derive),
        }
    }

    /// The value that `derive` derives for an entry of a slice.
    fn derived(
        &self,
        slice: SliceId,
        place: CompressedPlace,
        derive: impl FnOnce(&mut StoredValues) -> Option<Value>,
    ) -> Result<Option<Value>, LookupError> {
        let mut stored = StoredValues { last: Some((slice, place)), ..StoredValues::new(self, place) };
        let value = derive(&mut stored);
        stored.end(value)
    }

    /// Raises the stored codes of consecutive entries of a slice to their floors.
    fn raise(
        &self,
        derivation: &dyn Derivation,
        place: CompressedPlace,
        from: Entry,
        codes: &mut [u16],
    ) -> Result<(), LookupError> {
        let mut stored = StoredValues::new(self, place);
        let mut values: Vec<Option<Value>> = codes.iter().map(|code| code.decode()).collect();
        derivation.raise(from, KeptDepths::ALL, &mut stored, &mut values);
        for (code, value) in codes.iter_mut().zip(values) {
            *code = value.and_then(u16::encode).unwrap_or(u16::ABSENT);
        }
        stored.end(())
    }

    /// Reads the codes of consecutive entries of a slice of a compressed table.
    pub(in crate::table) fn read_compressed(
        &self,
        place: CompressedPlace,
        from: Entry,
        codes: &mut [u16],
    ) -> Result<(), LookupError> {
        let slice = place.slice();
        assert_within(from, codes.len(), slice.entries);
        place.stored_codes(from.index, codes)?;
        let is_code_enough = slice.omitted == Omitted::NOTHING && slice.kept.is_none();
        let Some(derivation) = self.derivation().filter(|_| !is_code_enough) else { return Ok(()) };
        if slice.omitted.has(Class::Attained) || slice.kept.is_some() {
            return self.raise(&**derivation, place, from, codes);
        }
        let mut classes = vec![Class::First; codes.len()];
        derivation.classes(from, &mut classes);
        for ((code, class), index) in codes.iter_mut().zip(classes).zip(from.index..) {
            if class == Class::Vacant {
                *code = u16::ABSENT;
            } else if slice.omitted.has(class) {
                let entry = Entry { index, ..from };
                let value = self.derived(from.slice, place, |stored| derivation.value(entry, stored))?;
                *code = value.and_then(u16::encode).unwrap_or(u16::ABSENT);
            }
        }
        Ok(())
    }
}

/// The stored values of tables, for a derivation.
pub struct StoredValues<'a> {
    tables: &'a Tables,
    /// Whether the values are results only.
    results: bool,
    /// The place of the value that is derived.
    derived: CompressedPlace<'a>,
    /// The slice that was looked up last, if it is in a compressed table.
    last: Option<(SliceId, CompressedPlace<'a>)>,
    /// Why a value could not be read.
    error: Option<LookupError>,
}

impl<'a> StoredValues<'a> {
    /// The values of tables, for values of the slice at this place.
    pub fn new(tables: &'a Tables, place: CompressedPlace<'a>) -> StoredValues<'a> {
        StoredValues { tables, results: place.compressed.results, derived: place, last: None, error: None }
    }

    /// What was derived, unless a value could not be read.
    pub fn end<T>(self, derived: T) -> Result<T, LookupError> {
        self.error.map_or(Ok(derived), Err)
    }

    /// The place of a slice, if it is in a compressed table.
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
            Ok(Some(place)) => place.slice().omitted,
            _ => Omitted::NOTHING,
        }
    }

    #[inline]
    fn kept(&mut self, slice: SliceId) -> Option<KeptDepths> {
        self.place(slice).ok().flatten().and_then(|place| place.slice().kept)
    }

    #[inline]
    fn at_hand(&mut self, entry: Entry) -> Option<Value> {
        let place = self.place(entry.slice).ok().flatten()?;
        place.table.decoded_depth(place.compressed, place.number, entry.index)
    }

    fn with_depth(&mut self, entry: Entry, result: Value) -> Option<Value> {
        let place = self.place(entry.slice).ok().flatten()?;
        let derivation = self.tables.derivation()?;
        let vacant = |index: u64, vacant: &mut [bool]| derivation.vacant(Entry { slice: entry.slice, index }, vacant);
        let depth = place.table.kept_depth(place.compressed, place.number, entry.index, result, &vacant);
        depth.unwrap_or_else(|error| {
            self.error = Some(error.into());
            None
        })
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

    #[cold]
    fn refuse(&mut self, why: &'static str) {
        let table = self.derived.table;
        self.error.get_or_insert_with(|| table.header_damaged(why.to_string()).into());
    }
}
