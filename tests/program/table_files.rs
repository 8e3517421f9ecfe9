//! `tables`: what lies in the directory, whether it is intact, and what is removed.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{hindsight, solved};
use hindsight::table::Store;
use serde_json::{Value as Json, json};
use tempfile::TempDir;

/// A directory with tic-tac-toe and the endings of checkers of up to three pieces, and with other files.
fn tables() -> TempDir {
    let solved = solved();
    let directory = tempfile::tempdir().expect("a directory for the test");
    for name in ["tic-tac-toe.table", "checkers-2.table", "checkers-3.table"] {
        fs::copy(solved.join(name), directory.path().join(name)).expect("it can be copied");
    }
    for name in ["pangki.table", "halma.table", "notes.txt", "checkers-2.table.partial", "halma.table.partial"] {
        fs::write(directory.path().join(name), name).expect("it can be written");
    }
    directory
}

fn names(directory: &Path) -> BTreeSet<String> {
    let entries = directory.read_dir().expect("the directory is there");
    entries.map(|entry| entry.expect("it can be read").file_name().into_string().expect("plain names")).collect()
}

/// The state of each file that is listed, by its name.
fn states(directory: &Path, arguments: &[&str], status: i32) -> Vec<(String, String)> {
    let ended = hindsight(directory, &[&["tables", "--json"], arguments].concat());
    assert_eq!(ended.status, status, "{}{}", ended.out, ended.err);
    let name = |object: &Json| {
        let path = Path::new(object["path"].as_str().expect("a path"));
        path.file_name().expect("a name").to_string_lossy().into_owned()
    };
    ended.objects().iter().map(|object| (name(object), object["state"].as_str().expect("text").to_string())).collect()
}

/// Changes a byte of a file.
fn flip(path: &Path, at: u64) {
    let mut bytes = fs::read(path).expect("it is there");
    bytes[at as usize] ^= 1;
    fs::write(path, bytes).expect("it can be written");
}

fn pairs<'a>(expected: &[(&'a str, &'a str)]) -> Vec<(String, String)> {
    expected.iter().map(|(name, state)| (name.to_string(), state.to_string())).collect()
}

#[test]
fn every_file_is_listed_with_its_state() {
    let directory = tables();
    let expected = [
        ("pangki.table", "foreign"),
        ("checkers-2.table", "finished"),
        ("checkers-2.table.partial", "unfinished"),
        ("checkers-3.table", "finished"),
        ("tic-tac-toe.table", "finished"),
        ("halma.table", "foreign"),
        ("halma.table.partial", "foreign"),
    ];
    assert_eq!(states(directory.path(), &[], 1), pairs(&expected));
    assert_eq!(states(directory.path(), &["checkers"], 0), pairs(&expected[1..4]));
    assert_eq!(states(directory.path(), &["checkers", "--slice", "KvKK"], 0), pairs(&expected[3..4]));

    let listed = hindsight(directory.path(), &["tables"]);
    assert_eq!(listed.status, 1, "{}", listed.out);
    let text = listed.out;
    let row = |start: &[&str]| {
        let words = |line: &str| line.split_whitespace().map(str::to_string).collect::<Vec<_>>();
        text.lines().any(|line| words(line).starts_with(&start.iter().map(|word| word.to_string()).collect::<Vec<_>>()))
    };
    assert!(row(&["checkers", "3", "KKvK", "to", "MvMM", "200.1", "kB", "finished"]), "{text}");
    assert!(text.contains("7 files (") && text.contains(" free\n"), "{text}");
    let objects = hindsight(directory.path(), &["tables", "checkers", "--pieces", "2", "--json"]).objects();
    assert_eq!(
        (&objects[0]["part"], &objects[0]["slices"], &objects[0]["entries"]),
        (&json!("2"), &json!(4), &json!(3488))
    );

    let empty = tempfile::tempdir().expect("a directory for the test");
    assert!(hindsight(&empty.path().join("none"), &["tables"]).answer().starts_with("0 files (0 bytes) in "));
}

#[test]
fn a_check_finds_what_is_damaged() {
    let directory = tables();
    let at = |name: &str| directory.path().join(name);
    let intact = [("checkers-2.table", "intact"), ("checkers-3.table", "intact")];
    fs::remove_file(at("checkers-2.table.partial")).expect("it is there");
    assert_eq!(states(directory.path(), &["checkers", "--check"], 0), pairs(&intact));

    let bytes = fs::metadata(at("checkers-3.table")).expect("it is there").len();
    flip(&at("checkers-3.table"), bytes - 1);
    // A listing reads no values.
    assert_eq!(states(directory.path(), &["checkers"], 0)[1].1, "finished");
    let damaged = [("checkers-2.table", "intact"), ("checkers-3.table", "damaged")];
    assert_eq!(states(directory.path(), &["checkers", "--check"], 1), pairs(&damaged));
    let ended = hindsight(directory.path(), &["tables", "checkers", "--check"]);
    assert!(ended.out.contains("does not agree with its checksum") && ended.out.contains("solve checkers --slice"));

    // A file in the place of a table that is none: the commands that need the table refuse it.
    let empty = tables();
    fs::write(empty.path().join("checkers-3.table"), "").expect("it can be written");
    assert_eq!(states(empty.path(), &["checkers", "--slice", "KvKK", "--check"], 1)[0].1, "foreign");

    // The version, the header, and what follows it.
    flip(&at("checkers-2.table"), 9);
    assert_eq!(states(directory.path(), &["checkers"], 1)[0].1, "other_version");
    flip(&at("checkers-2.table"), 9);
    flip(&at("checkers-2.table"), 40);
    assert_eq!(states(directory.path(), &["checkers"], 1)[0].1, "damaged");
    fs::copy(at("tic-tac-toe.table"), at("checkers-2.table")).expect("it can be copied");
    assert_eq!(states(directory.path(), &["checkers"], 1)[0].1, "foreign");
}

#[test]
fn tables_are_removed_only_if_that_is_confirmed() {
    let directory = tables();
    let before = names(directory.path());
    let message = hindsight(directory.path(), &["tables", "checkers", "--remove"]).message();
    assert!(message.contains("expected --yes to remove 2 files (207.7 kB)"), "{message}");
    assert!(hindsight(directory.path(), &["tables", "--remove", "--yes"]).message().contains("<GAME>"));
    assert!(hindsight(directory.path(), &["tables", "checkers", "--yes"]).message().contains("--remove"));
    assert!(hindsight(directory.path(), &["tables", "--slice", "KvK"]).message().contains("expected a game"));
    assert_eq!(names(directory.path()), before);

    let removed = hindsight(directory.path(), &["tables", "checkers", "--remove", "--yes", "--slice", "KvKK"]).answer();
    assert!(removed.contains("removed: 1 file (200.1 kB) from "), "{removed}");
    let gone = |name: &str| !directory.path().join(name).exists();
    assert!(gone("checkers-3.table") && !gone("checkers-2.table"));
    // A damaged table is one of ours.
    flip(&directory.path().join("checkers-2.table"), 40);
    assert_eq!(
        states(directory.path(), &["checkers", "--remove", "--yes"], 0),
        pairs(&[("checkers-2.table", "removed")])
    );
    let left = hindsight(directory.path(), &["tables", "checkers", "--remove"]).answer();
    assert!(left.starts_with("nothing to remove in "), "{left}");
    assert!(!gone("tic-tac-toe.table") && !gone("checkers-2.table.partial"));
}

#[test]
fn a_table_that_was_replaced_while_the_command_waited_is_not_removed() {
    let directory = tables();
    let lock = Store::new(directory.path()).lock(|_| ()).expect("nobody has the lock");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    command.args(["tables", "checkers", "--remove", "--yes"]).env("HINDSIGHT_TABLES", directory.path());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it can be started");
    let mut said = String::new();
    BufReader::new(child.stderr.take().expect("it is piped")).read_line(&mut said).expect("it can be read");
    assert!(said.contains("waiting for a solve"), "{said}");
    // The solve writes a table of another size, and one of a part that had none.
    let bytes = fs::read(directory.path().join("checkers-3.table")).expect("it is there");
    fs::write(directory.path().join("checkers-3.table"), &bytes[..bytes.len() - 1]).expect("there is room");
    fs::write(directory.path().join("checkers-4.table"), &bytes).expect("there is room");
    drop(lock);
    let ended = child.wait_with_output().expect("it ends");
    let removed = String::from_utf8_lossy(&ended.stdout);
    assert!(removed.contains("removed: 1 file"), "{removed}");
    let left = names(directory.path());
    assert!(!left.contains("checkers-2.table"));
    assert!(left.contains("checkers-3.table") && left.contains("checkers-4.table"));
}

#[test]
fn what_is_no_table_of_the_game_is_never_removed() {
    let directory = tables();
    let table = |name: &str| directory.path().join(name);
    for content in ["", "\u{89}", "a text that is longer than the fields at the beginning of a table"] {
        fs::write(table("pangki.table"), content).expect("it can be written");
        let answer = hindsight(directory.path(), &["tables", "pangki", "--remove", "--yes"]).answer();
        assert!(answer.starts_with("nothing to remove in "), "{answer}");
        assert_eq!(fs::read_to_string(table("pangki.table")).expect("it is there"), content);
    }
    // The table of another game under its name.
    fs::copy(table("tic-tac-toe.table"), table("pangki.table")).expect("it can be copied");
    hindsight(directory.path(), &["tables", "pangki", "--remove", "--yes"]).answer();
    assert!(table("pangki.table").exists());
}

#[test]
fn unfinished_files_are_removed_where_no_solve_is_at_work() {
    let directory = tables();
    // Nobody is asked, and whoever says so in advance is not refused.
    let removed = states(directory.path(), &["--remove-partial", "--yes"], 0);
    assert_eq!(removed, pairs(&[("checkers-2.table.partial", "removed")]));
    let left = names(directory.path());
    for name in
        ["checkers-2.table", "tic-tac-toe.table", "pangki.table", "halma.table", "halma.table.partial", "notes.txt"]
    {
        assert!(left.contains(name), "{name} is gone");
    }
    assert_eq!(states(directory.path(), &["--remove-partial"], 0), []);
    hindsight(directory.path(), &["tables", "checkers", "--remove", "--remove-partial"]).message();
}

/// The tables of several directories are found in order, and one that is not there is an error.
#[test]
fn tables_are_found_in_several_directories() {
    let (first, second) = (tempfile::tempdir().expect("a directory"), tables());
    hindsight(first.path(), &["solve", "tic-tac-toe"]).answer();
    let list = std::env::join_paths([first.path(), second.path()]).expect("plain names");
    let list = list.to_str().expect("plain names");
    for command in [&["query", "checkers", "W:WK1:BK32"][..], &["stats", "tic-tac-toe"]] {
        hindsight(Path::new("unused"), &[command, &["--tables", list]].concat()).answer();
    }
    // What is solved goes into the first directory, on tables of the second.
    hindsight(Path::new("unused"), &["solve", "checkers", "--slice", "KKKvK", "--tables", list]).answer();
    assert_eq!(names(first.path()).iter().filter(|name| name.starts_with("checkers-4")).count(), 1);
    assert!(!first.path().join("checkers-2.table").exists());

    let missing = std::env::join_paths([second.path(), &second.path().join("nowhere")]).expect("plain names");
    let missing = missing.to_str().expect("plain names");
    for command in [&["query", "checkers"][..], &["stats", "checkers"], &["verify", "checkers"], &["tables"]] {
        let ended = hindsight(Path::new("unused"), &[command, &["--tables", missing]].concat());
        assert_eq!((ended.status, ended.err.contains("nowhere")), (2, true), "{command:?}: {}", ended.err);
    }
    // Only files of the first directory are removed.
    hindsight(Path::new("unused"), &["tables", "checkers", "--remove", "--yes", "--tables", list]).answer();
    assert!(second.path().join("checkers-2.table").exists() && !names(first.path()).contains("checkers-4.table"));
}

#[test]
fn checksums_are_as_published_and_missing_slices_are_named() {
    let directory = tables();
    let published = fs::read_to_string(crate::support::root().join("data/solved/checkers.toml"));
    let published = published.expect("the figures are there");
    let sums = hindsight(directory.path(), &["tables", "checkers", "--sums"]).answer();
    let mut slices = 0;
    for line in sums.lines() {
        let (checksum, name) = line.split_once("  ").expect("two fields");
        let figures = published.split("[[slice]]").find(|text| text.contains(&format!("name = \"{name}\"\n")));
        assert!(figures.expect(name).contains(&format!("checksum = \"{checksum}\"")), "{line}");
        slices += 1;
    }
    let missing = hindsight(directory.path(), &["tables", "checkers", "--missing", "--pieces", "4"]).answer();
    let missing: Vec<&str> = missing.lines().collect();
    assert!(missing.contains(&"KKvKK") && !missing.contains(&"KvK") && !missing.contains(&"KKKvKK"), "{missing:?}");
    assert!(slices > 10 && missing.iter().all(|name| !sums.contains(&format!("  {name}\n"))));
    let objects = hindsight(directory.path(), &["tables", "checkers", "--sums", "--slice", "KvK", "--json"]).objects();
    assert_eq!(objects, [json!({"game": "checkers", "slice": "KvK", "checksum": &sums[..16]})]);
    assert_eq!(hindsight(directory.path(), &["tables", "--sums"]).status, 2);
}
