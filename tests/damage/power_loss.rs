//! Tables on a disk that fails or loses power between any two operations: whole or absent afterwards, and the same work
//! goes on and ends with the same bytes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use hindsight::games::draughts::Draughts;
use hindsight::games::tic_tac_toe::TicTacToe;
use hindsight::job::{Job, JobError};
use hindsight::solve::retrograde::Retrograde;
use hindsight::solve::subslices::Subslices;
use hindsight::solve::{SolveError, Solver};
use hindsight::space::{Naming, SliceId};
use hindsight::table::{Store, TableError, TableWriter};
use hindsight::util::random::Random;
use tempfile::TempDir;

use crate::outside::skirmish::Skirmish;
use crate::support::failing_disk::{FAILURES, FailingDisk, Failure};
use crate::support::shared::shared;

/// Work that makes tables in a directory of a disk; done twice, it finds them there.
type Work<'a> = dyn Fn(&Store) -> Result<(), TableError> + Sync + 'a;

/// Work to be broken off.
struct Case<'a> {
    name: &'static str,
    work: Box<Work<'a>>,
    /// Tables that are there before the work, which replaces some.
    before: BTreeMap<PathBuf, Vec<u8>>,
    /// The tables that it makes.
    made: BTreeMap<PathBuf, Vec<u8>>,
}

/// What came of it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// Losses of power.
    pub power: usize,
    /// Errors of the device, full disks and short writes.
    pub failures: usize,
    /// Unfinished tables that were left, all of them known for it.
    pub unfinished: usize,
}

/// The directory of the tables, below one that is made with them.
fn tables(root: &Path) -> PathBuf {
    root.join("new/tables")
}

/// The files that have the name of a table, and the unfinished ones, by path from the directory of the tables.
fn files(root: &Path, end: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let Ok(entries) = tables(root).read_dir() else { return BTreeMap::new() };
    let paths = entries.map(|entry| entry.expect("it can be read").path());
    let named = paths.filter(|path| path.to_string_lossy().ends_with(end));
    named.map(|path| (path.file_name().expect("a name").into(), fs::read(&path).expect("it can be read"))).collect()
}

impl<'a> Case<'a> {
    fn new(
        name: &'static str,
        before: BTreeMap<PathBuf, Vec<u8>>,
        work: impl Fn(&Store) -> Result<(), TableError> + Sync + 'a,
    ) -> Case<'a> {
        let root = TempDir::new().expect("a directory for the test");
        for (name, bytes) in &before {
            fs::create_dir_all(tables(root.path())).expect("a directory can be made");
            fs::write(tables(root.path()).join(name), bytes).expect("it can be written");
        }
        work(&Store::new(tables(root.path()))).expect("nothing fails");
        let made = files(root.path(), ".table");
        assert!(!made.is_empty());
        Case { name, work: Box::new(work), before, made }
    }

    /// Breaks the work off once or several times, lets it come to its end, and looks at what is there each time.
    fn try_once(&self, seed: u64, tried: &mut Tried) {
        let mut random = Random::new(seed);
        let root = TempDir::new().expect("a directory for the test");
        let disk = FailingDisk::new(root.path(), seed);
        if !self.before.is_empty() {
            // The directory is there, and is on the disk.
            let made = hindsight::util::disk::make_directories(&disk, &tables(root.path()));
            made.expect("nothing fails");
            self.before.iter().for_each(|(name, bytes)| disk.put(&tables(root.path()).join(name), bytes));
        }
        let store = Store::new(tables(root.path())).written_to(Arc::new(disk.clone()));
        let context = |what: &str| format!("{}, seed {seed}: {what}", self.name);
        for _ in 0..1 + random.below(3) {
            if random.below(2) == 0 {
                disk.short_writes(1 + random.below(9000));
            }
            // Most works have between ten and a hundred operations.
            let failure = FAILURES[if random.below(4) > 0 { 0 } else { random.below(FAILURES.len()) }];
            let width = [8, 16, 64][random.below(3)];
            disk.fail_after(random.below(width), failure);
            let ended = (self.work)(&store);
            match failure {
                Failure::Power => {
                    tried.power += 1;
                    disk.restart(random.below(8) == 0);
                }
                _ => {
                    tried.failures += 1;
                    disk.short_writes(usize::MAX);
                    assert!(ended.is_ok() || failure != Failure::Short, "{}", context("a short write is gone on with"));
                }
            }
            self.is_whole_or_absent(root.path(), ended.is_ok(), tried, &context);
        }
        // The last failure may still be to come.
        disk.fail_after(usize::MAX, Failure::Short);
        (self.work)(&store).unwrap_or_else(|error| panic!("{}", context(&error.to_string())));
        assert!(files(root.path(), ".table") == self.made, "{}", context("other tables"));
        assert!(files(root.path(), ".partial").is_empty(), "{}", context("an unfinished table was left"));
        // What is reported as written is on the disk.
        if random.below(2) == 0 {
            disk.restart(true);
            assert!(files(root.path(), ".table") == self.made, "{}", context("a finished table was lost"));
        }
    }

    /// Checks what a work left that was broken off, or came to its end.
    fn is_whole_or_absent(&self, root: &Path, ended: bool, tried: &mut Tried, context: &dyn Fn(&str) -> String) {
        let found = files(root, ".table");
        for (name, bytes) in &found {
            let is_whole = self.made.get(name) == Some(bytes) || self.before.get(name) == Some(bytes);
            assert!(is_whole, "{}", context(&format!("{} is not whole", name.display())));
        }
        for name in self.before.keys() {
            assert!(found.contains_key(name), "{}", context(&format!("{} was lost", name.display())));
        }
        assert!(!ended || found == self.made, "{}", context("a finished table was lost"));
        for (name, bytes) in files(root, ".partial") {
            tried.unfinished += 1;
            let finished = bytes.get(12..16) == Some(b"DONE");
            let whole = self.made.get(&name.with_extension("")) == Some(&bytes);
            assert!(!finished || whole, "{}", context(&format!("{} has the finished mark", name.display())));
        }
    }
}

fn all<S: Naming>(space: &S, most: u32) -> Vec<SliceId> {
    (0..space.slices().len() as u32).map(SliceId).filter(|&slice| space.size(slice) <= most).collect()
}

/// The solve of the slices of up to a size.
fn solve<S: Naming>(space: &S, solver: &dyn Solver<S>, most: u32, store: &Store) -> Result<(), TableError> {
    let selected = all(space, most);
    run(Job::solve(space, solver, store, &selected), store)
}

/// The solve of the results of the slices of up to a size.
fn solve_results<S: Naming>(space: &S, solver: &dyn Solver<S>, most: u32, store: &Store) -> Result<(), TableError> {
    let selected = all(space, most);
    run(Job::solve_results(space, solver, store, &selected), store)
}

/// What a command does for a job.
fn run(job: Job, store: &Store) -> Result<(), TableError> {
    let lock = store.lock(|_| panic!("no other process has the lock"))?;
    let mut job = job.threads(Some(1));
    let table_error = |error| match error {
        JobError::Table(error) => error,
        // A piece could not be written.
        JobError::Solve(SolveError::Lookup(error)) => TableError::Values(error),
        error => panic!("expected an error of a table, found {error}"),
    };
    job.prepare(&lock).map_err(table_error)?;
    job.run(&lock, &(), &mut |_| ()).map_err(table_error)
}

/// Receives a table in pieces.
fn receive(bytes: &[u8], piece: usize, store: &Store) -> Result<(), TableError> {
    let game = TicTacToe::new();
    let lock = store.lock(|_| panic!("no other process has the lock"))?;
    store.remove_partial_files(&lock);
    let tables = store.scan(&game);
    if tables.table(0)?.is_some() {
        return Ok(());
    }
    let mut pieces = bytes.chunks(piece).map(<[u8]>::to_vec);
    TableWriter::new(&lock, &tables, &game, 0).received(bytes.len() as u64, &mut || pieces.next()).map(|_| ())
}

/// The games, and tables of draughts to compress.
struct Games {
    tic_tac_toe: TicTacToe,
    skirmish: Skirmish,
    checkers: Draughts,
    solved: &'static Path,
}

fn games() -> &'static Games {
    static GAMES: OnceLock<Games> = OnceLock::new();
    GAMES.get_or_init(|| {
        let checkers = Draughts::checkers();
        let solved = shared("power-loss-tables", |directory| {
            solve(&checkers, &Subslices, 2, &Store::new(directory)).expect("nothing fails");
        });
        Games { tic_tac_toe: TicTacToe::new(), skirmish: Skirmish::new(), checkers, solved }
    })
}

fn cases() -> Vec<Case<'static>> {
    let Games { tic_tac_toe, skirmish, checkers, solved } = games();
    let selected = all(checkers, 2);
    let source = Store::new(solved);
    let none = BTreeMap::new;
    let solved = Case::new("solve", none(), move |store| solve(tic_tac_toe, &Retrograde, 9, store));
    let (table, plain) = (solved.made.values().next().cloned().expect("a table"), solved.made.clone());
    vec![
        Case::new("solve in parts", none(), move |store| solve(skirmish, &Retrograde, 3, store)),
        Case::new("receive", none(), move |store| receive(&table, 3000, store)),
        Case::new("compress", none(), move |store| {
            run(Job::compress(checkers, &source, store, &selected, false), store)
        }),
        Case::new("compress in place", plain, move |store| {
            let all = all(tic_tac_toe, 9);
            run(Job::compress(tic_tac_toe, store, store, &all, false), store)
        }),
        solved,
        Case::new("solve results in parts", none(), move |store| solve_results(skirmish, &Retrograde, 3, store)),
        Case::new("solve results in pieces", none(), move |store| {
            solve_results(checkers, &Subslices, 2, &store.clone().cutting(8))
        }),
    ]
}

/// Breaks works off until power was lost this number of times.
pub fn break_off(power: usize, first_seed: u64) -> Tried {
    let (cases, mut tried) = (cases(), Tried::default());
    for seed in first_seed.. {
        // The compression of draughts takes longest.
        let case = [0, 4, 1, 3, 5, 6, 1, 3, 0, 5, 2][seed as usize % 11];
        cases[case].try_once(seed, &mut tried);
        if tried.power >= power {
            break;
        }
    }
    tried
}

#[test]
fn tables_are_whole_or_absent_after_a_loss_of_power() {
    let tried = break_off(60, 1);
    assert!(tried.failures > 4 && tried.unfinished > 4, "{tried:?}");
}
