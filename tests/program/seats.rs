//! Games of two teams of two, of one side alone, and games without tables, through the programs that play them.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value as Json;
use tempfile::TempDir;

use crate::support::{Ended, outside, run};

fn directory() -> TempDir {
    TempDir::new().expect("a directory for the test")
}

/// Runs the program that has the games `twice` (Red and Yellow against Blue and Green) and `alone` (a robot).
fn teams(tables: &Path, arguments: &[&str], input: &str) -> Ended {
    let mut command = Command::new(outside());
    run(command.args(arguments).current_dir(tables).env("HINDSIGHT_TABLES", tables), input.as_bytes())
}

fn halma(arguments: &[&str], input: &str) -> Ended {
    let nothing = directory();
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    run(command.args(arguments).env("HINDSIGHT_TABLES", nothing.path()), input.as_bytes())
}

/// Tables of a game.
fn solved(game: &str) -> TempDir {
    let tables = directory();
    assert_eq!(teams(tables.path(), &["solve", game, "--quiet"], "").status, 0);
    tables
}

#[test]
fn a_person_has_any_seat_of_four() {
    let tables = solved("twice");
    let play = |arguments: &[&str], input: &str| teams(tables.path(), &[&["play", "twice"], arguments].concat(), input);
    let out = play(&[], "undo\n1\nundo\n1\nfen\nresign\n").answer();
    let players = "Red: you; Blue: table (falls back to scout-tt); Green: table (falls back to scout-tt); Yellow: table \
                   (falls back to scout-tt). Red and Yellow play Blue and Green. Type a move such as 1, or `help`.\n";
    assert!(out.starts_with(players), "{out}");
    assert_eq!(out.matches("there is no turn of yours before this one\n").count(), 1, "{out}");
    for part in ["  1... Blue plays ", "  1... Green plays ", "  1... Yellow plays "] {
        assert_eq!(out.matches(part).count(), 2, "{part}: {out}");
    }
    assert!(out.ends_with("Blue and Green have won: Red and Yellow resigned, after 4 plies (1 round)\n"), "{out}");

    // Both players of a team are persons: whoever is to move goes back to the turn of either.
    let seats = ["--seat", "yellow=person", "--seat", "Red=Person", "--seat", "Blue=minimax:depth=2", "--no-tables"];
    let out = play(&seats, "1\n2\nundo\nundo\nfen\nredo\nfen\n").answer();
    assert!(out.starts_with("Red: you; Blue: minimax; Green: scout-tt; Yellow: you. "), "{out}");
    assert!(out.contains("\nYellow> ") && out.contains("Red> 0000 0\n"), "{out}");
    assert!(out.trim_end().ends_with(" 3\nYellow>"), "{out}");

    // Without a person, the tables play to the end.
    let out = play(&["0010", "1", "--seat", "Red=table", "--seat", "Blue=table"], "").answer();
    assert!(out.contains("  1. Blue plays 2: win in 10 plies (3 rounds)\n"), "{out}");
    assert!(out.ends_with("Blue and Green have won, after 10 plies (3 rounds)\n"), "{out}");

    for (arguments, expected) in [
        (
            &["--first", "table"][..],
            "expected --seat SIDE=WHO for the sides of twice, Red, Blue, Green, Yellow, found --first",
        ),
        (&["--second", "person"], "found --second"),
        (&["--seat", "Red=person", "--seat", "red=table"], "expected one player for Red, found two"),
        (&["--seat", "Reed=table"], "Did you mean `Red`?"),
        (&["--seat", "Red"], "expected a side and its player, such as a=person or b=scout-tt:depth=8"),
        (&["--seat", "Red=nobody"], "expected an engine, one of expectimax"),
        (&["--black", "person"], "expected a side of twice"),
        (&["--no-tables", "--seat", "Red=table"], "expected tables of twice to play from, found none in use"),
    ] {
        let message = play(arguments, "").message();
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}

#[test]
fn a_game_of_four_is_saved_by_rounds_and_resumed() {
    let tables = solved("twice");
    let people =
        ["Red", "Blue", "Green", "Yellow"].map(|side| ["--seat".to_string(), format!("{side}=person")]).concat();
    let play = |arguments: &[&str], input: &str| {
        let people: Vec<&str> = people.iter().map(String::as_str).collect();
        teams(tables.path(), &[&["play", "twice"], &people[..], arguments].concat(), input).answer()
    };
    let out = play(&["--save", "game.pdn"], "1\n2\n1\n2\n1\n1\nfen\nquit\n");
    let fen = out.lines().find_map(|line| line.strip_prefix("Green> ").filter(|rest| !rest.is_empty()));
    let fen = fen.unwrap_or_else(|| panic!("{out}"));
    let saved = fs::read_to_string(tables.path().join("game.pdn")).expect("it was saved");
    assert!(
        saved.contains("[Red \"person\"]\n[Blue \"person\"]\n[Green \"person\"]\n[Yellow \"person\"]\n"),
        "{saved}"
    );
    assert!(saved.trim_end().ends_with("\n1. 1 2 1 2 2. 1 1 *"), "{saved}");
    let out = play(&["--load", "game.pdn", "--save", "game.pdn"], "fen\nresign\n");
    assert!(out.contains(&format!("Green> {fen}\n")), "{out}");
    assert!(out.contains("Red and Yellow have won: Blue and Green resigned, after 6 plies (2 rounds)\n"), "{out}");
    // The team of the first side has won.
    let saved = fs::read_to_string(tables.path().join("game.pdn")).expect("it was saved");
    assert!(saved.contains("[Result \"1-0\"]") && saved.trim_end().ends_with("1. 1 2 1 2 2. 1 1 1-0"), "{saved}");
}

#[test]
fn one_side_plays_alone() {
    let tables = solved("alone");
    let play = |arguments: &[&str], input: &str| teams(tables.path(), &[&["play", "alone"], arguments].concat(), input);
    let out = play(&[], "hint\nundo\n4\n8\n").answer();
    assert!(out.starts_with("Robot: you. Type a move such as 1, or `help`.\n"), "{out}");
    assert!(out.contains("Robot>   1        win in 9 moves\n"), "{out}");
    let out = play(&[], "4\nundo\n1\n2\n3\n6\n0\nfen\n1\n0\n1\n5\n10\n11\n").answer();
    assert!(out.contains("Robot> 0k\n"), "{out}");
    assert!(out.ends_with("Robot has won, after 11 moves\n"), "{out}");
    let out = play(&["4"], "7\n9\n").answer();
    assert!(out.ends_with("Robot has lost, after 2 moves\n"), "{out}");
    let out = play(&[], "resign\n").answer();
    assert!(out.ends_with("Robot has lost: Robot resigned, after 0 moves\n"), "{out}");
    let out = play(&["--first", "table", "--save", "game.pdn"], "").answer();
    assert!(out.contains("Robot has won, after 9 moves\n"), "{out}");
    let saved = fs::read_to_string(tables.path().join("game.pdn")).expect("it was saved");
    assert!(saved.contains("\n1. 1 2. 2 3. 3 4. 6 5. 0 ") && saved.trim_end().ends_with("9. 11 1-0"), "{saved}");
    let out = play(&["--load", "game.pdn"], "").answer();
    assert!(out.ends_with("Robot has won, after 9 moves\n"), "{out}");
    let message = play(&["--second", "table"], "").message();
    assert!(message.contains("expected one player: alone has one side"), "{message}");

    let message = teams(tables.path(), &["match", "alone", "scout", "mtdf"], "").message();
    assert!(message.contains("expected a game of two teams for a match, found alone: Robot plays alone"), "{message}");
    let games = teams(tables.path(), &["games", "alone"], "").answer();
    let commands = games.lines().skip_while(|line| !line.contains("commands"));
    assert!(
        commands.clone().any(|line| line.contains(" play "))
            && !commands.into_iter().any(|line| line.contains("match")),
        "{games}"
    );
    let out = teams(tables.path(), &["query", "alone"], "").answer();
    assert!(out.contains("\nwin in 9 moves\n"), "{out}");
    let input = "position fen 0\ngo depth 9\nisready\nposition startpos moves 4 7 9\nquery result\n";
    let out = teams(tables.path(), &["uci", "alone", "scout-tt:tables=off"], input).answer();
    assert!(out.contains(" score mate 9 ") && out.contains("bestmove 1\n"), "{out}");
    assert!(out.contains("response p2win\n"), "{out}");
}

/// Both engines play by the tables: from each opening the team to move wins in as many plies as they say, and so does
/// each engine.
#[test]
fn a_match_of_teams_counts_turns() {
    let tables = solved("twice");
    let openings: Vec<String> = ["1", "5", "9", "10"]
        .map(|plies| {
            let find = ["find", "twice", "--value", "win", "--plies", plies, "--limit", "1", "--json"];
            let found = teams(tables.path(), &find, "").objects();
            found[0]["position"].as_str().expect("a position").to_string()
        })
        .into();
    fs::write(tables.path().join("openings"), openings.join("\n")).expect("a file");
    let arguments = ["match", "twice", "scout-tt", "mtdf", "--openings", "openings", "--games", "8", "--quiet"];
    let play = |more: &[&str]| teams(tables.path(), &[&arguments[..], more].concat(), "").answer();
    let out = play(&["--save", "games.pdn"]);
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("as Red and Yellow: +") && lines[1].starts_with("as Blue and Green: +"), "{out}");
    // In turns of four plies: 1, 2, 3 and 3.
    assert_eq!(lines[4], "turns of won games: scout-tt 2.2 (median 2.5), mtdf 2.2 (median 2.5)", "{out}");
    assert!(lines[5].starts_with("50 plies (13 rounds), 6.2 plies per game, "), "{out}");
    let saved = fs::read_to_string(tables.path().join("games.pdn")).expect("a file");
    for game in saved.split("[Event ").skip(1) {
        let tag = |name: &str| game.split(&format!("[{name} \"")).nth(1).and_then(|rest| rest.split('"').next());
        assert_eq!((tag("Red"), tag("Blue")), (tag("Yellow"), tag("Green")), "{game}");
        assert!(tag("Red") != tag("Blue") && tag("Result") != Some("1/2-1/2"), "{game}");
    }
    let report: Json = serde_json::from_str(&play(&["--json"])).expect("JSON");
    assert_eq!((report["wins"].as_u64(), report["losses"].as_u64()), (Some(4), Some(4)), "{report}");
    for turns in ["first_turns", "second_turns"] {
        assert_eq!((report[turns]["mean"].as_f64(), report[turns]["median"].as_f64()), (Some(2.25), Some(2.5)));
    }

    // No engine wins in less than five plies but from the first opening.
    let report: Json = serde_json::from_str(&play(&["--most-plies", "4", "--json"])).expect("JSON");
    assert_eq!((report["draws"].as_u64(), report["plies"].as_u64()), (Some(6), Some(26)), "{report}");
    assert_eq!((&report["first_turns"]["mean"], &report["second_turns"]["mean"]), (&1.0.into(), &1.0.into()));
    let ended = teams(
        tables.path(),
        &[&arguments[..4], &["--games", "2", "--most-plies", "1", "--json", "--quiet"]].concat(),
        "",
    );
    let report: Json = serde_json::from_str(&ended.answer()).expect("JSON");
    assert!(report["draws"] == 2 && report["first_turns"].is_null() && report["second_turns"].is_null(), "{report}");
}

#[test]
fn a_score_is_that_of_a_team_and_positions_have_spaces() {
    let tables = directory();
    let out = teams(tables.path(), &["search", "twice", "0213", "2", "--engine", "scout-tt", "--depth", "2"], "");
    assert!(out.status == 0 && out.out.contains(" for Blue and Green\n"), "{}", out.out);
    let input =
        "ugi\nposition fen 0213 2 moves 2\nquery p1turn\nposition fen 0213 2\nquery p1turn\ngo depth 3\nisready\n";
    let out = teams(tables.path(), &["uci", "twice"], input).answer();
    assert!(out.contains("response true\nresponse false\n") && out.contains("bestmove "), "{out}");
}

#[test]
fn no_tables_are_made_for_a_game_without_slices() {
    for arguments in [
        &["solve", "halma"][..],
        &["solve", "halma", "--dry-run"],
        &["query", "halma", "-"],
        &["stats", "halma"],
        &["stats", "halma", "--pieces", "3"],
        &["find", "halma", "--value", "win"],
        &["annotate", "halma", "-"],
        &["tables", "halma"],
        &["verify", "halma", "--laws"],
        &["verify", "halma", "--slice", "3v3"],
        &["play", "halma", "--seat", "b=table"],
    ] {
        let ended = halma(arguments, "1. c3-d4 *\n");
        assert_eq!(ended.out, "", "{arguments:?}");
        let message = ended.message();
        let expected = "no tables are made for halma. `hindsight search halma` searches any position";
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
    let json = halma(&["query", "halma", "--json"], "").objects();
    assert_eq!((&json[0]["game"], &json[0]["status"]), (&"halma".into(), &2.into()));
    let games = halma(&["games"], "").answer();
    let row = games.lines().find(|line| line.starts_with("halma ")).expect("a row");
    assert_eq!(row.split_whitespace().collect::<Vec<_>>(), ["halma", "0", "0", "none", "are", "made"]);
    let described = halma(&["games", "halma", "--json"], "").objects();
    let commands: Vec<&str> =
        described[0]["commands"].as_array().expect("a list").iter().filter_map(Json::as_str).collect();
    assert!(
        commands.contains(&"match") && !commands.contains(&"query") && !commands.contains(&"solve"),
        "{commands:?}"
    );
    let rules = halma(&["verify", "halma", "--rules"], "").answer();
    assert!(rules.contains("found none in 500 positions of random play: ok"), "{rules}");
    assert!(rules.ends_with("\n1 passed, 0 failed\n"), "{rules}");
}

#[test]
fn halma_is_played_saved_and_resumed() {
    let place = directory();
    let file = place.path().join("game.pdn");
    let path = file.to_str().expect("text");
    let seats = ["play", "halma", "--seat", "a=alphabeta:depth=1", "--seat", "b=person", "--seat", "c=person"];
    let arguments = [&seats[..], &["--seat", "d=scout:depth=1", "--save", path]].concat();
    let out =
        halma(&arguments, "n4:n2\nm1-l1\nundo\nm1-l1\nb13-c13\nundo 2\nm1-l1\nfen\nb13-c13\nfen\nquit\n").answer();
    assert!(
        out.starts_with("a: alphabeta; b: you; c: you; d: scout. a and d play b and c. Type a move such as "),
        "{out}"
    );
    assert!(out.contains("found \"n4:n2\": no piece of b is on n4. `help` lists"), "{out}");
    assert_eq!((out.matches("  1. a plays ").count(), out.matches("  1... d plays ").count()), (1, 2), "{out}");
    // The moves of the three others are marked.
    assert!(out.contains("\n3  a a a a[a]. ") && out.contains("\n13 c[.|c]. . . . . . . . . .[d]d[.]\n"), "{out}");
    let fens = |out: &str| -> Vec<String> {
        let line = |line: &str| {
            Some(line.split_once("> ")?.1.to_string()).filter(|rest| rest.contains('/') && rest.split(' ').count() == 3)
        };
        out.lines().filter_map(line).collect()
    };
    let last = fens(&out).pop().expect("a position");
    assert!(last.ends_with(" b 1"), "{out}");
    let saved = fs::read_to_string(&file).expect("it was saved");
    assert!(saved.contains("[a \"alphabeta\"]\n[b \"person\"]\n") && saved.contains("\n1. "), "{saved}");
    let out = halma(&["play", "halma", "--load", path, "--seat", "b=person"], "fen\nresign\n").answer();
    assert_eq!(fens(&out), [last], "{out}");
    assert!(out.ends_with("a and d have won: b and c resigned, after 5 plies (2 rounds)\n"), "{out}");

    // A player who is home passes.
    let rows = [
        "aaaa8cccc/aaaa8cccc/aaa10ccc/aa12cc",
        "16/16/16/bbbbbbbbbbbbb3",
        "16/16/16/16",
        "14dd/13ddd/12dddd/12dddd c 7",
    ];
    let people = ["--seat", "c=person", "--seat", "d=person"];
    let out = halma(&[&["play", "halma", &rows.join("/")], &people[..]].concat(), "moves\np4-p5\npass\nfen\n").answer();
    assert!(out.contains("c>   pass\n") && out.contains("found \"p4-p5\": all pieces of c are home: pass. "), "{out}");
    assert!(fens(&out)[0].ends_with(" d 7"), "{out}");
}

/// A position of the middle game with many moves.
const MIDDLE: &str = "16/16/16/3d1a1c1a1b1c2/2a1d1b1b1b1a3/3b1c1d1c1d1a2/2d1c1d1d1a1c3/3a1a1c1c1c1a2/2d1a1d1b1b1b3/3b1a1d1b1a1b2/2c1c1a1b7/3c1d1d1b1c1d2/16/16/16/16 a 20";

#[test]
fn searches_of_a_game_with_many_moves_end_in_time() {
    for engine in ["scout-tt", "montecarlo", "uct", "expectimax", "mtdf"] {
        let search = ["search", "halma", MIDDLE, "--engine", engine, "--time", "200ms", "--json"];
        // Another process may have the processor for a while, but not each time.
        let late = (0..10).map(|_| {
            let seconds = halma(&search, "").objects()[0]["seconds"].as_f64().expect("a time");
            assert!(seconds >= 0.19, "{engine} ended early");
            seconds - 0.2
        });
        assert!(late.into_iter().any(|late| late < 0.03), "{engine} ends late");
    }
}
