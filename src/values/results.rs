//! Results alone: a memory that keeps two bits an entry, and the results of other values.
//!
//! A solver that is to find results gets values whose depths say nothing: every win has one ply, every loss none. The
//! laws hold for such values too, since a position is won exactly when a move leads to a loss of the opponent, in any
//! number of plies. So every solver finds results as it finds depths, in fewer plies.

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;

use super::packed::{FourCodes, byte_of, four_codes, packed, packed_bytes, read_fours, shift};
use crate::game::Value;
use crate::space::{Entry, Slice, SliceId};
use crate::util::shared_bytes::{BytesMaker, SharedBytes};
use crate::values::{Code, Codes, Lookup, LookupError, Sink, assert_within};

/// The results of other values: every win has one ply, every loss none.
pub struct ResultsOf<'a>(pub &'a dyn Lookup);

/// The code of the result of a code.
#[inline(always)]
fn result(code: u16) -> u16 {
    code_of(packed(code))
}

/// The codes that [`ResultsOf`] gives: of a draw, a win, a loss and no position.
pub const RESULT_CODES: [u16; 4] = [0, 3, 2, u16::ABSENT];

/// The code of a result in two bits.
#[inline(always)]
fn code_of(packed: u8) -> u16 {
    RESULT_CODES[usize::from(packed & 3)]
}

impl Lookup for ResultsOf<'_> {
    fn value(&self, entry: Entry) -> Result<Option<Value>, LookupError> {
        let value = self.0.value(entry)?;
        Ok(value.map(|value| match value {
            Value::Win(_) => Value::Win(1),
            Value::Draw => Value::Draw,
            Value::Loss(_) => Value::Loss(0),
        }))
    }

    fn read(&self, from: Entry, codes: &mut [u16]) -> Result<bool, LookupError> {
        let is_held = self.0.read(from, codes)?;
        if is_held {
            codes.iter_mut().for_each(|code| *code = result(*code));
        }
        Ok(is_held)
    }

    fn gather(&self, slice: SliceId, indexes: &[u64], codes: &mut [u16]) -> Result<bool, LookupError> {
        let is_held = self.0.gather(slice, indexes, codes)?;
        if is_held {
            codes.iter_mut().for_each(|code| *code = result(*code));
        }
        Ok(is_held)
    }

    fn holds(&self, slice: SliceId) -> bool {
        self.0.holds(slice)
    }
}

/// The results of slices in memory, or in mapped files, in two bits an entry. It forgets the depths that are put. A
/// slice takes no memory before its first value is put.
///
/// # Example
/// ```
/// use hindsight::prelude::*;
/// use hindsight::space::Slice;
/// use hindsight::values::{Codes, ResultMemory, Sink};
///
/// let slice = Slice { name: "a".into(), pieces: 1, part: String::new(), entries: 5, leads_to: vec![] };
/// let memory = ResultMemory::new(&[slice], None);
/// memory.put(Entry { slice: SliceId(0), index: 3 }, Codes::One(&[0, 40]))?;
/// assert_eq!(memory.value(Entry { slice: SliceId(0), index: 3 })?, Some(Value::Draw));
/// // The code 40 is a loss in 19 plies.
/// assert_eq!(memory.value(Entry { slice: SliceId(0), index: 4 })?, Some(Value::Loss(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ResultMemory {
    /// By slice.
    slices: Vec<SliceResults>,
    maker: BytesMaker,
}

/// The results of a slice. A byte is the complement of four [`packed`] results: fresh memory, which is all zeros, then
/// holds no position.
struct SliceResults {
    entries: usize,
    bytes: OnceLock<SharedBytes>,
}

impl SliceResults {
    /// The code of an entry.
    #[inline(always)]
    fn code(bytes: &SharedBytes, index: u64) -> u16 {
        code_of(!bytes[byte_of(index)].load(Relaxed) >> shift(index))
    }
}

impl ResultMemory {
    /// Memory for the slices of a space, in files without names if a directory is given. It holds no slice yet.
    pub fn new(slices: &[Slice], directory: Option<&Path>) -> ResultMemory {
        let results = |slice: &Slice| SliceResults { entries: slice.entries as usize, bytes: OnceLock::new() };
        ResultMemory { slices: slices.iter().map(results).collect(), maker: BytesMaker::new(directory) }
    }

    /// The results of a slice that has values.
    #[inline(always)]
    fn bytes(&self, slice: SliceId) -> Option<(&SharedBytes, usize)> {
        let results = self.slices.get(slice.index())?;
        results.bytes.get().map(|bytes| (bytes, results.entries))
    }
}

impl Lookup for ResultMemory {
    #[inline(always)]
    fn value(&self, entry: Entry) -> Result<Option<Value>, LookupError> {
        let Some((bytes, entries)) = self.bytes(entry.slice) else { return Ok(None) };
        Ok(if entry.index < entries as u64 { SliceResults::code(bytes, entry.index).decode() } else { None })
    }

    fn read(&self, from: Entry, codes: &mut [u16]) -> Result<bool, LookupError> {
        let Some((bytes, entries)) = self.bytes(from.slice) else { return Ok(false) };
        assert_within(from, codes.len(), entries as u64);
        static FOUR: FourCodes = four_codes(RESULT_CODES);
        read_fours(|number| !bytes[number].load(Relaxed), from.index, &FOUR, codes);
        Ok(true)
    }

    fn gather(&self, slice: SliceId, indexes: &[u64], codes: &mut [u16]) -> Result<bool, LookupError> {
        assert_eq!(indexes.len(), codes.len(), "expected a code for every index");
        let Some((bytes, entries)) = self.bytes(slice) else { return Ok(false) };
        for (code, &index) in codes.iter_mut().zip(indexes) {
            *code = if index < entries as u64 { SliceResults::code(bytes, index) } else { u16::ABSENT };
        }
        Ok(true)
    }

    fn holds(&self, slice: SliceId) -> bool {
        self.bytes(slice).is_some()
    }
}

impl Sink for ResultMemory {
    fn put(&self, from: Entry, codes: Codes) -> Result<(), LookupError> {
        let results = &self.slices[from.slice.index()];
        assert_within(from, codes.len(), results.entries as u64);
        let bytes = self.maker.bytes(&results.bytes, packed_bytes(results.entries as u64) as usize, false);
        let bytes = bytes.map_err(LookupError::new)?;
        match codes {
            Codes::One(codes) => put(bytes, from.index, codes),
            Codes::Two(codes) => put(bytes, from.index, codes),
        }
        Ok(())
    }
}

/// Puts the results of consecutive entries. Other threads may put the results that share its first and its last byte.
#[inline(always)]
fn put<C: Code>(bytes: &SharedBytes, first: u64, codes: &[C]) {
    let stored = |code: C, place: u64| (!packed(code) & 3) << shift(place);
    let all = |codes: &[C], place: u64| codes.iter().zip(place..).fold(0, |byte, (&code, at)| byte | stored(code, at));
    let to_first_whole_byte = first.next_multiple_of(4) - first;
    let (before, rest) = codes.split_at((to_first_whole_byte as usize).min(codes.len()));
    if !before.is_empty() {
        bytes[byte_of(first)].fetch_or(all(before, first), Relaxed);
    }
    let (whole, after) = rest.as_chunks::<4>();
    let at = byte_of(first + to_first_whole_byte);
    for (byte, codes) in bytes[at.min(bytes.len())..].iter().zip(whole) {
        byte.store(all(codes, 0), Relaxed);
    }
    if !after.is_empty() {
        bytes[at + whole.len()].fetch_or(all(after, 0), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::random::Random;
    use crate::values::{Memory, Overlay};

    fn slices() -> Vec<Slice> {
        let slice = |name: &str| Slice {
            name: name.to_string(),
            pieces: 1,
            part: String::new(),
            entries: 1001,
            leads_to: Vec::new(),
        };
        vec![slice("a"), slice("b")]
    }

    /// The same runs are put into a memory with depths, whose results are the values that are expected.
    #[test]
    fn results_come_back_whatever_the_runs_and_their_order() {
        let directory = tempfile::tempdir().expect("a directory can be made");
        let mut random = Random::new(3);
        for directory in [None, Some(directory.path())] {
            let (depths, results) = (Memory::new(&slices()), ResultMemory::new(&slices(), directory));
            let mut runs = Vec::new();
            let mut first = 0;
            while first < 1001 {
                let length = (1 + random.below(9)).min(1001 - first);
                runs.push((first as u64, length));
                first += length;
            }
            while !runs.is_empty() {
                let (index, length) = runs.swap_remove(random.below(runs.len()));
                let from = Entry { slice: SliceId(1), index };
                let codes: Vec<u16> = (0..length)
                    .map(|_| if random.below(5) == 0 { u16::ABSENT } else { random.below(600) as u16 })
                    .collect();
                let narrow: Vec<u8> = codes.iter().map(|&code| u8::try_from(code).unwrap_or(u8::ABSENT)).collect();
                for sink in [&depths as &dyn Sink, &results] {
                    let codes = if index % 2 == 0 { Codes::Two(&codes) } else { Codes::One(&narrow) };
                    sink.put(from, codes).expect("there is room");
                }
            }
            let (mut expected, mut found) = ([0; 1001], [0; 1001]);
            let first = Entry { slice: SliceId(1), index: 0 };
            let of_depths = ResultsOf(&depths);
            assert!(of_depths.read(first, &mut expected).expect("memory does not fail"));
            assert!(results.read(first, &mut found).expect("memory does not fail"));
            assert!(expected == found);
            let indexes: Vec<u64> = (0..1010).rev().collect();
            let (mut expected, mut found) = ([0; 1010], [0; 1010]);
            assert!(of_depths.gather(SliceId(1), &indexes, &mut expected).expect("memory does not fail"));
            assert!(results.gather(SliceId(1), &indexes, &mut found).expect("memory does not fail"));
            assert!(expected == found && found[0] == u16::ABSENT);
            for index in 0..1010 {
                let entry = Entry { slice: SliceId(1), index };
                let value = |lookup: &dyn Lookup| lookup.value(entry).expect("memory does not fail");
                assert_eq!(value(&of_depths), value(&results));
            }
            assert!(!results.holds(SliceId(0)) && results.holds(SliceId(1)));
            let overlay = Overlay { above: &results, below: &() };
            assert!(!overlay.read(Entry { slice: SliceId(0), index: 0 }, &mut found).expect("memory does not fail"));
        }
    }

    #[test]
    fn threads_put_results_that_share_a_byte() {
        let results = ResultMemory::new(&slices(), None);
        std::thread::scope(|scope| {
            for thread in 0..3 {
                let results = &results;
                scope.spawn(move || {
                    for index in (thread..1001).step_by(3) {
                        let from = Entry { slice: SliceId(0), index };
                        results.put(from, Codes::One(&[thread as u8])).expect("memory does not fail");
                    }
                });
            }
        });
        let expected = |index: u64| [Value::Draw, Value::Win(1), Value::Loss(0)][(index % 3) as usize];
        for index in 0..1001 {
            let value = results.value(Entry { slice: SliceId(0), index }).expect("memory does not fail");
            assert_eq!(value, Some(expected(index)));
        }
    }
}
