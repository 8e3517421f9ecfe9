//! Values in memory: one byte per entry, and one more where a depth does not fit.

use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;

use crate::game::Value;
use crate::space::{Entry, Slice, SliceId};
use crate::util::shared_bytes::{BytesMaker, SharedBytes};
use crate::values::{Code, Codes, Lookup, LookupError, Sink, assert_within, widened};

/// The values of slices in memory, or in mapped files that the system may write to the disk when memory gets short. A
/// slice takes no memory before its first value is put.
///
/// # Example
/// ```
/// use hindsight::games::tic_tac_toe::TicTacToe;
/// use hindsight::prelude::*;
///
/// let game = TicTacToe::new();
/// let values: Memory = in_memory(&game, &Retrograde, &())?;
/// // The codes of a whole slice at a time.
/// let (slice, entries) = (SliceId(0), game.slices()[0].entries);
/// let mut codes = vec![0; entries as usize];
/// assert!(values.read(Entry { slice, index: 0 }, &mut codes)?);
/// assert_eq!(codes.iter().filter_map(|code| code.decode()).count(), entries as usize);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Memory {
    /// By slice.
    slices: Vec<SliceValues>,
    maker: BytesMaker,
}

/// The values of a slice.
///
/// A code below [`DEEP`] is stored in one byte, as its complement: fresh memory, which is all zeros, then holds no
/// position, and the system need not provide it before it is written. For any other code but [`Code::ABSENT`], the
/// difference to [`DEEP`] is stored in two bytes: the complement of its lower byte among the lower bytes, and its upper
/// byte plus 1 among the upper bytes.
struct SliceValues {
    entries: usize,
    lower: OnceLock<SharedBytes>,
    /// The upper bytes: zero where the lower one is the whole code.
    upper: OnceLock<SharedBytes>,
}

/// The first code that does not fit one byte.
const DEEP: u16 = u8::ABSENT as u16;

impl Memory {
    /// Memory for the slices of a space. It holds no slice yet.
    pub fn new(slices: &[Slice]) -> Memory {
        let values = |slice: &Slice| SliceValues {
            entries: slice.entries as usize,
            lower: OnceLock::new(),
            upper: OnceLock::new(),
        };
        Memory { slices: slices.iter().map(values).collect(), maker: BytesMaker::new(None) }
    }

    /// Memory for the slices of a space, in files without names in this directory.
    pub fn in_files(slices: &[Slice], directory: &Path) -> Memory {
        Memory { maker: BytesMaker::new(Some(directory)), ..Memory::new(slices) }
    }

    /// Gives the disk back the room of these entries of a slice, which nobody reads again, if they are in files.
    pub fn give_back(&self, slice: SliceId, entries: Range<u64>) {
        let values = &self.slices[slice.index()];
        let range = entries.start as usize..entries.end as usize;
        [&values.lower, &values.upper].iter().filter_map(|bytes| bytes.get()).for_each(|bytes| {
            bytes.give_back(range.clone());
        });
    }

    /// The bytes that a slice takes, or would take, if all its codes fit one byte.
    pub fn bytes_for(&self, slice: SliceId) -> u64 {
        self.slices[slice.index()].entries as u64
    }

    /// Gives back the memory of slices.
    pub fn forget(&mut self, which: impl Fn(SliceId) -> bool) {
        for (_, values) in (0..).zip(&mut self.slices).filter(|(number, _)| which(SliceId(*number))) {
            (values.lower, values.upper) = (OnceLock::new(), OnceLock::new());
        }
    }

    /// Puts a code that does not fit one byte.
    #[cold]
    fn put_deep(&self, values: &SliceValues, lower: &SharedBytes, index: usize, code: u16) -> Result<(), LookupError> {
        let [below, above] = (code - DEEP).to_le_bytes();
        let upper = self.maker.bytes(&values.upper, values.entries, true).map_err(LookupError::new)?;
        upper.reserve(index).map_err(LookupError::new)?;
        upper[index].store(above + 1, Relaxed);
        lower[index].store(!below, Relaxed);
        Ok(())
    }
}

impl SliceValues {
    /// The code of an entry, in two bytes.
    #[inline(always)]
    fn code(&self, lower: &SharedBytes, index: usize) -> u16 {
        let code = !lower[index].load(Relaxed);
        match self.upper.get().map_or(0, |upper| upper[index].load(Relaxed)) {
            0 => widened(code),
            upper => DEEP + (u16::from(upper - 1) << 8 | u16::from(code)),
        }
    }
}

impl Lookup for Memory {
    #[inline(always)]
    fn value(&self, entry: Entry) -> Result<Option<Value>, LookupError> {
        let Some(values) = self.slices.get(entry.slice.index()) else { return Ok(None) };
        let Some(lower) = values.lower.get() else { return Ok(None) };
        let index = entry.index as usize;
        Ok(if index < lower.len() { values.code(lower, index).decode() } else { None })
    }

    fn read(&self, from: Entry, codes: &mut [u16]) -> Result<bool, LookupError> {
        let Some(values) = self.slices.get(from.slice.index()) else { return Ok(false) };
        let Some(lower) = values.lower.get() else { return Ok(false) };
        assert_within(from, codes.len(), values.entries as u64);
        let first = from.index as usize;
        match values.upper.get().is_some() {
            true => codes.iter_mut().zip(first..).for_each(|(code, index)| *code = values.code(lower, index)),
            false => {
                let lower = &lower[first..first + codes.len()];
                codes.iter_mut().zip(lower).for_each(|(code, lower)| *code = widened(!lower.load(Relaxed)));
            }
        }
        Ok(true)
    }

    fn gather(&self, slice: SliceId, indexes: &[u64], codes: &mut [u16]) -> Result<bool, LookupError> {
        assert_eq!(indexes.len(), codes.len(), "expected a code for every index");
        let Some(values) = self.slices.get(slice.index()) else { return Ok(false) };
        let Some(lower) = values.lower.get() else { return Ok(false) };
        let is_deep = values.upper.get().is_some();
        for (code, &index) in codes.iter_mut().zip(indexes) {
            *code = match lower.get(index as usize) {
                None => u16::ABSENT,
                Some(lower) if !is_deep => widened(!lower.load(Relaxed)),
                Some(_) => values.code(lower, index as usize),
            };
        }
        Ok(true)
    }

    fn holds(&self, slice: SliceId) -> bool {
        self.slices.get(slice.index()).is_some_and(|values| values.lower.get().is_some())
    }
}

impl Sink for Memory {
    fn put(&self, from: Entry, codes: Codes) -> Result<(), LookupError> {
        let values = &self.slices[from.slice.index()];
        assert_within(from, codes.len(), values.entries as u64);
        let lower = self.maker.bytes(&values.lower, values.entries, false).map_err(LookupError::new)?;
        let first = from.index as usize;
        match codes {
            Codes::One(codes) => {
                let lower = &lower[first..first + codes.len()];
                lower.iter().zip(codes).for_each(|(cell, &code)| cell.store(!code, Relaxed));
            }
            Codes::Two(codes) => {
                for (index, &code) in (first..).zip(codes) {
                    match code {
                        0..DEEP => lower[index].store(!(code as u8), Relaxed),
                        u16::ABSENT => lower[index].store(!u8::ABSENT, Relaxed),
                        _ => self.put_deep(values, lower, index, code)?,
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
    fn every_code_comes_back() {
        let directory = tempfile::tempdir().expect("a directory can be made");
        let in_files = Memory { maker: BytesMaker::new(Some(directory.path())), ..memory(1 << 17) };
        [memory(1 << 17), in_files].iter().for_each(assert_every_code_comes_back);
    }

    fn assert_every_code_comes_back(memory: &Memory) {
        let first = Entry { slice: SliceId(0), index: 0 };
        let all: Vec<u16> = (0..1 << 17).map(|code: u32| if code < 1 << 16 { code as u16 } else { 3 }).collect();
        memory.put(first, Codes::Two(&all)).expect("memory does not fail");
        let mut codes = vec![1; 1 << 17];
        assert!(memory.read(first, &mut codes).expect("memory does not fail"));
        assert!(codes == all);
        let indexes: Vec<u64> = (0..1 << 17).rev().collect();
        assert!(memory.gather(SliceId(0), &indexes, &mut codes).expect("memory does not fail"));
        assert!(codes.iter().rev().eq(&all));
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
