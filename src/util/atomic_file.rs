//! Files that are written whole or not at all.

use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::disk::{Disk, DiskFile, directory_of};

/// A new file for a path. It has another name in the same directory until it is finished; then it replaces the file at
/// the path. Dropped before that, it is removed, and the path keeps its file.
///
/// A process that dies leaves the unfinished file behind.
#[derive(Debug)]
pub struct AtomicFile {
    disk: Arc<dyn Disk>,
    file: Box<dyn DiskFile>,
    partial: PathBuf,
    path: PathBuf,
    is_finished: bool,
}

impl AtomicFile {
    /// Begins a file for `path`, named `partial` until it is finished. It replaces a file of this name.
    ///
    /// # Errors
    /// If the directory cannot be written.
    pub fn create(disk: &Arc<dyn Disk>, path: &Path, partial: PathBuf) -> io::Result<AtomicFile> {
        let file = disk.create(&partial)?;
        Ok(AtomicFile { disk: disk.clone(), file, partial, path: path.to_owned(), is_finished: false })
    }

    /// The path of the unfinished file.
    pub fn partial(&self) -> &Path {
        &self.partial
    }

    /// Waits until the bytes written so far are on the disk.
    ///
    /// # Errors
    /// If the disk fails.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync()
    }

    /// Waits until the file is on the disk, renames it to its path, and waits until the name is on the disk.
    ///
    /// # Errors
    /// If the disk fails, or the file at the path cannot be replaced.
    pub fn finish(mut self) -> io::Result<()> {
        self.sync()?;
        self.disk.rename(&self.partial, &self.path)?;
        self.is_finished = true;
        self.disk.sync_directory(directory_of(&self.path))
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for AtomicFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if !self.is_finished {
            // A file that stays has no finished name, so it does no harm.
            let _ = self.disk.remove(&self.partial);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::disk::SystemDisk;
    use std::fs::{read, write};

    fn create(path: &Path, partial: &Path) -> AtomicFile {
        let disk: Arc<dyn Disk> = Arc::new(SystemDisk);
        AtomicFile::create(&disk, path, partial.to_owned()).expect("it can be written")
    }

    #[test]
    fn a_file_is_replaced_once_it_is_finished() {
        let directory = tempfile::tempdir().expect("a directory can be made");
        let (path, partial) = (directory.path().join("a"), directory.path().join("a.partial"));
        write(&path, "old").expect("it can be written");
        let begin = || {
            let mut file = create(&path, &partial);
            file.write_all(b"new").and_then(|()| file.sync()).expect("it can be written");
            file
        };
        let unfinished = begin();
        assert_eq!(
            (read(&path).expect("a file"), read(unfinished.partial()).expect("a file")),
            (b"old".into(), b"new".into())
        );
        drop(unfinished);
        assert_eq!(read(&path).expect("a file"), b"old");
        assert!(!partial.exists());
        begin().finish().expect("it can be replaced");
        assert_eq!(read(&path).expect("a file"), b"new");
        assert!(!partial.exists());
    }

    #[test]
    fn a_file_that_cannot_take_its_name_is_removed() {
        let directory = tempfile::tempdir().expect("a directory can be made");
        let (path, partial) = (directory.path().join("a"), directory.path().join("a.partial"));
        std::fs::create_dir_all(path.join("b")).expect("a directory can be made");
        let file = create(&path, &partial);
        assert!(file.finish().is_err());
        assert!(!partial.exists() && path.is_dir());
    }
}
