//! Opening a table: everything in the file but the values is held against what it should be.

use std::fs::{File, metadata};
use std::io;
use std::path::Path;

use memmap2::Mmap;

use super::header::{FINISHED, Front, HEADER_AT, Header, MAGIC, VERSION, WITHOUT_LISTS, checksum};
use super::layout::{BLOCK, Layout};
use super::{PartId, TableError};
use crate::space::Slice;
use crate::util::units::{count, thousands};

/// The table that a file should have.
pub struct Expected<'a> {
    /// The file.
    pub path: &'a Path,
    /// The part of the game that it is of.
    pub part: &'a PartId,
    /// The fingerprint of the rules.
    pub rules: u64,
    /// The slices, in order.
    pub slices: &'a [&'a Slice],
}

impl Expected<'_> {
    fn not_a_table(&self) -> TableError {
        TableError::NotATable { path: self.path.to_owned(), part: self.part.clone() }
    }

    fn too_short(&self, least: u64, found: u64) -> TableError {
        TableError::TooShort { path: self.path.to_owned(), least, found, part: self.part.clone() }
    }
}

/// Maps the file of a table.
pub fn map(expected: &Expected) -> Result<Mmap, TableError> {
    let path = expected.path;
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => {
            TableError::Missing { path: path.to_owned(), game: expected.part.game, size_name: None }
        }
        _ => TableError::io(path, "opening the table", error),
    };
    // Asked before it is opened: to open a pipe would wait for whoever writes into it.
    if !metadata(path).map_err(failed)?.is_file() {
        return Err(expected.not_a_table());
    }
    let file = File::open(path).map_err(failed)?;
    let found = file.metadata().map_err(failed)?.len();
    if found < HEADER_AT as u64 {
        return Err(expected.too_short(HEADER_AT as u64, found));
    }
    // SAFETY: a mapping is sound as long as nobody changes the file or cuts it short. Hindsight never does: a table
    // gets its name when it is finished, and from then on it is only replaced, by giving its name to another file, or
    // removed; the mapping keeps the file that it was made of.
    unsafe { Mmap::map(&file) }.map_err(|error| TableError::io(path, "mapping the table", error))
}

/// Holds everything but the values against what this table should be, and says where its parts are, and what codes each
/// slice's list has, if it has one.
pub fn examine(expected: &Expected, bytes: &[u8]) -> Result<(Layout, Vec<Vec<u16>>), TableError> {
    let Expected { path, part, rules, slices } = *expected;
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
    if ![WITHOUT_LISTS, VERSION].contains(&front.version) {
        return Err(TableError::Version { path: path(), expected: VERSION, found: front.version, part: part() });
    }
    if front.mark != FINISHED {
        return Err(TableError::Unfinished { path: path(), part: part() });
    }
    let header = usize::try_from(front.length).ok().and_then(|length| rest.get(..length));
    let Some(header) = header else {
        return Err(expected.too_short(front.length.saturating_add(HEADER_AT as u64), found));
    };
    if checksum(header) != front.checksum {
        return Err(header_damaged("one that does not agree with its checksum".to_string()));
    }
    let header = Header::decode(front.version, header)
        .map_err(|error| header_damaged(format!("one that cannot be read ({error})")))?;

    if header.game != expected.part.game {
        return Err(TableError::OtherGame { path: path(), found: header.game, part: part() });
    }
    if let Some(what) = difference(slices, &header) {
        return Err(TableError::OtherSlices { path: path(), what, part: part() });
    }
    if header.rules != rules {
        let found = header.rules;
        return Err(TableError::OtherRules { path: path(), expected: rules, found, part: part() });
    }

    // From here on, only what follows from the slices and the widths says where anything is.
    let widths = header.slices.iter().map(|slice| slice.width);
    let sizes = slices.iter().map(|slice| slice.entries).zip(widths);
    let layout = Layout::new(front.length, sizes);
    let layout = layout.ok_or_else(|| header_damaged("values that are neither 1 nor 2 bytes wide".to_string()))?;
    let offsets = header.slices.iter().map(|slice| slice.offset);
    if u64::from(header.block) != BLOCK || !offsets.eq(layout.places.iter().map(|place| place.offset)) {
        return Err(header_damaged("blocks or slices that are not where this version has them".to_string()));
    }
    if found != layout.bytes {
        return Err(TableError::Length { path: path(), expected: layout.bytes, found, part: part() });
    }
    let padding = &bytes[layout.checksums + 8 * layout.blocks..layout.values];
    if padding.iter().any(|&byte| byte != 0) {
        return Err(header_damaged("that the padding after the checksums is not all zeros".to_string()));
    }
    Ok((layout, header.lists))
}

/// The first difference between the slices that are expected and those of a table, in words.
fn difference(slices: &[&Slice], header: &Header) -> Option<String> {
    let found = &header.slices;
    if slices.len() != found.len() {
        let expected = count(slices.len() as u64, "slice");
        return Some(format!("expected {expected}, found {}", found.len()));
    }
    let mut pairs = slices.iter().zip(found);
    let (slice, found) = pairs.find(|(slice, found)| slice.name != found.name || slice.entries != found.entries)?;
    Some(format!(
        "expected slice {} of {}, found slice {} of {}",
        slice.name,
        count(slice.entries, "entry"),
        found.name,
        thousands(found.entries)
    ))
}
