//! Writing a compressed table: the streams, a check of every value against the source, then the finished mark and the
//! name.

use std::fs::{File, OpenOptions, create_dir_all, remove_file, rename};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::build::{Built, build, estimate, is_constant};
use super::header::{Header, SliceHeader};
use super::stream::MOST_ENTRIES;
use super::text::{Content, Text};
use crate::space::{Class, Omitted, Slice, SliceId};
use crate::table::header::{FINISHED, MARK_AT, checksum};
use crate::table::offsets::{HEADER_AT, Offsets};
use crate::table::write::{PARTIAL, sync_directory};
use crate::table::{TableError, Written};
use crate::util::threads::try_map;
use crate::util::units::count;

/// What omitting positions must save, for look-ups of them take longer: bytes, and bytes in a thousand entries.
struct Worth {
    bytes: f64,
    per_thousand: f64,
}

impl Worth {
    /// Of results, for forced positions.
    const FORCED: Worth = Worth { bytes: 0.0, per_thousand: 0.5 };
    /// Of results, for half of the others.
    const HALF: Worth = Worth { bytes: 0.0, per_thousand: 4.0 };
    /// Of depths, for half of the others: all of eight successors or so are looked up, and where these are forced, what they
    /// lead to. So small tables, which larger ones lead to, keep both halves.
    const HALF_OF_DEPTHS: Worth = Worth { bytes: 4e6, per_thousand: 110.0 };

    /// What must be saved in so many entries, in bytes.
    fn of(&self, entries: u64) -> f64 {
        self.bytes + self.per_thousand * entries as f64 / 1000.0
    }
}

/// Writes a compressed table to `path`, in `directory`. `check` reads the file before it has its finished mark.
pub fn write(
    directory: &Path,
    path: &Path,
    content: &Content,
    check: &dyn Fn(&Path) -> Result<(), TableError>,
) -> Result<Written, TableError> {
    let too_long = |slice: &&Slice| slice.entries > MOST_ENTRIES;
    if let Some(slice) = content.part.slices.iter().map(|id| &content.slices[id.index()]).find(too_long) {
        let what =
            format!("slice {} of {}, more than a look-up can tell apart", slice.name, count(slice.entries, "entry"));
        return Err(TableError::Compressed { path: path.to_owned(), what });
    }
    let streams = streams(content)?;
    let (front, offsets) = prepare(content, &streams);
    let offsets = offsets.expect("a table that was made in memory can be laid out");
    create_dir_all(directory).map_err(|error| TableError::io(directory, "making the directory", error))?;
    let partial = path.with_extension(&PARTIAL[1..]);
    let failed = |error| TableError::writing(&partial, offsets.bytes, error);
    let mut sync = Duration::ZERO;
    let written = write_file(&partial, &front, &offsets, &streams, &mut sync)
        .map_err(failed)
        .and_then(|()| check(&partial))
        .and_then(|()| finish(directory, &partial, path, &mut sync).map_err(failed));
    if let Err(error) = written {
        // What is left has no finished mark and not the name of a table: it does no harm if it cannot be removed.
        let _ = remove_file(&partial);
        return Err(error);
    }
    Ok(Written { bytes: offsets.bytes, sync })
}

/// The streams of the slices of the part, and what they omit.
fn streams(content: &Content) -> Result<Vec<(Omitted, Built)>, TableError> {
    let number = |slice| content.part.slices.iter().position(|of_part| *of_part == slice);
    let mut streams: Vec<Option<(Omitted, Built)>> = content.part.slices.iter().map(|_| None).collect();
    for component in &content.part.components {
        let texts = texts(content, component);
        let omitted = omitted(content, &texts)?;
        let built = try_map(texts.len(), &|text| build(&texts[text], omitted[text]))?;
        for ((&slice, omitted), built) in component.iter().zip(omitted).zip(built) {
            if let Some(stream) = number(slice).and_then(|number| streams.get_mut(number)) {
                *stream = Some((omitted, built));
            }
        }
    }
    Ok(streams.into_iter().flatten().collect())
}

/// About how many bytes the streams would take.
pub fn compressed_size(content: &Content) -> Result<f64, TableError> {
    let mut bytes = 0.0;
    for component in &content.part.components {
        let texts = texts(content, component);
        let omitted = omitted(content, &texts)?;
        let sizes = try_map(texts.len(), &|text| estimate(&texts[text], omitted[text]))?;
        bytes += sizes.iter().sum::<f64>();
    }
    Ok(bytes)
}

/// The values of the slices of a component.
fn texts<'a>(content: &'a Content, component: &[SliceId]) -> Vec<Text<'a>> {
    component.iter().map(|&id| Text::new(content, id, content.derivation.as_deref())).collect()
}

/// What to omit of the slices of a component: forced positions, and half of the others, where that is worth it.
fn omitted(content: &Content, texts: &[Text]) -> Result<Vec<Omitted>, TableError> {
    let nothing = vec![Omitted::NOTHING; texts.len()];
    let Some(derivation) = &content.derivation else { return Ok(nothing) };
    let constant = try_map(texts.len(), &|text| is_constant(&texts[text]))?;
    if constant.iter().all(|constant| *constant) {
        return Ok(nothing);
    }
    let entries: u64 = texts.iter().map(|text| text.entries).sum();
    let (forced_worth, half_worth) = match content.results {
        true => (Worth::FORCED.of(entries), Worth::HALF.of(entries)),
        false => (0.0, Worth::HALF_OF_DEPTHS.of(entries)),
    };
    let sizes = |omitted: Omitted| -> Result<Vec<f64>, TableError> {
        try_map(texts.len(), &|text| estimate(&texts[text], omitted))
    };
    let forced = Omitted::NOTHING.and(Class::Forced);
    let whole = sizes(forced)?;
    let size: f64 = whole.iter().sum();
    if sizes(Omitted::NOTHING)?.iter().sum::<f64>() < size + forced_worth {
        return Ok(nothing);
    }
    let mut best = (size - half_worth, vec![forced; texts.len()]);
    if !derivation.has_halves() || best.0 < 0.0 {
        return Ok(best.1);
    }
    for class in [Class::First, Class::Second] {
        let size = sizes(forced.and(class))?.iter().sum();
        if size < best.0 {
            best = (size, vec![forced.and(class); texts.len()]);
        }
    }
    // Where moves only lead from one slice of two to the other, either is half of the positions.
    let leads_to_itself = |text: &Text| content.slices[text.id.index()].leads_to.contains(&text.id);
    if texts.len() == 2 && !texts.iter().any(leads_to_itself) {
        for (kept, size) in whole.iter().enumerate() {
            if *size < best.0 {
                let mut omitted = vec![Omitted::ALL; 2];
                omitted[kept] = forced;
                best = (*size, omitted);
            }
        }
    }
    Ok(best.1)
}

/// The fields at fixed places and the header, not yet finished, with the offsets of the file.
fn prepare(content: &Content, streams: &[(Omitted, Built)]) -> (Vec<u8>, Option<Offsets>) {
    let slices = content.part.slices.iter().zip(streams).map(|(id, (omitted, built))| {
        let slice = &content.slices[id.index()];
        SliceHeader {
            name: slice.name.clone(),
            entries: slice.entries,
            omitted: omitted.0,
            front: built.front as u64,
            length: built.bytes.len() as u64,
        }
    });
    let front = Header::new(content.game, content.rules, content.results, slices.collect()).encode();
    let lengths = streams.iter().map(|(_, built)| built.bytes.len() as u64);
    let offsets = Offsets::of_streams((front.len() - HEADER_AT) as u64, lengths);
    (front, offsets)
}

/// Writes the whole file without the finished mark, and waits until it is on the disk.
fn write_file(
    partial: &Path,
    front: &[u8],
    offsets: &Offsets,
    streams: &[(Omitted, Built)],
    sync: &mut Duration,
) -> io::Result<()> {
    let values: Vec<u8> = streams.iter().flat_map(|(_, built)| &built.bytes).copied().collect();
    let mut file = File::create(partial)?;
    let mut beginning = front.to_vec();
    for block in 0..offsets.blocks {
        let range = offsets.block(block);
        beginning.extend(checksum(&values[range.start as usize..range.end as usize]).to_le_bytes());
    }
    beginning.resize(offsets.values, 0);
    file.write_all(&beginning)?;
    file.write_all(&values)?;
    let start = Instant::now();
    let synced = file.sync_all();
    *sync += start.elapsed();
    synced
}

/// Sets the finished mark, and gives the file its name.
pub fn finish(directory: &Path, partial: &Path, path: &Path, sync: &mut Duration) -> io::Result<()> {
    let start = Instant::now();
    let mut file = OpenOptions::new().write(true).open(partial)?;
    file.seek(SeekFrom::Start(MARK_AT))?;
    file.write_all(&FINISHED)?;
    file.sync_all()?;
    rename(partial, path)?;
    sync_directory(directory)?;
    *sync += start.elapsed();
    Ok(())
}
