//! A finished table, mapped into memory.

use std::fmt;
use std::fs::{File, metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use memmap2::Mmap;
use rayon::prelude::*;

use super::TableError;
use super::fingerprint::fingerprint;
use super::header::{FINISHED, Front, HEADER_AT, Header, MAGIC, VERSION, checksum};
use super::layout::{BLOCK, BLOCK_BITS, Layout};
use crate::probe::Tables;
use crate::space::{Entry, Slice, Space};
use crate::value::{Code, Value};

/// A finished table, mapped into memory. Any number of threads may look up values in it.
///
/// A block of 64 KiB is held against its checksum when its first value is looked up.
pub struct Table {
    path: PathBuf,
    map: Mmap,
    layout: Layout,
    /// The names of the slices, for messages.
    names: Vec<String>,
    game: &'static str,
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
    /// Opens a table of these rules.
    pub(super) fn open<S: Space>(path: PathBuf, space: &S) -> Result<Table, TableError> {
        let map = map(&path, space.name())?;
        let layout = examine(&path, &map, space)?;
        let names = space.slices().iter().map(|slice| slice.name.clone()).collect();
        let sound = (0..layout.blocks).map(|_| AtomicBool::new(false)).collect();
        Ok(Table { path, map, layout, game: space.name(), names, sound })
    }

    /// Stops holding blocks against their checksums when they are first read.
    pub fn trust(&mut self) {
        self.sound.iter_mut().for_each(|sound| *sound.get_mut() = true);
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
        match (0..self.layout.blocks).into_par_iter().find_first(|&block| !self.agrees(block)) {
            Some(block) => Err(self.damaged(block)),
            None => Ok(Checked { blocks: self.layout.blocks as u64, bytes: self.layout.length }),
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
            game: self.game.to_string(),
        }
    }
}

impl Tables for Table {
    #[inline]
    fn value(&self, entry: Entry) -> Result<Option<Value>, TableError> {
        let Some(place) = self.layout.places.get(entry.slice.index()) else {
            return Ok(None);
        };
        if entry.index >= place.entries {
            return Ok(None);
        }
        let at = (place.offset + (entry.index << place.shift)) as usize;
        let block = at >> BLOCK_BITS;
        if !self.sound[block].load(Relaxed) {
            self.prove(block)?;
        }
        let values = self.values();
        Ok(match place.shift {
            0 => values[at].decode(),
            _ => u16::from_le_bytes([values[at], values[at + 1]]).decode(),
        })
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("path", &self.path).field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}

/// Maps the file of a game's table.
fn map(path: &Path, game: &str) -> Result<Mmap, TableError> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => TableError::Missing { path: path.to_owned(), game: game.to_string() },
        _ => TableError::io(path, "opening the table", error),
    };
    // Asked before it is opened: to open a pipe would wait for whoever writes into it.
    if !metadata(path).map_err(failed)?.is_file() {
        return Err(TableError::NotATable { path: path.to_owned(), game: game.to_string() });
    }
    let file = File::open(path).map_err(failed)?;
    let found = file.metadata().map_err(failed)?.len();
    if found < HEADER_AT as u64 {
        return Err(too_short(path, HEADER_AT as u64, found, game));
    }
    // SAFETY: a mapping is sound as long as nobody changes the file or cuts it short. Hindsight never does: a table gets
    // its name when it is finished, and from then on it is only replaced, by giving its name to another file, or
    // removed; the mapping keeps the file that it was made of.
    unsafe { Mmap::map(&file) }.map_err(|error| TableError::io(path, "mapping the table", error))
}

fn too_short(path: &Path, least: u64, found: u64, game: &str) -> TableError {
    TableError::TooShort { path: path.to_owned(), least, found, game: game.to_string() }
}

/// Holds everything but the values against what this table should be, and says where its parts are.
fn examine<S: Space>(path: &Path, bytes: &[u8], space: &S) -> Result<Layout, TableError> {
    let (owned, game, found) = (|| path.to_owned(), || space.name().to_string(), bytes.len() as u64);
    let header_damaged = |what: String| TableError::Header { path: owned(), what, game: game() };

    let Some((front, rest)) = bytes.split_first_chunk::<HEADER_AT>() else {
        return Err(too_short(path, HEADER_AT as u64, found, space.name()));
    };
    let front = Front::read(front);
    if front.magic != MAGIC {
        return Err(TableError::NotATable { path: owned(), game: game() });
    }
    if front.version != VERSION {
        return Err(TableError::Version { path: owned(), expected: VERSION, found: front.version, game: game() });
    }
    if front.mark != FINISHED {
        return Err(TableError::Unfinished { path: owned(), game: game() });
    }
    let header = usize::try_from(front.length).ok().and_then(|length| rest.get(..length));
    let Some(header) = header else {
        return Err(too_short(path, front.length.saturating_add(HEADER_AT as u64), found, space.name()));
    };
    if checksum(header) != front.checksum {
        return Err(header_damaged("one that does not agree with its checksum".to_string()));
    }
    let header =
        Header::decode(header).map_err(|error| header_damaged(format!("one that cannot be read ({error})")))?;

    if header.game != space.name() {
        return Err(TableError::OtherGame { path: owned(), expected: game(), found: header.game });
    }
    if let Some(what) = difference(space.slices(), &header) {
        return Err(TableError::OtherSlices { path: owned(), what, game: game() });
    }
    let rules = fingerprint(space);
    if header.rules != rules {
        return Err(TableError::OtherRules { path: owned(), expected: rules, found: header.rules, game: game() });
    }

    // From here on, only what follows from the space and the widths says where anything is.
    let widths = header.slices.iter().map(|slice| slice.width);
    let sizes = space.slices().iter().map(|slice| slice.entries).zip(widths);
    let layout = Layout::new(front.length, sizes);
    let layout = layout.ok_or_else(|| header_damaged("values that are neither 1 nor 2 bytes wide".to_string()))?;
    let offsets = header.slices.iter().map(|slice| slice.offset);
    if u64::from(header.block) != BLOCK || !offsets.eq(layout.places.iter().map(|place| place.offset)) {
        return Err(header_damaged("blocks or slices that are not where this version has them".to_string()));
    }
    if found != layout.bytes {
        return Err(TableError::Length { path: owned(), expected: layout.bytes, found, game: game() });
    }
    let padding = &bytes[layout.checksums + 8 * layout.blocks..layout.values];
    if padding.iter().any(|&byte| byte != 0) {
        return Err(header_damaged("that the padding after the checksums is not all zeros".to_string()));
    }
    Ok(layout)
}

/// The first difference between the slices of a space and those of a table, in words.
fn difference(slices: &[Slice], header: &Header) -> Option<String> {
    let found = &header.slices;
    if slices.len() != found.len() {
        return Some(format!("expected {} slices, found {}", slices.len(), found.len()));
    }
    let mut pairs = slices.iter().zip(found);
    let (slice, found) = pairs.find(|(slice, found)| slice.name != found.name || slice.entries != found.entries)?;
    Some(format!(
        "expected slice {} of {} entries, found slice {} of {}",
        slice.name, slice.entries, found.name, found.entries
    ))
}
