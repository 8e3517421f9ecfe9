//! Chess through the program: people read and write standard algebraic notation and PGN, programs read UCI.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value as Json;
use tempfile::TempDir;

use crate::support::shared::shared;
use crate::support::{Ended, run};

fn hindsight(tables: &Path, arguments: &[&str], input: &str) -> Ended {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    run(command.args(arguments).current_dir(tables).env("HINDSIGHT_TABLES", tables), input.as_bytes())
}

fn directory() -> TempDir {
    TempDir::new().expect("a directory for the test")
}

/// Two people at a board, who type these lines.
fn people(from: &str, lines: &str) -> String {
    let nowhere = directory();
    let arguments = ["play", "chess", from, "--white", "person", "--black", "person", "--no-tables"];
    hindsight(nowhere.path(), &arguments, lines).answer()
}

/// The tables of queen against king.
fn tables() -> &'static Path {
    shared("chess-tables", |made| {
        hindsight(made, &["solve", "chess", "--slice", "KQvK", "--quiet"], "").answer();
    })
}

const QUEEN: &str = "8/8/8/8/8/4k3/8/4KQ2 w - - 0 1";

#[test]
fn people_read_san_and_programs_uci() {
    let ask =
        |arguments: &[&str], input| hindsight(tables(), &[&["query", "chess"], arguments].concat(), input).answer();
    let text = ask(&[QUEEN, "--line"], "");
    assert!(text.contains("\n  Qc4   mate in 6 (win in 11 plies)\n"), "{text}");
    assert!(text.contains("\n  Qd3+  draw\n") && text.contains("\nbest line: 1. Qc4 Kf3 2. Qd4 "), "{text}");
    let json: Json = serde_json::from_str(&ask(&[QUEEN, "--json"], "")).expect("an object");
    assert_eq!((&json["moves"][0]["move"], &json["line"][0]), (&Json::from("f1c4"), &Json::from("f1c4")));
    let line = ask(&["-", "--line"], QUEEN);
    assert!(line.contains("\twin\t11\tf1c4 e3f3 "), "{line}");

    let search = |arguments: &[&str]| {
        let known = ["search", "chess", QUEEN, "--engine", "scout-tt", "--depth", "2", "--no-tables"];
        hindsight(tables(), &[&known, arguments].concat(), "")
    };
    let ended = search(&[]);
    assert!(ended.out.contains("\nmove:  Q") && ended.out.contains("\nline:  Q"), "{}", ended.out);
    assert!(ended.err.contains("; Q"), "{}", ended.err);
    let json: Json = serde_json::from_str(&search(&["--json"]).answer()).expect("an object");
    assert!(json["move"].as_str().is_some_and(|mv| mv.starts_with("f1")), "{json}");
}

#[test]
fn a_person_castles_captures_en_passant_and_promotes() {
    let start = "4k3/P7/8/8/6p1/8/5P2/4K2R w K - 0 1";
    let out = people(start, "O-O\nKd7\nf4\ngxf3\na8=N\nfen\n");
    assert!(out.contains("Black> N7/3k4/8/8/8/5p2/8/5RK1 b - - 0 3\n"), "{out}");
    // Both notations, and what they cannot mean.
    let out = people(start, "e1g1\ne8e7\na7a8\na8\na7a8q\nfen\n");
    assert_eq!(out.matches("a pawn on the last rank becomes a queen, rook, bishop or knight").count(), 2, "{out}");
    assert!(out.contains("Q7/4k3/8/8/6p1/8/5P2/5RK1 b - - 0 2\n"), "{out}");
    let out = people("k3r3/8/8/8/8/8/4N3/4K2R w K - 0 1", "Nc3\nO-O\nfen\n");
    let why = "expected a legal move, found \"Nc3\": the king would be in check from the rook on e8. `help` lists the commands\n";
    assert!(out.contains(why), "{out}");
    assert!(out.contains("k3r3/8/8/8/8/8/4N3/5RK1 b - - 1 1\n"), "{out}");
}

#[test]
fn the_rule_that_ends_a_game_is_named() {
    for (from, moves, result) in [
        (
            "4k3/8/8/8/8/8/P7/R3K3 w Q - 99 80",
            "Kd2\n",
            "A draw: 100 plies without a capture or a move of a pawn, by the fifty-move rule, after 1 ply (1 move)\n",
        ),
        ("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Qf7\n", "A draw: stalemate, after 1 ply (1 move)\n"),
        ("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Qg7\n", "White has won: Black is checkmated, after 1 ply (1 move)\n"),
        (
            "8/8/8/8/8/3k4/4p3/4K2B w - - 0 1",
            "Kf2\ne1=N\nKxe1\n",
            "A draw: nobody has material to mate, after 3 plies (2 moves)\n",
        ),
        (
            "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1",
            "Kd2\nKd7\nKe1\nKe8\nKd2\nKd7\nKe1\nKe8\n",
            "A draw by the third occurrence of a position, after 8 plies (4 moves)\n",
        ),
    ] {
        let out = people(from, moves);
        assert!(out.ends_with(result), "{from}: {out}");
    }
}

#[test]
fn a_game_is_saved_as_pgn_and_resumed() {
    let place = directory();
    let play = |arguments: &[&str], input| {
        hindsight(place.path(), &[&["play", "chess", "--no-tables", "--black", "person"], arguments].concat(), input)
    };
    let from = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 7";
    let out = play(&[from, "--white", "person", "--save", "game.pgn"], "e5\nBc4\nsave\nquit\n").answer();
    assert!(out.contains("expected a file, such as `save game.pgn`\n"), "{out}");
    let saved = fs::read_to_string(place.path().join("game.pgn")).expect("it was saved");
    assert!(saved.contains(&format!("[SetUp \"1\"]\n[FEN \"{from}\"]\n\n7... e5 8. Bc4 *\n")), "{saved}");
    let out =
        play(&["--white", "scout-tt:depth=1", "--load", "game.pgn", "--save", "game.pgn"], "Nf6\nquit\n").answer();
    assert!(out.contains("\nBlack>   9. White plays "), "{out}");
    let saved = fs::read_to_string(place.path().join("game.pgn")).expect("it was saved");
    assert!(saved.contains("\n\n7... e5 8. Bc4 Nf6 9. "), "{saved}");
    fs::write(place.path().join("other.pgn"), "1. e4 e5\n2. Ke3 *\n").expect("it can be written");
    let message = play(&["--load", "other.pgn"], "").message();
    assert!(
        message.contains("line 2, ply 3: expected a legal move, found \"Ke3\": a king on e1 does not"),
        "{message}"
    );
}

#[test]
fn a_match_is_saved_as_pgn() {
    let place = directory();
    let play = ["match", "chess", "random", "random:seed=7", "--games", "4", "--most-plies", "60", "--no-tables"];
    hindsight(place.path(), &[&play[..], &["--save", "games.pgn", "--quiet"]].concat(), "").answer();
    let saved = fs::read_to_string(place.path().join("games.pgn")).expect("it was saved");
    assert_eq!((saved.matches("\n\n1. ").count(), saved.matches("[Round \"2.2\"]").count()), (4, 1), "{saved}");
    let read = hindsight(tables(), &["annotate", "chess", "-", "--json"], &saved).objects();
    assert_eq!((read.len(), &read[4]["games"], &read[4]["unreadable"]), (5, &Json::from(4), &Json::from(0)));
    assert!(read[..4].iter().all(|game| game["plies"].as_u64() > Some(20)), "{saved}");
}

#[test]
fn a_game_is_annotated_in_pgn() {
    let games = "[White \"A\"]\n[Black \"B\"]\n[FEN \"8/8/8/8/8/4k3/8/4KQ2 w - - 0 50\"]\n\n\
                 50. Qc4 $1 Kf3 {so} 51. Qe2+?! (51. Qd4 Kg3) 51... Kf4 52. Qf3+ Kxf3 1/2-1/2\n";
    let expected = "[White \"A\"]\n[Black \"B\"]\n[FEN \"8/8/8/8/8/4k3/8/4KQ2 w - - 0 50\"]\n\n\
                    50. Qc4 $1 {win in 11 plies (6 moves)} 50... Kf3 {so} {loss in 10 plies (5\n\
                    moves)} 51. Qe2+ $6 {win in 13 plies (7 moves), the best: win in 9 plies (5\n\
                    moves)} (51. Qd4 Kg3) 51... Kf4 {loss in 12 plies (6 moves)} 52. Qf3+? {draw,\n\
                    it was a win in 11 plies (6 moves) by Qe6, Qb5, Qe7, Qe8, Kd1, 16 more}\n\
                    (52. Qe6 Kg5 53. Kf1 Kf4 54. Kf2 Kg5 55. Kf3 Kh5) 52... Kxf3 {draw, by the only\n\
                    move} 1/2-1/2\n\n";
    let out = hindsight(tables(), &["annotate", "chess", "-"], games).out;
    assert_eq!(out, expected);
    // Once more, nothing is written twice: no comment, mark or variation.
    assert_eq!(hindsight(tables(), &["annotate", "chess", "-"], &out).out, expected);
    // JSON has the moves in the notation of UCI.
    let read = hindsight(tables(), &["annotate", "chess", "-", "--json"], &out).objects();
    let moves: Vec<&str> =
        read[0]["moves"].as_array().expect("moves").iter().filter_map(|mv| mv["move"].as_str()).collect();
    assert_eq!(moves, ["f1c4", "e3f3", "c4e2", "f3f4", "e2f3", "f4f3"]);
}
