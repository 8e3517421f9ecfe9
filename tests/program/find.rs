//! `find` from the command line, and the statistics that it agrees with.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{Ended, run, solved};
use serde_json::Value as Json;

fn command(tables: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    command.args(arguments).env("HINDSIGHT_TABLES", tables);
    command
}

fn hindsight(arguments: &[&str]) -> Ended {
    run(&mut command(solved(), arguments), b"")
}

fn json(text: &str) -> Json {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The records of CSV as RFC 4180 has it.
fn csv(text: &str) -> Vec<Vec<String>> {
    let (mut records, mut record, mut field) = (Vec::new(), Vec::new(), String::new());
    let (mut quoted, mut characters) = (false, text.chars().peekable());
    while let Some(c) = characters.next() {
        match c {
            '"' if quoted && characters.peek() == Some(&'"') => field.extend(characters.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => record.push(std::mem::take(&mut field)),
            '\n' if !quoted => {
                record.push(std::mem::take(&mut field));
                records.push(std::mem::take(&mut record));
            }
            c => field.push(c),
        }
    }
    assert!(!quoted && field.is_empty() && record.is_empty(), "the last line ends");
    records
}

#[test]
fn csv_has_the_values_that_queries_have() {
    let answer = hindsight(&["find", "checkers", "--slice", "KvKM", "MvM", "--csv"]).answer();
    let records = csv(&answer);
    assert_eq!(records[0], ["position", "value", "plies", "slice", "positions"]);
    assert!(answer.contains("\n\"B:W") && records.iter().all(|record| record.len() == 5), "positions have commas");
    let positions: String = records[1..].iter().map(|record| format!("{}\n", record[0])).collect();
    let queried = run(&mut command(solved(), &["query", "checkers", "-"]), positions.as_bytes()).answer();
    for (record, line) in records[1..].iter().zip(queried.lines()) {
        let plies = if record[2].is_empty() { "-" } else { &record[2] };
        assert_eq!(format!("{}\t{}\t{plies}", record[0], record[1]), line);
    }
    let figures = json(&hindsight(&["stats", "checkers", "KvKM", "MvM", "--json"]).answer());
    let sum = (0..2).map(|row| figures[row]["positions"].as_u64().expect("a number")).sum::<u64>();
    assert_eq!((records.len() as u64 - 1, queried.lines().count() as u64), (sum, sum));
}

#[test]
fn what_is_found_is_listed_as_text_and_as_json() {
    let asked = ["find", "tic-tac-toe", "--slice", "2v2", "--value", "win", "--plies", "1", "--limit", "2"];
    let text = hindsight(&asked).answer();
    let objects: Vec<Json> = hindsight(&[&asked[..], &["--json"]].concat()).answer().lines().map(json).collect();
    assert_eq!((text.lines().count(), objects.len()), (2, 2));
    for (line, object) in text.lines().zip(&objects) {
        let position = object["position"].as_str().expect("text");
        assert_eq!(line, format!("{position}  win in 1 ply (1 move)"));
        let expected = serde_json::json!({
            "game": "tic-tac-toe", "slice": "2v2", "position": position, "value": "win", "plies": 1, "positions": 1,
        });
        assert_eq!(object, &expected);
    }
    let draw = hindsight(&["find", "tic-tac-toe", "--slice", "0v0", "--json"]).answer();
    assert_eq!(
        draw,
        "{\"game\":\"tic-tac-toe\",\"slice\":\"0v0\",\"position\":\".../.../... x\",\"value\":\"draw\",\"plies\":null,\"positions\":1}\n"
    );
    let none = hindsight(&["find", "tic-tac-toe", "--slice", "0v0", "--value", "win"]);
    assert_eq!(
        (none.status, none.out.as_str(), none.err.as_str()),
        (0, "", "hindsight: no position meets the criteria\n")
    );
}

#[test]
fn counts_and_the_greatest_depth_are_those_of_the_statistics() {
    let count = |arguments: &[&str]| {
        let found = json(&hindsight(&[&["find", "checkers", "--count", "--json"], arguments].concat()).answer());
        assert_eq!(found["game"], "checkers");
        (found["positions"].as_u64().expect("a number"), found["entries"].as_u64().expect("a number"))
    };
    let totals = json(&hindsight(&["stats", "checkers", "--total", "--json", "--histogram"]).answer());
    let names: Vec<&str> =
        totals.as_array().expect("an array").iter().filter_map(|row| row["total"].as_str()).collect();
    assert_eq!(names, ["All positions that are solved: up to 3 pieces", "2 pieces", "3 pieces"]);
    let all = &totals[0];
    assert!(all["slice"].is_null());
    for (value, total, longest) in [("win", "wins", "longest_win"), ("loss", "losses", "longest_loss")] {
        let number = all[total].as_u64().expect("a number");
        assert_eq!(count(&["--value", value]), (number, number));
        let histogram = all["histogram"][total].as_array().expect("an array");
        assert_eq!(histogram.iter().map(|pair| pair[1].as_u64().expect("a number")).sum::<u64>(), number);
        let last = histogram.last().expect("there are some");
        assert_eq!(last[0], all[longest]);
        let deepest = last[1].as_u64().expect("a number");
        assert_eq!(count(&["--value", value, "--plies", "max"]), (deepest, deepest));
    }
    assert_eq!(count(&["--zugzwang"]).0, all["mutual_zugzwangs"].as_u64().expect("a number"));
    assert_eq!(count(&["--pieces", "2"]), (3488, 3488));
    let listed = hindsight(&["find", "checkers", "--plies", "max", "--csv"]).answer();
    let deepest = all["longest_win"].as_u64().max(all["longest_loss"].as_u64()).expect("a number").to_string();
    assert!(csv(&listed)[1..].iter().all(|record| record[2] == deepest), "{listed}");
    assert_eq!(
        hindsight(&["find", "checkers", "--pieces", "2", "--count"]).answer(),
        "3,488 positions in 3,488 entries\n"
    );
}

#[test]
fn a_sample_is_drawn_again_by_its_seed() {
    let sample = |arguments: &[&str]| {
        hindsight(&[&["find", "checkers", "--value", "draw", "--sample", "20"], arguments].concat()).answer()
    };
    let drawn = sample(&["--seed", "3"]);
    assert_eq!(drawn.lines().count(), 20);
    assert!(drawn.lines().all(|line| line.ends_with("  draw")), "{drawn}");
    assert_eq!(drawn, sample(&["--seed", "3", "--threads", "1"]));
    assert_ne!(drawn, sample(&["--seed", "4"]));
    let all = hindsight(&["find", "checkers", "--value", "draw"]).answer();
    let mut lines = all.lines();
    assert!(drawn.lines().all(|drawn| lines.any(|line| line == drawn)), "a sample is in the order of the table");
}

#[test]
fn statistics_fit_a_terminal() {
    for arguments in [
        &["stats", "checkers", "--histogram"][..],
        &["stats", "checkers", "--pieces", "3", "--total", "--histogram"],
        &["stats", "tic-tac-toe", "--slice", "2v2", "1v1", "--histogram"],
    ] {
        let text = hindsight(arguments).answer();
        let widest = text.lines().max_by_key(|line| line.chars().count()).expect("lines");
        assert!(widest.chars().count() <= 80, "{widest}");
        assert!(text.contains("plies  wins") || text.contains("plies    wins"), "{text}");
        assert_eq!(text.contains("slice "), !arguments.contains(&"--total"), "{text}");
    }
    let text = hindsight(&["stats", "checkers", "--slice", "KvK"]).answer();
    assert!(
        text.starts_with("KvK\n") && text.contains("\nKvK        992        992   230     108    654        216\n"),
        "{text}"
    );
    assert!(text.contains("\nKvK    win      11 plies  B:W"), "{text}");
}

#[test]
fn what_cannot_be_searched_is_refused_with_what_was_expected() {
    let refusals: [(&[&str], &str); 13] = [
        (&["checkers", "--value", "draw", "--plies", "3"], "expected --value win or --value loss with --plies"),
        (&["checkers", "--plies", "5..3"], "expected plies N, a range A..B"),
        (&["checkers", "--value", "won"], "win, loss, draw"),
        (&["tic-tac-toe", "--zugzwang"], "expected --zugzwang for a game"),
        (&["checkers", "--goats", "3"], "expected --pieces N to select slices of checkers"),
        (&["checkers", "--slice", "KvQ"], "expected a slice of checkers"),
        (&["checkers", "--slice", "KKvKKK"], "`hindsight solve checkers --pieces 5`"),
        (&["checkers", "--csv", "--json"], "--json"),
        (&["checkers", "--seed", "1"], "--sample"),
        (&["checkers", "--sample", "3", "--limit", "2"], "--limit"),
        (&["checkers", "--count", "--limit", "2"], "--limit"),
        (&["checkers", "--limit", "0"], "0"),
        (&["tigers-and-goats"], "`hindsight solve tigers-and-goats --goats N`"),
    ];
    for (arguments, expected) in refusals {
        let message = hindsight(&[&["find"], arguments].concat()).message();
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
    let beyond = hindsight(&["find", "checkers", "--pieces", "4", "--count"]).message();
    assert!(
        beyond.contains("expected --pieces 3 or less, the most of checkers that is solved here, found 4"),
        "{beyond}"
    );
    assert!(beyond.contains("Run `hindsight solve checkers --pieces 4`"), "{beyond}");
}

/// Whether a move is the only one to hold depends on all that the moves lead to.
#[test]
fn only_moves_need_the_tables_that_moves_lead_to() {
    let directory = tempfile::tempdir().expect("a directory for the test");
    let run = |arguments: &[&str]| run(&mut command(directory.path(), arguments), b"");
    run(&["solve", "tigers-and-goats", "--goats", "1"]).answer();
    std::fs::remove_file(directory.path().join("tigers-and-goats-0-0.table")).expect("it was written");
    let find = |game, arguments: &[&str]| run(&[&["find", game, "--count"], arguments].concat());
    let message = find("tigers-and-goats", &["--only-move"]).message();
    assert!(message.contains("of tigers-and-goats is not solved. Run `hindsight solve tigers-and-goats"), "{message}");
    assert_eq!(find("tigers-and-goats", &["--quiet", "--value", "win"]).status, 0);
    // The tables in the program have the slices that moves lead to.
    let table = "checkers-3.table";
    std::fs::copy(solved().join(table), directory.path().join(table)).expect("it was written");
    assert_eq!(find("checkers", &["--only-move"]).answer(), "2,587 positions in 2,587 entries\n");
}

#[test]
fn whoever_stops_reading_ends_the_search_quietly() {
    let mut child = command(solved(), &["find", "checkers", "--csv"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut out = BufReader::with_capacity(1, child.stdout.take().expect("is piped"));
    let mut line = String::new();
    out.read_line(&mut line).expect("text");
    drop(out);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((line.as_str(), output.status.code()), ("position,value,plies,slice,positions\n", Some(0)));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn an_entry_says_how_many_positions_it_stands_for() {
    let directory = tempfile::tempdir().expect("a directory for the test");
    let answer = |arguments: &[&str]| run(&mut command(directory.path(), arguments), b"");
    answer(&["solve", "chess", "--slice", "KQvK"]).answer();
    let listed = answer(&["find", "chess", "--slice", "KQvK", "--csv"]).answer();
    let records = csv(&listed);
    let positions: u64 = records[1..].iter().map(|record| record[4].parse::<u64>().expect("a number")).sum();
    assert!(records[1..].iter().all(|record| record[3] == "KQvK"), "{:?}", records[1]);
    let counted = json(&answer(&["find", "chess", "--slice", "KQvK", "--count", "--json"]).answer());
    assert_eq!((records.len() as u64 - 1, positions), (18_081, 144_508));
    assert_eq!((counted["entries"].as_u64(), counted["positions"].as_u64()), (Some(18_081), Some(144_508)));
    let stats = json(&answer(&["stats", "chess", "KQvK", "--json"]).answer());
    assert_eq!((stats[0]["entries"].as_u64(), stats[0]["positions"].as_u64()), (Some(18_081), Some(144_508)));
    let text = answer(&["find", "chess", "--slice", "KQvK", "--plies", "max"]);
    assert!(text.err.contains(" listed, which stand"), "{}", text.err);
}

#[test]
fn wins_made_of_only_moves_come_longest_first() {
    let found = csv(&hindsight(&["find", "checkers", "--unique", "--csv"]).answer());
    let plies: Vec<u32> = found[1..].iter().map(|record| record[2].parse().expect("a depth")).collect();
    assert!(plies.len() > 10 && plies.is_sorted_by(|one, other| one >= other), "{plies:?}");
    assert!(found[1..].iter().all(|record| record[1] == "win"));
    let first = csv(&hindsight(&["find", "checkers", "--unique", "--csv", "--limit", "3"]).answer());
    assert_eq!(first[..], found[..4]);
    assert!(hindsight(&["find", "checkers", "--unique", "--value", "loss"]).message().contains("only wins are unique"));
}

#[test]
fn statistics_by_size_have_a_row_for_each_and_the_total() {
    let text = hindsight(&["stats", "checkers", "--pieces", "3"]).answer();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    let row = |name: &[&str]| rows.iter().filter(|row| row.starts_with(name)).count();
    assert_eq!(row(&["pieces", "entries", "positions", "wins", "losses", "draws"]), 1, "{text}");
    assert_eq!((row(&["2", "pieces", "3,488", "3,488"]), row(&["total", "199,520", "199,520"])), (1, 1), "{text}");
    assert_eq!(row(&["3", "pieces", "196,032", "196,032"]), 1, "{text}");
    assert!(!text.contains("KvK"), "{text}");
    let totals = json(&hindsight(&["stats", "checkers", "--pieces", "3", "--total", "--json"]).answer());
    let names: Vec<&str> =
        totals.as_array().expect("an array").iter().filter_map(|row| row["total"].as_str()).collect();
    assert_eq!(names, ["Up to 3 pieces on the board", "2 pieces", "3 pieces"]);
}
