//! Writing a table: all values, then the finished mark, then the name.
//!
//! The values are not written through a mapping: a full disk must be an error, not a signal.

use std::fs::{File, create_dir_all, remove_file, rename};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::TableError;
use super::encoding::Encoding;
use super::header::{FINISHED, Header, MARK_AT, SliceHeader, checksum};
use super::offsets::{BLOCK, HEADER_AT, Offsets, Place};
use crate::space::{Entry, Slice, SliceId};
use crate::util::threads::for_each_of;
use crate::values::{Code, Lookup};

/// Blocks that are encoded at a time: 1 MiB, which stays in the cache.
const BATCH: usize = 16;

/// What was written.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    /// The size of the file.
    pub bytes: u64,
    /// The time spent waiting for the disk.
    pub sync: Duration,
}

/// The end of the name of an unfinished file.
pub const PARTIAL: &str = ".table.partial";

/// What is written.
pub struct Content<'a> {
    pub game: &'a str,
    /// The fingerprint of the rules.
    pub rules: u64,
    pub slices: &'a [&'a Slice],
    /// The numbers of these slices.
    pub ids: &'a [SliceId],
    /// Their values.
    pub values: &'a dyn Lookup,
}

/// Writes a finished table to `path`, in `directory`.
pub fn write(directory: &Path, path: &Path, content: &Content) -> Result<Written, TableError> {
    let &Content { game, rules, slices, ids, values } = content;
    let encodings = slices.iter().zip(ids).map(|(slice, &id)| Encoding::of(values, id, slice));
    let encodings: Vec<Encoding> = encodings.collect::<Result<_, _>>().map_err(TableError::Values)?;
    let fits = "a table as large as what is in memory can be laid out";
    let (front, offsets) = prepare(game, rules, slices, &encodings).expect(fits);
    let partial = path.with_extension(&PARTIAL[1..]);

    create_dir_all(directory).map_err(|error| TableError::io(directory, "making the directory", error))?;
    let mut sync = Duration::ZERO;
    let source = ids.iter().zip(&encodings).map(|(&slice, encoding)| Source { slice, bytes: encoding.bytes(), values });
    let source: Vec<Source> = source.collect();
    let written = write_file(&partial, &front, &offsets, &source, &mut sync)
        .and_then(|()| rename(&partial, path))
        .and_then(|()| timed(&mut sync, || sync_directory(directory)));
    if let Err(error) = written {
        // What is left has no finished mark and not the name of a table: it does no harm if it cannot be removed.
        let _ = remove_file(&partial);
        return Err(TableError::writing(&partial, offsets.bytes, error));
    }
    Ok(Written { bytes: offsets.bytes, sync })
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
        .map(|((slice, &Encoding { width, .. }), Place { offset, .. })| SliceHeader {
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
struct Source<'a> {
    slice: SliceId,
    /// By code, the byte that is written for it where values are one byte wide.
    bytes: Vec<u8>,
    values: &'a dyn Lookup,
}

/// Writes the whole file and waits until it is on the disk, the finished mark last.
fn write_file(
    partial: &Path,
    front: &[u8],
    offsets: &Offsets,
    codes: &[Source],
    sync: &mut Duration,
) -> io::Result<()> {
    let mut file = File::create(partial)?;
    let mut beginning = front.to_vec();
    beginning.resize(offsets.values, 0);
    file.seek(SeekFrom::Start(offsets.values as u64))?;

    let mut checksums = &mut beginning[offsets.checksums..];
    let mut buffer = vec![0; offsets.length.min(BATCH as u64 * BLOCK) as usize];
    for first in (0..offsets.blocks).step_by(BATCH) {
        let from = offsets.block(first).start;
        let batch = (offsets.length - from).min(buffer.len() as u64) as usize;
        let batch = &mut buffer[..batch];
        let mut sums = [0; BATCH];
        let blocks = batch.chunks_mut(BLOCK as usize).zip(&mut sums);
        let count = blocks.len();
        let failed = Mutex::new(None);
        for_each_of(blocks, |block, (bytes, sum)| {
            if let Err(error) = fill(bytes, offsets.block(first + block).start, &offsets.places, codes)
                && let Ok(mut failed) = failed.lock()
            {
                *failed = Some(error);
            }
            *sum = checksum(bytes);
        });
        if let Some(error) = failed.into_inner().ok().flatten() {
            return Err(error);
        }
        file.write_all(batch)?;
        for sum in &sums[..count] {
            checksums.write_all(&sum.to_le_bytes())?;
        }
    }
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&beginning)?;
    timed(sync, || file.sync_all())?;

    file.seek(SeekFrom::Start(MARK_AT))?;
    file.write_all(&FINISHED)?;
    timed(sync, || file.sync_all())
}

/// Fills `bytes` with the values that begin at `from`, counted from the first of the table.
fn fill(bytes: &mut [u8], from: u64, places: &[Place], sources: &[Source]) -> io::Result<()> {
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
        let (first, count) = ((begin - place.offset) >> place.shift, bytes.len() >> place.shift);
        let mut codes = vec![u16::ABSENT; count];
        source.values.read(Entry { slice: source.slice, index: first }, &mut codes).map_err(io::Error::other)?;
        match place.shift {
            0 => bytes.iter_mut().zip(&codes).for_each(|(byte, &code)| *byte = source.bytes[usize::from(code)]),
            _ => bytes
                .chunks_exact_mut(2)
                .zip(&codes)
                .for_each(|(bytes, code)| bytes.copy_from_slice(&code.to_le_bytes())),
        }
    }
    Ok(())
}

/// Waits until the file's name is on the disk.
pub fn sync_directory(directory: &Path) -> io::Result<()> {
    // Other systems cannot open a directory.
    if cfg!(unix) { File::open(directory)?.sync_all() } else { Ok(()) }
}

/// Runs a job and adds the time it took.
fn timed(time: &mut Duration, job: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    let start = Instant::now();
    let result = job();
    *time += start.elapsed();
    result
}
