//! Compares a compressed table with its source, entry by entry.

use std::ops::ControlFlow;

use crate::game::Value;
use crate::space::{Class, Derivation, DerivationSource, Entry, Omitted, SliceId};
use crate::table::compressed::{CompressedSlices, PIECE, PartValues, SliceText};
use crate::table::{Table, TableError};
use crate::util::threads::try_map;
use crate::values::{Code, LookupError};

/// Checks every value of a compressed table against its source. Stored values are read; omitted values are derived from
/// values of the source that the table stores, or that can be derived in turn.
pub fn check(table: &Table, content: &PartValues) -> Result<(), TableError> {
    let Some(compressed) = table.compressed() else { return Ok(()) };
    for (number, &id) in content.part.slices.iter().enumerate() {
        let omitted = compressed.slices[number].omitted;
        let derivation = content.derivation.as_deref().filter(|_| omitted != Omitted::NOTHING);
        let text = SliceText::read_once(content, id, derivation);
        let slice = SliceCheck { table, compressed, content, number, text, derivation };
        try_map(slice.text.pieces(), &|piece| slice.check_piece(piece))?;
    }
    Ok(())
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
}

impl SliceCheck<'_> {
    /// Checks a piece of the slice.
    fn check_piece(&self, piece: usize) -> Result<(), TableError> {
        let (codes, classes) = (self.text.codes(piece)?, self.text.classes(piece));
        let from = Entry { slice: self.text.id, index: piece as u64 * PIECE };
        let mut found = vec![u16::ABSENT; codes.len()];
        self.table.stored_codes(self.compressed, self.number, from.index, &mut found)?;
        let omitted = self.omitted(from.slice);
        let is_omitted = |place: usize| classes.get(place).is_some_and(|&class| omitted.has(class));
        let mut wrong = (0..found.len()).find(|&place| found[place] != codes[place] && !is_omitted(place));
        if let Some(derivation) = self.derivation.filter(|_| wrong.is_none()) {
            let mut source = CheckSource { slice: self, codes: &codes, wrong: None, error: None };
            let _ = derivation.check(from, &classes, omitted, &mut source);
            if let Some(error) = source.error {
                return Err(TableError::Values(error));
            }
            wrong = source.wrong;
        }
        if let Some(place) = wrong {
            let (entry, slice) = (from.index + place as u64, &self.content.slices[from.slice.index()].name);
            let what = format!("entry {entry} of slice {slice} that is not as in the source");
            return Err(TableError::Compressed { path: self.table.path().to_owned(), what });
        }
        self.text.checked(piece);
        Ok(())
    }

    /// The component of a slice; `None` for a slice of another part.
    fn component(&self, slice: SliceId) -> Option<usize> {
        self.content.part.components.iter().position(|members| members.contains(&slice))
    }

    /// The classes that the part omits of a slice.
    fn omitted(&self, slice: SliceId) -> Omitted {
        let number = self.content.part.slices.iter().position(|member| *member == slice);
        number.map_or(Omitted::NOTHING, |number| self.compressed.slices[number].omitted)
    }
}

/// The values of the source, for omitted entries.
struct CheckSource<'a> {
    slice: &'a SliceCheck<'a>,
    /// The codes that are expected for the entries.
    codes: &'a [u16],
    /// The first entry whose derived value differs.
    wrong: Option<usize>,
    error: Option<LookupError>,
}

impl DerivationSource for CheckSource<'_> {
    fn value(&mut self, entry: Entry) -> Option<Value> {
        match self.slice.content.values.value(entry) {
            Ok(value) => value,
            Err(error) => {
                self.error = Some(error);
                None
            }
        }
    }

    fn may_depend(&self, from: SliceId, class: Class, on: SliceId, on_class: Class) -> bool {
        let component = self.slice.component(on);
        component != self.slice.component(from)
            || class != Class::Forced && (on_class == Class::Forced || !self.slice.omitted(on).has(on_class))
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
