//! A directory of tables: its files, and the right to write them.

use std::ffi::OsStr;
use std::fs::{File, OpenOptions, TryLockError, metadata, remove_dir, symlink_metadata};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::TableError;
use super::compressed::{Cut, DEFAULT_CUT};
use super::format::MAGIC;
use super::open::Access;
use super::unfinished::PARTIAL;
use crate::util::disk::{Disk, SystemDisk, make_directories};

/// A directory in which tables are kept, a file for each part of a game.
///
/// # Mapped and loaded tables
///
/// [`Store::new`] maps tables into memory: the time to open them does not depend on their size, and the system reads
/// only the pages that are needed. Hindsight replaces and removes finished tables but never changes one. If another
/// program truncates a mapped table, a look-up in the missing bytes raises the signal SIGBUS, which by default ends the
/// process. So does a disk that fails while a page is read. Do not copy over a table that is in use: write a new file
/// and rename it. [`Store::loaded`] reads tables whole when they are opened. Then a truncated file and a failing disk
/// are errors, and tables take as much memory as they are long.
///
/// # Example
/// ```
/// use std::path::Path;
///
/// use hindsight::games::draughts::Draughts;
/// use hindsight::prelude::*;
///
/// let store = Store::new("no/such/directory");
/// assert_eq!(store.path("checkers", "4"), Path::new("no/such/directory/checkers-4.table"));
/// // Nothing is solved yet.
/// assert!(store.open(&Draughts::checkers()).is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Store {
    directory: PathBuf,
    /// Directories that are read after it, and never written.
    further: Vec<PathBuf>,
    access: Access,
    disk: Arc<dyn Disk>,
    cut: Cut,
}

/// The end of the name of a table.
const TABLE: &str = ".table";

/// A file of a store that has the name of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredFile {
    /// The file.
    pub path: PathBuf,
    /// Its size in bytes.
    pub bytes: u64,
    /// Whether it has the name of an unfinished table: one being written, or left behind by a writer that died.
    pub partial: bool,
    /// Whether it begins as every finished table does. The rest may be damaged.
    pub begins_as_table: bool,
}

impl StoredFile {
    /// The path of the finished table: the path of the file unless it is partial.
    pub fn table_path(&self) -> PathBuf {
        if self.partial { self.path.with_extension("") } else { self.path.clone() }
    }
}

/// Whether a file begins with the bytes that every table begins with.
fn begins_as_table(path: &Path) -> bool {
    let mut first = [0; MAGIC.len()];
    File::open(path).and_then(|mut file| file.read_exact(&mut first)).is_ok() && first == MAGIC
}

/// The files of a directory with the name of a table, in the order of their names.
fn files_of(directory: &Path) -> Result<Vec<StoredFile>, TableError> {
    let failed = |error| TableError::io(directory, "reading the directory", error);
    let entries = match directory.read_dir() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(failed)?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(failed)?.path();
        let ends = |end: &str| path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.ends_with(end));
        let partial = ends(PARTIAL);
        // A link that leads to nothing is listed as a file that is no table.
        let data = metadata(&path).or_else(|_| symlink_metadata(&path));
        if let Some(data) = data.ok().filter(|_| partial || ends(TABLE)) {
            // To open a pipe would wait for a writer.
            let begins_as_table = data.is_file() && begins_as_table(&path);
            let bytes = if data.is_symlink() { 0 } else { data.len() };
            files.push(StoredFile { path, bytes, partial, begins_as_table });
        }
    }
    files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

impl Store {
    /// The store in this directory, which need not exist. Its tables are mapped into memory.
    pub fn new(directory: impl Into<PathBuf>) -> Store {
        let (directory, further) = (directory.into(), Vec::new());
        Store { directory, further, access: Access::Mapped, disk: Arc::new(SystemDisk), cut: DEFAULT_CUT }
    }

    /// The store in this directory. Its tables are read into memory when they are opened: for files that other programs
    /// may truncate, or that cannot be mapped.
    pub fn loaded(directory: impl Into<PathBuf>) -> Store {
        Store::new(directory).loading()
    }

    /// The store with another disk to write to: for tests, whose disk may fail.
    pub fn written_to(self, disk: Arc<dyn Disk>) -> Store {
        Store { disk, ..self }
    }

    /// The same store, which cuts the slices of compressed tables into streams of 2^`bits` entries, at most 2^31 as
    /// usual, and keeps pieces of half as many: for tests, whose slices are small.
    pub fn cutting(self, bits: u8) -> Store {
        Store { cut: Cut::of_bits(bits).unwrap_or(DEFAULT_CUT), ..self }
    }

    /// The same store with tables that are read into memory when they are opened.
    pub fn loading(self) -> Store {
        Store { access: Access::Loaded, ..self }
    }

    /// Whether tables are read into memory when they are opened.
    pub fn is_loading(&self) -> bool {
        self.access == Access::Loaded
    }

    /// The same store, which finds tables in further directories too. A table in an earlier directory is used in place
    /// of one in a later directory. Only the first directory is written.
    pub fn with_further(self, directories: impl IntoIterator<Item = PathBuf>) -> Store {
        Store { further: directories.into_iter().collect(), ..self }
    }

    /// The store in the directories of a list with `:` between them (`;` on Windows), as [`std::env::split_paths`]
    /// reads it. Empty names are skipped; an empty list names no directory that exists.
    pub fn of_list(list: impl AsRef<OsStr>) -> Store {
        let mut directories = std::env::split_paths(&list).filter(|directory| !directory.as_os_str().is_empty());
        let first = directories.next().unwrap_or_default();
        Store::new(first).with_further(directories)
    }

    /// Checks that every directory is there.
    ///
    /// # Errors
    /// [`TableError::NoDirectory`] with the first that is not.
    pub fn check_directories(&self) -> Result<(), TableError> {
        match self.directories().find(|directory| !directory.is_dir()) {
            Some(directory) => Err(TableError::NoDirectory { path: directory.to_owned() }),
            None => Ok(()),
        }
    }

    /// The directory: the first one, which is written.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// All directories, in the order in which they are searched.
    pub fn directories(&self) -> impl Iterator<Item = &Path> {
        std::iter::once(&self.directory).chain(&self.further).map(PathBuf::as_path)
    }

    /// The disk that tables are written to.
    pub(super) fn disk(&self) -> &Arc<dyn Disk> {
        &self.disk
    }

    /// How the slices of compressed tables are cut.
    pub(super) fn cut(&self) -> Cut {
        self.cut
    }

    /// The entries from which on a piece of a part is kept: half as many as in a stream.
    pub fn piece_entries(&self) -> u64 {
        1 << self.cut.bits().saturating_sub(1)
    }

    /// How tables are opened.
    pub(super) fn access(&self) -> Access {
        self.access
    }

    /// The file of a part of a game: the first that exists, else the file in the first directory. The name of the part
    /// that is the whole game is empty.
    pub fn path(&self, game: &str, part: &str) -> PathBuf {
        let first = self.path_to_write(game, part);
        let (Some(name), false) = (first.file_name(), self.further.is_empty() || first.exists()) else { return first };
        let mut others = self.further.iter().map(|directory| directory.join(name));
        others.find(|path| path.exists()).unwrap_or(first)
    }

    /// The file of a part of a game in the first directory.
    pub fn path_to_write(&self, game: &str, part: &str) -> PathBuf {
        self.directory.join(match part {
            "" => format!("{game}{TABLE}"),
            part => format!("{game}-{part}{TABLE}"),
        })
    }

    /// Waits for the right to write, and until the names in the directory are on the disk. `wait` is called once,
    /// before waiting, with the path of the lock if another process holds it.
    ///
    /// # Errors
    /// If the directory cannot be made or written.
    pub fn lock(&self, wait: impl FnOnce(&Path)) -> Result<Lock, TableError> {
        let directory = self.directory();
        self.make_directory()?;
        let lock = Lock::take(directory, wait)?;
        // A writer that died may have left a table whose name is not on the disk yet.
        let synced = self.disk.sync_directory(directory);
        synced.map_err(|error| TableError::io(directory, "syncing the directory", error))?;
        Ok(lock)
    }

    /// Makes the directory, if it does not exist.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn make_directory(&self) -> Result<(), TableError> {
        let directory = self.directory();
        if directory.is_symlink() && !directory.exists() {
            return Err(TableError::NoDirectory { path: directory.to_owned() });
        }
        make_directories(self.disk.as_ref(), directory)
            .map_err(|error| TableError::io(directory, "making the directory", error))
    }

    /// Removes the directory, if it is empty.
    pub fn remove_if_empty(&self, _lock: &Lock) {
        // A directory that is left does no harm.
        let _ = remove_dir(self.directory());
    }

    /// The store in a directory within this one, opened and written in the same way.
    pub fn within(&self, directory: &str) -> Store {
        Store { directory: self.directory.join(directory), further: Vec::new(), ..self.clone() }
    }

    /// Removes the unfinished files of writers that died. One that cannot be removed does no harm.
    pub fn remove_partial_files(&self, _lock: &Lock) {
        let Ok(entries) = self.directory().read_dir() else { return };
        for entry in entries.flatten() {
            if entry.file_name().to_str().is_some_and(|name| name.ends_with(PARTIAL)) {
                let _ = self.disk.remove(&entry.path());
            }
        }
    }

    /// The files of the directories with the name of a table, finished or not, in the order of the directories and of
    /// their names. Only the first bytes of each are read.
    ///
    /// # Errors
    /// If a directory is there and cannot be read.
    pub fn files(&self) -> Result<Vec<StoredFile>, TableError> {
        let mut files = Vec::new();
        for directory in self.directories() {
            files.extend(files_of(directory)?);
        }
        Ok(files)
    }

    /// Removes a file of the directory. Open tables keep their mapped files.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove(&self, _lock: &Lock, file: &StoredFile) -> Result<(), TableError> {
        self.disk.remove(&file.path).map_err(|error| TableError::io(&file.path, "removing the file", error))
    }

    /// The free space of the disk in bytes; `None` where the system does not tell.
    pub fn free_space(&self) -> Option<u64> {
        // A directory that does not exist yet will be on the disk of the one above it.
        let existing = self.directory().ancestors().find(|directory| directory.is_dir());
        fs4::available_space(existing.unwrap_or(Path::new("."))).ok()
    }

    /// Checks that the disk has space for `needed` more bytes.
    ///
    /// # Errors
    /// [`TableError::NoRoom`] if it has not. There is no error where the system does not tell.
    pub fn check_free_space(&self, needed: u64) -> Result<(), TableError> {
        match self.free_space().filter(|&free| free < needed) {
            Some(free) => Err(TableError::NoRoom { path: self.directory().to_owned(), needed, free }),
            None => Ok(()),
        }
    }
}

/// The right to write into a store, held until it is dropped. The system releases it when the process dies.
#[derive(Debug)]
pub struct Lock {
    /// `None` if another process holds it for this one.
    _file: Option<File>,
}

impl Lock {
    /// Takes the lock of a directory that exists. `wait` is called once, with the file, if another process holds it.
    pub(super) fn take(directory: &Path, wait: impl FnOnce(&Path)) -> Result<Lock, TableError> {
        let path = directory.join(".lock");
        // The file is empty and is never removed: other processes may be waiting for it.
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let file = file.map_err(|error| TableError::io(&path, "opening the lock", error))?;
        let locked = match file.try_lock() {
            Ok(()) => Ok(()),
            Err(TryLockError::WouldBlock) => {
                wait(&path);
                file.lock()
            }
            Err(TryLockError::Error(error)) => Err(error),
        };
        locked.map_err(|error| TableError::io(&path, "locking", error))?;
        Ok(Lock { _file: Some(file) })
    }

    /// The right of a process whose team shares one directory, of which rank 0 holds the lock for all.
    pub(crate) fn held_by_another() -> Lock {
        Lock { _file: None }
    }
}

/// A finished table that is compiled into the program: the bytes of a file and its name. [`Store::open_with`] opens it,
/// with every check of a file.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// The name of the file, such as `checkers-4.table`.
    pub name: &'static str,
    /// Its bytes.
    pub bytes: &'static [u8],
}
