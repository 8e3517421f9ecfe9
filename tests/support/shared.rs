//! Directories that several tests read. The first test that asks for one fills it; under `cargo nextest` each test is a
//! process of its own.

use std::fs::{self, File};
use std::path::Path;

/// The directory of this name below the target directory, which `make` fills. It stays for the next run, and is made
/// again when the tests are compiled again.
#[allow(dead_code, reason = "not every test has one")]
pub fn shared(name: &str, make: impl FnOnce(&Path)) -> &'static Path {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shared");
    fs::create_dir_all(&root).expect("a directory can be made");
    let lock = File::create(root.join(format!("{name}.lock"))).expect("a file can be made");
    // The other tests wait until the directory is finished. The end of a process ends its lock.
    lock.lock().expect("a file can be locked");
    let (directory, mark) = (root.join(name), root.join(format!("{name}.finished")));
    let build = build();
    if fs::read_to_string(&mark).is_ok_and(|of| of == build) {
        return directory.leak();
    }
    let _ = fs::remove_file(&mark);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir(&directory).expect("a directory can be made");
    make(&directory);
    fs::write(mark, build).expect("it can be written");
    directory.leak()
}

/// A text that changes when the tests are compiled, and so whenever the library or the program change.
fn build() -> String {
    let program = std::env::current_exe().expect("a test knows its own path");
    let written = fs::metadata(&program).and_then(|data| data.modified()).expect("it is there");
    format!("{} {written:?}", program.display())
}
