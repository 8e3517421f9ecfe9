//! A range coder for decisions: bits, each with a probability.
//!
//! ```text
//!   range     |---------------- true ----------------|----- false -----|     low = where it begins
//!             low                            low + bound       low + range
//! ```
//!
//! A decision that is probably true takes the larger part of the range, and so few bits. Whenever the range is less
//! than 2^24, a byte is written.

/// The binary logarithm of the sum of the probabilities of both outcomes.
pub const PROBABILITY_BITS: u32 = 16;

/// The least range before a decision.
const LEAST_RANGE: u32 = 1 << 24;

/// Writes decisions.
pub struct RangeWriter {
    bytes: Vec<u8>,
    low: u32,
    range: u32,
}

impl Default for RangeWriter {
    fn default() -> RangeWriter {
        RangeWriter { bytes: Vec::new(), low: 0, range: u32::MAX }
    }
}

impl RangeWriter {
    /// Writes a decision, whose `probability` to be true is between 1 and 65,535 of 65,536.
    #[inline(always)]
    pub fn write(&mut self, is_true: bool, probability: u16) {
        let bound = (self.range >> PROBABILITY_BITS) * u32::from(probability);
        if is_true {
            self.range = bound;
        } else {
            self.add(bound);
            self.range -= bound;
        }
        while self.range < LEAST_RANGE {
            self.bytes.push((self.low >> 24) as u8);
            self.low <<= 8;
            self.range <<= 8;
        }
    }

    /// Adds to the low end, and carries into the bytes.
    fn add(&mut self, bound: u32) {
        let (low, carries) = self.low.overflowing_add(bound);
        self.low = low;
        if carries {
            for byte in self.bytes.iter_mut().rev() {
                *byte = byte.wrapping_add(1);
                if *byte != 0 {
                    break;
                }
            }
        }
    }

    /// The bytes, without zeros at the end: the reader adds them.
    pub fn into_bytes(mut self) -> Vec<u8> {
        self.add(LEAST_RANGE - 1);
        self.bytes.push((self.low >> 24) as u8);
        let used = self.bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        self.bytes.truncate(used);
        self.bytes
    }
}

/// Reads the decisions that a [`RangeWriter`] wrote. After the last byte it reads zeros.
#[derive(Clone, Copy)]
pub struct RangeReader {
    code: u32,
    range: u32,
    /// The next byte.
    at: usize,
}

impl RangeReader {
    /// A reader of bytes, at the first decision.
    pub fn new(bytes: &[u8]) -> RangeReader {
        let mut reader = RangeReader { code: 0, range: u32::MAX, at: 0 };
        (0..4).for_each(|_| reader.next_byte(bytes));
        reader
    }

    #[inline(always)]
    fn next_byte(&mut self, bytes: &[u8]) {
        self.code = self.code << 8 | u32::from(bytes.get(self.at).copied().unwrap_or(0));
        self.at += 1;
    }

    /// Reads a decision of this `probability`; `bytes` are as in [`RangeReader::new`].
    #[inline(always)]
    pub fn read(&mut self, bytes: &[u8], probability: u16) -> bool {
        let bound = (self.range >> PROBABILITY_BITS) * u32::from(probability);
        let is_true = self.code < bound;
        self.range = if is_true { bound } else { self.range - bound };
        self.code -= if is_true { 0 } else { bound };
        while self.range < LEAST_RANGE {
            self.next_byte(bytes);
            self.range <<= 8;
        }
        is_true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::random::Random;

    #[test]
    fn decisions_come_back_and_probable_ones_take_little() {
        let mut random = Random::new(9);
        for (count, one_in) in [(0, 2), (1, 2), (5000, 2), (5000, 60_000), (200, 3)] {
            let probable = |one_in: usize| (65_536 / one_in).min(65_535) as u16;
            let decisions: Vec<(bool, u16)> = (0..count)
                .map(|_| (random.below(one_in) == 0, probable(if random.below(9) == 0 { 2 } else { one_in })))
                .collect();
            let mut writer = RangeWriter::default();
            decisions.iter().for_each(|&(is_true, probability)| writer.write(is_true, probability));
            let bytes = writer.into_bytes();
            let mut reader = RangeReader::new(&bytes);
            assert!(decisions.iter().all(|&(is_true, probability)| reader.read(&bytes, probability) == is_true));
        }
        let mut writer = RangeWriter::default();
        (0..100_000).for_each(|_| writer.write(true, 65_535));
        assert!(writer.into_bytes().len() < 4);
    }

    #[test]
    fn a_carry_goes_through_bytes_that_are_full() {
        let mut random = Random::new(4);
        for _ in 0..200 {
            let mut writer = RangeWriter::default();
            let decisions: Vec<bool> = (0..300).map(|_| random.below(300) < 2).collect();
            decisions.iter().for_each(|&is_true| writer.write(is_true, 1));
            let bytes = writer.into_bytes();
            let mut reader = RangeReader::new(&bytes);
            assert!(decisions.iter().all(|&is_true| reader.read(&bytes, 1) == is_true));
        }
    }
}
