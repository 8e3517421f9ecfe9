//! Opening a table: its bytes, mapped, read or compiled in, of which all but the values are checked.

use std::fs::{File, metadata};
use std::io::{self, ErrorKind, Read};
use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;

use memmap2::Mmap;

use super::compressed;
use super::encoding::LISTED;
use super::format::{
    APART, BLOCK, COMPRESSED, CUT, FINISHED, Front, HEADER_AT, Header, MAGIC, ORDERED, Offsets, SliceHeader, checksum,
    is_supported,
};
use super::{PartId, TableError};
use crate::space::Slice;
use crate::util::units::{count, thousands};

/// The table that a file should have.
pub struct Expected<'a> {
    /// The file.
    pub path: &'a Path,
    /// The part of the game that it holds.
    pub part: &'a Arc<PartId>,
    /// The fingerprint of the rules.
    pub rules: &'a dyn Fn() -> u64,
    /// The slices, in order.
    pub slices: &'a [&'a Slice],
    /// Whether it must have the finished mark.
    pub finished: bool,
}

impl Expected<'_> {
    fn not_a_table(&self) -> TableError {
        TableError::NotATable { path: self.path.to_owned(), part: self.part.clone() }
    }

    fn too_short(&self, least: u64, found: u64) -> TableError {
        TableError::TooShort { path: self.path.to_owned(), least, found, part: self.part.clone() }
    }
}

/// Opens the file of a table.
pub fn storage(expected: &Expected, access: Access) -> Result<Storage, TableError> {
    Storage::open(expected.path, access).map_err(|error| match error {
        StorageError::Missing => {
            TableError::Missing { path: expected.path.to_owned(), game: expected.part.game, size_name: None }
        }
        StorageError::NotAFile => expected.not_a_table(),
        StorageError::Failed(error) => error,
    })
}

/// The offsets and the encoding of a table that is valid.
pub enum Valid {
    /// With the list of codes of each slice, empty if it has none.
    Plain(Offsets, Vec<Vec<u16>>),
    /// With its header.
    Compressed(Offsets, compressed::CompressedHeader),
}

/// Checks everything but the values.
pub fn validate(expected: &Expected, bytes: &[u8]) -> Result<Valid, TableError> {
    let Expected { path, part, rules, slices, .. } = *expected;
    let (path, found) = (|| path.to_owned(), bytes.len() as u64);
    let part = || part.clone();
    let header_damaged = |what: String| TableError::Header { path: path(), what, part: part() };

    let Some((front, rest)) = bytes.split_first_chunk::<HEADER_AT>() else {
        return Err(expected.too_short(HEADER_AT as u64, found));
    };
    let front = Front::read(front);
    if front.magic != MAGIC {
        return Err(expected.not_a_table());
    }
    if !is_supported(front.version) {
        let found = front.version;
        return Err(TableError::Version { path: path(), expected: APART, found, part: part() });
    }
    if expected.finished && front.mark != FINISHED {
        return Err(TableError::Unfinished { path: path(), part: part() });
    }
    let header = usize::try_from(front.length).ok().and_then(|length| rest.get(..length));
    let Some(header) = header else {
        return Err(expected.too_short(front.length.saturating_add(HEADER_AT as u64), found));
    };
    if checksum(header) != front.checksum {
        return Err(header_damaged("a header that does not agree with its checksum".to_string()));
    }
    let unreadable = |error: String| header_damaged(format!("a header that cannot be read ({error})"));
    let is_expected = |game: &str, found: &[(&str, u64)], found_rules: u64| {
        if game != expected.part.game {
            return Err(TableError::OtherGame { path: path(), found: game.to_string(), part: part() });
        }
        if let Some(what) = difference(slices, found) {
            return Err(TableError::OtherSlices { path: path(), what, part: part() });
        }
        let (expected, found) = (rules(), found_rules);
        match found == expected {
            true => Ok(()),
            false => Err(TableError::OtherRules { path: path(), expected, found, part: part() }),
        }
    };
    if matches!(front.version, COMPRESSED | CUT | ORDERED | APART) {
        let header = compressed::CompressedHeader::decode(front.version, header).map_err(unreadable)?;
        let found_slices: Vec<_> = header.slices.iter().map(|slice| (slice.name.as_str(), slice.entries)).collect();
        is_expected(&header.game, &found_slices, header.rules)?;
        let offsets = Offsets::of_streams(front.length, header.lengths());
        let offsets = offsets.filter(|_| u64::from(header.block) == BLOCK);
        let offsets = offsets.ok_or_else(|| header_damaged("blocks or slices that are too long".to_string()))?;
        fits(expected, bytes, &offsets)?;
        return Ok(Valid::Compressed(offsets, header));
    }
    let header = Header::decode(front.version, header).map_err(unreadable)?;
    let found_slices: Vec<_> = header.slices.iter().map(|slice| (slice.name.as_str(), slice.entries)).collect();
    is_expected(&header.game, &found_slices, header.rules)?;

    // In a short slice few values differ, so that a list has them all.
    let is_too_wide = |slice: &SliceHeader| slice.width > 1 && slice.entries <= LISTED as u64;
    if header.slices.iter().any(is_too_wide) {
        return Err(header_damaged("wide values in a slice that is too short for them".to_string()));
    }
    // The offsets follow from the slices and the widths. The offsets in the file are only compared with them.
    let widths = header.slices.iter().map(|slice| slice.width);
    let sizes = slices.iter().map(|slice| slice.entries).zip(widths);
    let offsets = Offsets::new(front.length, sizes);
    let offsets = offsets.ok_or_else(|| header_damaged("values that are more than 2 bytes wide".to_string()))?;
    let stated = header.slices.iter().map(|slice| slice.offset);
    if u64::from(header.block) != BLOCK || !stated.eq(offsets.places.iter().map(|place| place.offset)) {
        return Err(header_damaged("blocks or slices at other places than in this version".to_string()));
    }
    fits(expected, bytes, &offsets)?;
    Ok(Valid::Plain(offsets, header.lists))
}

/// Checks that a file has the length that the offsets say, and zeros between the checksums and the values.
fn fits(expected: &Expected, bytes: &[u8], offsets: &Offsets) -> Result<(), TableError> {
    let (path, part, found) = (expected.path.to_owned(), expected.part.clone(), bytes.len() as u64);
    if found != offsets.bytes {
        return Err(TableError::Length { path, expected: offsets.bytes, found, part });
    }
    let padding = &bytes[offsets.checksums + 8 * offsets.blocks..offsets.values];
    if padding.iter().any(|&byte| byte != 0) {
        let what = "padding after the checksums that is not all zeros".to_string();
        return Err(TableError::Header { path, what, part });
    }
    Ok(())
}

/// The first difference between the expected slices and the slices of a table, in words.
fn difference(slices: &[&Slice], found: &[(&str, u64)]) -> Option<String> {
    if slices.len() != found.len() {
        let expected = count(slices.len() as u64, "slice");
        return Some(format!("expected {expected}, found {}", found.len()));
    }
    let mut pairs = slices.iter().zip(found);
    let (slice, (name, entries)) = pairs.find(|(slice, found)| (slice.name.as_str(), slice.entries) != **found)?;
    Some(format!(
        "expected slice {} of {}, found slice {} of {}",
        slice.name,
        count(slice.entries, "entry"),
        name,
        thousands(*entries)
    ))
}

/// How a [`Store`](super::Store) opens its tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The system reads pages of the file when they are needed, and may drop them again.
    Mapped,
    /// The whole file is read into memory.
    Loaded,
}

/// The bytes of a whole file. An enum, not a trait object: a look-up then takes one branch that is always predicted.
pub enum Storage {
    Mapped(Mmap),
    Loaded(Vec<u8>),
    Embedded(&'static [u8]),
}

/// Why a file could not be opened.
pub enum StorageError {
    /// There is no such file.
    Missing,
    /// It is a directory, a pipe or the like.
    NotAFile,
    /// The system failed.
    Failed(TableError),
}

impl Storage {
    /// Opens a file.
    pub fn open(path: &Path, access: Access) -> Result<Storage, StorageError> {
        let failed = |error: io::Error| match error.kind() {
            ErrorKind::NotFound => StorageError::Missing,
            _ => StorageError::Failed(TableError::io(path, "opening the table", error)),
        };
        // Before it is opened: to open a pipe would wait for a writer.
        if !metadata(path).map_err(failed)?.is_file() {
            return Err(StorageError::NotAFile);
        }
        let file = File::open(path).map_err(failed)?;
        let empty = file.metadata().map_err(failed)?.len() == 0;
        let (doing, storage) = match access {
            // Some systems map no empty file.
            Access::Mapped if empty => ("opening the table", Ok(Storage::Loaded(Vec::new()))),
            // SAFETY: a mapping is sound as long as the file is neither changed nor truncated. Hindsight does neither:
            // a table gets its name when it is finished. From then on it is only replaced, by renaming another file, or
            // removed; the mapping keeps its file. `Store` documents what other processes must not do.
            Access::Mapped => ("mapping the table", unsafe { Mmap::map(&file) }.map(Storage::Mapped)),
            Access::Loaded => ("reading the table", load(file).map(Storage::Loaded)),
        };
        storage.map_err(|error| StorageError::Failed(TableError::io(path, doing, error)))
    }

    /// Returns the memory of mapped pages to the system, which reads them again when they are needed.
    pub fn release_pages(&self) {
        #[cfg(unix)]
        if let Storage::Mapped(map) = self {
            // SAFETY: the mapping is of a file and read-only, so nothing is lost. The system may refuse, which does no
            // harm.
            let _ = unsafe { map.unchecked_advise(memmap2::UncheckedAdvice::DontNeed) };
        }
    }
}

/// Reads a whole file. Too little memory is an error.
fn load(mut file: File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let length = usize::try_from(file.metadata()?.len()).map_err(|_| ErrorKind::OutOfMemory)?;
    bytes.try_reserve_exact(length).map_err(|_| ErrorKind::OutOfMemory)?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl Deref for Storage {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        match self {
            Storage::Mapped(map) => map,
            Storage::Loaded(bytes) => bytes,
            Storage::Embedded(bytes) => bytes,
        }
    }
}
