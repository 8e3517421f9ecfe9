//! Bytes of one owner: in memory, or in a file without a name if they do not fit in memory.

use std::io;
use std::ops::{Deref, DerefMut};
use std::path::Path;

use bytemuck::zeroed_slice_box;
use fs4::FileExt;

use super::mapped::Mapped;
use super::shared_bytes::nameless_file;

/// Bytes, all 0 at first. In memory, pages that are never written take none.
pub enum OwnedBytes {
    /// In memory.
    Memory(Box<[u8]>),
    /// In a mapped file without a name, which the system deletes when the process ends.
    File(Mapped<u8>),
}

impl OwnedBytes {
    /// A number of bytes in a file in this directory, which has its room on the disk; without a directory in memory.
    ///
    /// # Errors
    /// If the file cannot be made, or the disk has no room for it.
    pub fn new(length: usize, directory: Option<&Path>) -> io::Result<OwnedBytes> {
        let Some(directory) = directory else { return Ok(OwnedBytes::Memory(zeroed_slice_box(length))) };
        let file = nameless_file(directory)?;
        let bytes = Mapped::in_file(&file, length)?;
        FileExt::allocate(&file, length as u64)?;
        Ok(OwnedBytes::File(bytes))
    }
}

impl Deref for OwnedBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            OwnedBytes::Memory(bytes) => bytes,
            OwnedBytes::File(bytes) => bytes,
        }
    }
}

impl DerefMut for OwnedBytes {
    fn deref_mut(&mut self) -> &mut [u8] {
        match self {
            OwnedBytes::Memory(bytes) => bytes,
            OwnedBytes::File(bytes) => bytes,
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
        for files in [None, Some(directory.path())] {
            let mut bytes = OwnedBytes::new(10_000, files).expect("there is room");
            assert!(bytes.iter().all(|&byte| byte == 0));
            bytes[9_999] = 7;
            assert_eq!((bytes.len(), bytes.iter().map(|&byte| u32::from(byte)).sum::<u32>()), (10_000, 7));
        }
        assert_eq!(directory.path().read_dir().expect("the directory is there").count(), 0);
    }
}
