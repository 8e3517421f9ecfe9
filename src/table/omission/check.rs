//! Compares a compressed table with its source, entry by entry.

use std::ops::ControlFlow;

use crate::game::Value;
use crate::space::{Class, DerivationSource, Entry, Omitted, SliceId};
use crate::table::compressed::{PIECE, PartValues, SliceText};
use crate::table::{Table, TableError};
use crate::util::threads::try_map;
use crate::values::{Code, LookupError};

/// Checks every value of a compressed table against its source. Stored values are read; omitted values are derived from
/// values of the source that the table stores, or that can be derived in turn.
pub fn check(table: &Table, content: &PartValues) -> Result<(), TableError> {
    let Some(compressed) = table.compressed() else { return Ok(()) };
    let derivation = content.derivation.as_deref();
    let component = |slice: SliceId| content.part.components.iter().position(|members| members.contains(&slice));
    let omitted_of = |slice: SliceId| {
        let number = content.part.slices.iter().position(|member| *member == slice);
        number.map_or(Omitted::NOTHING, |number| compressed.slices[number].omitted)
    };
    for (number, &id) in content.part.slices.iter().enumerate() {
        let slice = &content.slices[id.index()];
        let omitted = compressed.slices[number].omitted;
        let text = SliceText::new(content, id, derivation.filter(|_| omitted != Omitted::NOTHING));
        let wrong = |index: u64| TableError::Compressed {
            path: table.path().to_owned(),
            what: format!("entry {index} of slice {} that is not as in the source", slice.name),
        };
        let piece = |piece: usize| -> Result<(), TableError> {
            let from = Entry { slice: id, index: piece as u64 * PIECE };
            let expected = text.codes(piece)?;
            let classes = text.classes(piece);
            let mut found = vec![u16::ABSENT; expected.len()];
            table.stored_codes(compressed, number, from.index, &mut found)?;
            let is_omitted = |place: usize| classes.get(place).is_some_and(|&class| omitted.has(class));
            let differs = |place: &usize| found[*place] != expected[*place] && !is_omitted(*place);
            if let Some(place) = (0..found.len()).find(differs) {
                return Err(wrong(from.index + place as u64));
            }
            if let Some(derivation) = derivation.filter(|_| !classes.is_empty()) {
                let mut source = CheckSource {
                    content,
                    component: &component,
                    omitted: &omitted_of,
                    codes: &expected,
                    wrong: None,
                    error: None,
                };
                let _ = derivation.check(from, classes, omitted, &mut source);
                if let Some(error) = source.error {
                    return Err(TableError::Values(error));
                }
                if let Some(place) = source.wrong {
                    return Err(wrong(from.index + place as u64));
                }
            }
            text.checked(piece);
            Ok(())
        };
        try_map(text.pieces(), &piece)?;
    }
    Ok(())
}

/// The values of the source, for entries that are omitted.
struct CheckSource<'a> {
    content: &'a PartValues<'a>,
    component: &'a dyn Fn(SliceId) -> Option<usize>,
    omitted: &'a dyn Fn(SliceId) -> Omitted,
    /// The codes of the entries that are derived.
    codes: &'a [u16],
    /// The first entry whose value does not follow.
    wrong: Option<usize>,
    error: Option<LookupError>,
}

impl DerivationSource for CheckSource<'_> {
    fn value(&mut self, entry: Entry) -> Option<Value> {
        match self.content.values.value(entry) {
            Ok(value) => value,
            Err(error) => {
                self.error = Some(error);
                None
            }
        }
    }

    fn may_depend(&self, from: SliceId, class: Class, on: SliceId, on_class: Class) -> bool {
        match (self.component)(on) {
            component if component == (self.component)(from) => {
                class != Class::Forced && (on_class == Class::Forced || !(self.omitted)(on).has(on_class))
            }
            _ => true,
        }
    }

    fn derived(&mut self, number: usize, value: Option<Value>) -> ControlFlow<()> {
        let value = value.map(|value| if self.content.results { value.result() } else { value });
        if value.is_some() && value == self.codes[number].decode() {
            return ControlFlow::Continue(());
        }
        self.wrong = Some(number);
        ControlFlow::Break(())
    }

    fn results(&self) -> bool {
        self.content.results
    }
}
