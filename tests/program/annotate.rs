//! `annotate`: games of a file against the tables.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value as Json;

use crate::support::{Ended, run};

fn hindsight(tables: &Path, arguments: &[&str]) -> Ended {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    run(command.args(arguments).env("HINDSIGHT_TABLES", tables), b"")
}

/// Noughts find the only move against the corner, then throw the draw away; crosses throw a win away.
const GAMES: &str = "\
[Event \"The first\"]
[x \"Carla\"]
[o \"Otto\"]

1. a1 b2 2. c3 a3? 3. c1 b1 4. c2 1-0

[Event \"No game\"]
[FEN \"nowhere\"]

1. a1 nonsense

[Event \"The last\"]
[x \"Otto\"]

1. a1 b1 {a mistake} 2. c3 b3 *
";

#[test]
fn every_move_is_marked_and_the_games_can_be_read_again() {
    let directory = tempfile::tempdir().expect("a directory of its own");
    let path = |name: &str| directory.path().join(name).to_str().expect("text").to_string();
    hindsight(directory.path(), &["solve", "tic-tac-toe"]).answer();
    fs::write(path("games.pdn"), GAMES).expect("can be written");

    let arguments = ["annotate", "tic-tac-toe", &path("games.pdn"), "--output", &path("annotated.pdn")];
    let ended = hindsight(directory.path(), &arguments);
    assert_eq!(ended.status, 1, "{}", ended.err);
    assert!(ended.err.contains("games.pdn, line 8: the tag FEN: expected"), "{}", ended.err);
    let rows: Vec<Vec<&str>> = ended.out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0].join(" "), "2 games, 1 passed over; 2 games in the tables");
    let row = |name: &str| rows.iter().find(|row| row[0] == name).map(|row| row[1..].join(" "));
    // Moves, best, slower, mistakes, blunders: the last square is no choice.
    assert_eq!(row("Carla").as_deref(), Some("4 4 0 0 0"), "{}", ended.out);
    assert_eq!(row("Otto").as_deref(), Some("5 3 0 2 0"), "{}", ended.out);

    let annotated = fs::read_to_string(path("annotated.pdn")).expect("is written");
    let text = annotated.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("[x \"Carla\"]"), "{annotated}");
    assert!(text.contains("1. a1 {draw} b2 {draw, by the only move}"), "{annotated}");
    assert!(text.contains("a3? {loss in 4 plies (2 moves), it was a draw by b1, a2, c2, b3}"), "{annotated}");
    assert!(text.contains("it was a draw by b1, a2, c2, b3} (2... b1 "), "{annotated}");
    // What was written is read again, marks and all.
    let again = hindsight(directory.path(), &["annotate", "tic-tac-toe", &path("annotated.pdn"), "--json"]).answer();
    let objects: Vec<Json> = again.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert_eq!(objects.len(), 3);
    assert!(objects.iter().all(|object| object["game"] == "tic-tac-toe"));
    assert_eq!((&objects[0]["result"], &objects[0]["plies"]), (&Json::from("1-0"), &Json::from(7)));
    let moves = objects[0]["moves"].as_array().expect("an array");
    assert_eq!(moves.len(), 7);
    assert_eq!((&moves[3]["move"], &moves[3]["verdict"]), (&Json::from("a3"), &Json::from("mistake")));
    assert_eq!((&moves[3]["best"], &moves[3]["value"]), (&Json::from("draw"), &Json::from("loss")));
    assert!(moves[3]["holding"].as_array().expect("an array").iter().all(|held| held != "a3"));
    assert_eq!((&objects[2]["games"], &objects[2]["unreadable"]), (&Json::from(2), &Json::from(0)));
}

#[test]
fn a_game_counts_from_where_it_reaches_the_tables() {
    let directory = tempfile::tempdir().expect("a directory of its own");
    let path = directory.path().join("ending.pdn");
    // The first move leads from five pieces to four, which are known without a table; or from six to five.
    let record = |position: &str| format!("[FEN \"{position}\"]\n1. 11x18 32-28 2. 1-6 28-32 1/2-1/2\n\n");
    let text = record("B:WK32,15,K29:BK1,11,K4") + "[Event \"a beginning\"]\n1. 11-15 *\n";
    fs::write(&path, text).expect("can be written");
    let out = hindsight(directory.path(), &["annotate", "checkers", path.to_str().expect("text"), "--json"]).answer();
    let objects: Vec<Json> = out.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert_eq!(
        (objects[0]["moves"].as_array().map(Vec::len), objects[1]["moves"].as_array().map(Vec::len)),
        (Some(0), Some(0))
    );
    let text = record("B:WK32,15,K29:BK1,11") + "[Event \"a beginning\"]\n1. 11-15 *\n";
    fs::write(&path, text).expect("can be written");
    let out = hindsight(directory.path(), &["annotate", "checkers", path.to_str().expect("text"), "--json"]).answer();
    let objects: Vec<Json> = out.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let moves = objects[0]["moves"].as_array().expect("an array");
    assert_eq!(moves.iter().map(|mv| mv["ply"].as_u64().expect("a number")).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert_eq!(objects[2]["judged"], 1);
}

#[test]
fn what_is_no_file_of_games_is_refused() {
    let directory = tempfile::tempdir().expect("a directory of its own");
    let path = directory.path().join("games.pdn");
    hindsight(directory.path(), &["solve", "tic-tac-toe"]).answer();
    let arguments = ["annotate", "tic-tac-toe", path.to_str().expect("text")];
    assert!(hindsight(directory.path(), &arguments).message().contains("could not read"));
    fs::write(&path, "\n").expect("can be written");
    assert!(hindsight(directory.path(), &arguments).message().contains("expected games in"));
    let nowhere = directory.path().join("no/where.pdn");
    fs::write(&path, GAMES).expect("can be written");
    let message = hindsight(
        directory.path(),
        &["annotate", "tic-tac-toe", arguments[2], "--output", nowhere.to_str().expect("text")],
    )
    .message();
    assert!(message.contains("could not write"), "{message}");
    let utf16: Vec<u8> = GAMES.encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(&path, utf16).expect("can be written");
    assert!(hindsight(directory.path(), &arguments).message().contains("save it as UTF-8"));
}

#[test]
fn only_games_of_the_same_game_are_replaced() {
    let directory = tempfile::tempdir().expect("a directory of its own");
    hindsight(directory.path(), &["solve", "tic-tac-toe"]).answer();
    let [games, output] = ["games.pdn", "output"].map(|name| directory.path().join(name));
    let annotate = |output: &std::path::Path| {
        let [games, output] = [&games, output].map(|path| path.to_str().expect("text"));
        hindsight(directory.path(), &["annotate", "tic-tac-toe", games, "--output", output])
    };
    fs::write(&games, "1. a1 *\n").expect("can be written");
    let message = annotate(&games).message();
    assert!(message.contains("expected another file than the one that is read, found the same"), "{message}");
    for other in ["dear diary", "1. 11-15 *\n"] {
        fs::write(&output, other).expect("can be written");
        let message = annotate(&output).message();
        assert!(message.contains("expected a new file or a file of games of tic-tac-toe"), "{message}");
        assert_eq!(fs::read_to_string(&output).expect("is there"), other);
    }
    assert_eq!(fs::read_to_string(&games).expect("is there"), "1. a1 *\n");
    // Annotated games may be annotated again.
    fs::write(&output, "").expect("can be written");
    for _ in 0..2 {
        annotate(&output).answer();
        assert!(fs::read_to_string(&output).expect("is there").contains("1. a1 {draw} *"));
    }
}

#[test]
fn games_come_from_standard_input_too() {
    let directory = tempfile::tempdir().expect("a directory of its own");
    hindsight(directory.path(), &["solve", "tic-tac-toe"]).answer();
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    command.args(["annotate", "tic-tac-toe", "-", "--json"]).env("HINDSIGHT_TABLES", directory.path());
    let out = run(&mut command, b"1. a1 b2 *\n").answer();
    assert_eq!(out.lines().count(), 2, "{out}");
}

#[test]
fn names_in_an_old_encoding_are_kept() {
    let directory = tempfile::tempdir().expect("a directory of its own");
    let path = directory.path().join("old.pdn");
    hindsight(directory.path(), &["solve", "tic-tac-toe"]).answer();
    fs::write(&path, b"[x \"J\xf6rg\"]\n1. a1 *\n").expect("can be written");
    let ended = hindsight(directory.path(), &["annotate", "tic-tac-toe", path.to_str().expect("text")]);
    assert!(ended.out.contains("[x \"Jörg\"]") && ended.err.contains("Jörg"), "{}{}", ended.out, ended.err);
}

#[cfg(unix)]
#[test]
fn a_link_and_a_device_are_written_and_not_replaced() {
    let directory = tempfile::tempdir().expect("a directory of its own");
    let [games, file, link, device] = ["games", "file", "link", "device"].map(|name| directory.path().join(name));
    hindsight(directory.path(), &["solve", "tic-tac-toe"]).answer();
    fs::write(&games, "1. a1 *\n").expect("can be written");
    fs::write(&file, "1. b2 *\n").expect("can be written");
    for (link, target) in [(&link, "file"), (&device, "/dev/null")] {
        std::os::unix::fs::symlink(target, link).expect("a link can be made");
        let [games, output] = [&games, link].map(|path| path.to_str().expect("text"));
        hindsight(directory.path(), &["annotate", "tic-tac-toe", games, "--output", output]).answer();
        assert!(link.is_symlink());
    }
    assert!(fs::read_to_string(&file).expect("is there").contains("1. a1 {draw} *"));
}
