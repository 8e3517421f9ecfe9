//! Runs a built program as its users do. However it ends, it neither panics nor dies.

pub mod failing_disk;
pub mod served;
pub mod shared;
pub mod stopping;
pub mod table_fields;
#[cfg(unix)]
pub mod terminal;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// The games of the catalogue, in its order.
pub const GAMES: [&str; 19] = [
    "pangki",
    "checkers",
    "losing-checkers",
    "russian",
    "poddavki",
    "brazilian",
    "pool",
    "italian",
    "spanish",
    "czech",
    "thai",
    "international",
    "killer",
    "antidraughts",
    "chess",
    "tic-tac-toe",
    "tigers-and-goats",
    "halma",
    "halma-packing",
];

/// How a program ended.
pub struct Ended {
    /// The name of the program, with which its messages begin.
    pub name: String,
    pub status: i32,
    pub out: String,
    pub err: String,
}

/// The top of the project.
#[allow(dead_code, reason = "not every test reads its files")]
pub fn root() -> PathBuf {
    let program = Path::new(env!("CARGO_MANIFEST_DIR"));
    program.ancestors().nth(2).expect("the program is two folders below").to_path_buf()
}

/// A directory for a test with an empty directory `data/tables`, as a checkout has it: a program that works there uses
/// it.
#[allow(dead_code, reason = "not every test has one")]
pub fn checkout() -> TempDir {
    let directory = temporary();
    fs::create_dir_all(directory.path().join("data/tables")).expect("it can be made");
    directory
}

/// A directory for a test, which is removed after it.
#[allow(dead_code, reason = "not every test has one")]
pub fn temporary() -> TempDir {
    tempfile::tempdir().expect("a directory for the test")
}

/// The files of a directory but the lock, with their bytes.
#[allow(dead_code, reason = "not every test reads them")]
pub fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = directory.read_dir().expect("the directory is there").map(|entry| entry.expect("it can be read"));
    let named = entries.map(|entry| (entry.file_name().into_string().expect("plain names"), entry.path()));
    let named = named.filter(|(name, _)| name != ".lock");
    named.map(|(name, path)| (name, fs::read(path).expect("it can be read"))).collect()
}

/// The program of the games from outside the crate, which cargo builds before the tests.
#[allow(dead_code, reason = "not every test has one")]
pub fn outside() -> PathBuf {
    let mut path = std::env::current_exe().expect("a test knows its own path");
    path.pop();
    path.set_file_name("examples");
    path.push(format!("outside{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "`cargo build --example outside` makes {}", path.display());
    path
}

/// Runs a command to its end, with this on its standard input. Without a directory of tables of its own it finds none:
/// a checkout may have some.
pub fn run(command: &mut Command, input: &[u8]) -> Ended {
    let named = |(name, _): (&std::ffi::OsStr, _)| name == "HINDSIGHT_TABLES";
    if !command.get_envs().any(named) {
        command.env("HINDSIGHT_TABLES", "nowhere");
    }
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    let mut stdin = child.stdin.take().expect("it has an input");
    let output = std::thread::scope(|scope| {
        // A program that needs no input may end before it has read any.
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().expect("the program ends")
    });
    let text = |bytes| String::from_utf8(bytes).expect("the program writes text");
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert!(!err.contains("panicked"), "{command:?}: {err}");
    let status = output.status.code().unwrap_or_else(|| panic!("{command:?}: {}, {err}", output.status));
    let name = Path::new(command.get_program()).file_stem().expect("a program has a name");
    Ended { name: name.to_string_lossy().into_owned(), status, out, err }
}

/// Runs the program of this crate with the tables of this directory.
#[allow(dead_code, reason = "not every test runs it")]
pub fn hindsight(tables: &Path, arguments: &[&str]) -> Ended {
    run(Command::new(env!("CARGO_BIN_EXE_hindsight")).args(arguments).env("HINDSIGHT_TABLES", tables), b"")
}

/// Tables of tic-tac-toe, of Pangki, of checkers to three pieces and of chess to three men, which the tests of the
/// explorer share.
#[allow(dead_code, reason = "not every test has them")]
pub fn solved() -> &'static Path {
    shared::shared("tables", |directory| {
        for game in [&["tic-tac-toe"][..], &["pangki"], &["checkers", "--pieces", "3"], &["chess", "--pieces", "3"]] {
            hindsight(directory, &[&["solve", "--quiet"], game].concat()).answer();
        }
    })
}

impl Ended {
    /// The objects of the output, one per line.
    #[allow(dead_code, reason = "not every test has some")]
    pub fn objects(&self) -> Vec<serde_json::Value> {
        let object = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        self.out.lines().map(object).collect()
    }

    /// What was answered, where all is well. On a slow machine, progress may have been shown.
    pub fn answer(self) -> String {
        let is_progress = |line: &str| line.contains(" s: ") && line.contains(" of ");
        let complaints: Vec<&str> = self.err.lines().filter(|line| !is_progress(line)).collect();
        assert_eq!((self.status, complaints), (0, vec![]), "{}", self.out);
        self.out
    }

    /// The message, where it could not be done.
    pub fn message(self) -> String {
        assert_eq!(self.status, 2, "{} {}", self.out, self.err);
        let name = match self.name.as_str() {
            // A script runs one of the programs.
            "sh" | "unshare" => "",
            name => name,
        };
        assert!(self.err.starts_with(name) && self.err.contains(": "), "{}", self.err);
        self.err
    }
}
