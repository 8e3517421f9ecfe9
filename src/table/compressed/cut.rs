//! Large slices are cut into streams.
//!
//! ```text
//!   entries of a slice   0 ... 2^c - 1 | 2^c ... 2 * 2^c - 1 | ...     c = 31: streams of two billion entries
//!                        stream 0      | stream 1            | ...
//! ```
//!
//! A slice of fewer than 2 * 2^c entries is one stream. So no stream has 2^32 entries or more, and a number of an entry
//! in its stream takes four bytes. A stream is compressed by itself, in a part of the memory.

/// The binary logarithm of the entries of a stream, where a slice has several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut(u8);

/// The usual cut: streams of 2,147,483,648 entries.
pub const DEFAULT_CUT: Cut = Cut(31);

impl Cut {
    /// Streams of 2^`bits` entries; `None` if an entry of a stream could not be told apart.
    pub fn of_bits(bits: u8) -> Option<Cut> {
        (bits <= DEFAULT_CUT.0).then_some(Cut(bits))
    }

    /// The binary logarithm of the entries of a stream.
    pub fn bits(self) -> u8 {
        self.0
    }

    /// The number of streams of a slice.
    pub fn streams(self, entries: u64) -> u64 {
        match entries >> self.0 {
            0 | 1 => 1,
            _ => ((entries - 1) >> self.0) + 1,
        }
    }

    /// The stream of an entry of a slice that is cut, and the number of the entry there.
    #[inline(always)]
    pub fn place(self, index: u64) -> (usize, u64) {
        ((index >> self.0) as usize, index & ((1 << self.0) - 1))
    }

    /// The entries of a stream of a slice of `entries`.
    pub fn entries(self, entries: u64, stream: usize) -> std::ops::Range<u64> {
        let from = (stream as u64) << self.0;
        match self.streams(entries) {
            1 => 0..entries,
            _ => from..entries.min(from + (1 << self.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slice_is_cut_when_it_has_two_streams() {
        let cut = Cut::of_bits(3).expect("it is small");
        assert_eq!([0, 1, 8, 15, 16, 17, 24, 25].map(|entries| cut.streams(entries)), [1, 1, 1, 1, 2, 3, 3, 4]);
        assert_eq!((cut.entries(15, 0), cut.entries(17, 1), cut.entries(17, 2)), (0..15, 8..16, 16..17));
        assert_eq!((cut.place(7), cut.place(16)), ((0, 7), (2, 0)));
        assert_eq!(DEFAULT_CUT.streams(u32::MAX.into()), 1);
        assert_eq!(DEFAULT_CUT.streams(1 << 32), 2);
        assert!(Cut::of_bits(32).is_none());
    }
}
