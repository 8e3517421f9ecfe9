//! A disk that fails, and a model of a loss of power.
//!
//! Every operation of [`Disk`] is done on a directory of the system, so that programs read what they wrote, and is
//! noted. After a loss of power the directory has what a disk may have kept:
//!
//! * Of a file, all that was written before the last sync of the file. Of what was written since, each page of 4,096
//!   bytes has any of its former contents, or is torn: its first sectors are new and the others old. The length is any
//!   between the old and the new one. The pages are independent, so writes are lost or done in any order.
//! * Of a directory, all that was done before its last sync. What was done since is done or not, each by itself, in
//!   order or not. A file that is made in place of another is a new one.
//! * A sync that fails has lost what it was to keep, though programs go on reading it.
//!
//! Mapped files are read alone: a read through a mapping is a read of the directory. Values that are solved in mapped
//! files have no names, so nothing of them is left.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Error, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hindsight::util::disk::{Disk, DiskFile, SystemDisk};
use hindsight::util::random::Random;

const PAGE: usize = 4096;
const SECTOR: usize = 512;

/// How an operation fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The power is lost before it, or within it if it writes bytes. Nothing after it is done.
    Power,
    /// An error of the device.
    Device,
    /// The disk is full. A write does a part.
    Full,
    /// A write does less than it says, without an error: the next one goes on.
    Short,
}

pub const FAILURES: [Failure; 4] = [Failure::Power, Failure::Device, Failure::Full, Failure::Short];

/// Bytes that were written at a place.
#[derive(Clone, Debug)]
struct Piece {
    at: usize,
    bytes: Vec<u8>,
}

/// A file: its contents at the last sync, and all that was written since.
#[derive(Clone, Debug, Default)]
struct Contents {
    synced: Vec<u8>,
    since: Vec<Piece>,
}

/// What has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Node {
    Directory,
    File(usize),
}

/// An operation on names, in a directory.
#[derive(Clone, Debug)]
enum Change {
    Made(PathBuf, Node),
    Renamed(PathBuf, PathBuf, Node),
    Removed(PathBuf),
}

impl Change {
    fn directory(&self) -> &Path {
        let (Change::Made(path, _) | Change::Renamed(_, path, _) | Change::Removed(path)) = self;
        path.parent().expect("a file is in a directory")
    }

    fn apply(&self, names: &mut BTreeMap<PathBuf, Node>) {
        match self {
            Change::Made(path, node) => {
                names.insert(path.clone(), *node);
            }
            Change::Renamed(from, to, node) => {
                names.remove(from);
                names.insert(to.clone(), *node);
            }
            Change::Removed(path) => {
                names.remove(path);
            }
        }
    }
}

#[derive(Debug)]
struct State {
    random: Random,
    /// The operation that fails, counted down, and how.
    failure: Option<(usize, Failure)>,
    /// The greatest number of bytes that a write does.
    longest_write: usize,
    has_power: bool,
    files: Vec<Contents>,
    /// The names that programs see.
    seen: BTreeMap<PathBuf, Node>,
    /// The names on the disk, and the changes since the last sync of their directory.
    synced: BTreeMap<PathBuf, Node>,
    since: Vec<Change>,
}

/// The disk, for all that is below one directory, which exists.
#[derive(Clone, Debug)]
pub struct FailingDisk {
    root: PathBuf,
    state: Arc<Mutex<State>>,
}

impl FailingDisk {
    pub fn new(root: &Path, seed: u64) -> FailingDisk {
        let state = State {
            random: Random::new(seed),
            failure: None,
            longest_write: usize::MAX,
            has_power: true,
            files: Vec::new(),
            seen: BTreeMap::new(),
            synced: BTreeMap::new(),
            since: Vec::new(),
        };
        FailingDisk { root: root.to_owned(), state: Arc::new(Mutex::new(state)) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes do this number of bytes at most.
    pub fn short_writes(&self, longest: usize) {
        self.state().longest_write = longest;
    }

    /// Fails the operation after this number of others.
    pub fn fail_after(&self, operations: usize, failure: Failure) {
        self.state().failure = Some((operations, failure));
    }

    /// Puts a file there that is on the disk.
    pub fn put(&self, path: &Path, bytes: &[u8]) {
        fs::write(path, bytes).expect("the file can be written");
        let mut state = self.state();
        state.files.push(Contents { synced: bytes.to_vec(), since: Vec::new() });
        let node = Node::File(state.files.len() - 1);
        state.seen.insert(path.to_owned(), node);
        state.synced.insert(path.to_owned(), node);
    }

    /// Loses the power, if it was not lost yet, and comes up with what the disk has kept; `least` is as little as the
    /// disk may keep.
    pub fn restart(&self, least: bool) {
        let mut state = self.state();
        let state = &mut *state;
        let in_order = state.random.below(2) == 0;
        let count = state.since.len();
        let kept_in_order = state.random.below(count + 1);
        let mut names = state.synced.clone();
        for (number, change) in std::mem::take(&mut state.since).iter().enumerate() {
            let kept = if in_order { number < kept_in_order } else { state.random.below(2) == 0 };
            if kept && !least {
                change.apply(&mut names);
            }
        }
        // What is in a directory that is not there is not there.
        let mut there = BTreeSet::from([self.root.clone()]);
        names.retain(|path, _| {
            let is_there = path.parent().is_some_and(|directory| there.contains(directory));
            if is_there {
                there.insert(path.clone());
            }
            is_there
        });
        for contents in &mut state.files {
            contents.synced = contents.kept(&mut state.random, least);
            contents.since.clear();
        }
        for entry in self.root.read_dir().expect("the directory is there") {
            let path = entry.expect("it can be read").path();
            if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) }.expect("it is ours");
        }
        for (path, node) in &names {
            match node {
                Node::Directory => fs::create_dir(path).expect("it is ours"),
                Node::File(file) => fs::write(path, &state.files[*file].synced).expect("it is ours"),
            }
        }
        (state.seen, state.synced) = (names.clone(), names);
        (state.failure, state.has_power, state.longest_write) = (None, true, usize::MAX);
    }
}

impl Contents {
    /// What a disk may have kept of the file.
    fn kept(&self, random: &mut Random, least: bool) -> Vec<u8> {
        let mut kept = self.synced.clone();
        let longest = self.since.iter().map(|piece| piece.at + piece.bytes.len()).max().unwrap_or(0).max(kept.len());
        if least || self.since.is_empty() {
            return kept;
        }
        let shortest = kept.len();
        kept.resize(longest, 0);
        for page in 0..longest.div_ceil(PAGE) {
            let range = page * PAGE..(page + 1) * PAGE;
            let touches = |piece: &&Piece| piece.at < range.end && piece.at + piece.bytes.len() > range.start;
            let pieces: Vec<&Piece> = self.since.iter().filter(touches).collect();
            let done = random.below(pieces.len() + 1);
            for (number, piece) in pieces[..done].iter().enumerate() {
                let (mut from, mut to) = (piece.at.max(range.start), (piece.at + piece.bytes.len()).min(range.end));
                if number + 1 == done && random.below(4) == 0 {
                    // The page is torn at the end of a sector.
                    let torn = range.start + SECTOR * random.below(PAGE / SECTOR + 1);
                    (from, to) = (from.min(torn), to.min(torn));
                }
                if from < to {
                    kept[from..to].copy_from_slice(&piece.bytes[from - piece.at..to - piece.at]);
                }
            }
        }
        if random.below(3) == 0 {
            kept.truncate(shortest + random.below(longest - shortest + 1));
        }
        kept
    }
}

impl State {
    /// Counts an operation, which fails if it is the one.
    fn begin(&mut self) -> Result<(), Failure> {
        if !self.has_power {
            return Err(Failure::Power);
        }
        match &mut self.failure {
            Some((0, failure)) => {
                let failure = *failure;
                self.failure = None;
                self.has_power = failure != Failure::Power;
                Err(failure)
            }
            Some((left, _)) => {
                *left -= 1;
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Counts an operation that is done whole or not at all.
    fn begin_whole(&mut self) -> io::Result<()> {
        match self.begin() {
            Ok(()) | Err(Failure::Short) => Ok(()),
            Err(failure) => Err(failure.error()),
        }
    }
}

impl Failure {
    fn error(self) -> Error {
        match self {
            Failure::Full => ErrorKind::StorageFull.into(),
            _ => Error::other("the disk fails"),
        }
    }
}

impl Disk for FailingDisk {
    fn make_directory(&self, path: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.begin_whole()?;
        SystemDisk.make_directory(path)?;
        state.seen.insert(path.to_owned(), Node::Directory);
        state.since.push(Change::Made(path.to_owned(), Node::Directory));
        Ok(())
    }

    fn remove_directory(&self, path: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.begin_whole()?;
        SystemDisk.remove_directory(path)?;
        state.seen.remove(path);
        state.since.push(Change::Removed(path.to_owned()));
        Ok(())
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        let mut state = self.state();
        state.begin_whole()?;
        let file = File::create(path)?;
        state.files.push(Contents::default());
        let number = state.files.len() - 1;
        state.since.push(Change::Made(path.to_owned(), Node::File(number)));
        state.seen.insert(path.to_owned(), Node::File(number));
        Ok(Box::new(FailingFile { disk: self.clone(), file, number, at: 0 }))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.begin_whole()?;
        SystemDisk.rename(from, to)?;
        let node = state.seen.remove(from).expect("a file that was made is renamed");
        state.seen.insert(to.to_owned(), node);
        state.since.push(Change::Renamed(from.to_owned(), to.to_owned(), node));
        Ok(())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.begin_whole()?;
        SystemDisk.remove(path)?;
        state.seen.remove(path);
        state.since.push(Change::Removed(path.to_owned()));
        Ok(())
    }

    fn sync_directory(&self, path: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.begin_whole()?;
        let State { since, synced, .. } = &mut *state;
        since.retain(|change| {
            let is_other = change.directory() != path;
            if !is_other {
                change.apply(synced);
            }
            is_other
        });
        Ok(())
    }
}

/// A file of the disk.
#[derive(Debug)]
struct FailingFile {
    disk: FailingDisk,
    file: File,
    number: usize,
    at: usize,
}

impl FailingFile {
    /// Writes bytes, and notes them.
    fn put(&mut self, state: &mut State, bytes: &[u8]) -> io::Result<usize> {
        self.file.write_all(bytes)?;
        state.files[self.number].since.push(Piece { at: self.at, bytes: bytes.to_vec() });
        self.at += bytes.len();
        Ok(bytes.len())
    }
}

impl Write for FailingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let disk = self.disk.clone();
        let state = &mut *disk.state();
        let had_power = state.has_power;
        let length = bytes.len().min(state.longest_write);
        match state.begin() {
            Ok(()) => self.put(state, &bytes[..length]),
            Err(Failure::Device) => Err(Failure::Device.error()),
            Err(Failure::Short) => {
                let some = 1 + state.random.below(length);
                self.put(state, &bytes[..some.min(length)])
            }
            Err(failure) => {
                if had_power {
                    let some = state.random.below(length + 1);
                    self.put(state, &bytes[..some])?;
                }
                Err(failure.error())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for FailingFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = self.file.seek(to)?;
        self.at = at as usize;
        Ok(at)
    }
}

impl DiskFile for FailingFile {
    fn sync(&self) -> io::Result<()> {
        let mut state = self.disk.state();
        let begun = state.begin_whole();
        let has_power = state.has_power;
        let contents = &mut state.files[self.number];
        match begun {
            Ok(()) => {
                let kept = std::mem::take(&mut contents.since);
                for Piece { at, bytes } in kept {
                    contents.synced.resize(contents.synced.len().max(at + bytes.len()), 0);
                    contents.synced[at..at + bytes.len()].copy_from_slice(&bytes);
                }
                Ok(())
            }
            Err(error) => {
                if has_power {
                    contents.since.clear();
                }
                Err(error)
            }
        }
    }
}
