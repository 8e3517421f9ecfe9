//! The operations on the disk that write files: a trait, so that a test can make each of them fail.

use std::fmt::Debug;
use std::fs::{File, create_dir, remove_dir, remove_file, rename};
use std::io::{self, ErrorKind, Seek, Write};
use std::path::Path;

/// A disk that files are written to. Files are read by the functions of the system.
pub trait Disk: Debug + Send + Sync {
    /// Makes a directory in one that exists.
    ///
    /// # Errors
    /// If it exists, or cannot be made.
    fn make_directory(&self, path: &Path) -> io::Result<()>;

    /// Removes an empty directory.
    ///
    /// # Errors
    /// If it cannot be removed.
    fn remove_directory(&self, path: &Path) -> io::Result<()>;

    /// Makes an empty file, in place of a file of this name.
    ///
    /// # Errors
    /// If it cannot be made.
    fn create(&self, path: &Path) -> io::Result<Box<dyn DiskFile>>;

    /// Gives a file another name, in place of a file of that name.
    ///
    /// # Errors
    /// If it cannot have the name.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    /// If it cannot be removed.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Waits until the names in a directory are on the disk.
    ///
    /// # Errors
    /// If the disk fails.
    fn sync_directory(&self, path: &Path) -> io::Result<()>;
}

/// A file that is being written.
pub trait DiskFile: Debug + Send + Sync + Write + Seek {
    /// Waits until the bytes written so far are on the disk.
    ///
    /// # Errors
    /// If the disk fails. Bytes may be lost then, even if a later call succeeds.
    fn sync(&self) -> io::Result<()>;
}

/// The disk of the system.
#[derive(Debug)]
pub struct SystemDisk;

impl Disk for SystemDisk {
    fn make_directory(&self, path: &Path) -> io::Result<()> {
        create_dir(path)
    }

    fn remove_directory(&self, path: &Path) -> io::Result<()> {
        remove_dir(path)
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        Ok(Box::new(File::create(path)?))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        remove_file(path)
    }

    fn sync_directory(&self, path: &Path) -> io::Result<()> {
        // Other systems cannot open a directory.
        if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) }
    }
}

impl DiskFile for File {
    fn sync(&self) -> io::Result<()> {
        self.sync_all()
    }
}

/// The directory that a file or a directory is in.
pub fn directory_of(path: &Path) -> &Path {
    path.parent().filter(|directory| !directory.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes a directory and all directories above it that do not exist, and waits until their names are on the disk.
///
/// # Errors
/// If one cannot be made.
pub fn make_directories(disk: &dyn Disk, path: &Path) -> io::Result<()> {
    if path.is_dir() || path.as_os_str().is_empty() {
        return Ok(());
    }
    let above = directory_of(path);
    make_directories(disk, above)?;
    match disk.make_directory(path) {
        // Another process was quicker.
        Err(error) if error.kind() == ErrorKind::AlreadyExists && path.is_dir() => {}
        made => made?,
    }
    disk.sync_directory(above).inspect_err(|_| {
        // The next call would find it, and take it to be on the disk.
        let _ = disk.remove_directory(path);
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directories_are_made_with_those_above_them() {
        let directory = tempfile::tempdir().expect("a directory can be made");
        let path = directory.path().join("a/b/c");
        for _ in 0..2 {
            make_directories(&SystemDisk, &path).expect("they can be made");
            assert!(path.is_dir());
        }
        std::fs::write(path.join("file"), "").expect("it can be written");
        assert!(make_directories(&SystemDisk, &path.join("file")).is_err());
        assert!(make_directories(&SystemDisk, &path.join("file/below")).is_err());
        make_directories(&SystemDisk, Path::new("")).expect("this directory is there");
        assert_eq!(directory_of(Path::new("a")), Path::new("."));
    }
}
