//! The fields of a table file, found by the specification of the format alone, and its checksums.

use std::ops::Range;

use xxhash_rust::xxh3::xxh3_64;

/// Which values a change of a field may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Knows {
    /// None: the change is found when the table is opened or a value is looked up, or does no harm.
    All,
    /// None if all blocks are checked before.
    Checked,
    /// Depths, but no results.
    Results,
    /// Any: the file is another table.
    Nothing,
}

/// A field: bits of the file, counted from the first; the highest bit of each byte comes first.
#[derive(Clone, Debug)]
pub struct Field {
    pub what: &'static str,
    pub bits: Range<usize>,
    pub knows: Knows,
}

/// A reader of numbers and of bits.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    fields: Vec<Field>,
}

impl Reader<'_> {
    /// Takes a field of bytes, and returns it as a number.
    fn number(&mut self, what: &'static str, bytes: usize, knows: Knows) -> usize {
        let from = self.at / 8;
        let number = self.bytes[from..from + bytes].iter().rev().fold(0, |sum, &byte| sum << 8 | usize::from(byte));
        self.field(what, 8 * bytes, knows);
        number
    }

    /// Takes a field of bits, and returns it as a number.
    fn bits(&mut self, what: &'static str, bits: usize, knows: Knows) -> usize {
        let number = (self.at..self.at + bits).fold(0, |sum, bit| sum << 1 | usize::from(self.bit(bit)));
        self.field(what, bits, knows);
        number
    }

    fn bit(&self, at: usize) -> bool {
        self.bytes[at / 8] >> (7 - at % 8) & 1 == 1
    }

    fn field(&mut self, what: &'static str, bits: usize, knows: Knows) {
        if bits > 0 {
            self.fields.push(Field { what, bits: self.at..self.at + bits, knows });
        }
        self.at += bits;
    }

    fn text(&mut self, what: &'static str) {
        let length = self.number(what, 8, Knows::All);
        self.field(what, 8 * length, Knows::All);
    }
}

/// The fields of a sound table. `Knows` says what the format can know of a change to each.
pub fn fields(bytes: &[u8]) -> Vec<Field> {
    let mut reader = Reader { bytes, at: 0, fields: Vec::new() };
    reader.field("magic", 64, Knows::All);
    let version = reader.number("version", 4, Knows::All);
    reader.field("finished mark", 32, Knows::All);
    let header = reader.number("length of the header", 8, Knows::All);
    reader.at += 64;
    reader.text("game");
    reader.number("fingerprint", 8, Knows::All);
    reader.number("bytes in a block", 4, Knows::All);
    let values = place_of_values(version, header, bytes.len()).map_or(bytes.len(), |(values, _)| values);
    if matches!(version, 4 | 6..=8) {
        reader.number("results", 1, Knows::Results);
        if version > 4 {
            reader.number("entries in a stream", 1, Knows::All);
        }
        let count = reader.number("slices", 8, Knows::All);
        let mut streams = Vec::new();
        for _ in 0..count {
            reader.text("name");
            let entries = reader.number("entries", 8, Knows::All);
            // More may be omitted than is: what follows by moves is as it was.
            reader.number("omitted classes", 1, Knows::Nothing);
            if version >= 7 {
                let digits = reader.number("digits", 8, Knows::All);
                for _ in 0..digits {
                    // Other digits may be an order, too.
                    reader.number("size of a digit", 8, Knows::Nothing);
                    reader.number("stride of a digit", 8, Knows::Nothing);
                }
            }
            let number = if version > 4 { reader.number("streams", 8, Knows::All) } else { 1 };
            for _ in 0..number {
                let front = reader.number("length of a front", 8, Knows::All);
                streams.push((front, reader.number("length of a stream", 8, Knows::All), None));
            }
            if version == 8 {
                reader.number("kept depths", 1, Knows::Results);
                for _ in 0..reader.number("streams of depths", 8, Knows::All) {
                    let front = reader.number("length of a front of depths", 8, Knows::All);
                    streams.push((front, reader.number("length of a stream of depths", 8, Knows::All), Some(entries)));
                }
            }
        }
        let mut begin = 8 * values;
        for (front, length, depths) in streams {
            reader.at = begin;
            let (front, end) = (begin + 8 * front, begin + 8 * length);
            match depths {
                Some(entries) => stream_of_depths(&mut reader, entries, front, end),
                None => stream(&mut reader, front, end),
            }
            begin += 8 * length;
        }
        return reader.fields;
    }
    let count = reader.number("slices", 8, Knows::All);
    for _ in 0..count {
        reader.text("name");
        reader.number("entries", 8, Knows::All);
        reader.number("width", 1, Knows::All);
        reader.number("offset", 8, Knows::All);
    }
    let lists = reader.number("lists", 8, Knows::All);
    for _ in 0..lists {
        let length = reader.number("length of a list", 8, Knows::Nothing);
        for _ in 0..length {
            reader.number("code of a list", 2, Knows::Nothing);
        }
    }
    reader.at = 8 * values;
    reader.field("values", 8 * (bytes.len() - values), Knows::Nothing);
    reader.fields
}

/// Takes the fields of a stream.
fn stream(reader: &mut Reader, front_end: usize, end: usize) {
    let values = reader.bits("number of values", 16, Knows::Nothing);
    for _ in 0..values {
        reader.bits("code of a value", 16, Knows::Nothing);
    }
    if values == 1 {
        return;
    }
    let rules = reader.bits("number of rules", 16, Knows::Nothing);
    for symbol in values..values + rules {
        let width = (usize::BITS - (symbol - 1).leading_zeros()).max(1) as usize;
        reader.bits("symbol of a rule", width, Knows::Nothing);
        reader.bits("symbol of a rule", width, Knows::Nothing);
    }
    for _ in 0..values + rules {
        reader.bits("length of a code", 4, Knows::Nothing);
    }
    reader.bits("bytes in a block of codes", 4, Knows::All);
    let blocks = reader.bits("number of blocks", 32, Knows::All);
    let parameter = reader.bits("parameter of the Rice code", 5, Knows::Checked);
    for _ in 0..blocks {
        let ones = (reader.at..).take_while(|&bit| reader.bit(bit)).count();
        reader.field("entries of a block", ones + 1 + parameter, Knows::Checked);
    }
    assert_eq!(reader.at.next_multiple_of(8), front_end, "the front ends as the header says");
    reader.at = front_end;
    reader.field("codes", end - front_end, Knows::Nothing);
}

/// Takes the fields of a stream of depths of a slice that is not cut.
fn stream_of_depths(reader: &mut Reader, entries: usize, front_end: usize, end: usize) {
    reader.bits("first depth", 16, Knows::Results);
    for _ in 0..2 {
        reader.bits("distance", 16, Knows::Results);
    }
    for _ in 0..reader.bits("digits of depths", 4, Knows::Results) {
        reader.bits("stride of a digit of depths", 32, Knows::Results);
        reader.bits("size of a digit of depths", 16, Knows::Results);
    }
    let parameter = reader.bits("parameter of the Rice code of depths", 5, Knows::Results);
    for _ in 0..entries.div_ceil(512) {
        let ones = (reader.at..).take_while(|&bit| reader.bit(bit)).count();
        reader.field("bytes in a block of depths", ones + 1 + parameter, Knows::Results);
    }
    reader.at = reader.at.next_multiple_of(8);
    reader.field("weights", front_end - reader.at, Knows::Results);
    reader.field("depths", end - front_end, Knows::Results);
}

/// Where the values of a file of this length begin, and the number of blocks; `None` if there is no such place.
fn place_of_values(version: usize, header: usize, length: usize) -> Option<(usize, usize)> {
    let align = if matches!(version, 4 | 6..=8) { 64 } else { 4096 };
    let checksums = header.checked_add(32).filter(|&end| end <= length)?;
    (0..=length / 65_536 + 1).find_map(|blocks| {
        let values = (checksums + 8 * blocks).next_multiple_of(align);
        let fits = values <= length && (length - values).div_ceil(65_536) == blocks;
        fits.then_some((values, blocks))
    })
}

/// Sets every checksum to that of the bytes that are there.
pub fn repair(bytes: &mut [u8]) {
    let number = |at: usize, length: usize| {
        let bytes = bytes.get(at..at + length)?;
        Some(bytes.iter().rev().fold(0u64, |sum, &byte| sum << 8 | u64::from(byte)))
    };
    let (Some(version), Some(header)) = (number(8, 4), number(16, 8)) else { return };
    let header = usize::try_from(header).unwrap_or(usize::MAX);
    let Some(text) = header.checked_add(32).and_then(|end| bytes.get(32..end)) else { return };
    let sum = xxh3_64(text);
    bytes[24..32].copy_from_slice(&sum.to_le_bytes());
    let Some((values, blocks)) = place_of_values(version as usize, header, bytes.len()) else { return };
    for block in 0..blocks {
        let from = values + 65_536 * block;
        let sum = xxh3_64(&bytes[from..bytes.len().min(from + 65_536)]);
        bytes[32 + header + 8 * block..][..8].copy_from_slice(&sum.to_le_bytes());
    }
}
