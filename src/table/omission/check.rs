//! Compares a compressed table with its source, entry by entry.

use std::ops::ControlFlow;

use crate::game::Value;
use crate::space::{Class, Derivation, DerivationSource, Entry, EntryValues, KeptDepths, Omitted, SliceId};
use crate::table::compressed::{CompressedSlices, PartValues, SliceText, is_kept, plies_of, result};
use crate::table::{Table, TableError};
use crate::util::threads::try_map;
use crate::values::{Code, LookupError};

/// Checks every value of a compressed table against its source. Stored values are read; omitted values are derived from
/// values of the source that the table stores, or that can be derived in turn. Several ranks share the pieces.
pub fn check(table: &Table, content: &PartValues) -> Result<(), TableError> {
    let Some(compressed) = table.compressed() else { return Ok(()) };
    for (number, &id) in content.part.slices.iter().enumerate() {
        let slice = &compressed.slices[number];
        let is_derived = slice.omitted != Omitted::NOTHING || slice.kept.is_some();
        let derivation = content.derivation.as_deref().filter(|_| is_derived);
        let text = SliceText::read_once(content, id, None);
        let beside = beside(compressed, content, id);
        let slice = SliceCheck { table, compressed, content, number, text, derivation, beside };
        let own: Vec<usize> = (0..slice.text.pieces()).filter(|&piece| content.is_own(piece)).collect();
        try_map(own.len(), &|number| slice.check_piece(own[number]))?;
    }
    if let Some(peers) = content.peers {
        peers.gather(Vec::new())?;
    }
    Ok(())
}

/// Whether depths that follow from others are compared with the source in this piece of a slice of `entries`: if
/// the values of the source are right, they follow, so that a part of a large slice is enough.
fn is_checked(entries: u64, piece: usize) -> bool {
    const LARGE: u64 = 1 << 24;
    const ONE_IN: usize = 16;
    entries < LARGE || piece.is_multiple_of(ONE_IN)
}

/// By slice, the classes that are omitted of it if it is in the component of the slice `id`.
fn beside(compressed: &CompressedSlices, content: &PartValues, id: SliceId) -> Vec<Option<Omitted>> {
    let mut beside = vec![None; content.slices.len()];
    for &member in content.part.components.iter().filter(|members| members.contains(&id)).flatten() {
        let number = content.part.slices.iter().position(|&slice| slice == member);
        beside[member.index()] = number.map(|number| compressed.slices[number].omitted);
    }
    beside
}

/// A slice of a compressed table to check.
struct SliceCheck<'a> {
    table: &'a Table,
    compressed: &'a CompressedSlices,
    content: &'a PartValues<'a>,
    /// The number of the slice in its part.
    number: usize,
    /// The values of the source.
    text: SliceText<'a>,
    /// The game, if the slice omits some classes.
    derivation: Option<&'a dyn Derivation>,
    /// By slice of the component, the classes that are omitted of it; `None` for the slices below.
    beside: Vec<Option<Omitted>>,
}

impl SliceCheck<'_> {
    /// Checks a piece of the slice.
    fn check_piece(&self, piece: usize) -> Result<(), TableError> {
        let order = &self.compressed.slices[self.number].order;
        let codes = self.text.codes(piece, order)?;
        let mut found = vec![u16::ABSENT; codes.len()];
        let places = self.text.entries_of(piece);
        self.table.codes_at_places(self.compressed, self.number, places.start, &mut found)?;
        let wrong = match self.derivation {
            Some(derivation) if self.compressed.slices[self.number].kept.is_some() => {
                self.wrong_apart(derivation, piece, &codes, &found)?
            }
            Some(derivation) if derivation.has_floors() => {
                self.wrong_above_floors(derivation, &self.text.indexes(piece, order), &codes, &found)?
            }
            derivation => self.wrong(derivation, piece, &codes, &found)?,
        };
        if let Some(entry) = wrong {
            let slice = &self.content.slices[self.text.id.index()].name;
            let what = format!("entry {entry} of slice {slice} that is not as in the source");
            return Err(TableError::Compressed { path: self.table.path().to_owned(), what });
        }
        self.text.checked(piece);
        Ok(())
    }

    /// The first entry of a piece, stored as it is numbered, whose stored or derived value is not as in the source.
    fn wrong(
        &self,
        derivation: Option<&dyn Derivation>,
        piece: usize,
        codes: &[u16],
        found: &[u16],
    ) -> Result<Option<u64>, TableError> {
        let from = Entry { slice: self.text.id, index: self.text.entries_of(piece).start };
        let differs = |place: &usize| found[*place] != codes[*place];
        let wrong = match derivation {
            None => (0..found.len()).find(differs),
            Some(derivation) => {
                let (omitted, mut classes) = (self.omitted(), vec![Class::First; codes.len()]);
                let mut source = CheckSource { slice: self, codes, wrong: None, gathered: Vec::new(), error: None };
                let _ = derivation.check(from, omitted, &mut classes, &mut source);
                if let Some(error) = source.error {
                    return Err(TableError::Values(error));
                }
                source.wrong.or_else(|| (0..found.len()).filter(differs).find(|&place| !omitted.has(classes[place])))
            }
        };
        Ok(wrong.map(|place| from.index + place as u64))
    }

    /// The first of these entries that is not as in the source: another value is stored, and no conversion attains the
    /// value.
    fn wrong_above_floors(
        &self,
        derivation: &dyn Derivation,
        entries: &[u64],
        codes: &[u16],
        found: &[u16],
    ) -> Result<Option<u64>, TableError> {
        let mut source = CheckSource { slice: self, codes, wrong: None, gathered: Vec::new(), error: None };
        let omitted = self.omitted();
        for ((&index, &code), &found) in entries.iter().zip(codes).zip(found) {
            let is_vacant = code == u16::ABSENT && omitted.has(Class::Vacant);
            if found == code || is_vacant {
                continue;
            }
            let mut floor = [None];
            if omitted.has(Class::Attained) && found.order_code() < code.order_code() {
                derivation.floors(Entry { slice: self.text.id, index }, &mut source, &mut floor);
            }
            let floor = floor[0].map(|floor| if self.content.results { floor.result() } else { floor });
            if let Some(error) = source.error.take() {
                return Err(TableError::Values(error));
            }
            if floor.is_none() || floor != code.decode() {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// The first entry of a piece whose depths are kept apart that is not as in the source. A depth that is not kept is
    /// derived from the values of the source, in large slices one in some.
    fn wrong_apart(
        &self,
        derivation: &dyn Derivation,
        piece: usize,
        codes: &[u16],
        found: &[u16],
    ) -> Result<Option<u64>, TableError> {
        let kept = self.compressed.slices[self.number].kept.unwrap_or_default();
        let places = self.text.entries_of(piece);
        let mut depths = vec![0; codes.len()];
        if kept != KeptDepths::NOTHING {
            let vacant =
                |index: u64, vacant: &mut [bool]| derivation.vacant(Entry { slice: self.text.id, index }, vacant);
            self.table.kept_depths_at_places(self.compressed, self.number, places.start, &mut depths, &vacant)?;
        }
        let order = &self.compressed.slices[self.number].order;
        let mut source = CheckSource { slice: self, codes, wrong: None, gathered: Vec::new(), error: None };
        for (place, index) in self.text.indexes(piece, order).into_iter().enumerate() {
            let (code, found) = (codes[place], found[place]);
            let Some(value) = code.decode() else {
                if found != code && !self.omitted().has(Class::Vacant) {
                    return Ok(Some(index));
                }
                continue;
            };
            let entry = Entry { slice: self.text.id, index };
            let is_result = found == result(code);
            let depth = match value {
                Value::Win(_) => Value::Win(plies_of(depths[place], true)),
                Value::Loss(_) => Value::Loss(plies_of(depths[place], false)),
                Value::Draw => value,
            };
            let is_stored = is_result && (!is_kept(kept, result(code)) || depth == value);
            // What is stored is worse than the value, and a conversion attains it.
            let stored = if is_result && is_kept(kept, found) { Some(depth) } else { found.decode() };
            let is_worse = stored.is_some_and(|stored| stored < value);
            let is_right = is_stored || is_worse && self.is_attained(derivation, entry, value, &mut source)?;
            if !is_right {
                return Ok(Some(index));
            }
            let is_derived = value != Value::Draw && !kept.has(value) && is_checked(self.text.entries, piece);
            if is_derived && derivation.by_moves(entry, &mut source) != Some(value) {
                return source.error.take().map_or(Ok(Some(index)), |error| Err(TableError::Values(error)));
            }
        }
        Ok(None)
    }

    /// Whether a conversion attains the value of an entry, or its result if the depth is not kept.
    fn is_attained(
        &self,
        derivation: &dyn Derivation,
        entry: Entry,
        value: Value,
        source: &mut CheckSource,
    ) -> Result<bool, TableError> {
        let mut floor = [None];
        if self.omitted().has(Class::Attained) {
            derivation.floors(entry, source, &mut floor);
        }
        if let Some(error) = source.error.take() {
            return Err(TableError::Values(error));
        }
        let kept = self.compressed.slices[self.number].kept.unwrap_or_default();
        let attained = |floor: Value| if kept.has(value) { floor } else { floor.result() };
        let needed = if kept.has(value) { value } else { value.result() };
        Ok(floor[0].map(attained) == Some(needed))
    }

    /// The classes that are omitted of the slice.
    fn omitted(&self) -> Omitted {
        self.compressed.slices[self.number].omitted
    }
}

/// The values of the source, for omitted entries.
struct CheckSource<'a> {
    slice: &'a SliceCheck<'a>,
    /// The codes that are expected for the entries.
    codes: &'a [u16],
    /// The first entry whose derived value differs.
    wrong: Option<usize>,
    /// Codes that were looked up together.
    gathered: Vec<u16>,
    error: Option<LookupError>,
}

impl EntryValues for CheckSource<'_> {
    fn value(&mut self, entry: Entry) -> Option<Value> {
        match self.slice.content.values.value(entry) {
            Ok(value) => value,
            Err(error) => {
                self.error = Some(error);
                None
            }
        }
    }
}

impl DerivationSource for CheckSource<'_> {
    fn may_depend(&self, class: Class, on: SliceId, on_class: Class) -> bool {
        let is_stored = |omitted: Omitted| on_class == Class::Forced || !omitted.has(on_class);
        self.slice.beside[on.index()].is_none_or(|omitted| class != Class::Forced && is_stored(omitted))
    }

    fn values(&mut self, slice: SliceId, indexes: &[u64], values: &mut Vec<Option<Value>>) {
        self.gathered.clear();
        self.gathered.resize(indexes.len(), u16::ABSENT);
        values.clear();
        match self.slice.content.values.gather(slice, indexes, &mut self.gathered) {
            Ok(_) => values.extend(self.gathered.iter().map(|code| code.decode())),
            Err(error) => {
                self.error = Some(error);
                values.resize(indexes.len(), None);
            }
        }
    }

    fn derived(&mut self, number: usize, value: Option<Value>) -> ControlFlow<()> {
        let value = value.map(|value| if self.slice.content.results { value.result() } else { value });
        if value.is_some() && value == self.codes[number].decode() {
            return ControlFlow::Continue(());
        }
        self.wrong = Some(number);
        ControlFlow::Break(())
    }

    fn results(&self) -> bool {
        self.slice.content.results
    }
}
