//! Opening a table: everything in the file but the values is held against what it should be.

use std::fs::{File, metadata};
use std::io;
use std::path::Path;

use memmap2::Mmap;

use super::TableError;
use super::fingerprint::fingerprint;
use super::header::{FINISHED, Front, HEADER_AT, Header, MAGIC, VERSION, checksum};
use super::layout::{BLOCK, Layout};
use crate::space::{Slice, Space};

/// Maps the file of a game's table.
pub fn map(path: &Path, game: &str) -> Result<Mmap, TableError> {
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
    // SAFETY: a mapping is sound as long as nobody changes the file or cuts it short. Hindsight never does: a table
    // gets its name when it is finished, and from then on it is only replaced, by giving its name to another file, or
    // removed; the mapping keeps the file that it was made of.
    unsafe { Mmap::map(&file) }.map_err(|error| TableError::io(path, "mapping the table", error))
}

fn too_short(path: &Path, least: u64, found: u64, game: &str) -> TableError {
    TableError::TooShort { path: path.to_owned(), least, found, game: game.to_string() }
}

/// Holds everything but the values against what this table should be, and says where its parts are.
pub fn examine<S: Space>(path: &Path, bytes: &[u8], space: &S) -> Result<Layout, TableError> {
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
