//! Solves that count depths and write no tables: their figures, what they keep while they need it, and their disk.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use hindsight::games::chess::Chess;
use hindsight::games::chess::solver::Bitboards;
use hindsight::games::draughts::Draughts;
use hindsight::job::{Job, JobError, PartObserver, WORKING_DEPTHS};
use hindsight::query::Probe;
use hindsight::solve::SolveError;
use hindsight::space::components::Part;
use hindsight::space::{Naming, SliceId, Space};
use hindsight::table::{Lock, Store};
use hindsight::util::disk::{Disk, DiskFile, SystemDisk};
use hindsight::util::progress::Progress;
use hindsight::values::{Lookup, Overlay};
use hindsight::verify::solved::{SliceFigures, SolvedFigures};

use crate::support::stopping::StopAfterEntries;
use crate::support::{files, hindsight, solved, temporary};

/// Counts the slices of each part by depth.
struct Counts<'a>(&'a Chess, Arc<Mutex<Vec<SliceFigures>>>);

impl PartObserver for Counts<'_> {
    fn see(&self, part: &Part, values: &dyn Lookup, progress: &dyn Progress) -> Result<(), JobError> {
        let tables = &Overlay { above: values, below: &() };
        for &slice in &part.slices {
            let probe = Probe { space: self.0, tables };
            let figures = SliceFigures::count_by_depth(&probe, slice, progress);
            self.1.lock().expect("no thread panics").push(figures.map_err(|_| JobError::Solve(SolveError::Stopped))?);
        }
        Ok(())
    }

    fn has_seen(&self, part: &Part) -> bool {
        let counted = self.1.lock().expect("no thread panics");
        let is_counted = |slice: &SliceId| counted.iter().any(|figures| figures.name == self.0.slice(*slice).name);
        part.slices.iter().all(is_counted)
    }
}

/// The slices of chess of up to three men.
fn three_men(game: &Chess) -> Vec<SliceId> {
    (0..game.slices().len() as u32).map(SliceId).filter(|&slice| game.size(slice) <= 3).collect()
}

/// A job that counts these slices, with values in files.
fn job<'a>(game: &'a Chess, store: &Store, slices: &[SliceId], counted: &Arc<Mutex<Vec<SliceFigures>>>) -> Job<'a> {
    let job = Job::solve(game, &Bitboards, store, slices).threads(Some(2));
    let job = job.observed(Box::new(Counts(game, Arc::clone(counted)))).without_tables().memory(Some(0));
    let least = job.estimate().expect("the tables are sound").memory;
    job.memory(Some(least))
}

/// Counts slices until this number of entries is solved. Returns whether it came to the end.
fn count(
    game: &Chess,
    (store, lock): (&Store, &Lock),
    slices: &[SliceId],
    counted: &Arc<Mutex<Vec<SliceFigures>>>,
    entries: i64,
) -> bool {
    let mut job = job(game, store, slices, counted);
    job.prepare(lock).expect("there is room");
    match job.run(lock, &StopAfterEntries(AtomicI64::new(entries)), &mut |_| ()) {
        Ok(()) => true,
        Err(JobError::Solve(SolveError::Stopped)) => false,
        Err(error) => panic!("{error}"),
    }
}

/// The names of the slices that have a working table, and the number of claims.
fn working(directory: &Path) -> (BTreeSet<String>, usize) {
    let Ok(entries) = directory.join(WORKING_DEPTHS).read_dir() else { return (BTreeSet::new(), 0) };
    let names = entries.map(|entry| entry.expect("it can be read").file_name().into_string().expect("plain names"));
    let (claims, tables): (Vec<String>, Vec<String>) = names.partition(|name| name.ends_with(".claim"));
    let slice = |name: String| name.strip_prefix("chess-")?.strip_suffix(".table").map(str::to_string);
    (tables.into_iter().map(|name| slice(name).expect("a table of a slice")).collect(), claims.len())
}

/// The figures of chess of three men, from tables.
fn expected(game: &Chess) -> Vec<SliceFigures> {
    let tables = Store::new(solved()).open(game).expect("it is solved");
    let probe = Probe { space: game, tables: &tables };
    let count = |slice: SliceId| SliceFigures::count_by_depth(&probe, slice, &()).expect("the tables are sound");
    three_men(game).into_iter().map(count).collect()
}

/// Figures in the order of their names.
fn sorted(counted: &Mutex<Vec<SliceFigures>>) -> Vec<SliceFigures> {
    let mut figures = counted.lock().expect("no thread panics").clone();
    figures.sort_by(|a, b| a.name.cmp(&b.name));
    figures
}

#[test]
fn a_count_that_is_stopped_goes_on_and_keeps_what_it_needs() {
    let (game, directory) = (Chess::new(), temporary());
    let slices = three_men(&game);
    let entries: u64 = slices.iter().map(|slice| game.slice(*slice).entries).sum();
    let expected = sorted(&Mutex::new(expected(&game)));
    let store = Store::new(directory.path());
    let lock = store.lock(|_| ()).expect("nobody has the lock");
    let counted = Arc::default();
    let (mut stops, mut kept) = (0, 0);
    for part in 1..20 {
        if count(&game, (&store, &lock), &slices, &counted, (part * entries / 40) as i64) {
            break;
        }
        stops += 1;
        let (tables, claims) = working(directory.path());
        assert_eq!(claims, 1);
        // A table is there because the part above it is left.
        let names: BTreeSet<String> = sorted(&counted).into_iter().map(|figures| figures.name).collect();
        for name in &tables {
            assert!(names.contains(name), "{name} is counted");
            let leads_here = |slice: &&SliceId| {
                let of_slice = game.slice(**slice);
                !names.contains(&of_slice.name) && of_slice.leads_to.iter().any(|next| game.slice(*next).name == *name)
            };
            assert!(slices.iter().any(|slice| leads_here(&slice)), "{name} is needed");
        }
        kept += tables.len();
    }
    assert!(stops > 2 && kept > 2, "{stops} stops with {kept} tables in all");
    assert!(sorted(&counted) == expected);
    assert!(files(directory.path()).is_empty() && !directory.path().join(WORKING_DEPTHS).exists());
}

#[test]
fn a_count_leaves_the_tables_that_another_has_claimed() {
    let (game, directory) = (Chess::new(), temporary());
    let slices = three_men(&game);
    let entries: u64 = slices.iter().map(|slice| game.slice(*slice).entries).sum();
    let store = Store::new(directory.path());
    let lock = store.lock(|_| ()).expect("nobody has the lock");
    let (all, some) = (Arc::default(), Arc::default());
    assert!(!count(&game, (&store, &lock), &slices, &all, (entries * 3 / 4) as i64));
    let (before, _) = working(directory.path());
    assert!(!before.is_empty());
    // A count of the slices that have a table, which needs none of them afterwards.
    let few: Vec<SliceId> = slices.iter().copied().filter(|&slice| before.contains(&game.slice(slice).name)).collect();
    assert!(count(&game, (&store, &lock), &few, &some, i64::MAX));
    assert_eq!(working(directory.path()), (before, 1));

    // Tables that another solve has made stand for working tables.
    let mut solve = Job::solve(&game, &Bitboards, &store, &slices).threads(Some(2));
    solve.prepare(&lock).expect("there is room");
    solve.run(&lock, &(), &mut |_| ()).expect("nothing fails");
    job(&game, &store, &slices, &all).prepare(&lock).expect("there is room");
    assert_eq!(working(directory.path()), (BTreeSet::new(), 1));
    assert!(count(&game, (&store, &lock), &slices, &all, i64::MAX));
    assert!(!directory.path().join(WORKING_DEPTHS).exists());
    assert!(sorted(&all) == sorted(&Mutex::new(expected(&game))));
}

/// The disk of the system, which notes the most bytes that the files of a directory have had.
#[derive(Debug)]
struct MeasuredDisk {
    directory: PathBuf,
    most: AtomicU64,
}

impl Disk for MeasuredDisk {
    fn make_directory(&self, path: &Path) -> io::Result<()> {
        SystemDisk.make_directory(path)
    }

    fn remove_directory(&self, path: &Path) -> io::Result<()> {
        SystemDisk.remove_directory(path)
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        SystemDisk.create(path)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        SystemDisk.rename(from, to)?;
        let files = fs::read_dir(&self.directory)?.flatten().filter_map(|entry| entry.metadata().ok());
        self.most.fetch_max(files.map(|data| data.len()).sum(), Relaxed);
        Ok(())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        SystemDisk.remove(path)
    }

    fn sync_directory(&self, path: &Path) -> io::Result<()> {
        SystemDisk.sync_directory(path)
    }
}

#[test]
fn the_peak_of_the_disk_is_the_forecast() {
    let (game, directory) = (Chess::new(), temporary());
    let slices = three_men(&game);
    let disk = Arc::new(MeasuredDisk { directory: directory.path().join(WORKING_DEPTHS), most: AtomicU64::new(0) });
    let store = Store::new(directory.path()).written_to(disk.clone());
    let lock = store.lock(|_| ()).expect("nobody has the lock");
    // Values in files have no names, so the disk does not see them.
    let mut job = job(&game, &store, &slices, &Arc::default()).memory(None);
    let estimate = job.prepare(&lock).expect("there is room");
    let forecast = estimate.parts.iter().map(|part| part.peak).max().expect("there are parts");
    assert!(estimate.disk() == forecast && estimate.values_in_files == 0);
    job.run(&lock, &(), &mut |_| ()).expect("nothing fails");
    let most = disk.most.load(Relaxed);
    assert!(most * 5 >= forecast * 4 && most * 5 <= forecast * 6, "{most}, forecast {forecast}");
    let tables: u64 = slices.iter().map(|slice| game.slice(*slice).entries).sum();
    assert!(most < tables, "{most} of {tables}");
}

#[test]
fn figures_with_depths_are_counted_without_tables() {
    let directory = temporary();
    let solve = |tables: &str, file: &str, more: &[&str]| {
        let [tables, file] = [tables, file].map(|name| directory.path().join(name));
        let (tables, file) = (tables.to_str().expect("text"), file.to_str().expect("text"));
        let solve = ["solve", "checkers", "--quiet", "--tables", tables, "--figures", file];
        hindsight(directory.path(), &[&solve, more].concat())
    };
    let read = |file: &str| fs::read_to_string(directory.path().join(file)).expect("it was written");
    solve("tables", "with.toml", &["--pieces", "3"]).answer();
    let dry = solve("none", "alone.toml", &["--pieces", "3", "--no-tables", "--dry-run"]).answer();
    assert!(dry.contains(" of memory on ") && dry.contains("and up to ") && dry.contains(" of disk"), "{dry}");
    assert!(!directory.path().join("alone.toml").exists());

    let answer = solve("none", "alone.toml", &["--pieces", "3", "--no-tables", "--threads", "1"]).answer();
    assert!(answer.contains("done: the figures of 16 slices are in") && !answer.contains("table"), "{answer}");
    // Values in files, on two threads, and in two runs.
    for pieces in ["2", "3"] {
        let more = ["--pieces", pieces, "--no-tables", "--memory", "17M", "--threads", "2"];
        solve("files", "again.toml", &more).answer();
    }
    assert_eq!(read("alone.toml"), read("again.toml"));
    for tables in ["none", "files"] {
        let left: Vec<_> = fs::read_dir(directory.path().join(tables)).expect("it has a lock").collect();
        assert_eq!(left.len(), 1, "{left:?}");
    }

    // The figures are those of the tables, and of tables that are there.
    let figures = |text: &str| SolvedFigures::read(text).expect("it has its own form").slices;
    let game = Draughts::checkers();
    let tables = Store::new(directory.path().join("tables")).open(&game).expect("it is solved");
    let probe = Probe { space: &game, tables: &tables };
    for found in figures(&read("alone.toml")) {
        let slice = (0..).zip(game.slices()).find(|(_, slice)| slice.name == found.name).map(|(number, _)| number);
        let slice = SliceId(slice.expect("a slice of the game"));
        assert_eq!(found, SliceFigures::count_by_depth(&probe, slice, &()).expect("the tables are sound"));
        assert_eq!(found.wins_by_depth.iter().sum::<u64>(), found.figures.wins);
        let plain = SliceFigures { wins_by_depth: Vec::new(), losses_by_depth: Vec::new(), ..found };
        assert!(figures(&read("with.toml")).contains(&plain));
    }
    let before = files(&directory.path().join("tables"));
    solve("tables", "there.toml", &["--pieces", "3", "--no-tables"]).answer();
    assert!(read("there.toml") == read("alone.toml") && files(&directory.path().join("tables")) == before);

    // `verify --solved` compares the depths too.
    let mut changed = SolvedFigures::read(&read("alone.toml")).expect("it has its own form");
    changed.slices[0].wins_by_depth[1] += 1;
    let checks = hindsight::verify::solved::check(&probe, &[SliceId(0)], &changed.text(), &()).expect("it is sound");
    assert!(checks[0].details[0].contains("won in 1 ply: expected 73, found 72"), "{:?}", checks[0].details);
}
