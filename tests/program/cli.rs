//! The command line from outside: what the program prints, and how it ends.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

use crate::support::shared::shared;
use hindsight::game::position_text;
use hindsight::games::tic_tac_toe::TicTacToe;
use hindsight::solve::{self, retrograde::Retrograde};
use hindsight::space::{Entry, SliceId, Space};
use hindsight::table::{Store, TableWriter};
use hindsight::values::Lookup;
use hindsight::values::{Code, Codes, Memory, Sink};
use serde_json::Value as Json;
use tempfile::TempDir;

const START: &str = "bbbb/b2b/w2w/wwww w";

/// How a run ended, and what it wrote.
struct Ran {
    status: Option<i32>,
    out: String,
    err: String,
}

impl Ran {
    /// The output of a run that ended with this status.
    fn expect(self, status: i32) -> String {
        assert_eq!(self.status, Some(status), "{}{}", self.out, self.err);
        self.out
    }

    /// The message of a run that could not do what was asked.
    fn refused(self) -> String {
        assert_eq!((self.status, self.out.as_str()), (Some(2), ""), "{}", self.err);
        assert!(self.err.starts_with("hindsight: ") && !self.err.contains("panicked"), "{}", self.err);
        self.err
    }
}

fn program(tables: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    command.args(arguments).env("HINDSIGHT_TABLES", tables);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program to its end, with these bytes for its input.
fn run_in(tables: &Path, arguments: &[&str], input: &[u8]) -> Ran {
    let mut child = program(tables, arguments).spawn().expect("the program starts");
    let (mut stdin, input) = (child.stdin.take().expect("is piped"), input.to_vec());
    // It may end before it has read everything.
    let writer = thread::spawn(move || stdin.write_all(&input).is_ok());
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Ran { status: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// Runs the program where both games are solved.
fn run(arguments: &[&str]) -> Ran {
    run_in(solved(), arguments, b"")
}

/// A directory in which both games are solved, the same for all tests.
fn solved() -> &'static Path {
    shared("cli-tables", |directory| {
        for game in ["pangki", "tic-tac-toe"] {
            let out = run_in(directory, &["solve", game], b"").expect(0);
            assert!(out.contains("\nsolved:  ") && out.contains("\nwritten: "), "{out}");
        }
    })
}

fn temporary() -> TempDir {
    tempfile::tempdir().expect("a directory of its own")
}

fn json(text: &str) -> Json {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn solving_again_is_a_no_op_that_says_so() {
    let directory = temporary();
    let table = directory.path().join("tic-tac-toe.table");
    let ran = run_in(directory.path(), &["solve", "tic-tac-toe", "--threads", "1"], b"");
    assert!(ran.expect(0).contains("on 1 thread,"));
    let bytes = fs::read(&table).expect("a table is there");
    let written = fs::metadata(&table).and_then(|data| data.modified()).expect("a time");

    let out = run_in(directory.path(), &["solve", "tic-tac-toe"], b"").expect(0);
    assert!(out.contains("already solved") && out.contains("nothing to do"), "{out}");
    assert_eq!(fs::metadata(&table).and_then(|data| data.modified()).expect("a time"), written);

    fs::remove_file(&table).expect("can be removed");
    run_in(directory.path(), &["solve", "tic-tac-toe", "--threads", "2"], b"").expect(0);
    assert_eq!(fs::read(&table).expect("a table is there"), bytes);
}

#[test]
fn a_part_of_a_game_that_is_kept_whole_is_solved_with_the_rest() {
    let directory = temporary();
    let ran = run_in(directory.path(), &["solve", "tic-tac-toe", "--slice", "0v0", "2V3"], b"");
    assert!(ran.err.contains("the whole game is solved"), "{}", ran.err);
    ran.expect(0);
    let ran = run_in(directory.path(), &["solve", "tic-tac-toe", "--pieces", "3"], b"");
    assert!(ran.err.contains("the whole game is solved"), "{}", ran.err);
    ran.expect(0);
}

#[test]
fn the_tables_of_the_option_go_before_those_of_the_variable() {
    let (named, empty) = (temporary(), temporary());
    let directory = named.path().to_str().expect("text");
    run_in(empty.path(), &["solve", "tic-tac-toe", "--tables", directory], b"").expect(0);
    run_in(empty.path(), &["stats", "tic-tac-toe", "--tables", directory], b"").expect(0);
    run_in(named.path(), &["stats", "tic-tac-toe"], b"").expect(0);
    let message = run_in(empty.path(), &["annotate", "tic-tac-toe", "-"], b"").refused();
    assert!(message.contains("`hindsight solve tic-tac-toe`"), "{message}");
}

#[test]
fn the_games_are_listed_with_the_state_of_their_tables() {
    let out = run(&["games"]).expect(0);
    let row = |name: &str| out.lines().find(|line| line.starts_with(name)).expect("is listed").to_string();
    let words = |name: &str| row(name).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words("pangki").contains("153 5,864,611 solved, 5.9 MB"), "{out}");
    let one = run(&["games", "Tic-Tac-Toe"]).expect(0);
    assert!(one.contains("sides     x, o") && one.contains("start     .../.../... x"), "{one}");
    assert!(one.contains("level4 level3") && one.contains("solve compress query find annotate stats verify"), "{one}");

    let directory = temporary();
    fs::write(directory.path().join("pangki.table"), "no table").expect("can be written");
    let out = run_in(directory.path(), &["games"], b"").expect(0);
    assert!(out.contains("unusable") && out.contains("not solved"), "{out}");
    // A command that needs a table is no command of a game without one. A small game is solved for the others.
    let one = run_in(directory.path(), &["games", "tic-tac-toe"], b"").expect(0);
    assert!(one.contains("solve query find stats verify") && !one.contains("annotate"), "{one}");
}

#[test]
fn a_query_shows_the_board_the_value_and_the_moves_best_first() {
    let out = run(&["query", "pangki", "--line"]).expect(0);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[..4], ["4 b b b b", "3 b . . b", "2 w . . w", "1 w w w w"]);
    assert!(out.contains(&format!("\n{START}\ndraw\n\n  A2-B2  draw\n  D2-C2  draw\n")), "{out}");
    assert!(out.contains("  B1-B2  loss in 30 plies (15 moves)\n"), "{out}");
    assert!(out.contains("\nbest line: 1. A2-B2 "), "{out}");

    let over = run(&["query", "pangki", "4/4/4/bbb1 b"]).expect(0);
    assert!(over.ends_with("win: the game is over\n"), "{over}");
}

#[test]
fn a_position_may_be_quoted_or_not() {
    let quoted = run(&["query", "pangki", "bbbb/b2b/w2w/wwww b", "--json"]).expect(0);
    let words = run(&["query", "--json", "pangki", "bbbb/b2b/w2w/wwww", "b"]).expect(0);
    assert_eq!(quoted, words);
    assert_eq!(run(&["query", "pangki", START]).expect(0), run(&["query", "pangki"]).expect(0));
}

#[test]
fn json_has_the_fields_of_the_contract_in_their_order() {
    let out = run(&["query", "tic-tac-toe", "xo./xo./... x", "--json"]).expect(0);
    let expected = r#"{"game":"tic-tac-toe","position":"xo./xo./... x","value":"win","plies":1,"certainty":"rules","moves":[{"move":"a1","position":"xo./xo./x.. o","value":"win","plies":1,"certainty":"rules"},{"move":"b1","position":"xo./xo./.x. o","value":"draw","plies":null,"certainty":"table"},"#;
    assert!(out.starts_with(expected), "{out}");
    assert!(out.ends_with(",\"line\":[\"a1\"]}\n"), "{out}");
    let over = run(&["query", "tic-tac-toe", "xxx/oo./... o", "--json"]).expect(0);
    assert!(
        over.ends_with("\"value\":\"loss\",\"plies\":0,\"certainty\":\"rules\",\"moves\":[],\"line\":[]}\n"),
        "{over}"
    );
}

#[test]
fn the_moves_of_a_query_agree_with_queries_of_where_they_lead() {
    let start = json(&run(&["query", "pangki", "--json"]).expect(0));
    assert_eq!((&start["value"], &start["plies"]), (&Json::from("draw"), &Json::Null));
    let moves = start["moves"].as_array().expect("an array");
    assert_eq!(moves.len(), 4);
    for mv in moves {
        let position = mv["position"].as_str().expect("text");
        let after = json(&run(&["query", "pangki", position, "--json"]).expect(0));
        let (other, further) = match (after["value"].as_str(), after["plies"].as_u64()) {
            (Some("win"), Some(plies)) => ("loss", Json::from(plies + 1)),
            (Some("loss"), Some(plies)) => ("win", Json::from(plies + 1)),
            _ => ("draw", Json::Null),
        };
        assert_eq!((&mv["value"], &mv["plies"]), (&Json::from(other), &further));
        if other == "loss" {
            assert_eq!(after["plies"], 29);
            assert_eq!(after["line"].as_array().expect("an array").len(), 29);
        }
    }
}

#[test]
fn a_stream_is_answered_line_by_line_and_errors_do_not_stop_it() {
    let input = b"\xef\xbb\xbfbbbb/b2b/w2w/wwww w\nnonsense\n\n# the shortest loss\n4/4/4/bbb1 w\r\n\xff\n4/4/4/wwb1\tw\nbbbb/b2b/w2w/wwww b";
    let ran = run_in(solved(), &["query", "pangki", "-"], input);
    let out = ran.expect(1);
    let rows: Vec<Vec<&str>> = out.lines().map(|line| line.split('\t').collect()).collect();
    assert!(rows.iter().all(|row| row.len() == 3), "{out}");
    assert_eq!(rows[0], [START, "draw", "-"]);
    assert_eq!(rows[1][..2], ["nonsense", "error"]);
    assert!(rows[1][2].starts_with("expected a Pangki position"), "{out}");
    assert_eq!(rows[2], ["4/4/4/bbb1 w", "loss", "0"]);
    assert_eq!(rows[3][..2], ["\u{fffd}", "error"]);
    assert_eq!(rows[4], ["4/4/4/wwb1 w", "win", "0"]);
    assert_eq!(rows[5], ["bbbb/b2b/w2w/wwww b", "draw", "-"]);
    assert_eq!(rows.len(), 6);

    let out = run_in(solved(), &["query", "pangki", "-", "--json"], input).expect(1);
    let objects: Vec<Json> = out.lines().map(json).collect();
    assert_eq!(objects.len(), 6);
    assert_eq!(objects[0], json(&run(&["query", "pangki", "--json"]).expect(0)));
    assert!(
        out.lines()
            .nth(1)
            .expect("a line")
            .starts_with("{\"game\":\"pangki\",\"position\":\"nonsense\",\"error\":\"expected "),
        "{out}"
    );

    assert_eq!(run_in(solved(), &["query", "pangki", "-"], b"").expect(0), "");
    run_in(solved(), &["query", "pangki", "-"], b"4/4/4/wwb1 w\n").expect(0);

    let position = json(&run(&["query", "pangki", "bbbb/b2b/1w1w/wwww b", "--json"]).expect(0));
    let line: Vec<&str> = position["line"].as_array().expect("an array").iter().filter_map(Json::as_str).collect();
    let streamed = run_in(solved(), &["query", "pangki", "-", "--line"], b"bbbb/b2b/1w1w/wwww b\n").expect(0);
    let fields: Vec<&str> = streamed.trim_end().split('\t').collect();
    assert_eq!((fields.len(), fields[3]), (4, line.join(" ").as_str()));
}

#[test]
fn a_long_stream_is_answered_in_order_and_as_single_queries_are() {
    let game = TicTacToe::new();
    let solved_game = solve::in_memory(&game, &Retrograde, &()).expect("tic-tac-toe is solved");
    let (mut input, mut expected) = (String::new(), String::new());
    for (number, slice) in game.slices().iter().enumerate() {
        for index in 0..slice.entries {
            let entry = Entry { slice: SliceId(number as u32), index };
            let text = position_text(&game, &game.unrank(entry).expect("every entry has a position"));
            let value = solved_game.value(entry).expect("memory can be trusted").expect("is solved");
            let plies = value.plies().map_or("-".to_string(), |plies| plies.to_string());
            input.push_str(&format!("{text}\n"));
            expected.push_str(&format!("{text}\t{}\t{plies}\n", value.word()));
        }
    }
    let (input, expected) = (input.repeat(20), expected.repeat(20));
    assert!(run_in(solved(), &["query", "tic-tac-toe", "-"], input.as_bytes()).expect(0) == expected);
}

#[test]
fn a_program_at_the_other_end_gets_each_answer_before_it_asks_again() {
    for json in [false, true] {
        let arguments: &[&str] = if json { &["query", "pangki", "-", "--json"] } else { &["query", "pangki", "-"] };
        let mut child = program(solved(), arguments).spawn().expect("the program starts");
        let (mut ask, answers) = (child.stdin.take().expect("is piped"), child.stdout.take().expect("is piped"));
        let mut answers = BufReader::new(answers).lines();
        for _ in 0..3 {
            writeln!(ask, "{START}").expect("the program reads");
            let answer = answers.next().expect("an answer").expect("text");
            assert!(answer.contains(START) && answer.contains("draw"), "{answer}");
        }
        drop(ask);
        assert!(child.wait().expect("the program ends").success());
    }
}

#[test]
fn the_totals_of_pangki_are_the_published_ones() {
    let out = run(&["stats", "pangki"]).expect(0);
    let (all, rest) = out.split_once("2 to 6 pieces on each side\n").expect("the second table");
    let (group, rows) = rest.split_once("\n\nslice ").expect("the rows");
    for figure in ["43,046,721", "22,332,007", "17,838,462", "2,876,252"] {
        assert!(all.contains(figure), "{figure} in {all}");
    }
    for figure in ["20,746,908", "11,065,583", "7,440,541", "2,240,784", "123,439,680", "5.9 per position"] {
        assert!(group.contains(figure), "{figure} in {group}");
    }
    let (counts, longest) = rows.split_once("\n\nslice ").expect("the longest wins and losses");
    assert_eq!(counts.lines().count(), 1 + 153);
    assert!(longest.contains(" win ") && longest.contains(" loss ") && longest.contains(" 28 plies "), "{longest}");
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
    let found = run(&["find", "pangki", "--count"]).expect(0);
    assert!(found.starts_with("43,046,721 positions in 5,") && found.ends_with(" entries\n"), "{found}");
    let found = json(&run(&["find", "pangki", "--value", "draw", "--count", "--json"]).expect(0));
    assert_eq!(found["positions"], 2_876_252);

    let rows = json(&run(&["stats", "pangki", "--json", "--threads", "2"]).expect(0));
    let rows = rows.as_array().expect("an array");
    let sides = |row: &Json| {
        let name = row["slice"].as_str().expect("text").to_string();
        let (own, other) = name.split_once('v').expect("mover v other");
        [own, other].map(|side| side.parse::<u32>().expect("a number"))
    };
    let sum = |what: &str, wanted: &dyn Fn(&Json) -> bool| -> u64 {
        rows.iter().filter(|row| wanted(row)).map(|row| row[what].as_u64().expect("a number")).sum()
    };
    let all = |_: &Json| true;
    let group = |row: &Json| sides(row).iter().all(|side| (2..=6).contains(side));
    assert_eq!(
        ["positions", "wins", "losses", "draws"].map(|what| sum(what, &all)),
        [43_046_721, 22_332_007, 17_838_462, 2_876_252]
    );
    assert_eq!(
        ["positions", "wins", "losses", "draws"].map(|what| sum(what, &group)),
        [20_746_908, 11_065_583, 7_440_541, 2_240_784]
    );
}

#[test]
fn the_longest_of_a_slice_come_with_their_positions() {
    let out = run(&["stats", "pangki", "3v2", "2V2", "0v0", "--json"]).expect(0);
    let first = "[{\"game\":\"pangki\",\"slice\":\"3v2\",\"entries\":5514,\"positions\":43680,\"wins\":";
    assert!(out.starts_with(first), "{out}");
    let none = "\"longest_loss\":null,\"longest_win_position\":\"4/4/4/4 w\",\"longest_loss_position\":null,";
    assert!(out.contains(none), "{out}");
    let rows = json(&out);
    for row in &rows.as_array().expect("an array")[..2] {
        for (value, plies, position) in
            [("win", "longest_win", "longest_win_position"), ("loss", "longest_loss", "longest_loss_position")]
        {
            let position = row[position].as_str().expect("text");
            let said = json(&run(&["query", "pangki", position, "--json"]).expect(0));
            assert_eq!((&said["value"], &said["plies"]), (&Json::from(value), &row[plies]));
        }
    }

    let few = json(&run(&["stats", "pangki", "--pieces", "3", "--json"]).expect(0));
    assert_eq!(few.as_array().expect("an array").len(), 10);
    let text = run(&["stats", "pangki", "--pieces", "3"]).expect(0);
    assert!(text.starts_with("Up to 3 pieces on the board\n") && !text.contains("on each side"), "{text}");
}

#[test]
fn a_sound_table_passes_every_check() {
    let out = run(&["verify", "pangki"]).expect(0);
    for found in ["checksums", "law 4", "22,332,007", "win in 29 plies (15 moves)", "A2-B2", "Doucette"] {
        assert!(out.contains(found), "{found} in {out}");
    }
    let summary = out.lines().last().expect("a last line");
    assert!(summary.ends_with(" passed, 0 failed"), "{summary}");

    let out = run(&["verify", "tic-tac-toe", "--sample", "10", "--threads", "1"]).expect(0);
    assert!(!out.contains("law 1") && !out.contains("checksum") && !out.contains("5,478"), "{out}");
}

#[test]
fn a_table_with_wrong_values_fails_its_checks() {
    let (directory, game) = (temporary(), TicTacToe::new());
    let store = Store::new(directory.path());
    let draws = Memory::new(game.slices());
    for (number, slice) in (0..).zip(game.slices()) {
        let codes = vec![u8::DRAW; slice.entries as usize];
        draws.put(Entry { slice: SliceId(number), index: 0 }, Codes::One(&codes)).expect("memory does not fail");
    }
    let lock = store.lock(|_| ()).expect("nobody else writes here");
    TableWriter::new(&lock, &store.scan(&game), &game, 0).plain(&draws).expect("is written");

    let out = run_in(directory.path(), &["verify", "tic-tac-toe", "--laws"], b"").expect(1);
    assert!(out.lines().any(|line| line.ends_with("FAILED")), "{out}");
    assert!(out.lines().last().expect("a last line").contains(" failed"), "{out}");
    run_in(directory.path(), &["verify", "tic-tac-toe"], b"").expect(1);
    run_in(directory.path(), &["verify", "tic-tac-toe", "--checksums"], b"").expect(0);
}

#[test]
fn a_damaged_table_answers_nothing() {
    let directory = temporary();
    let table = directory.path().join("tic-tac-toe.table");
    let mut bytes = fs::read(solved().join("tic-tac-toe.table")).expect("is solved");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&table, &bytes).expect("can be written");
    let asked: [&[&str]; 6] = [
        &["query", "tic-tac-toe"],
        &["query", "tic-tac-toe", "--json"],
        &["stats", "tic-tac-toe"],
        &["verify", "tic-tac-toe", "--checksums"],
        &["verify", "tic-tac-toe", "--laws"],
        &["verify", "tic-tac-toe", "--published"],
    ];
    for arguments in asked {
        let ran = run_in(directory.path(), arguments, b"");
        assert_eq!(ran.status, Some(2), "{arguments:?}: {}", ran.out);
        assert!(ran.err.contains("does not agree with its checksum"), "{}", ran.err);
    }
    let ran = run_in(directory.path(), &["query", "tic-tac-toe", "-"], b".../.../... x\nnonsense\n");
    assert!(ran.out.starts_with(".../.../... x\terror\t") && ran.out.lines().count() == 2, "{}", ran.out);
    assert!(ran.err.contains("checksum"), "{}", ran.err);
    ran.expect(2);

    fs::write(&table, &bytes[..100]).expect("can be written");
    assert!(run_in(directory.path(), &["play", "tic-tac-toe"], b"").refused().contains("tic-tac-toe.table"));
}

#[test]
fn perft_counts_a_line_a_depth() {
    let ran = run(&["perft", "tic-tac-toe", "3"]);
    assert!(ran.err.contains("per second"), "{}", ran.err);
    assert_eq!(ran.expect(0), "1\t9\n2\t72\n3\t504\n");
    assert_eq!(run(&["perft", "tic-tac-toe", "0"]).expect(0), "0\t1\n");
    // Of five moves one ends the game; four replies follow each of the others.
    assert_eq!(run(&["perft", "tic-tac-toe", "xo./xo./...", "x", "2"]).expect(0), "1\t5\n2\t16\n");
    assert_eq!(run(&["perft", "pangki", START, "2"]).expect(0), "1\t4\n2\t18\n");
}

#[test]
fn a_game_can_be_played_by_lines() {
    let ran = run_in(solved(), &["play", "tic-tac-toe"], b"b9\nmoves\na1\nundo\na1\na2\nc2\n");
    let out = ran.expect(0);
    assert!(out.contains("expected one of the legal moves a1 b1 c1"), "{out}");
    assert!(out.ends_with("o has won, after 6 plies (3 moves)\n"), "{out}");

    let out = run(&["play", "tic-tac-toe", "--first", "table"]).expect(0);
    assert!(out.ends_with("A draw, after 9 plies (5 moves)\n"), "{out}");
    let out = run(&["play", "pangki", "bbbb/b2b/w2w/wwww", "b", "--second", "person"]).expect(0);
    assert!(out.contains("Black to move") && out.ends_with("Black> \n"), "{out}");
}

#[test]
fn what_cannot_be_done_is_refused_with_what_was_expected() {
    let refusals: [(&[&str], &str); 21] = [
        (&["query", "shogi"], "halma, halma-packing; found \"shogi\""),
        (&["solve", ""], "halma, halma-packing; found \"\""),
        (&["query"], "<GAME>"),
        (&[], "Usage"),
        (&["frobnicate"], "frobnicate"),
        (&["query", "pangki", "--frobnicate"], "--frobnicate"),
        (&["query", "pangki", ""], "found nothing"),
        (&["stats", "pangki", "9v9"], "expected a slice of pangki"),
        (&["stats", "pangki", "3v2", "--pieces", "3"], "--pieces"),
        (&["stats", "pangki", "--threads", "0"], "from 1 to 256"),
        (&["stats", "pangki", "--pieces", "many"], "many"),
        (&["solve", "pangki", "--goats", "3"], "expected --pieces N to select slices of pangki, found --goats 3"),
        (&["solve", "pangki", "--slice", "9v9"], "expected a slice of pangki"),
        (&["solve", "pangki", "--slice", "3v2", "--pieces", "3"], "--pieces"),
        (&["solve", "pangki", "--memory", "lots"], "512M"),
        (&["verify", "pangki", "--sample", "-1"], "-1"),
        (&["perft", "pangki"], "DEPTH"),
        (&["perft", "pangki", START], "expected a depth"),
        (&["perft", "pangki", "1001"], "expected a depth"),
        (&["play", "pangki", "--first", "nobody"], "nobody"),
        (&["play", "pangki", "nowhere"], "expected a Pangki position"),
    ];
    for (arguments, expected) in refusals {
        let message = run(arguments).refused();
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}

#[test]
fn no_malformed_position_gets_an_answer() {
    let malformed = [
        "x",
        "-x",
        "w",
        "bbbb",
        "bbbb/b2b/w2w/wwww",
        "bbbb/b2b/w2w/wwww x",
        "bbbb/b2b/w2w/wwww w w",
        "bbbb/b2b/w2w w",
        "bbbb/b2b/w2w/wwww/4 w",
        "bbbbb/b2b/w2w/wwww w",
        "bbb/b2b/w2w/wwww w",
        "bbbb/b5/w2w/wwww w",
        "bbbb/b0bb/w2w/wwww w",
        "bbbb/b3b/w2w/wwww w",
        "BBBB/B2B/W2W/WWWW W",
        "bbbb//w2w/wwww w",
        "//// w",
        " ",
        "é/é w",
        "bbbb/b2b/w2w/wwww\u{a0}w",
        "99999999999999999999/4/4/4 w",
        ".../.../... x",
    ];
    for position in malformed {
        let message = run(&["query", "pangki", "--", position]).refused();
        assert!(message.contains("expected "), "{position}: {message}");
    }
    let input = malformed.join("\n");
    let out = run_in(solved(), &["query", "pangki", "-"], input.as_bytes()).expect(1);
    // A line without text is passed over.
    let asked = malformed.iter().filter(|position| !position.trim().is_empty()).count();
    assert_eq!(out.matches("\terror\texpected ").count(), asked, "{out}");

    let endless = vec![b'b'; 3 << 20];
    let message = run_in(solved(), &["query", "pangki", "-"], &endless).refused();
    assert!(message.contains("expected one position per line"), "{message}");
}

#[test]
fn help_and_version_are_no_errors() {
    assert!(run(&["--help"]).expect(0).contains("Usage: hindsight"));
    assert!(run(&["verify", "--help"]).expect(0).contains("--published"));
    assert!(run(&["--version"]).expect(0).starts_with("hindsight "));
}

#[test]
fn without_a_command_the_message_says_so_and_lists_them() {
    let message = run(&[]).refused();
    assert!(message.starts_with("hindsight: expected a command, found none\n"), "{message}");
    let words = message.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("query Look up a position"), "{message}");
}

/// The program, of whose output somebody reads one line and goes away.
fn read_one_line(mut child: Child) -> (String, Ran) {
    let mut line = String::new();
    let mut out = BufReader::with_capacity(1, child.stdout.take().expect("is piped"));
    out.read_line(&mut line).expect("text");
    drop(out);
    let status = child.wait().expect("the program ends").code();
    let mut err = String::new();
    child.stderr.take().expect("is piped").read_to_string(&mut err).expect("text");
    (line, Ran { status, out: String::new(), err })
}

#[test]
fn whoever_stops_reading_ends_the_program_quietly() {
    let mut child = program(solved(), &["query", "pangki", "-"]).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("is piped");
    let input = format!("{START}\n").repeat(200_000);
    let writer = thread::spawn(move || stdin.write_all(input.as_bytes()).is_ok());
    let (line, ran) = read_one_line(child);
    assert_eq!((line.as_str(), ran.status, ran.err.as_str()), (&*format!("{START}\tdraw\t-\n"), Some(0), ""));
    assert!(!writer.join().expect("the writer ends"), "it should not have read everything");

    let child = program(solved(), &["perft", "tic-tac-toe", "1000"]).spawn().expect("the program starts");
    let (line, ran) = read_one_line(child);
    assert_eq!((line.as_str(), ran.status, ran.err.as_str()), ("1\t9\n", Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_is_full_is_an_error() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("is there on Linux");
    let output = program(solved(), &["stats", "pangki"]).stdout(full).output().expect("the program ends");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("could not write the output"));
}
