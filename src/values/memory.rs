//! Values in memory: one byte per entry, and two more per entry of a slice with a depth that does not fit one.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU16, Ordering::Relaxed};

use crate::game::Value;
use crate::space::{Entry, Slice, SliceId};
use crate::values::{Code, Codes, Lookup, LookupError, Sink, assert_within, widened};

/// The values of slices in memory. A slice takes no memory before its first value is put.
pub struct Memory {
    /// By slice.
    slices: Vec<Values>,
}

/// The values of a slice. Both arrays store the complement of a code: fresh memory, which is all zeros, then holds no
/// position, and the system need not provide it before it is written.
struct Values {
    entries: usize,
    narrow: OnceLock<Box<[AtomicU8]>>,
    /// The codes that do not fit one byte; zero where `narrow` has the code.
    wide: OnceLock<Box<[AtomicU16]>>,
}

impl Memory {
    /// Memory for the slices of a space. It holds none yet.
    pub fn new(slices: &[Slice]) -> Memory {
        let values =
            |slice: &Slice| Values { entries: slice.entries as usize, narrow: OnceLock::new(), wide: OnceLock::new() };
        Memory { slices: slices.iter().map(values).collect() }
    }
}

impl Values {
    /// The code of an entry, in two bytes.
    #[inline(always)]
    fn code(&self, narrow: &[AtomicU8], index: usize) -> u16 {
        match self.wide.get().map(|wide| wide[index].load(Relaxed)) {
            None | Some(0) => widened(!narrow[index].load(Relaxed)),
            Some(code) => !code,
        }
    }

    /// Puts a code that does not fit one byte.
    #[cold]
    fn put_wide(&self, index: usize, code: u16) {
        let wide = self.wide.get_or_init(|| bytemuck::zeroed_slice_box(self.entries));
        wide[index].store(!code, Relaxed);
    }
}

impl Lookup for Memory {
    #[inline(always)]
    fn value(&self, entry: Entry) -> Result<Option<Value>, LookupError> {
        let Some(values) = self.slices.get(entry.slice.index()) else { return Ok(None) };
        let Some(narrow) = values.narrow.get() else { return Ok(None) };
        let index = entry.index as usize;
        Ok(if index < narrow.len() { values.code(narrow, index).decode() } else { None })
    }

    fn read(&self, from: Entry, codes: &mut [u16]) -> Result<bool, LookupError> {
        let Some(values) = self.slices.get(from.slice.index()) else { return Ok(false) };
        let Some(narrow) = values.narrow.get() else { return Ok(false) };
        assert_within(from, codes.len(), values.entries as u64);
        let first = from.index as usize;
        let range = first..first + codes.len();
        let narrow = &narrow[range.clone()];
        codes.iter_mut().zip(narrow).for_each(|(code, narrow)| *code = widened(!narrow.load(Relaxed)));
        if let Some(wide) = values.wide.get() {
            for (code, wide) in codes.iter_mut().zip(&wide[range]) {
                let wide = wide.load(Relaxed);
                if wide != 0 {
                    *code = !wide;
                }
            }
        }
        Ok(true)
    }

    fn gather(&self, slice: SliceId, indexes: &[u64], codes: &mut [u16]) -> Result<bool, LookupError> {
        assert_eq!(indexes.len(), codes.len(), "expected a code for every index");
        let Some(values) = self.slices.get(slice.index()) else { return Ok(false) };
        let Some(narrow) = values.narrow.get() else { return Ok(false) };
        let wide = values.wide.get();
        for (code, &index) in codes.iter_mut().zip(indexes) {
            *code = match (narrow.get(index as usize), wide) {
                (None, _) => u16::ABSENT,
                (Some(narrow), None) => widened(!narrow.load(Relaxed)),
                (Some(_), Some(_)) => values.code(narrow, index as usize),
            };
        }
        Ok(true)
    }

    fn holds(&self, slice: SliceId) -> bool {
        self.slices.get(slice.index()).is_some_and(|values| values.narrow.get().is_some())
    }
}

impl Sink for Memory {
    fn put(&self, from: Entry, codes: Codes) -> Result<(), LookupError> {
        let values = &self.slices[from.slice.index()];
        assert_within(from, codes.len(), values.entries as u64);
        let narrow = values.narrow.get_or_init(|| bytemuck::zeroed_slice_box(values.entries));
        let first = from.index as usize;
        let narrow = &narrow[first..first + codes.len()];
        match codes {
            Codes::One(codes) => narrow.iter().zip(codes).for_each(|(cell, &code)| cell.store(!code, Relaxed)),
            Codes::Two(codes) => {
                for (index, (cell, &code)) in narrow.iter().zip(codes).enumerate() {
                    match u8::try_from(code) {
                        Ok(code) if code != u8::ABSENT => cell.store(!code, Relaxed),
                        _ if code == u16::ABSENT => cell.store(!u8::ABSENT, Relaxed),
                        _ => values.put_wide(first + index, code),
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(entries: u64) -> Memory {
        let slice = |name: &str| Slice {
            name: name.to_string(),
            pieces: 1,
            part: String::new(),
            entries,
            leads_to: Vec::new(),
        };
        Memory::new(&[slice("a"), slice("b")])
    }

    #[test]
    fn codes_come_back_in_either_width() {
        let memory = memory(6);
        let at = |index| Entry { slice: SliceId(1), index };
        assert!(!memory.holds(SliceId(1)));
        memory.put(at(1), Codes::One(&[0, 7, u8::ABSENT])).expect("memory does not fail");
        memory.put(at(4), Codes::Two(&[254, 255])).expect("memory does not fail");
        assert!(memory.holds(SliceId(1)) && !memory.holds(SliceId(0)));
        let mut codes = [1; 6];
        assert!(memory.read(at(0), &mut codes).expect("memory does not fail"));
        assert_eq!(codes, [u16::ABSENT, 0, 7, u16::ABSENT, 254, 255]);
        assert!(memory.gather(SliceId(1), &[5, 6, 2], &mut codes[..3]).expect("memory does not fail"));
        assert_eq!(codes[..3], [255, u16::ABSENT, 7]);
        assert!(!memory.read(Entry { slice: SliceId(0), index: 0 }, &mut codes).expect("memory does not fail"));
        let value = |index| memory.value(at(index)).expect("memory does not fail");
        assert_eq!((value(0), value(1), value(5), value(6)), (None, Some(Value::Draw), Some(Value::Win(127)), None));
    }

    #[test]
    #[should_panic(expected = "expected entries within slice number 1 of 6 entries, found 3 from index 4 on")]
    fn reading_past_the_end_of_a_slice_panics() {
        let memory = memory(6);
        let at = |index| Entry { slice: SliceId(1), index };
        memory.put(at(0), Codes::One(&[0])).expect("memory does not fail");
        let _ = memory.read(at(4), &mut [0; 3]);
    }
}
