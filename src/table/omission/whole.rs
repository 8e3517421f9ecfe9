//! Decodes whole slices of compressed tables into memory.
//!
//! ```text
//!   slices whose depths are apart    1. stored results and depths, and floors     from slices below, in memory
//!                                    2. depths that are not kept                  from kept ones of the component
//! ```
//!
//! Each block is decoded once, and no value is derived twice: all that one follows from is in memory.

use super::stored::{CompressedPlace, StoredValues};
use crate::game::Value;
use crate::space::{Derivation, Entry, KeptDepths, Omitted, SliceId, Stored};
use crate::table::Tables;
use crate::table::compressed::plies_of;
use crate::util::progress::Progress;
use crate::util::threads::try_map;
use crate::values::{Code, Codes, Lookup, LookupError, PutCodes};

/// The entries that a thread decodes at a time.
const PIECE: u64 = 1 << 14;

/// The pieces whose values are derived before any is put.
const TOGETHER: usize = 64;

impl Tables {
    /// See [`Lookup::decode`].
    pub(in crate::table) fn decode_slices(
        &self,
        slices: &[SliceId],
        known: &dyn Lookup,
        put: &PutCodes,
        progress: &dyn Progress,
    ) -> Result<(), LookupError> {
        for component in self.parts().iter().flat_map(|part| &part.components) {
            let is_wanted = |slice: &SliceId| slices.contains(slice) && self.is_encoded(*slice) && !known.holds(*slice);
            let own: Vec<SliceId> = component.iter().copied().filter(is_wanted).collect();
            let mut apart = Vec::new();
            for &slice in &own {
                match self.compressed_place(slice)? {
                    Some(place) if place.slice().kept.is_some() => apart.push((slice, place)),
                    Some(place) => self.read_whole(slice, place.slice().entries, put, progress)?,
                    None => {}
                }
            }
            if let Some(derivation) = self.derivation().filter(|_| !apart.is_empty()) {
                let mut decoder =
                    Decoder { tables: self, derivation: &**derivation, own, known, put, progress, is_second: false };
                apart.iter().try_for_each(|&(slice, place)| decoder.put_kept(slice, place))?;
                decoder.is_second = true;
                apart.iter().try_for_each(|&(slice, place)| decoder.put_derived(slice, place))?;
            }
        }
        Ok(())
    }

    /// Puts the values of a slice that are read one by one.
    fn read_whole(
        &self,
        slice: SliceId,
        entries: u64,
        put: &PutCodes,
        progress: &dyn Progress,
    ) -> Result<(), LookupError> {
        let read = |piece: usize| -> Result<(), LookupError> {
            progress.check().map_err(LookupError::new)?;
            let (from, count) = piece_of(slice, entries, piece);
            let mut codes = vec![u16::ABSENT; count];
            self.read(from, &mut codes)?;
            put(from, Codes::Two(&codes))
        };
        try_map(entries.div_ceil(PIECE) as usize, &read).map(|_| ())
    }
}

/// The first entry of a piece of a slice, and the number of its entries.
fn piece_of(slice: SliceId, entries: u64, piece: usize) -> (Entry, usize) {
    let index = piece as u64 * PIECE;
    (Entry { slice, index }, PIECE.min(entries - index) as usize)
}

/// Decodes the slices of a component whose depths are kept apart.
struct Decoder<'a> {
    tables: &'a Tables,
    derivation: &'a dyn Derivation,
    /// The slices of the component.
    own: Vec<SliceId>,
    known: &'a dyn Lookup,
    put: &'a PutCodes<'a>,
    progress: &'a dyn Progress,
    /// Whether it is the second step: only depths that are not kept are missing.
    is_second: bool,
}

impl Decoder<'_> {
    /// Puts the results of a slice, and the depths that are kept. Any depth stands for one that is not.
    fn put_kept(&self, slice: SliceId, place: CompressedPlace) -> Result<(), LookupError> {
        let CompressedPlace { table, compressed, number } = place;
        let of_slice = place.slice();
        let kept = of_slice.kept.unwrap_or_default();
        let vacant = |index: u64, vacant: &mut [bool]| self.derivation.vacant(Entry { slice, index }, vacant);
        let put = |piece: usize| -> Result<(), LookupError> {
            self.progress.check().map_err(LookupError::new)?;
            let (first, count) = piece_of(slice, of_slice.entries, piece);
            let (mut codes, mut moves) = (vec![u16::ABSENT; count], vec![0; count]);
            table.codes_at_places(compressed, number, first.index, &mut codes)?;
            table.kept_depths_at_places(compressed, number, first.index, &mut moves, &vacant)?;
            let (mut at, mut done) = (0, Ok(()));
            of_slice.order.each_run(first.index, count as u64, |index, length| {
                let run = at..at + length as usize;
                at = run.end;
                if done.is_err() {
                    return;
                }
                let value = |(code, &moves): (&u16, &u16)| match code.decode() {
                    Some(value @ Value::Win(_)) if kept.has(value) => Some(Value::Win(plies_of(moves, true))),
                    Some(value @ Value::Loss(_)) if kept.has(value) => Some(Value::Loss(plies_of(moves, false))),
                    value => value,
                };
                let mut values: Vec<Option<Value>> = codes[run.clone()].iter().zip(&moves[run]).map(value).collect();
                done = self.put_raised(Entry { slice, index }, place, kept, &mut values);
            });
            done
        };
        try_map(of_slice.entries.div_ceil(PIECE) as usize, &put).map(|_| ())
    }

    /// Puts the stored values of consecutive entries, raised to their floors.
    fn put_raised(
        &self,
        from: Entry,
        place: CompressedPlace,
        kept: KeptDepths,
        values: &mut [Option<Value>],
    ) -> Result<(), LookupError> {
        self.raise(from, place, kept, values)?;
        let code = |value: &Option<Value>| match value {
            Some(Value::Win(_)) if !kept.has(Value::Win(1)) => u16::encode(Value::Win(1)),
            Some(Value::Loss(_)) if !kept.has(Value::Loss(0)) => u16::encode(Value::Loss(0)),
            value => value.and_then(u16::encode),
        };
        let codes: Vec<u16> = values.iter().map(|value| code(value).unwrap_or(u16::ABSENT)).collect();
        (self.put)(from, Codes::Two(&codes))
    }

    /// Puts the depths of a slice that are not kept. No value is put while others are derived from it.
    fn put_derived(&self, slice: SliceId, place: CompressedPlace) -> Result<(), LookupError> {
        let (entries, kept) = (place.slice().entries, place.slice().kept.unwrap_or_default());
        if kept == KeptDepths::ALL {
            return Ok(());
        }
        let derive = |piece: usize| -> Result<(Entry, Vec<u16>), LookupError> {
            self.progress.check().map_err(LookupError::new)?;
            let (from, count) = piece_of(slice, entries, piece);
            let mut codes = vec![u16::ABSENT; count];
            self.known.read(from, &mut codes)?;
            let value = |code: &u16| code.decode().map(|value| in_first_step(value, kept));
            let mut values: Vec<Option<Value>> = codes.iter().map(value).collect();
            self.raise(from, place, KeptDepths::ALL, &mut values)?;
            let code = |value: Option<Value>| value.and_then(u16::encode).unwrap_or(u16::ABSENT);
            Ok((from, values.into_iter().map(code).collect()))
        };
        let pieces = entries.div_ceil(PIECE) as usize;
        for first in (0..pieces).step_by(TOGETHER) {
            for (from, codes) in try_map(TOGETHER.min(pieces - first), &|number| derive(first + number))? {
                (self.put)(from, Codes::Two(&codes))?;
            }
        }
        Ok(())
    }

    /// Raises values of consecutive entries, from those in memory where it has them.
    fn raise(
        &self,
        from: Entry,
        place: CompressedPlace,
        depths: KeptDepths,
        values: &mut [Option<Value>],
    ) -> Result<(), LookupError> {
        let mut stored = DecodedValues { decoder: self, stored: StoredValues::new(self.tables, place), error: None };
        self.derivation.raise(from, depths, &mut stored, values);
        stored.error.map_or_else(|| stored.stored.end(()), Err)
    }
}

/// What the first step knows of a value that it put, of a slice that keeps these depths.
fn in_first_step(value: Value, kept: KeptDepths) -> Value {
    if kept.has(value) { value } else { value.result() }
}

/// Where a decoder finds the values of a slice.
enum ValuePlace {
    /// In memory, with all depths.
    Below,
    /// In memory, with the depths that are kept.
    Kept,
    /// In tables.
    Stored,
}

/// The values of a decoder, for a derivation: in memory, and in tables.
struct DecodedValues<'a> {
    decoder: &'a Decoder<'a>,
    stored: StoredValues<'a>,
    error: Option<LookupError>,
}

impl DecodedValues<'_> {
    #[inline(always)]
    fn place(&self, slice: SliceId) -> ValuePlace {
        match self.decoder.own.contains(&slice) {
            true if self.decoder.is_second => ValuePlace::Kept,
            false if self.decoder.known.holds(slice) => ValuePlace::Below,
            _ => ValuePlace::Stored,
        }
    }

    /// A value in memory.
    #[inline(always)]
    fn in_memory(&mut self, entry: Entry) -> Option<Value> {
        self.decoder.known.value(entry).unwrap_or_else(|error| {
            self.error = Some(error);
            None
        })
    }
}

impl Stored for DecodedValues<'_> {
    #[inline]
    fn omitted(&mut self, slice: SliceId) -> Omitted {
        match self.place(slice) {
            ValuePlace::Below | ValuePlace::Kept => Omitted::NOTHING,
            ValuePlace::Stored => self.stored.omitted(slice),
        }
    }

    #[inline]
    fn kept(&mut self, slice: SliceId) -> Option<KeptDepths> {
        match self.place(slice) {
            ValuePlace::Below => None,
            ValuePlace::Kept | ValuePlace::Stored => self.stored.kept(slice),
        }
    }

    #[inline]
    fn at_hand(&mut self, entry: Entry) -> Option<Value> {
        match self.place(entry.slice) {
            ValuePlace::Kept => {
                let kept = self.stored.kept(entry.slice).unwrap_or_default();
                self.in_memory(entry).map(|value| in_first_step(value, kept))
            }
            ValuePlace::Below | ValuePlace::Stored => self.stored.at_hand(entry),
        }
    }

    fn with_depth(&mut self, entry: Entry, result: Value) -> Option<Value> {
        self.stored.with_depth(entry, result)
    }

    #[inline]
    fn value(&mut self, entry: Entry) -> Option<Value> {
        match self.place(entry.slice) {
            ValuePlace::Below | ValuePlace::Kept => self.in_memory(entry),
            ValuePlace::Stored => self.stored.value(entry),
        }
    }

    fn values(&mut self, slice: SliceId, indexes: &[u64], values: &mut [Value]) -> Option<()> {
        match self.place(slice) {
            ValuePlace::Stored => self.stored.values(slice, indexes, values),
            ValuePlace::Below | ValuePlace::Kept => {
                for (value, &index) in values.iter_mut().zip(indexes) {
                    *value = self.in_memory(Entry { slice, index })?;
                }
                Some(())
            }
        }
    }

    fn results(&self) -> bool {
        self.stored.results()
    }

    fn refuse(&mut self, why: &'static str) {
        self.stored.refuse(why);
    }
}
