//! Bytes that several threads write: in memory, or in a file without a name if they do not fit in memory.

use std::fs::{File, OpenOptions, remove_file};
use std::io;
use std::ops::{Deref, Range};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock};

use super::mapped::Mapped;
use fs4::FileExt;

/// Bytes, all 0 at first. Pages that are never written take no memory.
pub enum SharedBytes {
    /// In memory.
    Memory(Box<[AtomicU8]>),
    /// In a mapped file.
    File(SharedFile),
}

/// A mapped file without a name, which the system deletes when the process ends.
pub struct SharedFile {
    bytes: Mapped<AtomicU8>,
    /// The parts of the file that have no room on the disk yet.
    sparse: Option<Sparse>,
}

/// A file that gets its room on the disk chunk by chunk. A write to a chunk without room would end the process.
struct Sparse {
    file: Mutex<File>,
    /// By chunk, whether it has room.
    has_room: Box<[AtomicBool]>,
}

/// The bytes of a chunk.
const CHUNK: usize = 1 << 16;

/// Makes [`SharedBytes`] when they are first needed: in memory, or in files of a directory.
pub struct BytesMaker {
    /// The directory of the files.
    directory: Option<PathBuf>,
    /// Held while bytes are made.
    making: Mutex<()>,
}

impl BytesMaker {
    /// Makes bytes in memory, or in files without names if a directory is given.
    pub fn new(directory: Option<&Path>) -> BytesMaker {
        BytesMaker { directory: directory.map(Path::to_owned), making: Mutex::default() }
    }

    /// The bytes of a slot, of this length once they are made. If they are `sparse`, [`SharedBytes::reserve`] must be
    /// called before a byte is written.
    ///
    /// # Errors
    /// If they cannot be made.
    #[inline(always)]
    pub fn bytes<'a>(
        &self,
        slot: &'a OnceLock<SharedBytes>,
        length: usize,
        sparse: bool,
    ) -> io::Result<&'a SharedBytes> {
        match slot.get() {
            Some(bytes) => Ok(bytes),
            None => self.make(slot, length, sparse),
        }
    }

    #[cold]
    fn make<'a>(&self, slot: &'a OnceLock<SharedBytes>, length: usize, sparse: bool) -> io::Result<&'a SharedBytes> {
        let _making = self.making.lock().map_err(|_| io::ErrorKind::Other)?;
        if let Some(bytes) = slot.get() {
            return Ok(bytes);
        }
        let bytes = match &self.directory {
            Some(directory) => SharedBytes::in_file(directory, length, sparse)?,
            None => SharedBytes::in_memory(length),
        };
        Ok(slot.get_or_init(|| bytes))
    }
}

impl SharedBytes {
    /// A number of bytes in memory.
    pub fn in_memory(length: usize) -> SharedBytes {
        SharedBytes::Memory(bytemuck::zeroed_slice_box(length))
    }

    /// A number of bytes in a file in this directory. If it is `sparse`, [`SharedBytes::reserve`] must be called before
    /// a byte is written; else it has its room on the disk.
    ///
    /// # Errors
    /// If the file cannot be made, or the disk has no room for it.
    pub fn in_file(directory: &Path, length: usize, sparse: bool) -> io::Result<SharedBytes> {
        let file = nameless_file(directory)?;
        let bytes = Mapped::in_file(&file, length)?;
        if !sparse {
            FileExt::allocate(&file, length as u64)?;
        }
        let has_room = || (0..length.div_ceil(CHUNK)).map(|_| AtomicBool::new(false)).collect();
        let sparse = sparse.then(|| Sparse { file: Mutex::new(file), has_room: has_room() });
        Ok(SharedBytes::File(SharedFile { bytes, sparse }))
    }

    /// Gives these bytes back to the disk if they are in a file: nobody reads them again. The system may keep the first
    /// and the last page of them.
    pub fn give_back(&self, range: Range<usize>) {
        if let SharedBytes::File(SharedFile { bytes, .. }) = self {
            bytes.give_back(range);
        }
    }

    /// Makes sure that the byte at this place can be written.
    ///
    /// # Errors
    /// If the disk has no room for it.
    pub fn reserve(&self, at: usize) -> io::Result<()> {
        let SharedBytes::File(SharedFile { bytes, sparse: Some(sparse) }) = self else { return Ok(()) };
        let chunk = at / CHUNK;
        if sparse.has_room[chunk].load(Relaxed) {
            return Ok(());
        }
        let mut file = sparse.file.lock().map_err(|_| io::ErrorKind::Other)?;
        if !sparse.has_room[chunk].load(Relaxed) {
            let zeros = vec![0; CHUNK.min(bytes.len() - chunk * CHUNK)];
            write_at(&mut file, (chunk * CHUNK) as u64, &zeros)?;
            sparse.has_room[chunk].store(true, Relaxed);
        }
        Ok(())
    }
}

/// Writes bytes at a place of a file.
fn write_at(file: &mut File, at: u64, bytes: &[u8]) -> io::Result<()> {
    use std::io::{Seek, SeekFrom, Write};
    file.seek(SeekFrom::Start(at))?;
    file.write_all(bytes)
}

/// A new file whose name is removed at once.
pub(super) fn nameless_file(directory: &Path) -> io::Result<File> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let name = format!("values-{}-{}.table.partial", process::id(), NUMBER.fetch_add(1, Relaxed));
    let path = directory.join(name);
    let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path)?;
    remove_file(&path)?;
    Ok(file)
}

impl Deref for SharedBytes {
    type Target = [AtomicU8];

    #[inline(always)]
    fn deref(&self) -> &[AtomicU8] {
        match self {
            SharedBytes::Memory(bytes) => bytes,
            SharedBytes::File(SharedFile { bytes, .. }) => bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "Miri maps no files")]
    fn bytes_in_memory_and_in_files_are_the_same() {
        let directory = tempfile::tempdir().expect("a directory can be made");
        let length = 2 * CHUNK + 5;
        let in_file = |sparse| SharedBytes::in_file(directory.path(), length, sparse).expect("there is room");
        for bytes in [SharedBytes::in_memory(length), in_file(false), in_file(true)] {
            assert_eq!(bytes.len(), length);
            for at in [0, CHUNK + 7, length - 1] {
                bytes.reserve(at).expect("there is room");
                bytes[at].store(7, Relaxed);
                bytes.reserve(at).expect("there is room");
            }
            assert_eq!(bytes.iter().map(|byte| u32::from(byte.load(Relaxed))).sum::<u32>(), 21);
        }
        let bytes = in_file(true);
        bytes.reserve(CHUNK).expect("there is room");
        bytes[CHUNK].store(7, Relaxed);
        bytes[length - 1].store(7, Relaxed);
        bytes.give_back(0..CHUNK + 4096);
        let left = bytes[CHUNK].load(Relaxed);
        assert!(left == 0 || left == 7 && !cfg!(target_os = "linux"));
        assert_eq!(bytes[length - 1].load(Relaxed), 7);
        assert_eq!(directory.path().read_dir().expect("the directory is there").count(), 0);
    }
}
