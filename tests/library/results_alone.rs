//! Solves that find results alone write the same bytes as a solve with depths whose tables are then compressed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use hindsight::games::draughts::Draughts;
use hindsight::job::{Job, JobError};
use hindsight::solve::SolveError;
use hindsight::solve::subslices::Subslices;
use hindsight::space::{Entry, Naming, SliceId, Space};
use hindsight::table::{Lock, Store};
use hindsight::util::progress::Progress;
use hindsight::values::{Code, Lookup};
use hindsight::verify::solved::{CountFigures, SliceFigures, SolvedFigures};
use tempfile::TempDir;

use crate::support::stopping::StopAfterEntries;
use crate::support::{hindsight, solved};

fn directory() -> TempDir {
    TempDir::new().expect("a directory for the test")
}

/// The tables of a directory by name.
fn tables(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let paths = directory.read_dir().expect("it is there").map(|entry| entry.expect("it can be read").path());
    let tables = paths.filter(|path| path.extension().is_some_and(|end| end == "table"));
    tables.map(|path| (path.file_name().expect("a name").into(), fs::read(&path).expect("it can be read"))).collect()
}

/// Solves a game both ways by the program.
fn both_ways_agree(game: &str, size: &[&str], more: &[&str]) {
    let (depths, compressed, alone) = (directory(), directory(), directory());
    let to = compressed.path().to_str().expect("text");
    hindsight(depths.path(), &[&["solve", game, "--quiet"], size].concat()).answer();
    hindsight(depths.path(), &[&["compress", game, "--wld", "--to", to, "--quiet"], size].concat()).answer();
    hindsight(alone.path(), &[&["solve", game, "--wld", "--quiet"], size, more].concat()).answer();
    let (expected, found) = (tables(compressed.path()), tables(alone.path()));
    assert!(!expected.is_empty());
    assert_eq!(expected.keys().collect::<Vec<_>>(), found.keys().collect::<Vec<_>>(), "{game}");
    for (name, bytes) in &expected {
        assert!(found[name] == *bytes, "{game}: {}", name.display());
    }
    assert!(!alone.path().join("working").exists(), "{game}: no copy is left");
}

#[test]
fn every_solver_finds_the_results() {
    both_ways_agree("checkers", &["--pieces", "3"], &[]);
    both_ways_agree("losing-checkers", &["--pieces", "3"], &["--threads", "1"]);
    both_ways_agree("chess", &["--pieces", "3"], &[]);
    both_ways_agree("tigers-and-goats", &["--goats", "1"], &[]);
    both_ways_agree("halma-packing", &["--squares", "15"], &[]);
    both_ways_agree("tic-tac-toe", &[], &[]);
    both_ways_agree("pangki", &[], &[]);
}

#[test]
fn results_are_kept_in_files_where_memory_is_short() {
    both_ways_agree("checkers", &["--pieces", "3"], &["--memory", "17M", "--threads", "1"]);
}

/// Stops when it was asked this number of times whether to go on.
struct StopAfter(AtomicI64);

impl Progress for StopAfter {
    fn advance(&self, _entries: u64) {}

    fn go_on(&self) -> bool {
        self.0.fetch_sub(1, Relaxed) > 0
    }
}

/// The slices of checkers of up to three pieces.
fn slices(game: &Draughts) -> Vec<SliceId> {
    (0..game.slices().len() as u32).map(SliceId).filter(|&slice| game.size(slice) <= 3).collect()
}

/// A solve of results that stops when it asked this number of times whether to go on. Returns whether it came to its
/// end.
fn solve(game: &Draughts, store: &Store, lock: &Lock, times: i64) -> bool {
    let mut job = Job::solve_results(game, &Subslices, store, &slices(game)).threads(Some(1));
    job.prepare(lock).expect("there is room");
    match job.run(lock, &StopAfter(AtomicI64::new(times)), &mut |_| ()) {
        Ok(()) => true,
        Err(JobError::Solve(SolveError::Stopped)) => false,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn a_solve_that_was_stopped_goes_on_from_its_copies() {
    let (game, depths) =
        (Draughts::checkers(), Store::new(solved()).open(&Draughts::checkers()).expect("it is solved"));
    let whole = directory();
    hindsight(whole.path(), &["solve", "checkers", "--pieces", "3", "--wld", "--quiet"]).answer();
    let expected = tables(whole.path());
    let mut copies = 0;
    for first in [1, 20, 30] {
        let directory = directory();
        let store = Store::new(directory.path());
        let lock = store.lock(|_| ()).expect("nobody has the lock");
        let working = directory.path().join("working");
        let mut times = 0;
        while !solve(&game, &store, &lock, first << times) {
            times += 1;
            assert!(times < 20, "a run that may go on for long comes to its end");
            let tables = Store::new(&working).scan(&game);
            for slice in slices(&game).into_iter().filter(|&slice| tables.holds(slice)) {
                copies += 1;
                assert!(tables.holds_results_only(slice));
                let mut codes = vec![0; game.slices()[slice.index()].entries as usize];
                let from = Entry { slice, index: 0 };
                assert!(tables.read(from, &mut codes).expect("it is sound"));
                let mut right = codes.clone();
                assert!(depths.read(from, &mut right).expect("it is sound"));
                let result = |code: &u16| code.decode().map(|value| value.result());
                assert!(codes.iter().map(result).eq(right.iter().map(result)));
            }
        }
        assert!(tables(directory.path()) == expected && times > 0 && !working.exists(), "{times} times");
    }
    assert!(copies > 0, "a solve was stopped while there were copies");
}

/// The files of pieces in a directory, in the order of their names.
fn pieces(working: &Path) -> Vec<PathBuf> {
    let Ok(entries) = working.read_dir() else { return Vec::new() };
    let paths = entries.map(|entry| entry.expect("it can be read").path());
    let mut pieces: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "piece")).collect();
    pieces.sort();
    pieces
}

#[test]
fn a_solve_that_was_stopped_goes_on_from_its_pieces() {
    let game = Draughts::checkers();
    let (whole, entries): (_, u64) =
        (directory(), slices(&game).iter().map(|slice| game.slices()[slice.index()].entries).sum());
    // Pieces of 8,192 entries.
    let store_in = |directory: &TempDir| Store::new(directory.path()).cutting(14);
    let store = store_in(&whole);
    assert!(solve(&game, &store, &store.lock(|_| ()).expect("nobody has the lock"), i64::MAX));
    let (mut stopped, mut damaged) = (0, 0);
    for part in 2..5 {
        let directory = directory();
        let working = directory.path().join("working");
        let store = store_in(&directory);
        let lock = store.lock(|_| ()).expect("nobody has the lock");
        let run = |progress: &StopAfterEntries| {
            let mut job = Job::solve_results(&game, &Subslices, &store, &slices(&game)).threads(Some(2));
            job.prepare(&lock).expect("there is room");
            job.run(&lock, progress, &mut |_| ())
        };
        let first = StopAfterEntries(AtomicI64::new((part * entries / 6) as i64));
        assert!(matches!(run(&first), Err(JobError::Solve(SolveError::Stopped))));
        let kept = pieces(&working);
        stopped += usize::from(kept.len() > 1);
        if let [_, .., last] = &kept[..] {
            // A byte, or the end, or a piece of another number.
            match damaged % 3 {
                0 => {
                    let mut bytes = fs::read(last).expect("it is there");
                    let at = bytes.len() / 2;
                    bytes[at] ^= 1;
                    fs::write(last, bytes).expect("it can be written");
                }
                1 => {
                    let bytes = fs::read(last).expect("it is there");
                    fs::write(last, &bytes[..bytes.len() - 3]).expect("it can be written");
                }
                _ => _ = fs::copy(&kept[0], last).expect("it can be copied"),
            }
            damaged += 1;
        }
        run(&StopAfterEntries(AtomicI64::new(i64::MAX))).expect("nothing fails");
        assert!(tables(directory.path()) == tables(whole.path()) && !working.exists(), "{part}");
    }
    assert!(stopped > 1 && damaged > 1, "{stopped} solves were stopped with pieces, {damaged} pieces damaged");
}

#[test]
fn copies_that_are_gone_are_made_again() {
    let (whole, directory) = (directory(), directory());
    hindsight(whole.path(), &["solve", "checkers", "--pieces", "3", "--wld", "--quiet"]).answer();
    hindsight(directory.path(), &["solve", "checkers", "--pieces", "2", "--wld", "--quiet"]).answer();
    assert!(!directory.path().join("working").exists());
    hindsight(directory.path(), &["solve", "checkers", "--pieces", "3", "--wld", "--quiet"]).answer();
    assert!(tables(whole.path()) == tables(directory.path()) && !directory.path().join("working").exists());
}

#[test]
fn tables_of_depths_are_used_as_they_are() {
    let directory = directory();
    hindsight(directory.path(), &["solve", "checkers", "--pieces", "2", "--quiet"]).answer();
    let two = tables(directory.path());
    let out = hindsight(directory.path(), &["solve", "checkers", "--pieces", "3", "--wld", "--quiet"]).answer();
    assert!(out.contains("part 3: ") && !out.contains("part 2: "), "{out}");
    let found = tables(directory.path());
    assert!(two.iter().all(|(name, bytes)| found[name] == *bytes));
    let query = ["query", "checkers", "B:W30:BK1,K2"];
    assert!(hindsight(directory.path(), &query).answer().contains("\nwin\n"));
    // A solve with depths replaces results.
    let out = hindsight(directory.path(), &["solve", "checkers", "--pieces", "3", "--quiet"]).answer();
    assert!(out.contains("part 3: "), "{out}");
    let three = |tables: &Path| fs::read(tables.join("checkers-3.table")).expect("it was made");
    assert!(three(directory.path()) == three(solved()));
}

#[test]
fn the_plan_of_a_solve_of_results_has_its_own_sizes() {
    let directory = directory();
    let plan = |more: &[&str]| {
        let arguments = [&["solve", "checkers", "--pieces", "5", "--dry-run", "--json"], more].concat();
        hindsight(directory.path(), &arguments).objects()[0].clone()
    };
    let (depths, results) = (plan(&[]), plan(&["--wld"]));
    let number = |plan: &serde_json::Value, field: &str| plan[field].as_f64().expect("a number");
    assert!(number(&results, "memory_bytes") < number(&depths, "memory_bytes"));
    // Working copies of two bits an entry, some of them removed before the last is made.
    assert!(number(&results, "disk_bytes") * 4.0 < number(&depths, "disk_bytes"));
    assert!(number(&results, "compressed_bytes") * 5.0 < number(&depths, "compressed_bytes"));
    // The tables of results are compressed.
    assert!(number(&results, "compression_seconds") < number(&results, "seconds"));
    let message = hindsight(directory.path(), &["solve", "checkers", "--wld", "--compress"]).message();
    assert!(message.contains("--wld") && message.contains("--compress"), "{message}");
}

/// The figures of each slice in a file of figures.
fn figures(path: &Path) -> BTreeMap<String, SliceFigures> {
    let text = fs::read_to_string(path).expect("it was written");
    let figures = SolvedFigures::read(&text).expect("it has its own form");
    figures.slices.into_iter().map(|slice| (slice.name.clone(), slice)).collect()
}

#[test]
fn figures_are_counted_while_slices_are_solved() {
    let directory = directory();
    let [depths, results] = ["depths", "results"].map(|name| directory.path().join(name));
    let [of_depths, of_results] = ["depths.toml", "results.toml"].map(|name| directory.path().join(name));
    let solve = |tables: &Path, file: &Path, more: &[&str]| {
        let (tables, file) = (tables.to_str().expect("text"), file.to_str().expect("text"));
        let solve = ["solve", "losing-checkers", "--quiet", "--tables", tables, "--figures", file];
        hindsight(directory.path(), &[&solve, more].concat())
    };
    // In two runs, of which the second finds the first part in the file.
    solve(&depths, &of_depths, &["--pieces", "2"]).answer();
    solve(&depths, &of_depths, &["--pieces", "3"]).answer();
    solve(&results, &of_results, &["--pieces", "3", "--wld"]).answer();
    let solved = include_str!("../../data/solved/losing-checkers.toml");
    let solved = SolvedFigures::read(solved).expect("it has its own form");
    let (with_depths, alone) = (figures(&of_depths), figures(&of_results));
    assert_eq!((with_depths.len(), alone.len()), (16, 16));
    for (name, found) in &with_depths {
        assert!(solved.slices.contains(found), "{name}: {found:?}");
        let (expected, counts) = (&found.figures, &alone[name].figures);
        let numbers = |figures: &CountFigures| [figures.wins, figures.losses, figures.draws, figures.mutual_zugzwangs];
        assert_eq!(numbers(counts), numbers(expected), "{name}");
        let examples = [&counts.won_position, &counts.lost_position, &counts.drawn_position];
        for (example, number) in examples.into_iter().zip(numbers(counts)) {
            assert_eq!(example.is_some(), number > 0, "{name}: {counts:?}");
        }
        for (example, result) in examples.into_iter().zip(["win", "loss", "draw"]) {
            let Some(position) = example else { continue };
            let answer = hindsight(directory.path(), &["query", "losing-checkers", position]).answer();
            assert!(answer.contains(&format!("\n{result}")), "{position}: {answer}");
        }
    }

    // Figures that are there are not counted again, and other files are not written over.
    fs::remove_dir_all(&results).expect("it can be removed");
    let before = fs::read(&of_results).expect("it is there");
    solve(&results, &of_results, &["--pieces", "2", "--wld"]).answer();
    assert_eq!(fs::read(&of_results).expect("it is there"), before);
    fs::write(&of_results, "dear diary").expect("it can be written");
    let message = solve(&results, &of_results, &["--pieces", "3", "--wld"]).message();
    assert!(message.contains("results.toml") && message.contains("figures"), "{message}");
    assert_eq!(fs::read(&of_results).expect("it is there"), b"dear diary");
}

#[test]
fn figures_are_counted_without_tables() {
    let directory = directory();
    let [tables, with_tables] = ["tables", "with.toml"].map(|name| directory.path().join(name));
    let (nowhere, alone) = (directory.path().join("nowhere"), directory.path().join("alone.toml"));
    let solve = |tables: &Path, file: &Path, more: &[&str]| {
        let (tables, file) = (tables.to_str().expect("text"), file.to_str().expect("text"));
        let solve = ["solve", "losing-checkers", "--wld", "--quiet", "--tables", tables, "--figures", file];
        hindsight(directory.path(), &[&solve, more].concat())
    };
    solve(&tables, &with_tables, &["--pieces", "4"]).answer();
    // In two runs. The second finds figures of two and three pieces, but not the values that it needs of them.
    let counts_alone = |pieces: &str| solve(&nowhere, &alone, &["--pieces", pieces, "--no-tables"]).answer();
    let answer = counts_alone("3");
    assert!(answer.contains("done: the figures of 16 slices are in") && !answer.contains("table"), "{answer}");
    counts_alone("4");
    assert_eq!(fs::read(&alone).expect("it was written"), fs::read(&with_tables).expect("it was written"));
    let files = fs::read_dir(&nowhere).expect("it has a lock").map(|file| file.expect("it can be read").file_name());
    assert_eq!(files.collect::<Vec<_>>(), [".lock"]);

    // A slice without figures is counted again, and the slices below it are solved for it.
    let text = fs::read_to_string(&alone).expect("it was written");
    let is_other = |slice: &&str| !slice.starts_with("\nname = \"KKvKK\"");
    let others: Vec<&str> = text.split("[[slice]]").filter(is_other).collect();
    assert_eq!(others.len() + 1, text.split("[[slice]]").count());
    fs::write(&alone, others.join("[[slice]]")).expect("it can be written");
    let answer = counts_alone("4");
    assert!(answer.contains("part KvK") || answer.contains("part 2"), "{answer}");
    assert_eq!(figures(&alone), figures(&with_tables));
    let nothing = format!("already counted: {} slices. There is nothing to do", figures(&with_tables).len());
    assert!(counts_alone("4").contains(&nothing), "not {nothing}");

    // Tables that are there are used, and are left alone.
    fs::remove_file(&alone).expect("it is there");
    let answer = solve(&tables, &alone, &["--pieces", "4", "--no-tables", "--json"]).answer();
    assert!(!answer.contains("path") && answer.contains("\"bytes\":0"), "{answer}");
    assert_eq!(figures(&alone), figures(&with_tables));
    assert!(tables.join("losing-checkers-2.table").exists());
    let message = hindsight(directory.path(), &["solve", "checkers", "--wld", "--no-tables"]).message();
    assert!(message.contains("--figures"), "{message}");
}
