//! The format of a table file: the fields at fixed places, the header, and the offsets, which follow from the length of
//! the header and the sizes of the slices. Only this file knows of bincode.

use std::ops::Range;

use bincode::Options;
use serde::{Deserialize, Serialize};

use super::encoding::LISTED;
use crate::values::packed_bytes;

/// The first bytes of every table. The first byte is no text in any encoding; a conversion of line ends changes the
/// last.
pub const MAGIC: [u8; 8] = *b"\x89HSIGHT\n";

/// The version of a table that is not compressed, the first that is read.
pub const VERSION: u32 = 3;
/// The version of a compressed table.
pub const COMPRESSED: u32 = 4;
/// The version of a packed table: a plain one of results, four in a byte.
pub const PACKED: u32 = 5;
/// The version of a compressed table with a slice that is cut into streams.
pub const CUT: u32 = 6;
/// The version of a compressed table with a slice in another order than its numbers, or with floors or vacant entries
/// that are not stored.
pub const ORDERED: u32 = 7;
/// The version of a compressed table whose depths are kept apart from the results.
pub const APART: u32 = 8;

/// The finished mark, and the bytes at its place before.
pub const FINISHED: [u8; 4] = *b"DONE";
const UNFINISHED: [u8; 4] = [0; 4];

/// Where the finished mark is.
pub const MARK_AT: u64 = 12;

/// The fields at fixed places.
pub struct Front {
    pub magic: [u8; 8],
    pub version: u32,
    pub mark: [u8; 4],
    /// The length of the header in bytes.
    pub length: u64,
    /// The checksum of the header.
    pub checksum: u64,
}

/// The header of a plain table.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    pub game: String,
    /// The fingerprint of the rules of the part.
    pub rules: u64,
    /// Bytes in a block.
    pub block: u32,
    pub slices: Vec<SliceHeader>,
    /// For each slice, the codes that its values are places in; none if they are codes.
    #[serde(skip)]
    pub lists: Vec<Vec<u16>>,
}

/// One slice of a table.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SliceHeader {
    pub name: String,
    pub entries: u64,
    /// Bytes of a value; 0 if four values share a byte.
    pub width: u8,
    /// Where the values begin, counted from the first value of the table.
    pub offset: u64,
}

/// Whether this program reads tables of a version.
pub fn is_supported(version: u32) -> bool {
    (VERSION..=APART).contains(&version)
}

/// The checksum of a header or of a block.
pub fn checksum(bytes: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(bytes)
}

impl Front {
    /// Reads the fields.
    pub fn read(bytes: &[u8; HEADER_AT]) -> Front {
        let [m0, m1, m2, m3, m4, m5, m6, m7, v0, v1, v2, v3, f0, f1, f2, f3, numbers @ ..] = *bytes;
        let [l0, l1, l2, l3, l4, l5, l6, l7, checksum @ ..] = numbers;
        Front {
            magic: [m0, m1, m2, m3, m4, m5, m6, m7],
            version: u32::from_le_bytes([v0, v1, v2, v3]),
            mark: [f0, f1, f2, f3],
            length: u64::from_le_bytes([l0, l1, l2, l3, l4, l5, l6, l7]),
            checksum: u64::from_le_bytes(checksum),
        }
    }
}

impl Header {
    /// A header for a game of these rules, without slices.
    pub fn new(game: &str, rules: u64) -> Header {
        Header { game: game.to_string(), rules, block: BLOCK as u32, slices: Vec::new(), lists: Vec::new() }
    }

    /// The fields at fixed places, not yet finished, and the header.
    pub fn encode(&self) -> Vec<u8> {
        let always = "texts and numbers can always be encoded into memory";
        let version = if self.is_packed() { PACKED } else { VERSION };
        front(version, &encoding().serialize(&(self, &self.lists)).expect(always))
    }

    /// Whether the values of a slice are packed. In a packed table all slices are.
    fn is_packed(&self) -> bool {
        self.slices.iter().any(|slice| slice.width == 0)
    }

    /// Reads a header of a version that is supported.
    ///
    /// # Errors
    /// The reason, if it cannot be read.
    pub fn decode(version: u32, bytes: &[u8]) -> Result<Header, String> {
        // The limit keeps a false length from claiming memory.
        let limited = encoding().with_limit(bytes.len() as u64);
        let (header, lists): (Header, Vec<Vec<u16>>) = limited.deserialize(bytes).map_err(|error| error.to_string())?;
        let valid = |(slice, list): (&SliceHeader, &Vec<u16>)| {
            list.is_empty() || slice.width == 1 && list.len() <= LISTED && list.is_sorted_by(|a, b| a < b)
        };
        if lists.len() != header.slices.len() || !header.slices.iter().zip(&lists).all(valid) {
            return Err("a list of codes that is too long or not in ascending order".to_string());
        }
        if header.slices.iter().any(|slice| (slice.width == 0) != (version == PACKED)) {
            return Err("packed values in a table that is not packed, or others in one that is".to_string());
        }
        Ok(Header { lists, ..header })
    }
}

/// The fields at fixed places of a table that is not finished yet, and its header.
pub fn front(version: u32, header: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER_AT + header.len());
    bytes.extend_from_slice(&MAGIC);
    bytes.extend_from_slice(&version.to_le_bytes());
    bytes.extend_from_slice(&UNFINISHED);
    bytes.extend_from_slice(&(header.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&checksum(header).to_le_bytes());
    bytes.extend_from_slice(header);
    bytes
}

/// The encoding that the format's specification describes.
pub fn encoding() -> impl Options {
    bincode::options().with_fixint_encoding().with_little_endian().reject_trailing_bytes()
}

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

/// The room of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// Two bits: four values in a byte, the first in the lowest bits.
    Packed,
    /// One byte.
    One,
    /// Two bytes.
    Two,
}

/// The binary logarithm of the number of packed values in a byte.
pub const PACKED_BITS: u32 = 2;

impl Width {
    /// The width of this number of bytes; 0 stands for [`Width::Packed`].
    fn of_bytes(bytes: u8) -> Option<Width> {
        match bytes {
            0 => Some(Width::Packed),
            1 => Some(Width::One),
            2 => Some(Width::Two),
            _ => None,
        }
    }

    /// The bytes of a number of values.
    fn bytes(self, values: u64) -> Option<u64> {
        match self {
            Width::Packed => Some(packed_bytes(values)),
            Width::One => Some(values),
            Width::Two => values.checked_mul(2),
        }
    }
}

/// The values of one slice; of a compressed one, the bytes of its stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlicePlace {
    /// Where they begin, counted from the first value of the table.
    pub offset: u64,
    /// The number of values.
    pub entries: u64,
    /// The room of a value.
    pub width: Width,
    /// The list that they are places in, counted from 1; 0 if they are codes.
    pub list: u32,
}

/// Where everything is, in bytes from the beginning of the file unless stated otherwise.
pub struct Offsets {
    /// The values of each slice.
    pub places: Vec<SlicePlace>,
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

impl SlicePlace {
    /// Where the values end, counted from the first value of the table.
    pub fn end(&self) -> u64 {
        self.offset + self.width.bytes(self.entries).unwrap_or_default()
    }

    /// The byte in which the value of an entry begins, counted from the first value of the table.
    #[inline(always)]
    pub fn at(&self, index: u64) -> u64 {
        self.offset
            + match self.width {
                Width::Packed => index >> PACKED_BITS,
                Width::One => index,
                Width::Two => index << 1,
            }
    }
}

impl Offsets {
    /// The offsets for a header of `header` bytes and for slices given by their entries and widths, without lists.
    /// `None` if a width is past 2, or the file would be too long for this machine.
    pub fn new(header: u64, slices: impl IntoIterator<Item = (u64, u8)>) -> Option<Offsets> {
        let mut places = Vec::new();
        let mut length = 0u64;
        for (entries, width) in slices {
            let width = Width::of_bytes(width)?;
            let offset = length.checked_next_multiple_of(ALIGNMENT)?;
            length = offset.checked_add(width.bytes(entries)?)?;
            places.push(SlicePlace { offset, entries, width, list: 0 });
        }
        Offsets::after(header, places, length, PAGE)
    }

    /// The offsets of a compressed table for a header of `header` bytes and for streams of these lengths.
    /// `None` if the file would be too long for this machine.
    pub fn of_streams(header: u64, lengths: impl IntoIterator<Item = u64>) -> Option<Offsets> {
        let mut places = Vec::new();
        let mut offset = 0u64;
        for entries in lengths {
            places.push(SlicePlace { offset, entries, width: Width::One, list: 0 });
            offset = offset.checked_add(entries)?;
        }
        Offsets::after(header, places, offset, LINE)
    }

    /// The offsets of a file with values at these places.
    fn after(header: u64, places: Vec<SlicePlace>, length: u64, alignment: u64) -> Option<Offsets> {
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
    pub fn block(&self, block: usize) -> Range<u64> {
        let from = (block as u64) << BLOCK_BITS;
        from..self.length.min(from + BLOCK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_encoded_byte_by_byte_as_the_specification_says() {
        let mut header = Header::new("go", 0x0102_0304_0506_0708);
        header.slices.push(SliceHeader { name: "1v0".to_string(), entries: 3, width: 2, offset: 8 });
        header.lists.push(Vec::new());
        let bytes = header.encode();

        let mut expected = Vec::new();
        expected.extend([2, 0, 0, 0, 0, 0, 0, 0]);
        expected.extend(b"go");
        expected.extend([8, 7, 6, 5, 4, 3, 2, 1]);
        expected.extend([0, 0, 1, 0]);
        expected.extend([1, 0, 0, 0, 0, 0, 0, 0]);
        expected.extend([3, 0, 0, 0, 0, 0, 0, 0]);
        expected.extend(b"1v0");
        expected.extend([3, 0, 0, 0, 0, 0, 0, 0]);
        expected.push(2);
        expected.extend([8, 0, 0, 0, 0, 0, 0, 0]);
        expected.extend([1, 0, 0, 0, 0, 0, 0, 0]);
        expected.extend([0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(&bytes[HEADER_AT..], expected);
        assert_eq!(bytes[..16], *b"\x89HSIGHT\n\x03\0\0\0\0\0\0\0");
        assert_eq!(bytes[16..24], (expected.len() as u64).to_le_bytes());
        assert_eq!(bytes[24..32], checksum(&expected).to_le_bytes());
        assert_eq!(Header::decode(VERSION, &expected), Ok(header));
        assert!(is_supported(VERSION) && is_supported(APART));
        assert!(!is_supported(VERSION - 1) && !is_supported(APART + 1));
    }

    #[test]
    fn lists_follow_the_header() {
        let mut header = Header::new("go", 7);
        for width in [1, 2] {
            header.slices.push(SliceHeader { name: String::new(), entries: 3, width, offset: 0 });
        }
        header.lists = vec![Vec::new(); 2];
        let empty = header.encode();
        header.lists[0] = vec![5, 0x0102];
        let with = header.encode();
        let lists_at = empty.len() - 24;
        assert_eq!(with[HEADER_AT..lists_at], empty[HEADER_AT..lists_at]);
        let lists = [2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 5, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(with[lists_at..], lists);
        assert_eq!(Header::decode(VERSION, &with[HEADER_AT..]).as_ref(), Ok(&header));
        for nonsense in
            [vec![vec![5, 5], vec![]], vec![vec![], vec![5]], vec![vec![5]], vec![(0..257).collect(), vec![]]]
        {
            header.lists = nonsense;
            assert!(Header::decode(VERSION, &header.encode()[HEADER_AT..]).is_err());
        }
    }

    #[test]
    fn a_header_with_nonsense_in_it_is_an_error() {
        let bytes = Header::new("go", 7).encode();
        let header = &bytes[HEADER_AT..];
        assert!(Header::decode(VERSION, &header[..header.len() - 1]).is_err());
        assert!(Header::decode(VERSION, &[header, &[0]].concat()).is_err());
        assert!(Header::decode(VERSION, &[255; 40]).is_err());
    }

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
    fn four_packed_values_share_a_byte() {
        let offsets = Offsets::new(100, [(3, 0), (33, 0)]).expect("it is small");
        let [a, b] = offsets.places[..] else { panic!("two slices") };
        assert_eq!((a.offset, a.end(), b.offset, b.end(), offsets.length), (0, 1, 8, 17, 17));
        assert_eq!((b.at(0), b.at(3), b.at(4), b.at(32)), (8, 8, 9, 16));
        let mut header = Header::new("go", 7);
        header.slices.push(SliceHeader { name: String::new(), entries: 3, width: 0, offset: 0 });
        header.lists.push(Vec::new());
        let bytes = header.encode();
        assert_eq!(bytes[8..12], [5, 0, 0, 0]);
        assert_eq!(Header::decode(PACKED, &bytes[HEADER_AT..]), Ok(header));
        assert!(Header::decode(VERSION, &bytes[HEADER_AT..]).is_err());
    }

    #[test]
    fn sizes_past_all_bounds_have_no_offsets() {
        assert!(Offsets::new(u64::MAX, [(1, 1)]).is_none());
        assert!(Offsets::new(1, [(u64::MAX, 1)]).is_none());
        assert!(Offsets::new(1, [(u64::MAX, 2)]).is_none());
        assert!(Offsets::new(1, [(1 << 62, 1), (1 << 62, 1)]).is_none());
        assert!(Offsets::new(1, [(1, 3)]).is_none());
    }
}
