//! Solves of every solver, killed at random moments again and again: the tables that are there are whole, and the last
//! solve ends with the bytes of one that nothing happened to.

use std::collections::BTreeMap;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use hindsight::util::random::Random;

use crate::support::{files, outside, run, temporary};

/// A command that makes tables, and the program that has it.
struct Solve {
    program: PathBuf,
    arguments: &'static [&'static str],
    /// The tables of one that nothing happened to.
    files: BTreeMap<String, Vec<u8>>,
    /// How long it took.
    time: Duration,
}

/// The solvers one after the other, with tables of each way to write them.
const SOLVES: [&[&str]; 8] = [
    &["solve", "tic-tac-toe"],
    &["solve", "pangki"],
    &["solve", "checkers", "--pieces", "3"],
    &["solve", "checkers", "--pieces", "3", "--compress"],
    &["solve", "chess", "--pieces", "3"],
    &["solve", "tigers-and-goats", "--goats", "2"],
    &["solve", "halma-packing", "--squares", "15"],
    &["solve", "skirmish", "--pieces", "5"],
];

/// What came of it.
#[derive(Debug, Default)]
pub struct Kills {
    pub killed: usize,
    /// Killed while an unfinished table was there.
    pub while_writing: usize,
    /// Ended before they were killed.
    pub ended: usize,
    /// Solves that came to their end after kills, with the same bytes.
    pub resumed: usize,
}

impl Solve {
    fn new(arguments: &'static [&'static str]) -> Solve {
        let program = match arguments[1] {
            "skirmish" => outside(),
            _ => env!("CARGO_BIN_EXE_hindsight").into(),
        };
        let mut solve = Solve { program, arguments, files: BTreeMap::new(), time: Duration::ZERO };
        let directory = temporary();
        let start = Instant::now();
        run(&mut solve.command(directory.path(), "2"), b"").answer();
        (solve.files, solve.time) = (files(directory.path()), start.elapsed());
        solve
    }

    fn command(&self, directory: &Path, threads: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.args(self.arguments).args(["--threads", threads, "--quiet"]).env("HINDSIGHT_TABLES", directory);
        command
    }

    /// Kills a solve at a random moment, once or several times, then lets it end.
    fn kill(&self, random: &mut Random, kills: &mut Kills) {
        let directory = temporary();
        let mut finished = BTreeMap::new();
        for _ in 0..1 + random.below(4) {
            let threads = ["1", "2"][random.below(2)];
            let mut command = self.command(directory.path(), threads);
            let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
            let mut child = child.expect("it can be started");
            sleep(self.time.mul_f64(random.below(1000) as f64 / 1000.0));
            child.kill().expect("it is ours");
            let ended = child.wait_with_output().expect("it has ended");
            assert_eq!(String::from_utf8_lossy(&ended.stderr), "", "{:?}", self.arguments);
            match ended.status.signal() {
                Some(9) => kills.killed += 1,
                _ => kills.ended += 1,
            }
            let found = files(directory.path());
            kills.while_writing += usize::from(found.keys().any(|name| name.ends_with(".partial")));
            let tables: BTreeMap<_, _> = found.into_iter().filter(|(name, _)| name.ends_with(".table")).collect();
            for (name, bytes) in &tables {
                assert!(self.files.get(name) == Some(bytes), "{:?}: {name} is not whole", self.arguments);
            }
            assert!(finished.keys().all(|name| tables.contains_key(name)), "{:?}: a table was lost", self.arguments);
            finished = tables;
        }
        run(&mut self.command(directory.path(), "2"), b"").answer();
        assert!(files(directory.path()) == self.files, "{:?}: other tables", self.arguments);
        kills.resumed += 1;
    }
}

/// Kills this number of solves.
pub fn kill(number: usize) -> Kills {
    let solves = SOLVES.map(Solve::new);
    let (mut kills, mut random) = (Kills::default(), Random::new(1));
    // A solve that ends before it is killed counts as none, but not for ever.
    for round in 0..20 * number {
        if kills.killed >= number {
            break;
        }
        solves[round % solves.len()].kill(&mut random, &mut kills);
    }
    assert!(kills.killed >= number, "{kills:?}");
    kills
}

#[test]
fn solves_of_every_solver_that_are_killed_go_on() {
    let kills = kill(16);
    assert!(kills.resumed >= 4, "{kills:?}");
}
