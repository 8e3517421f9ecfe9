//! Halma packing from the command line, as its users meet it.

use std::path::Path;
use std::process::Command;

use crate::support::shared::shared;
use crate::support::{hindsight, run};

/// A directory in which the regions of 15 and 20 squares are solved.
fn solved() -> &'static Path {
    shared("halma-packing-tables", |directory| {
        let told = hindsight(directory, &["solve", "halma-packing", "--squares", "15"]).answer();
        assert!(told.contains("part 15: 105 entries"), "{told}");
        let games = hindsight(directory, &["games"]).answer();
        assert!(games.contains("6,107,086,785  15 squares solved"), "{games}");
        let told = hindsight(directory, &["solve", "halma-packing", "--squares", "20"]).answer();
        assert!(told.contains("part 20: 77,520 entries") && !told.contains("part 15"), "{told}");
    })
}

fn answer(arguments: &[&str]) -> String {
    hindsight(solved(), arguments).answer()
}

fn message(arguments: &[&str]) -> String {
    hindsight(solved(), arguments).message()
}

#[test]
fn a_position_is_answered_with_its_moves() {
    let query = answer(&["query", "halma-packing", "xxx.x/xxx./xxx/xx/x"]);
    let board = "1 x x x . x\n2 x x x .\n3 x x x\n4 x x\n5 x\n  a b c d e   11 of 13 pieces home\n";
    assert!(query.starts_with(board) && query.contains("win in 3 moves"), "{query}");
    let object = hindsight(solved(), &["query", "halma-packing", "xxx.x/xxx./xxx/xx/x", "--json"]).objects().remove(0);
    assert_eq!((object["value"].as_str(), object["plies"].as_u64()), (Some("win"), Some(3)));
    assert_eq!(object["line"].as_array().expect("a line").len(), 3);
    let moves = object["moves"].as_array().expect("moves");
    assert!(moves.iter().any(|mv| mv["move"] == "e1-d1" && mv["plies"] == 3), "{moves:?}");
    let over = answer(&["query", "halma-packing", "xxxx./xxxx/xxx/xx/."]);
    assert!(over.contains("13 of 13 pieces home") && over.contains("win: the game is over"), "{over}");
}

#[test]
fn positions_of_different_regions_are_answered_in_order() {
    let lines = "xxxx./xxxx/xxx/xx/.\n.....xx/....xx/...xx/..xx/.xx/xx/x\nxxx.x/xxx./xxx/xx/x\n";
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    command.args(["query", "halma-packing", "-"]).env("HINDSIGHT_TABLES", solved());
    let ended = run(&mut command, lines.as_bytes());
    let answers: Vec<&str> = ended.out.lines().collect();
    assert_eq!((ended.status, answers.len()), (1, 3), "{}", ended.out);
    assert_eq!((answers[0], answers[2]), ("xxxx./xxxx/xxx/xx/.\twin\t0", "xxx.x/xxx./xxx/xx/x\twin\t3"));
    assert!(
        answers[1].contains("\terror\t") && answers[1].contains("solve halma-packing --squares 28"),
        "{}",
        answers[1]
    );
}

#[test]
fn statistics_show_the_turns() {
    let stats = answer(&["stats", "halma-packing", "--squares", "15", "--histogram"]);
    for line in
        ["  plies  wins\n", "      0     1  ##\n", "      3    48  #", "win      4 plies  xxxxx/.xxx/xxx/x./x\n"]
    {
        assert!(stats.contains(line), "{line} is missing in {stats}");
    }
    let deepest = answer(&["find", "halma-packing", "--squares", "15", "--plies", "max", "--count"]);
    assert!(deepest.starts_with("18 positions"), "{deepest}");
}

#[test]
fn a_table_is_verified() {
    let small = answer(&["verify", "halma-packing", "--squares", "15", "--quiet"]);
    assert!(small.contains("found 104 of 104 drawn") && small.contains(" passed, 0 failed"), "{small}");
    let laws = answer(&["verify", "halma-packing", "--squares", "20", "--laws", "--checksums", "--quiet"]);
    assert!(laws.contains("of 77,520 entries") && laws.contains(" passed, 0 failed"), "{laws}");
}

#[test]
fn a_region_is_selected_alone() {
    for (arguments, expected) in [
        (&["solve", "halma-packing", "--squares", "14"][..], "expected --squares 15 to 36, the sizes of halma-packing"),
        (&["solve", "halma-packing", "--pieces", "13"], "expected --squares N to select slices of halma-packing"),
        (&["solve", "pangki", "--squares", "15"], "expected --pieces N to select slices of pangki"),
        (
            &["solve", "halma-packing", "--slice", "99"],
            "expected a slice of halma-packing, such as 15 16 17 18 19; found",
        ),
        (&["verify", "halma-packing", "--squares", "16"], "Run `hindsight solve halma-packing --squares 16`"),
    ] {
        let told = message(arguments);
        assert!(told.contains(expected), "{told}");
    }
    let plan = answer(&["solve", "halma-packing", "--squares", "36", "--dry-run", "--memory", "6G", "--threads", "2"]);
    assert!(plan.contains("2,310,789,600 entries in 1 slice") && plan.contains("4.4 GiB"), "{plan}");
}

#[test]
fn a_person_plays_to_the_end() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    command.args(["play", "halma-packing", "xxx.x/xxx./xxx/xx/x", "--first", "person"]);
    let played = run(command.env("HINDSIGHT_TABLES", solved()), b"a5:b3\ne1-d1\nhint\nc3-d2\na5:c3\n").answer();
    for expected in ["found \"a5:b3\": a piece is on b3", "c3-d2    win in 2 moves", "all pieces are home"] {
        assert!(played.contains(expected), "{expected} is missing in {played}");
    }
}
