//! Solves of results that are stopped, and what other solves in the same directory leave of their work.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use hindsight::game::Game;
use hindsight::games::draughts::Draughts;
use hindsight::games::tic_tac_toe::TicTacToe;
use hindsight::job::{Job, JobError, PartObserver};
use hindsight::solve::SolveError;
use hindsight::solve::retrograde::Retrograde;
use hindsight::solve::subslices::Subslices;
use hindsight::space::components::Part;
use hindsight::space::{Naming, SliceId, Space};
use hindsight::table::{Lock, Store};
use hindsight::util::progress::{Progress, Stopped};
use hindsight::values::Lookup;

use crate::support::stopping::StopAfterEntries;
use crate::support::{files, hindsight, temporary};

/// The slices of up to this number of pieces.
fn up_to(game: &Draughts, pieces: u32) -> Vec<SliceId> {
    (0..game.slices().len() as u32).map(SliceId).filter(|&slice| game.size(slice) <= pieces).collect()
}

/// The entries of the slices of up to this number of pieces.
fn entries(game: &Draughts, pieces: u32) -> i64 {
    up_to(game, pieces).iter().map(|slice| game.slices()[slice.index()].entries as i64).sum()
}

/// Notes the names of the parts that it sees.
struct Seen(Arc<Mutex<Vec<String>>>);

impl PartObserver for Seen {
    fn see(&self, part: &Part, _values: &dyn Lookup, progress: &dyn Progress) -> Result<(), JobError> {
        progress.check()?;
        self.0.lock().expect("no thread panics").push(part.name.clone());
        Ok(())
    }

    fn has_seen(&self, part: &Part) -> bool {
        self.0.lock().expect("no thread panics").contains(&part.name)
    }
}

/// A job of results of up to this number of pieces; with `seen` it writes no tables. Returns whether it came to its
/// end, which it does before this number of entries is solved.
fn solve(store: &Store, lock: &Lock, pieces: u32, seen: Option<&Arc<Mutex<Vec<String>>>>, most: i64) -> bool {
    let game = Draughts::checkers();
    let mut job = Job::solve_results(&game, &Subslices, store, &up_to(&game, pieces)).threads(Some(2));
    if let Some(seen) = seen {
        job = job.observed(Box::new(Seen(Arc::clone(seen)))).without_tables();
    }
    job.prepare(lock).expect("there is room");
    match job.run(lock, &StopAfterEntries(AtomicI64::new(most)), &mut |_| ()) {
        Ok(()) => true,
        Err(JobError::Solve(SolveError::Stopped)) => false,
        Err(error) => panic!("{error}"),
    }
}

/// The names of the files of pieces and of working copies.
fn working(directory: &Path) -> (Vec<String>, Vec<String>) {
    let Ok(entries) = directory.join("working").read_dir() else { return (Vec::new(), Vec::new()) };
    let names = entries.map(|entry| entry.expect("it can be read").file_name().into_string().expect("plain names"));
    let mut names: Vec<String> = names.collect();
    names.sort();
    names.into_iter().partition(|name| name.ends_with(".piece"))
}

#[test]
fn solves_of_other_games_and_of_other_slices_leave_pieces_alone() {
    let (directory, whole, game) = (temporary(), temporary(), Draughts::checkers());
    // Pieces of 4,096 entries.
    let store_in = |path: &Path| Store::new(path).cutting(13);
    let store = store_in(whole.path());
    assert!(solve(&store, &store.lock(|_| ()).expect("nobody has the lock"), 3, None, i64::MAX));

    let store = store_in(directory.path());
    let lock = store.lock(|_| ()).expect("nobody has the lock");
    let half = (entries(&game, 2) + entries(&game, 3)) / 2;
    assert!(!solve(&store, &lock, 3, None, half));
    let (pieces, copies) = working(directory.path());
    assert!(pieces.len() > 1 && copies == ["checkers-2.table"], "{pieces:?} {copies:?}");

    let other = TicTacToe::new();
    let mut job = Job::solve_results(&other, &Retrograde, &store, &[SliceId(0)]).threads(Some(1));
    job.prepare(&lock).expect("there is room");
    job.run(&lock, &(), &mut |_| ()).expect("it is solved");
    assert_eq!(working(directory.path()), (pieces.clone(), copies), "after {}", other.name());

    // A smaller selection, of which a table is gone.
    fs::remove_file(directory.path().join("checkers-2.table")).expect("it was made");
    assert!(solve(&store, &lock, 2, None, i64::MAX));
    // The copy can be made of the table again.
    assert_eq!(working(directory.path()), (pieces, Vec::new()));

    assert!(solve(&store, &lock, 3, None, i64::MAX));
    fs::remove_file(directory.path().join("tic-tac-toe.table")).expect("it was made");
    assert!(files(directory.path()) == files(whole.path()));
    assert!(!directory.path().join("working").exists());
}

#[test]
fn a_solve_without_tables_keeps_what_is_nowhere_else() {
    let (directory, game) = (temporary(), Draughts::checkers());
    let store = Store::new(directory.path()).cutting(13);
    let lock = store.lock(|_| ()).expect("nobody has the lock");
    let [seen, by_another] = [(); 2].map(|()| Arc::new(Mutex::new(Vec::new())));
    let half = (entries(&game, 2) + entries(&game, 3)) / 2;
    assert!(!solve(&store, &lock, 3, Some(&seen), half));
    let (pieces, copies) = working(directory.path());
    assert!(pieces.len() > 1 && copies == ["checkers-2.table"], "{pieces:?} {copies:?}");

    // Another count of the part below, which the stopped solve depends on.
    assert!(solve(&store, &lock, 2, Some(&by_another), i64::MAX));
    assert_eq!(*by_another.lock().expect("no thread panics"), ["2"]);
    assert_eq!(working(directory.path()), (pieces, copies));
    assert!(solve(&store, &lock, 3, Some(&seen), i64::MAX));
    assert_eq!(*seen.lock().expect("no thread panics"), ["2", "3"]);
    assert!(!directory.path().join("working").exists());
}

#[test]
fn a_solve_says_what_others_have_left() {
    let directory = temporary();
    let left: PathBuf = directory.path().join("working");
    fs::create_dir(&left).expect("it can be made");
    fs::write(left.join("checkers-8.0.piece"), [7; 2000]).expect("there is room");
    let ended = hindsight(directory.path(), &["solve", "tic-tac-toe", "--wld"]);
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(ended.err.contains("other solves have left 2") && left.exists(), "{}", ended.err);
    fs::remove_file(directory.path().join("tic-tac-toe.table")).expect("it was made");
    hindsight(directory.path(), &["solve", "tic-tac-toe", "--wld", "--quiet"]).answer();
}

/// A solve of results by a team writes the largest tables first. One that was stopped then leaves them alone.
#[test]
fn tables_whose_dependencies_are_not_compressed_yet_are_finished() {
    let whole = temporary();
    let wld = |directory: &Path, more: &[&str]| {
        let solve = ["solve", "losing-checkers", "--wld", "--quiet"];
        hindsight(directory, &[&solve[..], more].concat())
    };
    wld(whole.path(), &["--pieces", "4"]).answer();
    let expected = files(whole.path());
    for left in [&["4"][..], &["3"], &["3", "4"]] {
        let directory = temporary();
        for part in left {
            let name = format!("losing-checkers-{part}.table");
            fs::write(directory.path().join(&name), &expected[&name]).expect("there is room");
        }
        let solved = wld(directory.path(), &["--pieces", "4"]).answer();
        assert!(left.iter().all(|part| !solved.contains(&format!("part {part}:"))), "{solved}");
        assert!(files(directory.path()) == expected, "{left:?}");

        // A solve with depths makes both again.
        fs::remove_file(directory.path().join("losing-checkers-2.table")).expect("it was made");
        let (game, store) = (Draughts::losing_checkers(), Store::new(directory.path()));
        let estimate = |job: Job| job.estimate().expect("the tables are sound").left.parts;
        assert_eq!(estimate(Job::solve(&game, &Subslices, &store, &up_to(&game, 3))), 2);
        assert_eq!(estimate(Job::solve_results(&game, &Subslices, &store, &up_to(&game, 3))), 1);
    }

    // Their values cannot be read before the tables below them are there, and a count alone makes none.
    let (directory, figures) = (temporary(), temporary());
    let figures = figures.path().join("figures.toml");
    let figures = figures.to_str().expect("text");
    wld(directory.path(), &["--pieces", "3", "--no-tables", "--figures", figures]).answer();
    let name = "losing-checkers-3.table";
    fs::write(directory.path().join(name), &expected[name]).expect("there is room");
    wld(directory.path(), &["--pieces", "4", "--no-tables", "--figures", figures]).answer();
    let text = fs::read_to_string(figures).expect("it was written");
    assert!(text.contains("\"KKvKK\""), "{text}");
}

/// Stops in the first part that it sees.
struct StopsOnce(Mutex<Vec<String>>, AtomicI64);

impl PartObserver for &StopsOnce {
    fn see(&self, part: &Part, values: &dyn Lookup, _progress: &dyn Progress) -> Result<(), JobError> {
        if self.1.fetch_sub(1, Relaxed) == 1 {
            return Err(Stopped.into());
        }
        assert!(part.slices.iter().all(|&slice| values.holds(slice)));
        self.0.lock().expect("no thread panics").push(part.name.clone());
        Ok(())
    }

    fn has_seen(&self, part: &Part) -> bool {
        self.0.lock().expect("no thread panics").contains(&part.name)
    }
}

#[test]
fn a_solve_that_was_stopped_in_its_observer_shows_the_part_again() {
    let (directory, game) = (temporary(), Draughts::checkers());
    let store = Store::new(directory.path());
    let lock = store.lock(|_| ()).expect("nobody has the lock");
    for stopped in [1, 2] {
        let observer = StopsOnce(Mutex::new(Vec::new()), AtomicI64::new(stopped));
        let run = || {
            let job = Job::solve(&game, &Subslices, &store, &up_to(&game, 3)).threads(Some(2));
            let mut job = job.observed(Box::new(&observer));
            job.prepare(&lock).expect("there is room");
            job.run(&lock, &(), &mut |_| ())
        };
        assert!(matches!(run(), Err(JobError::Solve(SolveError::Stopped))));
        run().expect("nothing fails");
        assert_eq!(*observer.0.lock().expect("no thread panics"), ["2", "3"]);
        for name in ["checkers-2.table", "checkers-3.table"] {
            fs::remove_file(directory.path().join(name)).expect("it was made");
        }
    }
}
