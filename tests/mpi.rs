//! `solve --mpi` on processes that MPI has started: `make test-mpi`.
#![cfg(target_os = "linux")]

#[allow(dead_code, reason = "it is shared with the other tests")]
mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value as Json;
use support::{Ended, outside, run};
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_hindsight");

/// How long to wait between two looks at what a solve does.
const LOOK: Duration = Duration::from_millis(5);

/// The launcher of the MPI that the program was built with: that of `MPIRUN`, or beside the compiler of `MPICC`.
fn launcher() -> String {
    let of_compiler = |name: String| name.replace("mpicc", "mpirun");
    std::env::var("MPIRUN").or(std::env::var("MPICC").map(of_compiler)).unwrap_or_else(|_| "mpirun".to_string())
}

/// The command that runs a program on `ranks` ranks of this machine, one thread each.
fn on_ranks(ranks: usize, program: &Path, arguments: &[&str], tables: &str) -> Command {
    let name = launcher();
    let version = Command::new(&name).arg("--version").output();
    let version = version.unwrap_or_else(|error| panic!("{name} cannot be run: {error}")).stdout;
    let mut command = Command::new(&name);
    // Called by a longer name, Open MPI gives that of its runtime.
    let version = String::from_utf8_lossy(&version);
    if version.contains("Open MPI") || version.contains("OpenRTE") {
        command.args(["--oversubscribe", "--bind-to", "none", "--allow-run-as-root"]);
    }
    command.args(["-n", &ranks.to_string()]).arg(program).arg("solve").args(arguments);
    command.args(["--mpi", "--threads", "1", "--tables", tables]);
    command
}

/// The tables of a directory with their bytes.
fn tables(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let files = directory.read_dir().expect("the directory is there").map(|file| file.expect("it can be read").path());
    let tables = files.filter(|path| path.extension().is_some_and(|extension| extension == "table"));
    let name = |path: &Path| path.file_name().expect("it has a name").to_string_lossy().into_owned();
    let mut tables: Vec<_> = tables.map(|path| (name(&path), fs::read(&path).expect("a table"))).collect();
    tables.sort();
    tables
}

/// A game solved without MPI, and what it was solved by.
struct Solved {
    root: TempDir,
    program: PathBuf,
    arguments: Vec<&'static str>,
    tables: Vec<(String, Vec<u8>)>,
}

impl Solved {
    fn new(program: impl Into<PathBuf>, arguments: &[&'static str]) -> Solved {
        let (root, program) = (TempDir::new().expect("a directory for the test"), program.into());
        let plain = root.path().join("plain");
        let mut command = Command::new(&program);
        command.arg("solve").args(arguments).args(["--quiet", "--tables"]).arg(&plain);
        run(&mut command, b"").answer();
        let tables = tables(&plain);
        Solved { root, program, arguments: arguments.to_vec(), tables }
    }

    fn path(&self, name: &str) -> String {
        self.root.path().join(name).to_str().expect("text").to_string()
    }

    fn command(&self, ranks: usize, directory: &str) -> Command {
        on_ranks(ranks, &self.program, &self.arguments, &self.path(directory))
    }

    fn on(&self, ranks: usize, directory: &str) -> Ended {
        run(&mut self.command(ranks, directory), b"")
    }

    /// Solves it on `ranks` ranks, and compares the files.
    fn same_files(&self, ranks: usize, directory: &str) {
        let ended = self.on(ranks, directory);
        assert_eq!(ended.status, 0, "{}{}", ended.out, ended.err);
        let usage = ended.out.lines().skip_while(|line| !line.starts_with("rank")).skip(1).count();
        assert_eq!(usage, ranks, "{}", ended.out);
        self.is_in(&directory.replace("%r", "0"));
        for rank in 0..ranks {
            let working = Path::new(&self.path(&directory.replace("%r", &rank.to_string()))).join("working");
            assert!(!working.exists(), "{} is left", working.display());
        }
    }

    /// Checks that the tables in a directory equal the tables of the plain solve.
    fn is_in(&self, directory: &str) {
        assert!(tables(Path::new(&self.path(directory))) == self.tables, "{:?} in {directory}", self.arguments);
    }
}

#[test]
fn the_files_are_the_same_for_any_number_of_ranks() {
    for (program, arguments) in [
        (PathBuf::from(PROGRAM), &["tic-tac-toe"][..]),
        (PathBuf::from(PROGRAM), &["pangki"]),
        (PathBuf::from(PROGRAM), &["checkers", "--pieces", "4"]),
        (PathBuf::from(PROGRAM), &["checkers", "--pieces", "4", "--wld"]),
        (PathBuf::from(PROGRAM), &["tigers-and-goats", "--goats", "3"]),
        (outside(), &["skirmish"]),
    ] {
        let solved = Solved::new(program, arguments);
        for ranks in 1..=4 {
            solved.same_files(ranks, &format!("shared-{ranks}"));
        }
        solved.same_files(3, "own-%r");
    }
}

#[test]
#[ignore = "takes minutes: make test-mpi"]
fn larger_games_are_the_same_too() {
    for arguments in [&["checkers", "--pieces", "5"][..], &["tigers-and-goats", "--goats", "5"]] {
        let solved = Solved::new(PROGRAM, arguments);
        for ranks in 1..=4 {
            solved.same_files(ranks, &format!("shared-{ranks}"));
            solved.same_files(ranks, &format!("own-{ranks}-%r"));
        }
    }
}

/// The process of a rank that writes into a directory.
fn process(rank: usize, tables: &str) -> Option<String> {
    let processes = fs::read_dir("/proc").expect("Linux has it").flatten();
    let is_rank = |path: &Path| {
        let text = |file: &str| fs::read(path.join(file)).map(|text| String::from_utf8_lossy(&text).into_owned());
        let (Ok(command), Ok(variables)) = (text("cmdline"), text("environ")) else { return false };
        let name = Path::new(PROGRAM).file_name().expect("it has a name").to_string_lossy().into_owned();
        let program = command.split('\0').next().is_some_and(|first| first.ends_with(&name));
        let names = ["PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK"].map(|variable| format!("{variable}={rank}"));
        program
            && command.contains(tables)
            && variables.split('\0').any(|variable| names.contains(&variable.to_string()))
    };
    let found = processes.map(|entry| entry.path()).find(|path| is_rank(path))?;
    Some(found.file_name()?.to_string_lossy().into_owned())
}

/// Starts a solve and waits until some tables are finished.
fn begun(solved: &Solved, directory: &str) -> Child {
    let mut command = solved.command(3, directory);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it can be started");
    let directory = PathBuf::from(solved.path(&directory.replace("%r", "0")));
    while !directory.is_dir() || tables(&directory).len() < 3 {
        assert!(child.try_wait().expect("it is ours").is_none(), "it ended before a table was there");
        sleep(LOOK);
    }
    child
}

#[test]
fn a_rank_that_is_killed_ends_the_job_with_one_message() {
    let solved = Solved::new(PROGRAM, &["tigers-and-goats", "--goats", "5"]);
    for (rank, directory) in [(1, "one"), (0, "two"), (2, "three-%r")] {
        let child = begun(&solved, directory);
        let pid = process(rank, &solved.path(directory)).expect("the rank runs");
        assert!(Command::new("kill").args(["-9", &pid]).status().expect("there is such a command").success());
        let killed = Instant::now();
        let output = child.wait_with_output().expect("it ends");
        assert!(killed.elapsed() < Duration::from_secs(10), "{:?}", killed.elapsed());
        assert!(!output.status.success());
        let message = String::from_utf8_lossy(&output.stderr);
        let ours = message.lines().filter(|line| line.starts_with("hindsight: ") && !line.contains(": solving "));
        assert_eq!(ours.count(), 1, "{message}");
        assert!(
            message.contains("hindsight: a rank has died, or the job was killed. Finished tables are kept"),
            "{message}"
        );
        solved.same_files(3, directory);
    }
}

#[test]
fn an_error_on_one_rank_ends_the_job_with_one_message() {
    let solved = Solved::new(outside(), &["skirmish"]);
    fs::write(solved.path("own-2"), "").expect("it can be written");
    let ended = solved.on(3, "own-%r");
    assert_eq!(ended.status, 2, "{}{}", ended.out, ended.err);
    assert_eq!(ended.err.matches("outside: ").count(), 1, "{}", ended.err);
    assert!(ended.err.contains("outside: rank 2: ") && ended.err.contains("own-2"), "{}", ended.err);
    fs::remove_file(solved.path("own-2")).expect("it is there");
    solved.same_files(3, "own-%r");

    // One that all have, before there is any work.
    let ended = run(&mut on_ranks(3, &solved.program, &["skirmish", "--slice", "9v9"], &solved.path("shared")), b"");
    assert_eq!((ended.status, ended.err.matches("outside: ").count()), (2, 1), "{}", ended.err);
    // Nothing is left to do, on any number of ranks.
    assert!(solved.on(2, "own-0").out.contains("There is nothing to do"));
}

#[test]
fn a_part_beside_which_nothing_is_ready_is_shared_by_all() {
    let solved = Solved::new(PROGRAM, &["checkers", "--pieces", "4", "--json"]);
    for directory in ["shared", "own-%r"] {
        let ended = solved.on(3, directory);
        solved.is_in(&directory.replace("%r", "0"));
        let objects: Vec<Json> = ended.objects();
        let ranks: Vec<&Json> = objects.iter().filter(|object| !object["rank"].is_null()).collect();
        assert_eq!(ranks.iter().map(|rank| rank["shared_parts"].as_u64()).collect::<Vec<_>>(), [Some(1); 3]);
        assert!(ranks.iter().all(|rank| rank["entries"].as_u64() > Some(1 << 19)), "{}", ended.out);
        assert!(ranks.iter().all(|rank| rank["busy_seconds"].as_f64() <= rank["seconds"].as_f64()), "{}", ended.out);
    }
    // The table of the part is in every directory.
    for rank in 0..3 {
        let own = tables(Path::new(&solved.path(&format!("own-{rank}"))));
        assert!(own.iter().any(|table| table.1.len() > 1 << 22 && solved.tables.contains(table)));
    }
}

#[test]
fn programs_read_what_each_rank_did() {
    let solved = Solved::new(PROGRAM, &["checkers", "--pieces", "3", "--json"]);
    let ended = solved.on(2, "json");
    let objects: Vec<Json> = ended.objects();
    let (tables, ranks): (Vec<&Json>, Vec<&Json>) = objects.iter().partition(|object| object["rank"].is_null());
    assert_eq!((tables.len(), ranks.len()), (solved.tables.len(), 2), "{}", ended.out);
    let fields: BTreeSet<&str> = ranks[1].as_object().expect("an object").keys().map(String::as_str).collect();
    let text = include_str!("../src/program/output/json.rs");
    let (_, section) = text.split_once("# `solve --mpi`").expect("it is documented");
    let section = section.split("//! # ").next().expect("it ends");
    assert!(fields.iter().all(|field| section.contains(&format!("`{field}`"))), "{fields:?}");
    assert_eq!(ranks.iter().filter_map(|rank| rank["entries"].as_u64()).sum::<u64>(), 199_520);
    assert!(ranks.iter().all(|rank| rank["memory_bytes"].as_u64() > Some(1 << 20)));
}

#[test]
fn a_directory_that_is_removed_during_the_solve_is_an_error() {
    let solved = Solved::new(PROGRAM, &["checkers", "--pieces", "5"]);
    for directory in ["one", "two-%r"] {
        let child = begun(&solved, directory);
        let removed = solved.path(&directory.replace("%r", "0"));
        // A table that is written at this moment may be left.
        while Path::new(&removed).is_dir() {
            let _ = fs::remove_dir_all(&removed);
        }
        let output = child.wait_with_output().expect("it ends");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{message}");
        assert!(message.contains("hindsight: expected ") || message.contains(&removed), "{message}");
        solved.same_files(3, directory);
    }
}
