//! The contents of a plain table: the header, the checksums and the values.

use std::ops::Range;
use std::sync::Mutex;

use super::TableError;
use super::encoding::Encoding;
use super::format::{BLOCK, HEADER_AT, Header, Offsets, PACKED_BITS, SliceHeader, SlicePlace, Width, checksum};
use super::unfinished::{UnfinishedTable, Written};
use crate::space::{Entry, Slice, SliceId};
use crate::util::threads::for_each_of;
use crate::values::{Code, Lookup, LookupError, packed_byte};

/// Blocks that are encoded at a time: 1 MiB, which stays in the cache.
const BATCH: usize = 16;

/// A plain table to write.
pub struct PlainTable<'a> {
    pub game: &'a str,
    /// The fingerprint of the rules.
    pub rules: u64,
    pub slices: &'a [&'a Slice],
    /// The numbers of these slices.
    pub ids: &'a [SliceId],
    /// Their values.
    pub values: &'a dyn Lookup,
    /// Whether the results alone are written, four in a byte.
    pub packed: bool,
    /// Is called with the entries that are in the file, slice by slice and in order.
    pub written: &'a dyn Fn(SliceId, Range<u64>),
}

/// Writes a plain table into the file that `begin` begins for a length in bytes.
pub fn write(
    content: &PlainTable,
    begin: impl FnOnce(u64) -> Result<UnfinishedTable, TableError>,
) -> Result<Written, TableError> {
    let &PlainTable { game, rules, slices, ids, values, packed, written } = content;
    let encodings = slices.iter().zip(ids).map(|(slice, &id)| match packed {
        true => Ok(Encoding::packed()),
        false => Encoding::of(values, id, slice),
    });
    let encodings: Vec<Encoding> = encodings.collect::<Result<_, _>>()?;
    let fits = "a table as large as the values in memory can be laid out";
    let (mut front, offsets) = prepare(game, rules, slices, &encodings).expect(fits);
    let sources =
        ids.iter().zip(&encodings).map(|(&slice, encoding)| SliceSource { slice, bytes: encoding.bytes(), values });
    let sources: Vec<SliceSource> = sources.collect();

    let mut file = begin(offsets.bytes)?;
    file.seek(offsets.values as u64)?;
    let checksums = write_values(&mut file, &offsets, &sources, written)?;
    checksums.iter().for_each(|sum| front.extend(sum.to_le_bytes()));
    front.resize(offsets.values, 0);
    file.seek(0)?;
    file.write(&front)?;
    file.finish(|_| Ok(()))
}

/// The size of a table in bytes if every value takes one byte.
pub fn least_bytes(game: &str, slices: &[&Slice]) -> u64 {
    // A file that is too long for these offsets fits no disk.
    prepare(game, 0, slices, &vec![Encoding { width: 1, list: Vec::new() }; slices.len()])
        .map_or(u64::MAX, |(_, offsets)| offsets.bytes)
}

/// The fields at fixed places and the header, not yet finished, with the offsets of the file; `None` if it would be too
/// long for this machine.
fn prepare(game: &str, rules: u64, slices: &[&Slice], encodings: &[Encoding]) -> Option<(Vec<u8>, Offsets)> {
    let sizes = || slices.iter().map(|slice| slice.entries).zip(encodings.iter().map(|encoding| encoding.width));
    // The offsets do not depend on the length of the header, nor the length on the offsets.
    let places = Offsets::new(0, sizes())?.places;
    let mut header = Header::new(game, rules);
    header.slices = (slices.iter().zip(encodings).zip(places))
        .map(|((slice, &Encoding { width, .. }), SlicePlace { offset, .. })| SliceHeader {
            name: slice.name.clone(),
            entries: slice.entries,
            width,
            offset,
        })
        .collect();
    header.lists = encodings.iter().map(|encoding| encoding.list.clone()).collect();
    let front = header.encode();
    let offsets = Offsets::new((front.len() - HEADER_AT) as u64, sizes())?;
    Some((front, offsets))
}

/// Where the values of a slice come from.
struct SliceSource<'a> {
    slice: SliceId,
    /// By code, the byte that is written for it where values are one byte wide.
    bytes: Vec<u8>,
    values: &'a dyn Lookup,
}

/// Writes all values. Returns the checksums of the blocks.
fn write_values(
    file: &mut UnfinishedTable,
    offsets: &Offsets,
    sources: &[SliceSource],
    written: &dyn Fn(SliceId, Range<u64>),
) -> Result<Vec<u64>, TableError> {
    let mut checksums = Vec::with_capacity(offsets.blocks);
    let mut buffer = vec![0; offsets.length.min(BATCH as u64 * BLOCK) as usize];
    for first in (0..offsets.blocks).step_by(BATCH) {
        let from = offsets.block(first).start;
        let length = (offsets.length - from).min(buffer.len() as u64) as usize;
        let batch = &mut buffer[..length];
        let mut sums = [0; BATCH];
        let blocks = batch.chunks_mut(BLOCK as usize).zip(&mut sums);
        let count = blocks.len();
        let failed = Mutex::new(None);
        for_each_of(blocks, |block, (bytes, sum)| {
            if let Err(error) = fill(bytes, offsets.block(first + block).start, &offsets.places, sources)
                && let Ok(mut failed) = failed.lock()
            {
                *failed = Some(error);
            }
            *sum = checksum(bytes);
        });
        if let Some(error) = failed.into_inner().ok().flatten() {
            return Err(error.into());
        }
        file.write(batch)?;
        checksums.extend(&sums[..count]);
        let bytes = from..from + length as u64;
        for (place, source) in offsets.places.iter().zip(sources) {
            let entries = entries_in(place, &bytes);
            if !entries.is_empty() {
                written(source.slice, entries);
            }
        }
    }
    Ok(checksums)
}

/// The entries of a slice whose values are in these bytes, counted from the first of the table.
fn entries_in(place: &SlicePlace, bytes: &Range<u64>) -> Range<u64> {
    let entry = |byte: u64| {
        let byte = byte.clamp(place.offset, place.end()) - place.offset;
        match place.width {
            Width::Packed => (byte << PACKED_BITS).min(place.entries),
            Width::One => byte,
            Width::Two => byte / 2,
        }
    };
    entry(bytes.start)..entry(bytes.end)
}

/// Fills `bytes` with the values that begin at `from`, counted from the first of the table.
fn fill(bytes: &mut [u8], from: u64, places: &[SlicePlace], sources: &[SliceSource]) -> Result<(), LookupError> {
    bytes.fill(0);
    let to = from + bytes.len() as u64;
    let first = places.partition_point(|place| place.end() <= from);
    for (place, source) in places.iter().zip(sources).skip(first).take_while(|(place, _)| place.offset < to) {
        let (begin, end) = (place.offset.max(from), place.end().min(to));
        if begin >= end {
            continue;
        }
        let bytes = &mut bytes[(begin - from) as usize..(end - from) as usize];
        // No code lies in two blocks: blocks have an even size, and slices begin at even places.
        let (first, count) = match place.width {
            Width::Packed => {
                let first = (begin - place.offset) << PACKED_BITS;
                (first, ((bytes.len() as u64) << PACKED_BITS).min(place.entries - first))
            }
            Width::One => (begin - place.offset, bytes.len() as u64),
            Width::Two => ((begin - place.offset) / 2, bytes.len() as u64 / 2),
        };
        let mut codes = vec![u16::ABSENT; count as usize];
        source.values.read(Entry { slice: source.slice, index: first }, &mut codes)?;
        match place.width {
            Width::Packed => {
                let codes = codes.chunks(1 << PACKED_BITS);
                bytes.iter_mut().zip(codes).for_each(|(byte, codes)| *byte = packed_byte(codes));
            }
            Width::One => {
                bytes.iter_mut().zip(&codes).for_each(|(byte, &code)| *byte = source.bytes[usize::from(code)])
            }
            Width::Two => bytes
                .chunks_exact_mut(2)
                .zip(&codes)
                .for_each(|(bytes, code)| bytes.copy_from_slice(&code.to_le_bytes())),
        }
    }
    Ok(())
}
