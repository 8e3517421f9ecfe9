//! `verify` for some slices, and against the figures of slices that were solved before.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::support::{hindsight, outside, run, solved};
use hindsight::games::draughts::Draughts;
use hindsight::query::Probe;
use hindsight::space::{Entry, SliceId, Space};
use hindsight::table::{Store, TableWriter};
use hindsight::util::progress::Progress;
use hindsight::values::{Code, Codes, Lookup, Memory, Sink};
use hindsight::verify::solved::{SliceFigures, SolvedFigures};
use tempfile::TempDir;

fn verify(directory: &Path, arguments: &[&str]) -> crate::support::Ended {
    hindsight(directory, &[&["verify", "checkers", "--quiet"], arguments].concat())
}

#[test]
fn only_the_selected_slices_are_checked() {
    let two = verify(solved(), &["--pieces", "2", "--laws", "--checksums", "--sample", "5", "--solved"]).answer();
    assert!(two.starts_with("checkers: 4 of 16 solved slices selected\n"), "{two}");
    assert!(two.contains("0 broken of 3,488 entries") && two.contains("found 0 of 1 ("), "{two}");
    assert!(two.contains("sample") && two.contains("0 of 4 slices"), "{two}");
    let one = verify(solved(), &["--slice", "KvK", "--laws"]).answer();
    assert!(one.contains("0 broken of 992 entries") && one.ends_with("\n5 passed, 0 failed\n"), "{one}");
    let some = verify(solved(), &["--pieces", "3", "--laws=20000"]).answer();
    assert!(some.contains("0 broken of 20,000 entries") && some.ends_with("\n5 passed, 0 failed\n"), "{some}");
    let all = verify(solved(), &["--slice", "KvK", "--laws=20000"]).answer();
    assert!(all.contains("0 broken of 992 entries"), "{all}");

    // Without a test named, all that can be done for slices.
    let directory = TempDir::new().expect("a directory for the test");
    hindsight(directory.path(), &["solve", "tic-tac-toe"]).answer();
    let all = hindsight(directory.path(), &["verify", "tic-tac-toe", "--slice", "4V4", "4v5"]).answer();
    assert!(all.starts_with("tic-tac-toe: 2 of 10 solved slices selected\n"), "{all}");
    for (test, is_there) in
        [("checksums", true), ("laws", true), ("sample", true), ("rules", false), ("published", false)]
    {
        assert_eq!(all.lines().any(|line| line.starts_with(test)), is_there, "{test}: {all}");
    }

    // A size and a name must be solved.
    assert!(verify(solved(), &["--pieces", "3", "--checksums"]).answer().contains("16 of 16 solved slices selected"));
    let none = verify(solved(), &["--laws=0"]).message();
    assert!(none.contains("--laws: expected a whole number"), "{none}");
    for arguments in [&["--slice", "KvK", "KKvKKK"][..], &["--slice", "KKvKKK", "--laws"]] {
        let message = verify(solved(), arguments).message();
        assert!(message.contains("slice KKvKKK of checkers is not solved"), "{message}");
        assert!(message.contains("hindsight solve checkers --slice KKvKKK"), "{message}");
    }
    for (arguments, expected) in [
        (&["--goats", "3"][..], "expected --pieces N"),
        (&["--pieces", "1"], "expected --pieces 2 to 10"),
        (&["--pieces", "4"], "expected --pieces 3 or less"),
        (&["--slice", "nonsense"], "expected a slice of checkers"),
        (&["--slice", "KvK", "--rules"], "--rules"),
        (&["--slice", "KvK", "--published"], "--published"),
    ] {
        let message = verify(solved(), arguments).message();
        assert!(message.contains(expected), "{message}");
    }
}

/// A slice that is selected by name may be built in; without one, the tables on the disk are meant.
#[test]
fn a_selected_slice_without_a_file_is_the_built_in_one() {
    let four = verify(solved(), &["--slice", "KKvKK", "--laws=1000"]).answer();
    assert!(four.starts_with("checkers: 1 of 16 solved slices selected\n"), "{four}");
    let stats = |arguments: &[&str]| hindsight(solved(), &[&["stats", "checkers"], arguments].concat()).answer();
    assert!(stats(&["KKvKK"]).contains("mutual zugzwangs") && !stats(&[]).contains("KKvKK"));
    let count = ["find", "checkers", "--slice", "KKvKK", "--value", "draw", "--count"];
    assert_ne!(hindsight(solved(), &count).answer(), "0 positions in 0 entries\n");
}

#[test]
fn a_damaged_table_matters_only_to_its_own_slices() {
    let directory = TempDir::new().expect("a directory for the test");
    for name in ["checkers-2.table", "checkers-3.table"] {
        fs::copy(solved().join(name), directory.path().join(name)).expect("it can be copied");
    }
    let path = directory.path().join("checkers-3.table");
    let mut bytes = fs::read(&path).expect("it is there");
    *bytes.last_mut().expect("it is not empty") ^= 1;
    fs::write(&path, bytes).expect("it can be written");
    verify(directory.path(), &["--pieces", "2", "--laws", "--checksums"]).answer();
    assert!(
        verify(directory.path(), &["--pieces", "3", "--laws"]).message().contains("does not agree with its checksum")
    );
}

#[test]
fn the_tables_have_the_figures_of_those_solved_before() {
    let answer = verify(solved(), &["--solved"]).answer();
    assert!(answer.contains("found 0 of 16 slices: ok") && answer.ends_with("\n1 passed, 0 failed\n"), "{answer}");
    let directory = TempDir::new().expect("a directory for the test");
    hindsight(directory.path(), &["solve", "tic-tac-toe"]).answer();
    let answer = hindsight(directory.path(), &["verify", "tic-tac-toe", "--solved"]).answer();
    assert!(answer.contains("found 0 of 10 slices: ok"), "{answer}");
    // A game without figures has nothing to compare.
    let of_outside = |arguments: &[&str]| {
        run(Command::new(outside()).args(arguments).env("HINDSIGHT_TABLES", directory.path()), b"").answer()
    };
    of_outside(&["solve", "pong-hau-ki"]);
    let answer = of_outside(&["verify", "pong-hau-ki", "--solved"]);
    assert!(answer.contains("solved: nothing to check"), "{answer}");
}

#[test]
fn a_difference_names_the_slice_and_the_figure() {
    let (directory, game) = (TempDir::new().expect("a directory for the test"), Draughts::checkers());
    let store = Store::new(directory.path());
    let tables = store.scan(&game);
    let part = tables.parts().iter().position(|part| part.name == "2").expect("there are endings of two pieces");
    let draws = Memory::new(game.slices());
    for &slice in &tables.parts()[part].slices.clone() {
        let codes = vec![u8::DRAW; game.slices()[slice.index()].entries as usize];
        draws.put(Entry { slice, index: 0 }, Codes::One(&codes)).expect("memory does not fail");
    }
    let lock = store.lock(|_| ()).expect("nobody else writes here");
    TableWriter::new(&lock, &tables, &game, part).plain(&draws).expect("it is written");

    let ended = verify(directory.path(), &["--solved", "--slice", "KvK"]);
    assert_eq!(ended.status, 1, "{}", ended.out);
    for difference in [
        "KvK, wins: expected 230, found 0",
        "KvK, draws: expected 654, found 992",
        "KvK, longest win: expected 11 plies, found none",
        "KvK, checksum: expected 9ae49720b7804845, found ",
    ] {
        assert!(ended.out.contains(difference), "{difference} is missing in {}", ended.out);
    }
    assert!(!ended.out.contains("KvK, positions") && !ended.out.contains("KvM"), "{}", ended.out);
    assert!(ended.out.contains("found 1 of 1 slice: FAILED"), "{}", ended.out);
}

/// Counts entries.
#[derive(Default)]
struct Counter(AtomicU64);

impl Progress for Counter {
    fn advance(&self, entries: u64) {
        self.0.fetch_add(entries, Relaxed);
    }
}

#[test]
fn the_progress_ends_at_the_entries_of_the_slice() {
    let game = Draughts::checkers();
    let tables = Store::new(solved()).open(&game).expect("it is solved");
    let probe = Probe { space: &game, tables: &tables };
    for (slice, of) in (0..).map(SliceId).zip(game.slices()).filter(|(slice, _)| tables.holds(*slice)) {
        let counter = Counter::default();
        SliceFigures::count(&probe, slice, &counter).expect("the tables are sound");
        assert_eq!(counter.0.load(Relaxed), of.entries, "{}", of.name);
    }
}

#[test]
fn figures_are_read_as_they_are_written() {
    for game in ["checkers", "losing-checkers", "tigers-and-goats"] {
        let path = crate::support::root().join(format!("data/solved/{game}.toml"));
        let text = fs::read_to_string(path).expect("it is there");
        let (_, figures) = text.split_once("\n\n").expect("a comment comes first");
        let read = SolvedFigures::read(&text).expect("it is well formed");
        assert!(read.slices.len() > 100 && !read.totals.is_empty());
        assert!(read.text() == figures, "{game} is written in another way");
    }
    assert!(SolvedFigures::read("[[slice]]\nname = 'KvK'\n").is_err());
    assert!(SolvedFigures::read("[[figure]]\nname = 'KvK'\n").is_err());
}
