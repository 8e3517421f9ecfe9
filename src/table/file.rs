//! A finished table file, open: values and checksums.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use super::compressed::{CompressedDepths, CompressedSlices, DepthStream, NumberedStream, Stream, plies_of};
use super::encoding::LISTED;
use super::format::{BLOCK_BITS, Offsets, PACKED_BITS, SlicePlace, Width, checksum};
use super::open::{Access, Expected, Storage, Valid, storage, validate};
use super::{PartId, TableError};
use crate::game::Value;
use crate::space::{KeptDepths, TOGETHER};
use crate::util::instructions::prefetch;
use crate::util::progress::Progress;
use crate::util::threads::{for_each, try_map};
use crate::values::{Code, packed_code, unpack, widened};

/// A finished table: the values of one part of a game. [`Tables`](super::Tables) have one for each part that is
/// solved.
///
/// A block of 64 KiB is checked against its checksum before its first value is read.
pub struct Table {
    path: PathBuf,
    storage: Storage,
    offsets: Offsets,
    /// The lists of codes of the slices that have one, filled up with [`Code::ABSENT`].
    lists: Vec<[u16; LISTED]>,
    /// By slice, or by stream of a compressed table, the name of the slice, for messages.
    names: Vec<String>,
    /// The part of the game that the table holds, for messages.
    part: Arc<PartId>,
    /// By block, whether it may be read: it agrees with its checksum, or the caller trusts it.
    verified: Vec<AtomicBool>,
    /// The slices of a compressed table; `None` if the table is plain.
    compressed: Option<CompressedSlices>,
}

/// The codes of all entries of a slice, as a plain table stores them. See [`Code`] for their meaning.
#[derive(Clone, Copy, Debug)]
pub struct StoredCodes<'a> {
    /// The codes, little-endian.
    pub bytes: &'a [u8],
    /// Bytes of a code: 1 or 2.
    pub width: usize,
}

/// The blocks that were checked against their checksums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Blocks of 64 KiB, the last of which may be shorter.
    pub blocks: u64,
    /// Bytes of values in them.
    pub bytes: u64,
}

impl Table {
    /// Opens a table.
    pub(super) fn open(expected: &Expected, access: Access) -> Result<Table, TableError> {
        Table::of(expected, storage(expected, access)?)
    }

    /// The table of these bytes.
    pub(super) fn of(expected: &Expected, storage: Storage) -> Result<Table, TableError> {
        let (mut offsets, codes, compressed) = match validate(expected, &storage)? {
            Valid::Plain(offsets, lists) => (offsets, lists, None),
            Valid::Compressed(offsets, header) => (offsets, Vec::new(), Some(CompressedSlices::new(header))),
        };
        let mut lists = Vec::new();
        for (place, codes) in offsets.places.iter_mut().zip(codes).filter(|(_, codes)| !codes.is_empty()) {
            let mut list = [u16::ABSENT; LISTED];
            list[..codes.len()].copy_from_slice(&codes);
            lists.push(list);
            place.list = lists.len() as u32;
        }
        let streams = |slice: usize| compressed.as_ref().map_or(1, |compressed| compressed.slices[slice].all_streams());
        let names =
            expected.slices.iter().enumerate().flat_map(|(number, slice)| vec![slice.name.clone(); streams(number)]);
        let names = names.collect();
        let verified = (0..offsets.blocks).map(|_| AtomicBool::new(false)).collect();
        let (path, part) = (expected.path.to_path_buf(), expected.part.clone());
        Ok(Table { path, storage, offsets, lists, part, names, verified, compressed })
    }

    /// Where the values of each slice are.
    pub(super) fn places(&self) -> &[SlicePlace] {
        &self.offsets.places
    }

    /// The value of an entry of a slice; the index is within the slice.
    #[inline(always)]
    pub(super) fn value(&self, place: &SlicePlace, index: u64) -> Result<Option<Value>, TableError> {
        let at = place.at(index) as usize;
        let block = at >> BLOCK_BITS;
        self.ensure_verified(block)?;
        let values = self.values();
        Ok(match (place.width, place.list) {
            (Width::One, 0) => values[at].decode(),
            (Width::One, list) => self.lists[list as usize - 1][usize::from(values[at])].decode(),
            (Width::Two, _) => u16::from_le_bytes([values[at], values[at + 1]]).decode(),
            (Width::Packed, _) => packed_code(values[at], index).decode(),
        })
    }

    /// Begins to load the value of an entry of a slice.
    #[inline(always)]
    pub(super) fn prefetch(&self, place: &SlicePlace, index: u64) {
        prefetch(&self.values()[place.at(index) as usize]);
    }

    /// Reads the codes of consecutive entries of a slice, all of them within it.
    pub(super) fn read(&self, place: &SlicePlace, from: u64, codes: &mut [u16]) -> Result<(), TableError> {
        let Some(last) = (codes.len() as u64).checked_sub(1) else { return Ok(()) };
        let bytes_of_one = if place.width == Width::Two { 2 } else { 1 };
        let range = place.at(from) as usize..place.at(from + last) as usize + bytes_of_one;
        for block in range.start >> BLOCK_BITS..range.end.div_ceil(1 << BLOCK_BITS) {
            self.ensure_verified(block)?;
        }
        let values = &self.values()[range];
        match (place.width, place.list) {
            (Width::One, 0) => codes.iter_mut().zip(values).for_each(|(code, &value)| *code = widened(value)),
            (Width::One, list) => {
                let list = &self.lists[list as usize - 1];
                codes.iter_mut().zip(values).for_each(|(code, &value)| *code = list[usize::from(value)]);
            }
            // Counted from the first value of the first byte.
            (Width::Packed, _) => unpack(values, from % (1 << PACKED_BITS), codes),
            (Width::Two, _) => {
                let (values, _) = values.as_chunks();
                codes.iter_mut().zip(values).for_each(|(code, &value)| *code = u16::from_le_bytes(value));
            }
        }
        Ok(())
    }

    /// Reads the codes of any entries of a slice; an index past its end reads as [`Code::ABSENT`].
    pub(super) fn gather(&self, place: &SlicePlace, indexes: &[u64], codes: &mut [u16]) -> Result<(), TableError> {
        // All blocks before any value: the loops below have no exit, so that the reads of many values overlap.
        for &index in indexes.iter().filter(|&&index| index < place.entries) {
            self.ensure_verified(place.at(index) as usize >> BLOCK_BITS)?;
        }
        let values = &self.values()[place.offset as usize..place.end() as usize];
        let pairs = codes.iter_mut().zip(indexes);
        match (place.width, place.list) {
            (Width::One, 0) => pairs.for_each(|(code, &index)| {
                *code = values.get(index as usize).map_or(u16::ABSENT, |&value| widened(value));
            }),
            (Width::One, list) => {
                let list = &self.lists[list as usize - 1];
                pairs.for_each(|(code, &index)| {
                    *code = values.get(index as usize).map_or(u16::ABSENT, |&value| list[usize::from(value)]);
                });
            }
            (Width::Packed, _) => pairs.for_each(|(code, &index)| {
                let byte = values.get((index >> PACKED_BITS) as usize).filter(|_| index < place.entries);
                *code = byte.map_or(u16::ABSENT, |&byte| packed_code(byte, index));
            }),
            (Width::Two, _) => {
                let (values, _) = values.as_chunks();
                pairs.for_each(|(code, &index)| {
                    *code = values.get(index as usize).map_or(u16::ABSENT, |&value| u16::from_le_bytes(value));
                });
            }
        }
        Ok(())
    }

    /// The codes of a slice, all checked against their checksums; `None` if they are not stored themselves, but as
    /// places in a list or packed.
    pub(super) fn codes_of(&self, place: &SlicePlace) -> Result<Option<StoredCodes<'_>>, TableError> {
        let width = match (place.width, place.list) {
            (Width::One, 0) => 1,
            (Width::Two, _) => 2,
            _ => return Ok(None),
        };
        let range = place.offset as usize..place.end() as usize;
        for block in range.start >> BLOCK_BITS..range.end.div_ceil(1 << BLOCK_BITS) {
            self.ensure_verified(block)?;
        }
        Ok(Some(StoredCodes { bytes: &self.values()[range], width }))
    }

    /// The slices of a compressed table; `None` if the table is plain.
    #[inline(always)]
    pub(super) fn compressed(&self) -> Option<&CompressedSlices> {
        self.compressed.as_ref()
    }

    /// Whether the table holds results only, without depths.
    pub fn results_only(&self) -> bool {
        let packed = || self.offsets.places.first().is_some_and(|place| place.width == Width::Packed);
        self.compressed.as_ref().map_or_else(packed, |compressed| compressed.results)
    }

    /// Whether the table is compressed.
    pub fn is_compressed(&self) -> bool {
        self.compressed.is_some()
    }

    /// The code that a compressed table stores for an entry of its slice of this number; the index is within the slice.
    #[inline(always)]
    pub(super) fn stored_code(
        &self,
        compressed: &CompressedSlices,
        slice: usize,
        index: u64,
    ) -> Result<u16, TableError> {
        let slice = &compressed.slices[slice];
        let (number, index) = compressed.stream_of(slice, slice.order.place(index));
        let of_slice = slice.stream(number);
        let (stream, bytes) = self.stream(of_slice)?;
        let (block, range) = stream.block(index, bytes);
        self.ensure_range_verified(of_slice, range)?;
        stream.code(bytes, block, index).ok_or_else(|| self.stream_damaged(of_slice))
    }

    /// Sets `codes` to the codes that a compressed table stores for up to [`TOGETHER`] entries of a slice: the reads
    /// overlap, unless the slice is cut.
    pub(super) fn stored_codes_at(
        &self,
        compressed: &CompressedSlices,
        slice: usize,
        indexes: &[u64],
        codes: &mut [u16],
    ) -> Result<(), TableError> {
        let (of_slice, order) = match &compressed.slices[slice] {
            uncut if uncut.streams.len() == 1 => (uncut.stream(0), &uncut.order),
            _ => {
                let mut pairs = codes.iter_mut().zip(indexes);
                return pairs.try_for_each(|(code, &index)| {
                    *code = self.stored_code(compressed, slice, index)?;
                    Ok(())
                });
            }
        };
        let (stream, bytes) = self.stream(of_slice)?;
        let Some(&last) = indexes.last() else { return Ok(()) };
        let (mut all, mut blocks) = ([order.place(last); TOGETHER], [0; TOGETHER]);
        all.iter_mut().zip(indexes).for_each(|(place, &index)| *place = order.place(index));
        for (block, &index) in blocks.iter_mut().zip(&all) {
            let (number, range) = stream.block(index, bytes);
            self.ensure_range_verified(of_slice, range)?;
            *block = number;
        }
        stream.codes_at(bytes, blocks, all, codes).ok_or_else(|| self.stream_damaged(of_slice))
    }

    /// Reads the codes that a compressed table stores at consecutive places of its slice of this number, all within the
    /// slice.
    pub(super) fn codes_at_places(
        &self,
        compressed: &CompressedSlices,
        slice: usize,
        mut from: u64,
        mut codes: &mut [u16],
    ) -> Result<(), TableError> {
        let slice = &compressed.slices[slice];
        while !codes.is_empty() {
            let (number, index) = compressed.stream_of(slice, from);
            let of_slice = slice.stream(number);
            let count = (of_slice.stream.entries - index).min(codes.len() as u64);
            let (of_stream, rest) = codes.split_at_mut(count as usize);
            self.codes_of_stream(of_slice, index, of_stream)?;
            (from, codes) = (from + count, rest);
        }
        Ok(())
    }

    /// Reads the codes of consecutive entries of a stream, all within it.
    fn codes_of_stream(&self, of_slice: NumberedStream, from: u64, codes: &mut [u16]) -> Result<(), TableError> {
        let (stream, bytes) = self.stream(of_slice)?;
        self.ensure_range_verified(of_slice, stream.range(from, codes.len() as u64, bytes.len()))?;
        stream.codes(bytes, from, codes).ok_or_else(|| self.stream_damaged(of_slice))
    }

    /// The depth that a compressed table keeps apart for an entry whose stored value is `result`; `None` if it keeps
    /// none. `vacant` sets which of consecutive entries hold no position.
    pub(super) fn kept_depth(
        &self,
        compressed: &CompressedSlices,
        slice: usize,
        index: u64,
        result: Value,
        vacant: &dyn Fn(u64, &mut [bool]),
    ) -> Result<Option<Value>, TableError> {
        let of_slice = &compressed.slices[slice];
        let (number, place) = compressed.stream_of(of_slice, of_slice.order.place(index));
        let Some(depths) = of_slice.depths(number) else { return Ok(None) };
        let (stream, bytes) = self.depth_stream(depths)?;
        let block = stream.block_of(place);
        let range = stream.range(block);
        self.ensure_bytes_verified(depths.0, range.clone())?;
        let stored = || self.kept_entries(compressed, slice, number, stream.places(block), vacant);
        let value = stream.value(place, &bytes[range], stored)?;
        Ok(value.and_then(|moves| match result {
            Value::Win(_) => Some(Value::Win(plies_of(moves, true))),
            Value::Loss(_) => Some(Value::Loss(plies_of(moves, false))),
            Value::Draw => None,
        }))
    }

    /// The stored value of an entry with the depth that a compressed table keeps apart, if the thread has decoded it.
    pub(super) fn decoded_depth(&self, compressed: &CompressedSlices, slice: usize, index: u64) -> Option<Value> {
        let of_slice = &compressed.slices[slice];
        // Both kinds of depths tell no result.
        let is_win = match of_slice.kept? {
            KeptDepths::WON => true,
            KeptDepths::LOST => false,
            _ => return None,
        };
        let (number, place) = compressed.stream_of(of_slice, of_slice.order.place(index));
        let moves = of_slice.depths(number)?.1.stream.get()?.decoded(place)?;
        let plies = plies_of(moves, is_win);
        Some(if is_win { Value::Win(plies) } else { Value::Loss(plies) })
    }

    /// Sets `values` to the depths, in moves, that a compressed table keeps apart at consecutive places of its slice of
    /// this number, arbitrary ones where it keeps none.
    pub(super) fn kept_depths_at_places(
        &self,
        compressed: &CompressedSlices,
        slice: usize,
        from: u64,
        values: &mut [u16],
        vacant: &dyn Fn(u64, &mut [bool]),
    ) -> Result<(), TableError> {
        let (of_slice, mut done) = (&compressed.slices[slice], 0);
        while done < values.len() {
            let (number, place) = compressed.stream_of(of_slice, from + done as u64);
            let Some(depths) = of_slice.depths(number) else { return Ok(()) };
            let (stream, bytes) = self.depth_stream(depths)?;
            let block = stream.block_of(place);
            let range = stream.range(block);
            self.ensure_bytes_verified(depths.0, range.clone())?;
            let stored = self.kept_entries(compressed, slice, number, stream.places(block), vacant)?;
            let skipped = (place - stream.places(block).start) as usize;
            let found = stream.values(block, &bytes[range], &stored);
            let count = (found.len() - skipped).min(values.len() - done);
            values[done..done + count].copy_from_slice(&found[skipped..skipped + count]);
            done += count;
        }
        Ok(())
    }

    /// By entry at these places of a stream, whether a depth is kept.
    fn kept_entries(
        &self,
        compressed: &CompressedSlices,
        slice: usize,
        number: usize,
        places: Range<u64>,
        vacant: &dyn Fn(u64, &mut [bool]),
    ) -> Result<Vec<bool>, TableError> {
        let of_slice = &compressed.slices[slice];
        let kept = of_slice.kept.unwrap_or_default();
        let mut codes = vec![u16::ABSENT; (places.end - places.start) as usize];
        self.codes_of_stream(of_slice.stream(number), places.start, &mut codes)?;
        let first = compressed.first_of(of_slice, number) + places.start;
        let mut entries = vec![false; codes.len()];
        let mut left = &mut entries[..];
        of_slice.order.each_run(first, codes.len() as u64, |index, length| {
            let (run, rest) = std::mem::take(&mut left).split_at_mut(length as usize);
            vacant(index, run);
            left = rest;
        });
        let is_kept = [Value::Win(0), Value::Loss(0)].map(|value| kept.has(value));
        for (entry, code) in entries.iter_mut().zip(codes) {
            // The code of a win is odd.
            let has_depth = !matches!(code, u16::DRAW | u16::ABSENT) && is_kept[usize::from(code & 1 == 0)];
            *entry = !*entry && has_depth;
        }
        Ok(entries)
    }

    /// A stream of depths of a compressed table, and its bytes.
    fn depth_stream<'a>(
        &'a self,
        (number, depths): (usize, &'a CompressedDepths),
    ) -> Result<(&'a DepthStream, &'a [u8]), TableError> {
        let place = &self.offsets.places[number];
        let bytes = &self.values()[place.offset as usize..place.end() as usize];
        if let Some(stream) = depths.stream.get() {
            return Ok((stream, bytes));
        }
        self.ensure_bytes_verified(number, 0..depths.front)?;
        let read = DepthStream::read(bytes, depths.front, depths.entries).ok_or_else(|| {
            self.header_damaged(format!("slice {} with a front of depths that cannot be read", self.names[number]))
        })?;
        Ok((depths.stream.get_or_init(|| read), bytes))
    }

    /// A stream of a compressed table, and its bytes.
    #[inline(always)]
    fn stream<'a>(&'a self, of_slice: NumberedStream<'a>) -> Result<(&'a Stream, &'a [u8]), TableError> {
        let place = &self.offsets.places[of_slice.number];
        let bytes = &self.values()[place.offset as usize..place.end() as usize];
        match of_slice.stream.stream.get() {
            Some(stream) => Ok((stream, bytes)),
            None => self.read_stream(of_slice, bytes).map(|stream| (stream, bytes)),
        }
    }

    /// Reads the front of a stream.
    #[cold]
    fn read_stream<'a>(&self, of_slice: NumberedStream<'a>, bytes: &[u8]) -> Result<&'a Stream, TableError> {
        let NumberedStream { number, stream } = of_slice;
        self.ensure_range_verified(of_slice, 0..stream.front)?;
        let read = Stream::read(bytes, stream.front, stream.entries).ok_or_else(|| {
            self.header_damaged(format!("slice {} with a front that cannot be read", self.names[number]))
        })?;
        Ok(stream.stream.get_or_init(|| read))
    }

    /// The error for a block of a stream whose codes are not as the front of the stream says.
    #[cold]
    #[inline(never)]
    fn stream_damaged(&self, of_slice: NumberedStream) -> TableError {
        let name = &self.names[of_slice.number];
        self.header_damaged(format!("slice {name} with a block whose codes and entries differ"))
    }

    /// The error for a header, or the front of a stream, that contradicts itself.
    #[cold]
    pub(super) fn header_damaged(&self, what: String) -> TableError {
        TableError::Header { path: self.path.clone(), what, part: self.part.clone() }
    }

    /// Checks the blocks that some bytes of a stream are in, unless they may be read.
    #[inline(always)]
    fn ensure_range_verified(&self, of_slice: NumberedStream, range: Range<usize>) -> Result<(), TableError> {
        self.ensure_bytes_verified(of_slice.number, range)
    }

    /// The same for the stream of a number.
    #[inline(always)]
    fn ensure_bytes_verified(&self, stream: usize, range: Range<usize>) -> Result<(), TableError> {
        let offset = self.offsets.places[stream].offset as usize;
        let (from, to) = ((offset + range.start) >> BLOCK_BITS, (offset + range.end).div_ceil(1 << BLOCK_BITS));
        (from..to).try_for_each(|block| self.ensure_verified(block))
    }

    /// Skips checksums from now on.
    pub(super) fn trust(&mut self) {
        self.verified.iter_mut().for_each(|verified| *verified.get_mut() = true);
    }

    /// Returns the memory of mapped pages to the system: it counts towards what the process uses.
    pub(super) fn release_pages(&self) {
        self.storage.release_pages();
    }

    /// Whether the table is compiled into the program.
    pub(super) fn is_embedded(&self) -> bool {
        matches!(self.storage, Storage::Embedded(_))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The size of the file in bytes.
    pub fn bytes(&self) -> u64 {
        self.offsets.bytes
    }

    /// Checks every block against its checksum, on this thread.
    pub(super) fn check_in_turn(&self) -> Result<(), TableError> {
        (0..self.verified.len()).try_for_each(|block| self.ensure_verified(block))
    }

    /// Checks every block against its checksum, on all threads, even blocks that were read before or are trusted. In a
    /// compressed table, checks that the codes of all streams stand for their entries.
    ///
    /// # Errors
    /// [`TableError::Block`] with the first block that is damaged; [`TableError::Header`] if codes and entries differ.
    pub fn check(&self) -> Result<Checked, TableError> {
        self.check_watched(&())
    }

    /// Does the same as [`Table::check`]; `progress` counts bytes, [`Table::bytes`] in all.
    ///
    /// # Errors
    /// As [`Table::check`].
    pub fn check_watched(&self, progress: &dyn Progress) -> Result<Checked, TableError> {
        let damaged = AtomicUsize::new(usize::MAX);
        for_each(self.offsets.blocks, &|block| {
            if block < damaged.load(Relaxed) && !self.is_intact(block) {
                damaged.fetch_min(block, Relaxed);
            }
            let range = self.offsets.block(block);
            progress.advance(range.end - range.start);
        });
        progress.advance(self.bytes().saturating_sub(self.offsets.length));
        match damaged.into_inner() {
            usize::MAX => self.check_streams()?,
            first => return Err(self.damaged(first)),
        }
        Ok(Checked { blocks: self.offsets.blocks as u64, bytes: self.offsets.length })
    }

    /// Checks that the codes of all streams of a compressed table stand for their entries, and that the fronts of
    /// depths can be read.
    fn check_streams(&self) -> Result<(), TableError> {
        let Some(compressed) = &self.compressed else { return Ok(()) };
        let streams =
            compressed.slices.iter().flat_map(|slice| (0..slice.streams.len()).map(|number| slice.stream(number)));
        let streams: Vec<NumberedStream> = streams.collect();
        let check = |number: usize| {
            let (stream, bytes) = self.stream(streams[number])?;
            if stream.is_sound(bytes) { Ok(()) } else { Err(self.stream_damaged(streams[number])) }
        };
        try_map(streams.len(), &check)?;
        let depths =
            compressed.slices.iter().flat_map(|slice| (0..slice.streams.len()).map(|number| slice.depths(number)));
        depths.flatten().try_for_each(|depths| self.depth_stream(depths).map(|_| ()))
    }

    /// The bytes of all values.
    #[inline(always)]
    fn values(&self) -> &[u8] {
        &self.storage[self.offsets.values..]
    }

    /// Whether a block agrees with its checksum.
    fn is_intact(&self, block: usize) -> bool {
        let range = self.offsets.block(block);
        let expected = &self.storage[self.offsets.checksums + 8 * block..][..8];
        checksum(&self.values()[range.start as usize..range.end as usize]).to_le_bytes() == expected
    }

    /// Checks a block against its checksum unless it may be read.
    #[inline(always)]
    fn ensure_verified(&self, block: usize) -> Result<(), TableError> {
        if self.verified[block].load(Relaxed) { Ok(()) } else { self.verify(block) }
    }

    /// Checks a block against its checksum.
    #[cold]
    #[inline(never)]
    fn verify(&self, block: usize) -> Result<(), TableError> {
        if !self.is_intact(block) {
            return Err(self.damaged(block));
        }
        // The bytes never change, so the flag orders nothing.
        self.verified[block].store(true, Relaxed);
        Ok(())
    }

    /// The error for a damaged block.
    fn damaged(&self, block: usize) -> TableError {
        let range = self.offsets.block(block);
        let places = &self.offsets.places;
        let first = places.partition_point(|place| place.end() <= range.start);
        let last = places.partition_point(|place| place.offset < range.end).saturating_sub(1);
        let name = |slice: usize| self.names.get(slice).map_or("", String::as_str);
        let slices = match first < last {
            true => format!("slices {} to {}", name(first), name(last)),
            false => format!("slice {}", name(last)),
        };
        let start = self.offsets.values as u64;
        TableError::Block {
            path: self.path.clone(),
            slices,
            block: block as u64,
            from: start + range.start,
            to: start + range.end,
            part: self.part.clone(),
        }
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("path", &self.path).field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}
