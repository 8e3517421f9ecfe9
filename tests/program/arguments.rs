//! Wrong arguments: what was expected, what was found, what to do. And the sizes, tables and engines by default.

use std::path::Path;
use std::process::Command;

use crate::support::{Ended, run};

fn hindsight(tables: &Path, arguments: &[&str]) -> Ended {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    run(command.args(arguments).env("HINDSIGHT_TABLES", tables), b"quit\n")
}

#[test]
fn wrong_arguments_say_what_was_expected_found_and_to_do() {
    let tables = tempfile::tempdir().expect("a directory for the test");
    for (arguments, parts) in [
        (
            &["solve", "chess", "--pieces", "99999999999999999999"][..],
            [
                "--pieces: expected a whole number from 0 to",
                "found \"99999999999999999999\"",
                "`hindsight solve --help`",
            ],
        ),
        (
            &["find", "checkers", "--plies", "-3"],
            ["--plies: expected plies N, a range A..B", "found \"-3\"", "`hindsight find --help`"],
        ),
        (
            &["perft", "chess", "--depth", "3"],
            ["expected the depth as the last word", "`hindsight perft chess 3`", "found --depth"],
        ),
        (
            &["solve", "checkers", "--threads", "0"],
            ["--threads: expected a whole number from 1 to 256", "found \"0\"", "`hindsight solve --help`"],
        ),
        (&["serve", "--listen", "8500"], ["--listen: expected an address and a port", "found \"8500\"", "--port P"]),
        (
            &["find", "checkers", "--value", "won"],
            ["--value: expected one of win, loss, draw", "found \"won\"", "Did you mean `win`?"],
        ),
        (&["solv", "checkers"], ["expected a command", "found \"solv\"", "Did you mean `solve`?"]),
        (&["annotate", "checkers"], ["expected <FILE>", "found none", "Usage: hindsight annotate"]),
    ] {
        let message = hindsight(tables.path(), arguments).message();
        for part in parts {
            assert!(message.contains(part), "{part}: {message}");
        }
    }
}

#[test]
fn sizes_beyond_the_game_are_errors_that_name_the_limit() {
    let tables = tempfile::tempdir().expect("a directory for the test");
    for command in ["solve", "find", "stats", "verify", "tables"] {
        let message = hindsight(tables.path(), &[command, "chess", "--pieces", "7"]).message();
        assert!(message.contains("expected --pieces 3 to 6, the sizes of chess, found 7"), "{message}");
    }
    hindsight(tables.path(), &["solve", "checkers", "--pieces", "2"]).answer();
    for arguments in [&["verify", "checkers", "--pieces", "9"][..], &["stats", "checkers", "--pieces", "3"]] {
        let message = hindsight(tables.path(), arguments).message();
        assert!(message.contains("expected --pieces 2 or less, the most of checkers that is solved here"), "{message}");
    }
}

#[test]
fn advice_repeats_the_tables_and_names_the_slice() {
    let tables = tempfile::tempdir().expect("a directory for the test");
    let path = tables.path().to_str().expect("text");
    let position = "8/8/7r/8/8/4k3/8/R3KQ2 w - - 0 1";
    let message = hindsight(tables.path(), &["query", "chess", position, "--tables", path, "--json"]).message();
    assert!(message.contains(&format!("`hindsight solve chess --slice KQRvKR --tables {path}`")), "{message}");
    let message = hindsight(tables.path(), &["find", "chess", "--slice", "KQRvKR"]).message();
    assert!(message.contains("`hindsight solve chess --slice KQRvKR`"), "{message}");
}

#[test]
fn an_empty_directory_has_the_games_that_are_built_in() {
    let tables = tempfile::tempdir().expect("a directory for the test");
    let ended = |arguments: &[&str]| hindsight(tables.path(), arguments);
    assert!(ended(&["stats", "pangki", "--total"]).answer().starts_with("All positions\n"));
    assert_eq!(ended(&["find", "checkers", "--pieces", "2", "--count"]).answer(), "3,488 positions in 3,488 entries\n");
    assert!(ended(&["verify", "checkers", "--pieces", "2", "--checksums"]).answer().ends_with("1 passed, 0 failed\n"));
    assert!(ended(&["find", "pangki", "--plies", "max"]).out.contains("loss in 72 plies"));
    let message = ended(&["find", "checkers", "--pieces", "4", "--plies", "max"]).message();
    assert!(message.contains("expected tables with depths, found only results of checkers"), "{message}");
}

#[test]
fn the_largest_board_that_is_solved_is_the_start_where_the_usual_one_is_not() {
    let tables = tempfile::tempdir().expect("a directory for the test");
    hindsight(tables.path(), &["solve", "halma-packing", "--squares", "21"]).answer();
    let answer = hindsight(tables.path(), &["query", "halma-packing"]).answer();
    assert!(answer.contains("win in ") || answer.contains("loss"), "{answer}");
}

#[test]
fn a_search_without_an_engine_is_by_the_player_of_the_game() {
    let tables = tempfile::tempdir().expect("a directory for the test");
    for (game, engine) in [("checkers", "triple-jump"), ("pangki", "scout-tt")] {
        let arguments = ["search", game, "--depth", "2", "--json", "--no-tables"];
        let answer = hindsight(tables.path(), &arguments).answer();
        assert!(answer.contains(&format!("\"engine\":\"{engine}\"")), "{answer}");
    }
}

#[test]
fn checks_that_need_other_tables_are_counted_and_listed_on_demand() {
    let tables = tempfile::tempdir().expect("a directory for the test");
    hindsight(tables.path(), &["solve", "checkers", "--pieces", "2"]).answer();
    let brief = hindsight(tables.path(), &["verify", "checkers", "--published"]).answer();
    let full = hindsight(tables.path(), &["verify", "checkers", "--published", "--all"]).answer();
    assert!(
        !brief.contains("not solved here\n")
            || brief.lines().filter(|line| line.ends_with("not solved here")).count() == 0
    );
    assert!(brief.trim_end().ends_with(" tables that are not solved here (--all lists them)"), "{brief}");
    assert!(
        brief.contains(" passed, 0 failed, ") && full.lines().any(|line| line.ends_with("not solved here")),
        "{full}"
    );
    assert!(full.lines().count() > brief.lines().count());
}

#[test]
fn positions_of_epd_are_scored() {
    let tables = tempfile::tempdir().expect("a directory for the test");
    let file = tables.path().join("suite.epd");
    let lines = "# three positions\n\n7k/R7/8/8/8/8/8/1R5K w - - bm Rb8; dm 1; id \"rooks\";\n\
                 k7/8/1K6/8/8/8/7Q/8 w - - am Kc6; id \"no\";\nnonsense bm e4;\n";
    std::fs::write(&file, lines).expect("can be written");
    let path = file.to_str().expect("text");
    let ended = hindsight(tables.path(), &["search", "chess", "--epd", path, "--depth", "5"]);
    assert_eq!(ended.status, 1, "{}", ended.err);
    assert!(ended.err.contains("line 5: expected "), "{}", ended.err);
    assert!(ended.out.contains("no: ") && ended.out.ends_with(" of 2 solved\n"), "{}", ended.out);
    let json = hindsight(tables.path(), &["search", "chess", "--epd", path, "--depth", "3", "--json"]).out;
    let last = json.lines().last().expect("a score");
    assert!(last.starts_with("{\"game\":\"chess\",\"positions\":2,") && json.contains("\"id\":\"rooks\""), "{json}");
}

#[test]
fn a_position_in_its_tag_and_a_side_without_pieces_are_read() {
    let tables = tempfile::tempdir().expect("a directory for the test");
    let answer = hindsight(tables.path(), &["query", "checkers", "[FEN \"W:W:B1,2\"]"]).answer();
    assert!(answer.contains("loss: the game is over"), "{answer}");
}
