//! A finished table, mapped into memory.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use memmap2::Mmap;

use super::encoding::LISTED;
use super::header::checksum;
use super::layout::{BLOCK_BITS, Layout, Place};
use super::open::{Expected, examine, map};
use super::{PartId, TableError};
use crate::game::Value;
use crate::util::threads::for_each;
use crate::values::{Code, widened};

/// A finished table, mapped into memory: one of those that a [`Tablebase`](super::Tablebase) looks up values in.
///
/// A block of 64 KiB is held against its checksum when its first value is looked up.
pub struct Table {
    path: PathBuf,
    map: Mmap,
    layout: Layout,
    /// The codes that the values of a slice are places in; past the last of a list, nothing is a position.
    lists: Vec<[u16; LISTED]>,
    /// The names of the slices, for messages.
    names: Vec<String>,
    /// The command that makes the table, likewise.
    part: PartId,
    /// Whether a block may be read: it was held against its checksum, or the caller trusts it.
    sound: Vec<AtomicBool>,
}

/// What was held against its checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Blocks of 64 KiB, the last of which may be shorter.
    pub blocks: u64,
    /// Bytes of values in them.
    pub bytes: u64,
}

impl Table {
    /// Opens a table.
    pub(super) fn open(expected: &Expected) -> Result<Table, TableError> {
        let map = map(expected)?;
        let (mut layout, codes) = examine(expected, &map)?;
        let mut lists = Vec::new();
        for (place, codes) in layout.places.iter_mut().zip(codes).filter(|(_, codes)| !codes.is_empty()) {
            let mut list = [u16::ABSENT; LISTED];
            list[..codes.len()].copy_from_slice(&codes);
            lists.push(list);
            place.list = lists.len() as u32;
        }
        let names = expected.slices.iter().map(|slice| slice.name.clone()).collect();
        let sound = (0..layout.blocks).map(|_| AtomicBool::new(false)).collect();
        let (path, part) = (expected.path.to_path_buf(), expected.part.clone());
        Ok(Table { path, map, layout, lists, part, names, sound })
    }

    /// Where the values of each slice are.
    pub(super) fn places(&self) -> &[Place] {
        &self.layout.places
    }

    /// The value of an entry that the place has.
    #[inline(always)]
    pub(super) fn value(&self, place: &Place, index: u64) -> Result<Option<Value>, TableError> {
        let at = (place.offset + (index << place.shift)) as usize;
        let block = at >> BLOCK_BITS;
        if !self.sound[block].load(Relaxed) {
            self.prove(block)?;
        }
        let values = self.values();
        Ok(match (place.shift, place.list) {
            (0, 0) => values[at].decode(),
            (0, list) => self.lists[list as usize - 1][usize::from(values[at])].decode(),
            _ => u16::from_le_bytes([values[at], values[at + 1]]).decode(),
        })
    }

    /// Puts the codes of an entry that the place has, and of those after it, into `codes`.
    pub(super) fn read(&self, place: &Place, from: u64, codes: &mut [u16]) -> Result<(), TableError> {
        let at = |index: u64| (place.offset + (index << place.shift)) as usize;
        let range = at(from)..at(from + codes.len() as u64);
        for block in range.start >> BLOCK_BITS..range.end.div_ceil(1 << BLOCK_BITS) {
            if !self.sound[block].load(Relaxed) {
                self.prove(block)?;
            }
        }
        let values = &self.values()[range];
        match (place.shift, place.list) {
            (0, 0) => codes.iter_mut().zip(values).for_each(|(code, &value)| *code = widened(value)),
            (0, list) => {
                let list = &self.lists[list as usize - 1];
                codes.iter_mut().zip(values).for_each(|(code, &value)| *code = list[usize::from(value)]);
            }
            _ => {
                let (values, _) = values.as_chunks();
                codes.iter_mut().zip(values).for_each(|(code, &value)| *code = u16::from_le_bytes(value));
            }
        }
        Ok(())
    }

    /// Stops holding blocks against their checksums when they are first read.
    pub(super) fn trust(&mut self) {
        self.sound.iter_mut().for_each(|sound| *sound.get_mut() = true);
    }

    /// Gives the memory of what has been read back to the system: whoever counts what a process uses counts it.
    pub(super) fn release_pages(&self) {
        // SAFETY: the mapping is of a file and only read: what is given back is read again when it is needed. That the
        // system may refuse is no loss.
        #[cfg(unix)]
        let _ = unsafe { self.map.unchecked_advise(memmap2::UncheckedAdvice::DontNeed) };
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The size of the file in bytes.
    pub fn bytes(&self) -> u64 {
        self.layout.bytes
    }

    /// Holds every block against its checksum, on all threads, whether it was read before or is trusted.
    ///
    /// # Errors
    /// [`TableError::Block`] with the first block that is damaged.
    pub fn check(&self) -> Result<Checked, TableError> {
        let damaged = AtomicUsize::new(usize::MAX);
        for_each(self.layout.blocks, &|block| {
            if block < damaged.load(Relaxed) && !self.agrees(block) {
                damaged.fetch_min(block, Relaxed);
            }
        });
        match damaged.into_inner() {
            usize::MAX => Ok(Checked { blocks: self.layout.blocks as u64, bytes: self.layout.length }),
            first => Err(self.damaged(first)),
        }
    }

    /// The bytes of all values.
    #[inline(always)]
    fn values(&self) -> &[u8] {
        &self.map[self.layout.values..]
    }

    /// Whether a block agrees with its checksum.
    fn agrees(&self, block: usize) -> bool {
        let range = self.layout.block(block);
        let expected = &self.map[self.layout.checksums + 8 * block..][..8];
        checksum(&self.values()[range.start as usize..range.end as usize]).to_le_bytes() == expected
    }

    /// Holds a block against its checksum before it is first read.
    #[cold]
    #[inline(never)]
    fn prove(&self, block: usize) -> Result<(), TableError> {
        if !self.agrees(block) {
            return Err(self.damaged(block));
        }
        // What was read was there before and never changes, so nothing has to be ordered.
        self.sound[block].store(true, Relaxed);
        Ok(())
    }

    fn damaged(&self, block: usize) -> TableError {
        let range = self.layout.block(block);
        let places = &self.layout.places;
        let first = places.partition_point(|place| place.end() <= range.start);
        let last = places.partition_point(|place| place.offset < range.end).saturating_sub(1);
        let name = |slice: usize| self.names.get(slice).map_or("", String::as_str);
        let slices = match first < last {
            true => format!("slices {} to {}", name(first), name(last)),
            false => format!("slice {}", name(last)),
        };
        let start = self.layout.values as u64;
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
