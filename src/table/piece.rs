//! Pieces: the results of a part while it is solved, so that a solve that was stopped goes on where it was.
//!
//! A solver that can be resumed finds the values of a part piece by piece, in an order that follows from the rules. A
//! piece is a file of packed results, `GAME-PART.NUMBER.piece`. It is whole and has its checksum, or it does not count.
//!
//! | at  | bytes | what                                                                                    |
//! |-----|-------|-----------------------------------------------------------------------------------------|
//! | 0   | 8     | magic: `89 48 53 50 49 45 43 45` (`\x89HSPIECE`)                                        |
//! | 8   | 8     | fingerprint of the rules of the part                                                    |
//! | 16  | 8     | the number of the piece                                                                 |
//! | 24  | 8     | hash of its runs: of each the slice, the first entry and the number of entries, 8 bytes |
//! | 32  | `N`   | the results of each run, four in a byte                                                 |
//! | 32 + `N` | 8 | the hash of all bytes before                                                           |
//!
//! Numbers are little-endian. A hash is the 64-bit XXH3. Pieces are working files: another version of the program need
//! not read them.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use xxhash_rust::xxh3::Xxh3;

use super::{Lock, Store, TableError, TableGame, Tables};
use crate::space::Entry;
use crate::util::atomic_file::AtomicFile;
use crate::util::disk::Disk;
use crate::util::threads::try_map;
use crate::values::{self, Codes, Lookup, LookupError, Sink, packed_byte, packed_bytes};

const MAGIC: [u8; 8] = *b"\x89HSPIECE";
/// The end of the name of a piece.
const PIECE: &str = ".piece";
/// The most entries that a thread packs at a time: a multiple of the results in a byte.
const BATCH: u64 = 1 << 20;
/// The most batches that are in memory.
const BATCHES: usize = 64;
/// The bytes that are hashed at a time.
const CHUNK: usize = 1 << 20;

/// The pieces of one part. A run is the first of consecutive entries of a slice, and their number.
pub struct PieceFiles {
    disk: Arc<dyn Disk>,
    directory: PathBuf,
    /// The name of the part's table without its end.
    stem: String,
    rules: u64,
}

impl PieceFiles {
    /// The pieces of a part beside its table, for the holder of the lock.
    pub fn new(_lock: &Lock, store: &Store, tables: &Tables, space: &dyn TableGame, part: usize) -> PieceFiles {
        PieceFiles {
            disk: store.disk().clone(),
            directory: store.directory().to_owned(),
            stem: stem(tables, part),
            rules: space.fingerprint(&tables.parts()[part]),
        }
    }

    fn path(&self, number: usize) -> PathBuf {
        self.directory.join(format!("{}.{number}{PIECE}", self.stem))
    }

    fn header(&self, number: usize, runs: &[(Entry, u64)]) -> [u8; 32] {
        let mut hash = Xxh3::new();
        for &(from, count) in runs {
            [u64::from(from.slice.0), from.index, count].iter().for_each(|number| hash.update(&number.to_le_bytes()));
        }
        let mut header = [0; 32];
        let fields = [u64::from_le_bytes(MAGIC), self.rules, number as u64, hash.digest()];
        header.as_chunks_mut().0.iter_mut().zip(fields).for_each(|(bytes, field)| *bytes = field.to_le_bytes());
        header
    }

    /// Writes the results of a piece, from values that hold its runs.
    ///
    /// # Errors
    /// If the disk is full, the directory cannot be written, or a value cannot be looked up.
    pub fn write(&self, number: usize, runs: &[(Entry, u64)], values: &dyn Lookup) -> Result<(), TableError> {
        let path = self.path(number);
        let bytes: u64 = runs.iter().map(|&(_, count)| packed_bytes(count)).sum();
        let failed = |error: io::Error| TableError::writing(&path, bytes, error);
        let partial = path.with_extension("piece.partial");
        let mut file = AtomicFile::create(&self.disk, &path, partial).map_err(failed)?;
        let mut hash = Xxh3::new();
        let mut write = |bytes: &[u8]| {
            hash.update(bytes);
            file.write_all(bytes).map_err(failed)
        };
        write(&self.header(number, runs))?;
        for batches in batches(runs).chunks(BATCHES) {
            let packed = try_map(batches.len(), &|number| pack(&batches[number], values))?;
            packed.iter().try_for_each(|bytes| write(bytes))?;
        }
        let hash = hash.digest();
        file.write_all(&hash.to_le_bytes()).map_err(failed)?;
        file.finish().map_err(failed)
    }

    /// Puts the results of a piece into a sink. Returns whether there is such a piece: without one, or if it is damaged
    /// or has other runs, the sink is left as it was.
    ///
    /// # Errors
    /// If the disk fails, or the sink cannot take a value.
    pub fn read(&self, number: usize, runs: &[(Entry, u64)], sink: &dyn Sink) -> Result<bool, LookupError> {
        let Ok(file) = File::open(self.path(number)) else { return Ok(false) };
        let mut file = BufReader::with_capacity(CHUNK, file);
        let bytes: u64 = runs.iter().map(|&(_, count)| packed_bytes(count)).sum();
        if !is_whole(&mut file, &self.header(number, runs), bytes).map_err(LookupError::new)? {
            return Ok(false);
        }
        for batches in batches(runs).chunks(BATCHES) {
            let mut packed = Vec::new();
            for batch in batches {
                let mut bytes = vec![0; batch.iter().map(|&(_, count)| packed_bytes(count) as usize).sum()];
                file.read_exact(&mut bytes).map_err(LookupError::new)?;
                packed.push(bytes);
            }
            try_map(batches.len(), &|number| unpack(&batches[number], &packed[number], sink))?;
        }
        Ok(true)
    }

    /// Removes the pieces of this part.
    ///
    /// # Errors
    /// If a file cannot be removed.
    pub fn remove(&self) -> Result<(), TableError> {
        let of_part = pieces_in(&self.directory).into_iter().filter(|(stem, _)| *stem == self.stem);
        of_part.map(|(_, path)| path).try_for_each(|path| {
            self.disk.remove(&path).map_err(|error| TableError::io(&path, "removing the file", error))
        })
    }
}

/// The parts of a game that have pieces in a store, by their numbers in [`Tables::parts`].
pub fn parts_with_pieces(store: &Store, tables: &Tables) -> Vec<usize> {
    let stems: HashSet<String> = pieces_in(store.directory()).into_iter().map(|(stem, _)| stem).collect();
    (0..tables.parts().len()).filter(|&part| !stems.is_empty() && stems.contains(&stem(tables, part))).collect()
}

/// The name of a part's table without its end.
fn stem(tables: &Tables, part: usize) -> String {
    tables.path_to_write(part).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The files of pieces in a directory, whole or not, each with the stem of its part's table.
fn pieces_in(directory: &Path) -> Vec<(String, PathBuf)> {
    let Ok(entries) = directory.read_dir() else { return Vec::new() };
    let piece = |path: PathBuf| {
        let (stem, rest) = path.file_name()?.to_str()?.split_once('.')?;
        let is_piece = rest.strip_suffix(".partial").unwrap_or(rest).ends_with(PIECE);
        is_piece.then(|| (stem.to_string(), path.clone()))
    };
    entries.flatten().filter_map(|entry| piece(entry.path())).collect()
}

/// The runs in batches: a long run is cut, and short ones are joined.
fn batches(runs: &[(Entry, u64)]) -> Vec<Vec<(Entry, u64)>> {
    let (mut batches, mut batch, mut entries) = (Vec::new(), Vec::new(), 0);
    for &(from, count) in runs {
        let mut done = 0;
        while done < count {
            let length = (count - done).min(BATCH);
            batch.push((Entry { index: from.index + done, ..from }, length));
            (done, entries) = (done + length, entries + length);
            if entries >= BATCH {
                batches.push(std::mem::take(&mut batch));
                entries = 0;
            }
        }
    }
    batches.push(batch);
    batches
}

/// The packed results of some runs.
fn pack(runs: &[(Entry, u64)], values: &dyn Lookup) -> Result<Vec<u8>, LookupError> {
    let (mut bytes, mut codes) = (Vec::new(), Vec::new());
    for &(from, count) in runs {
        codes.resize(count as usize, 0);
        values.read(from, &mut codes)?;
        bytes.extend(codes.chunks(4).map(packed_byte));
    }
    Ok(bytes)
}

/// Puts packed results of some runs.
fn unpack(runs: &[(Entry, u64)], mut bytes: &[u8], sink: &dyn Sink) -> Result<(), LookupError> {
    let mut codes = Vec::new();
    for &(from, count) in runs {
        let (of_run, rest) = bytes.split_at(packed_bytes(count) as usize);
        codes.resize(count as usize, 0);
        values::unpack(of_run, 0, &mut codes);
        sink.put(from, Codes::Two(&codes))?;
        bytes = rest;
    }
    Ok(())
}

/// Whether a file begins with this header, has this many bytes of results, and agrees with its checksum. The next byte
/// to read is then the first result.
fn is_whole(file: &mut BufReader<File>, header: &[u8; 32], bytes: u64) -> io::Result<bool> {
    let whole = header.len() as u64 + bytes;
    if file.get_ref().metadata()?.len() != whole + 8 {
        return Ok(false);
    }
    let (mut hash, mut chunk, mut left) = (Xxh3::new(), vec![0; CHUNK], whole);
    while left > 0 {
        let chunk = &mut chunk[..left.min(CHUNK as u64) as usize];
        file.read_exact(chunk)?;
        if left == whole && chunk.get(..header.len()) != Some(header) {
            return Ok(false);
        }
        hash.update(chunk);
        left -= chunk.len() as u64;
    }
    let mut checksum = [0; 8];
    file.read_exact(&mut checksum)?;
    file.seek(SeekFrom::Start(header.len() as u64))?;
    Ok(hash.digest() == u64::from_le_bytes(checksum))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::space::{Slice, SliceId};
    use crate::values::{Code, ResultMemory};
    use std::fs;

    #[test]
    fn a_piece_comes_back_whole_or_not_at_all() {
        let entries = 5001;
        let slices = [Slice { name: "a".into(), pieces: 1, part: String::new(), entries, leads_to: Vec::new() }];
        let codes: Vec<u16> =
            (0..entries).map(|entry| [0, 3, 2, u16::ABSENT][(entry * entry % 7 % 4) as usize]).collect();
        let first = Entry { slice: SliceId(0), index: 0 };
        let (source, directory) = (ResultMemory::new(&slices, None), tempfile::tempdir().expect("a directory"));
        source.put(first, Codes::Two(&codes)).expect("memory does not fail");
        let (store, game) = (Store::new(directory.path()), TicTacToe::new());
        let lock = store.lock(|_| ()).expect("nobody has the lock");
        let tables = store.scan(&game);
        let files = PieceFiles::new(&lock, &store, &tables, &game, 0);
        let runs = [(first, 7), (Entry { index: 100, ..first }, entries - 100)];
        files.write(3, &runs, &source).expect("there is room");
        let read = |number: usize, runs: &[(Entry, u64)]| {
            let found = ResultMemory::new(&slices, None);
            let is_read = files.read(number, runs, &found).expect("the disk does not fail");
            assert_eq!(is_read, found.holds(SliceId(0)), "nothing is put of a piece that does not count");
            is_read.then(|| {
                let mut codes = vec![0; entries as usize];
                found.read(first, &mut codes).expect("memory does not fail");
                codes
            })
        };
        let found = read(3, &runs).expect("the piece is whole");
        assert!(found[..7] == codes[..7] && found[100..] == codes[100..]);
        assert!(found[7..100].iter().all(|&code| code == u16::ABSENT));
        assert!(read(2, &runs).is_none() && read(3, &runs[..1]).is_none());
        let (path, whole) = (files.path(3), fs::read(files.path(3)).expect("it is there"));
        for at in [0, 9, 17, 25, 40, whole.len() - 1] {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            fs::write(&path, changed).expect("there is room");
            assert!(read(3, &runs).is_none(), "byte {at}");
        }
        assert_eq!(parts_with_pieces(&store, &tables), [0]);
        files.remove().expect("they can be removed");
        assert!(!path.exists() && parts_with_pieces(&store, &tables).is_empty());
    }
}
