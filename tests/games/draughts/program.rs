//! Draughts endings from the command line, as their users meet them.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::shared::shared;
use crate::support::{Ended, run};
use serde_json::Value as Json;

fn hindsight(tables: &Path, arguments: &[&str], input: &str) -> Ended {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    run(command.args(arguments).env("HINDSIGHT_TABLES", tables), input.as_bytes())
}

/// A directory in which both games are solved up to three pieces.
fn solved() -> &'static Path {
    shared("endings-tables", |directory| {
        for game in ["checkers", "losing-checkers"] {
            let told = hindsight(directory, &["solve", game, "--pieces", "3"], "").answer();
            assert!(told.contains("199,520 entries in 16 slices"), "{told}");
            let again = hindsight(directory, &["solve", game, "--pieces", "3"], "").answer();
            assert!(again.contains("nothing to do"), "{again}");
        }
    })
}

fn json(text: &str) -> Json {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn a_position_is_answered_with_its_moves_and_its_best_line() {
    let answer = hindsight(solved(), &["query", "checkers", "W:WK6,K10:BK1", "--json"], "").answer();
    let said = json(&answer);
    assert_eq!((said["game"].as_str(), said["position"].as_str()), (Some("checkers"), Some("W:WK6,K10:BK1")));
    // The king on 6 can be taken by none, and takes: a jump is forced where there is one.
    let plies = said["plies"].as_u64().expect("it is won");
    assert_eq!(said["value"], "win");
    assert_eq!(said["line"].as_array().expect("a line").len() as u64, plies);
    let moves = said["moves"].as_array().expect("moves");
    assert_eq!(moves[0]["plies"].as_u64(), Some(plies));
    assert!(moves.iter().all(|mv| mv["move"].as_str().is_some_and(|mv| mv.contains(['-', 'x']))));
}

#[test]
fn a_finished_game_needs_no_table() {
    let answers = hindsight(solved(), &["query", "checkers", "-"], "W:W:BK11\nB:W5,K10:B\n").answer();
    assert_eq!(answers, "W:W:BK11\tloss\t0\nB:W5,K10:B\tloss\t0\n");
    let answers = hindsight(solved(), &["query", "losing-checkers", "-"], "W:W:BK11\n").answer();
    assert_eq!(answers, "W:W:BK11\twin\t0\n");
}

#[test]
fn what_is_not_solved_here_says_how_to_solve_it() {
    let out = hindsight(solved(), &["query", "checkers", "W:WK6,K10,K32:BK1,K2"], "").answer();
    assert!(out.contains("This is the answer of the engine triple-jump, not of tables: "), "{out}");
    assert!(out.contains("hindsight solve checkers --pieces 5"), "{out}");
    let ended = hindsight(solved(), &["query", "checkers", "-"], "W:WK6,K10,K32:BK1,K2\nW:WK1:BK32\n");
    assert_eq!(ended.status, 1);
    let lines: Vec<&str> = ended.out.lines().collect();
    assert!(lines[0].starts_with("W:WK6,K10,K32:BK1,K2\terror\t"), "{lines:?}");
    assert_eq!(lines[1], "W:WK1:BK32\tdraw\t-");

    let everything = hindsight(solved(), &["solve", "checkers"], "").message();
    for part in ["expected a selection", "39,186,084,220,897 entries", "--pieces 2", "--slice S"] {
        assert!(everything.contains(part), "{part:?} is missing in: {everything}");
    }
}

#[test]
fn statistics_of_slices_and_of_pieces() {
    let rows = json(&hindsight(solved(), &["stats", "checkers", "KvK", "KKvK", "KvKK", "--json"], "").answer());
    let row = |number: usize, key: &str| rows[number][key].as_u64();
    assert_eq!(rows[0]["slice"], "KvK");
    assert_eq!([row(0, "wins"), row(0, "draws"), row(0, "losses")], [Some(230), Some(654), Some(108)]);
    assert_eq!((row(0, "longest_win"), row(1, "positions"), row(2, "positions")), (Some(11), Some(14880), Some(14880)));

    let people = hindsight(solved(), &["stats", "checkers", "--pieces", "2"], "").answer();
    assert!(people.contains("mutual zugzwangs") && people.contains("3,488"), "{people}");
}

#[test]
fn tables_pass_their_tests() {
    for game in ["checkers", "losing-checkers"] {
        let told = hindsight(solved(), &["verify", game, "--laws", "--published", "--checksums"], "").answer();
        assert!(told.contains("0 broken of 199,520 entries"), "{told}");
        assert!(told.contains("tables that are not solved here") && told.contains(" passed, 0 failed"), "{told}");
    }
}

#[test]
fn lines_of_play_are_counted() {
    // The time that it takes is told on standard error.
    let ended = hindsight(solved(), &["perft", "checkers", "6"], "");
    assert_eq!((ended.status, ended.out.lines().nth(5)), (0, Some("6\t36768")));
}

#[test]
fn the_same_tables_from_one_thread_and_from_two() {
    let directories = ["1", "2"].map(|threads| {
        let directory = tempfile::tempdir().expect("a directory for the test");
        let arguments = ["solve", "checkers", "--pieces", "3", "--threads", threads];
        hindsight(directory.path(), &arguments, "").answer();
        directory
    });
    for file in ["checkers-2.table", "checkers-3.table"] {
        let [one, two] = directories.each_ref().map(|directory| std::fs::read(directory.path().join(file)));
        assert_eq!(one.expect("it is there"), two.expect("it is there"), "{file}");
    }
}

#[test]
fn values_that_do_not_fit_in_memory_are_kept_in_files() {
    let directory = tempfile::tempdir().expect("a directory for the test");
    let [roomy, tight] = ["roomy", "tight"].map(|name| directory.path().join(name));
    let solve = ["solve", "checkers", "--pieces", "4", "--threads", "2"];
    hindsight(&roomy, &solve, "").answer();
    // The least memory is what the refusal of less advises.
    let message = hindsight(&tight, &[&solve[..], &["--memory", "1M"]].concat(), "").message();
    let (_, advice) = message.split_once("Give --memory ").expect("the message says how much is needed");
    let memory = advice.split_whitespace().next().expect("a size");
    let solve_tight = [&solve[..], &["--memory", memory]].concat();
    let plan = hindsight(&tight, &[&solve_tight[..], &["--dry-run"]].concat(), "").answer();
    assert!(plan.contains(" of it for values that do not fit in memory"), "{plan}");
    hindsight(&tight, &solve_tight, "").answer();
    let files = |tables: &Path| -> Vec<PathBuf> {
        let entries = tables.read_dir().expect("a directory").map(|entry| entry.expect("it can be read").path());
        let mut files: Vec<PathBuf> = entries.filter(|path| !path.ends_with(".lock")).collect();
        files.sort();
        files
    };
    let (roomy, tight) = (files(&roomy), files(&tight));
    assert_eq!((roomy.len(), tight.len()), (3, 3), "{tight:?}");
    for (roomy, tight) in roomy.iter().zip(&tight) {
        let [one, other] = [roomy, tight].map(|path| std::fs::read(path).expect("it can be read"));
        assert!(one == other, "{} and {} differ", roomy.display(), tight.display());
    }
}
