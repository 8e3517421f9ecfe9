//! Where everything is in a table file: it follows from the length of the header and the sizes of the slices.

/// Where the header begins, after the fields at fixed places.
pub const HEADER_AT: usize = 32;

/// Bytes in a block.
pub const BLOCK: u64 = 1 << BLOCK_BITS;
/// The binary logarithm of [`BLOCK`].
pub const BLOCK_BITS: u32 = 16;

/// The alignment of the first value, a page of memory, and of the first value of a slice.
const PAGE: u64 = 4096;
/// The alignment of the first stream of a compressed table.
const LINE: u64 = 64;
const ALIGNMENT: u64 = 8;

/// The values of one slice; of a compressed one, the bytes of its stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Where they begin, counted from the first value of the table.
    pub offset: u64,
    /// The number of values.
    pub entries: u64,
    /// The binary logarithm of their width in bytes.
    pub shift: u32,
    /// The list that they are places in, counted from 1; 0 if they are codes.
    pub list: u32,
}

/// Where everything is, in bytes from the beginning of the file unless stated otherwise.
pub struct Offsets {
    /// The values of each slice.
    pub places: Vec<Place>,
    /// Where the checksums of the blocks begin.
    pub checksums: usize,
    /// Where the values begin.
    pub values: usize,
    /// The length of the values in bytes.
    pub length: u64,
    /// The number of their blocks.
    pub blocks: usize,
    /// The length of the file.
    pub bytes: u64,
}

impl Place {
    /// Where the values end, counted from the first value of the table.
    pub fn end(&self) -> u64 {
        self.offset + (self.entries << self.shift)
    }
}

impl Offsets {
    /// The offsets for a header of `header` bytes and for slices given by their entries and widths, without lists.
    /// `None` if a width is neither 1 nor 2, or the file would be too long for this machine.
    pub fn new(header: u64, slices: impl IntoIterator<Item = (u64, u8)>) -> Option<Offsets> {
        let mut places = Vec::new();
        let mut length = 0u64;
        for (entries, width) in slices {
            let shift = match width {
                1 => 0,
                2 => 1,
                _ => return None,
            };
            let offset = length.checked_next_multiple_of(ALIGNMENT)?;
            length = offset.checked_add(entries.checked_mul(width.into())?)?;
            places.push(Place { offset, entries, shift, list: 0 });
        }
        Offsets::after(header, places, length, PAGE)
    }

    /// The offsets of a compressed table for a header of `header` bytes and for streams of these lengths.
    /// `None` if the file would be too long for this machine.
    pub fn of_streams(header: u64, lengths: impl IntoIterator<Item = u64>) -> Option<Offsets> {
        let mut places = Vec::new();
        let mut offset = 0u64;
        for entries in lengths {
            places.push(Place { offset, entries, shift: 0, list: 0 });
            offset = offset.checked_add(entries)?;
        }
        Offsets::after(header, places, offset, LINE)
    }

    /// The offsets of a file with values at these places.
    fn after(header: u64, places: Vec<Place>, length: u64, alignment: u64) -> Option<Offsets> {
        let blocks = length.div_ceil(BLOCK);
        let checksums = (HEADER_AT as u64).checked_add(header)?;
        let values = checksums.checked_add(8 * blocks)?.checked_next_multiple_of(alignment)?;
        let bytes = values.checked_add(length)?;
        // Memory is addressed by signed numbers: nothing longer can be mapped.
        isize::try_from(bytes).ok()?;
        Some(Offsets {
            places,
            checksums: checksums as usize,
            values: values as usize,
            length,
            blocks: blocks as usize,
            bytes,
        })
    }

    /// The bytes of a block, counted from the first value of the table.
    pub fn block(&self, block: usize) -> std::ops::Range<u64> {
        let from = (block as u64) << BLOCK_BITS;
        from..self.length.min(from + BLOCK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_begin_at_multiples_of_eight_and_values_at_a_page() {
        let offsets = Offsets::new(100, [(3, 1), (0, 1), (9, 2), (65_536, 1)]).expect("it is small");
        let begins: Vec<u64> = offsets.places.iter().map(|place| place.offset).collect();
        assert_eq!(begins, [0, 8, 8, 32]);
        assert_eq!((offsets.checksums, offsets.values), (132, 4096));
        assert_eq!((offsets.length, offsets.blocks, offsets.bytes), (65_568, 2, 4096 + 65_568));
        assert_eq!((offsets.block(0), offsets.block(1)), (0..65_536, 65_536..65_568));
    }

    #[test]
    fn sizes_past_all_bounds_have_no_offsets() {
        assert!(Offsets::new(u64::MAX, [(1, 1)]).is_none());
        assert!(Offsets::new(1, [(u64::MAX, 1)]).is_none());
        assert!(Offsets::new(1, [(u64::MAX, 2)]).is_none());
        assert!(Offsets::new(1, [(1 << 62, 1), (1 << 62, 1)]).is_none());
        assert!(Offsets::new(1, [(1, 3)]).is_none());
        assert!(Offsets::new(1, [(1, 0)]).is_none());
    }
}
