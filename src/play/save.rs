//! Writes games into files.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;

use crate::util::atomic_file::AtomicFile;
use crate::util::disk::{Disk, SystemDisk};

/// Writes a file, whole or not at all: into a new file beside it, which then takes its place.
///
/// # Errors
/// If the file cannot be written. Its former contents stay.
pub fn save(path: &Path, text: &(impl AsRef<[u8]> + ?Sized)) -> io::Result<()> {
    let text = text.as_ref();
    if is_special(path) {
        return fs::write(path, text);
    }
    // A link goes on leading to the same file.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let disk: Arc<dyn Disk> = Arc::new(SystemDisk);
    let mut file = match AtomicFile::create(&disk, path, beside(path)) {
        // The file may be writable in a directory that takes no new files.
        Err(error) if error.kind() == ErrorKind::PermissionDenied => return fs::write(path, text),
        file => file?,
    };
    file.write_all(text)?;
    file.finish()
}

/// Checks that a game of this name can be saved in a file, and leaves the file as it is: it can be written, and there
/// is nothing in it but a saved game of the same game, if anything. `reads` says whether a text has at most N
/// games and nothing else.
///
/// # Errors
/// If that is not so.
pub fn check_saveable(name: &str, reads: &dyn Fn(&str, usize) -> bool, path: &Path) -> io::Result<()> {
    let is_fit = |text: &str| reads(text, 1);
    check_contents(path, &is_fit, || format!("expected a new file or one saved game of {name}, found other contents"))
}

/// Checks that games can be written into a file as [`check_saveable`] does: there may be several in it.
///
/// # Errors
/// If that is not so.
pub fn check_saveable_games(name: &str, reads: &dyn Fn(&str, usize) -> bool, path: &Path) -> io::Result<()> {
    let is_fit = |text: &str| reads(text, usize::MAX);
    check_contents(path, &is_fit, || format!("expected a new file or a file of games of {name}, found other contents"))
}

/// Checks that a file can be written, and that its contents are fit, if it has any.
fn check_contents(path: &Path, is_fit: &dyn Fn(&str) -> bool, message: impl FnOnce() -> String) -> io::Result<()> {
    check_writable(path)?;
    if !path.exists() || is_special(path) {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&fs::read(path)?).into_owned();
    if is_fit(&text) { Ok(()) } else { Err(io::Error::other(message())) }
}

/// Checks that a file can be written, and leaves it as it is.
///
/// # Errors
/// If it cannot.
pub fn check_writable(path: &Path) -> io::Result<()> {
    let existed = path.symlink_metadata().is_ok();
    OpenOptions::new().append(true).create(true).open(path)?;
    if existed { Ok(()) } else { fs::remove_file(path) }
}

/// Whether the path is no file but, for example, a device, which must not be replaced.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file())
}

/// The name of the new file beside the file.
fn beside(path: &Path) -> PathBuf {
    let mut name: OsString = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.partial", process::id()));
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::super::transcript::read_all;
    use super::*;
    use crate::games::tic_tac_toe::TicTacToe;
    use tempfile::TempDir;

    /// Whether a text has at most this many games of tic-tac-toe, and nothing else.
    fn reads(text: &str, most: usize) -> bool {
        let game = TicTacToe::new();
        read_all(&game, text)
            .enumerate()
            .all(|(number, read)| number < most && read.is_ok_and(|read| read.lost.is_empty()))
    }

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_beside_it() {
        let directory = TempDir::new().expect("a directory for the test");
        let path = directory.path().join("a game.pdn");
        check_writable(&path).expect("it can be written");
        assert!(!path.exists(), "the check makes no file");
        for text in ["a long text", "short"] {
            save(&path, text).expect("it can be written");
            check_writable(&path).expect("it can be written again");
            assert_eq!(fs::read_to_string(&path).expect("a file"), text);
        }
        assert_eq!(directory.path().read_dir().expect("a directory").count(), 1);
    }

    #[test]
    fn nothing_but_a_saved_game_is_replaced() {
        let directory = TempDir::new().expect("a directory for the test");
        let path = directory.path().join("game.pdn");
        for (text, is_replaced) in [
            (&b""[..], true),
            (b"[Event \"x\"]\n\n1. b2 a1 *\n", true),
            (b"1. b2 a1 *\n\n[Event \"the next\"]\n\n1. b2 *\n", false),
            (b"1. 11-15 *", false),
            (b"dear diary", false),
            (b"\xff\0\xfe", false),
        ] {
            fs::write(&path, text).expect("it can be written");
            assert_eq!(
                check_saveable("tic-tac-toe", &reads, &path).is_ok(),
                is_replaced,
                "{}",
                String::from_utf8_lossy(text)
            );
            assert_eq!(fs::read(&path).expect("it is there"), text);
        }
        check_saveable("tic-tac-toe", &reads, &directory.path().join("new.pdn")).expect("there is no such file");
    }

    #[test]
    fn games_are_written_into_files_of_games_alone() {
        let directory = TempDir::new().expect("a directory for the test");
        let path = directory.path().join("games.pdn");
        for (text, is_fit) in [
            ("", true),
            ("[Event \"x\"]\n\n1. b2 a1 *\n", true),
            ("[Event \"x\"]\n\n1. b2 a1 *\n\n[Event \"the next\"]\n\n1. b2 *\n", true),
            ("[Event \"x\"]\n\n1. b2 a1 *\n\n[Event \"of draughts\"]\n\n1. 11-15 *\n", false),
            ("dear diary", false),
        ] {
            fs::write(&path, text).expect("it can be written");
            assert_eq!(check_saveable_games("tic-tac-toe", &reads, &path).is_ok(), is_fit, "{text}");
        }
        check_saveable_games("tic-tac-toe", &reads, &directory.path().join("new.pdn")).expect("there is no such file");
    }

    #[test]
    fn what_cannot_be_written_is_an_error_before_and_after() {
        let directory = TempDir::new().expect("a directory for the test");
        for path in [directory.path().to_path_buf(), directory.path().join("none/game.pdn"), PathBuf::new()] {
            assert!(check_writable(&path).is_err() && save(&path, "text").is_err(), "{}", path.display());
        }
        assert_eq!(directory.path().read_dir().expect("a directory").count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay_what_they_are() {
        let directory = TempDir::new().expect("a directory for the test");
        let [file, link, pipe] = ["file", "link", "null"].map(|name| directory.path().join(name));
        fs::write(&file, "old").expect("it can be written");
        std::os::unix::fs::symlink("file", &link).expect("a link can be made");
        std::os::unix::fs::symlink("/dev/null", &pipe).expect("a link can be made");
        for path in [&link, &pipe] {
            check_writable(path).expect("it can be written");
            save(path, "new").expect("it can be written");
            assert!(path.is_symlink());
        }
        assert_eq!(fs::read_to_string(&file).expect("a file"), "new");
        assert!(is_special(Path::new("/dev/null")));
    }
}
