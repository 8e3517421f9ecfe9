//! The options of an engine: memory, threads, lines, chances and tables.

use std::process::Command;

use super::{Engine, answers, first_word, line_of_play, number, speak_with};
use crate::support::run;
use hindsight::game::Value;
use hindsight::space::{Entry, SliceId};
use hindsight::values::{Lookup, LookupError};
use tempfile::TempDir;

#[test]
#[cfg(unix)]
fn threads_that_the_system_does_not_start_are_done_without() {
    for game in ["chess", "checkers"] {
        let script = format!("ulimit -v 400000 && exec {} uci {game}", env!("CARGO_BIN_EXE_hindsight"));
        let mut engine = Engine::of(Command::new("sh").args(["-c", &script]));
        engine.send("setoption name Threads value 64");
        for _ in 0..3 {
            engine.send("go movetime 100");
            let lines = engine.until("bestmove");
            let missing = |line: &String| line.contains("more threads for the search, found that the system starts no");
            assert!(lines.iter().any(missing), "{lines:?}");
        }
        engine.quit();
    }
}

#[test]
fn an_engine_introduces_itself() {
    let mut engine = Engine::start(&["checkers", "triple-jump:hash=32M,threads=2"]);
    engine.send("uci");
    let version = env!("CARGO_PKG_VERSION");
    let expected = [
        format!("id name Hindsight {version} (triple-jump)"),
        "id author the Hindsight authors".to_string(),
        "option name Hash type spin default 32 min 1 max 1048576".to_string(),
        "option name Threads type spin default 2 min 1 max 256".to_string(),
        "option name Ponder type check default false".to_string(),
        "option name UCI_ShowWDL type check default false".to_string(),
        "option name Move Overhead type spin default 100 min 0 max 5000".to_string(),
        "option name Tables type check default true".to_string(),
        "option name TablesPath type string default nowhere".to_string(),
        "option name ProbeLimit type spin default 100 min 0 max 100".to_string(),
        "uciok".to_string(),
    ];
    assert_eq!(engine.until("uciok"), expected);
    engine.send(
        "setoption name Hash value 2\nsetoption name Threads value 3\nsetoption name Ponder value true\n\
         setoption name MultiPV value 2\ngo depth 6",
    );
    let lines = engine.until("bestmove");
    assert!(lines[0].starts_with("info string expected an option of triple-jump, found \"MultiPV\""), "{lines:?}");
    for (line, depth) in lines[1..].iter().zip(1..=6) {
        assert!(line.starts_with(&format!("info depth {depth} score cp ")), "{line}");
        assert!([" nodes ", " nps ", " time ", " pv "].iter().all(|part| line.contains(part)), "{line}");
    }
    // Threads that end later than the last iteration enter more nodes.
    assert!((8..=9).contains(&lines.len()), "{lines:?}");
    engine.quit();
}

#[test]
fn the_tables_know_the_move() {
    let directory = TempDir::new().expect("a directory for the test");
    let tables = directory.path().to_str().expect("text");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    run(command.args(["solve", "tic-tac-toe", "--tables", tables]), b"").answer();
    // The crosses win against o on an edge, in 5 plies.
    let input = format!(
        "position startpos moves b2 a2\ngo depth 1\nsetoption name TablesPath value {tables}\ngo depth 1\n\
         setoption name Tables value false\ngo depth 1\nposition startpos moves b2 a2 a1 c3\n\
         setoption name Tables value true\ngo depth 1\n"
    );
    let lines = answers(&["tic-tac-toe", "scout-tt"], &input);
    let scores: Vec<&str> = lines.iter().filter_map(|line| line.split(" score ").nth(1)).collect();
    let starts = ["cp 0 nodes 7", "mate 3 nodes 0", "cp 0 nodes 7", "mate 2 nodes 0"];
    assert!(scores.len() == 4 && scores.iter().zip(starts).all(|(score, start)| score.starts_with(start)), "{lines:?}");

    std::fs::write(directory.path().join("tic-tac-toe.table"), "no table").expect("can be written");
    let lines = answers(&["tic-tac-toe", "scout-tt", "--tables", tables], "isready\ngo depth 1\n");
    assert!(lines[0].starts_with("info string ") && lines[0].contains("tic-tac-toe.table"), "{lines:?}");
    assert!(lines[1] == "readyok" && lines[3].starts_with("bestmove "), "{lines:?}");
}

/// Tables that cannot be read.
#[derive(Clone, Copy)]
struct Unreadable;

impl Lookup for Unreadable {
    fn value(&self, _: Entry) -> Result<Option<Value>, LookupError> {
        Err(LookupError::new(std::io::Error::other("the disk is gone")))
    }

    fn holds(&self, _: SliceId) -> bool {
        true
    }
}

#[test]
fn without_tables_that_can_be_read_the_engine_plays_on() {
    let output = speak_with(Some(Unreadable), b"isready\ngo depth 2\ngo depth 1\n");
    let lines: Vec<&str> = output.lines().collect();
    let starts =
        ["readyok", "info string the disk is gone", "info depth 1 ", "info depth 2 ", "bestmove ", "info depth 1 "];
    assert!(lines.iter().zip(starts).all(|(line, start)| line.starts_with(start)), "{output}");
    assert!(lines.len() == 7 && lines[6].starts_with("bestmove "), "{output}");
}

#[test]
fn several_lines_come_best_first() {
    let lines = answers(&["checkers", "scout-tt"], "setoption name MultiPV value 3\ngo depth 6\n");
    assert_eq!(lines.len(), 3 * 6 + 1, "{lines:?}");
    for (depth, told) in (1..).zip(lines.chunks_exact(3)) {
        let numbers = |word| told.iter().filter_map(|line| number(line, word)).collect::<Vec<_>>();
        assert_eq!((numbers("depth"), numbers("multipv")), (vec![depth; 3], vec![1, 2, 3]), "{told:?}");
        assert!(numbers("cp").is_sorted_by(|better, worse| better >= worse), "{told:?}");
        let mut firsts: Vec<_> = told.iter().map(|line| line_of_play(line)[0]).collect();
        assert!(lines[3 * 6 - 3].contains(&format!(" pv {} ", first_word(&lines[18][9..]))));
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 3, "{told:?}");
    }
    // Not more than there are moves, and of those that are named.
    let input = "setoption name MultiPV value 256\ngo depth 1\ngo depth 1 searchmoves 9-13 9-14\n";
    let lines = answers(&["checkers", "minimax"], input);
    let told = lines.iter().filter(|line| line.starts_with("info depth 1 ")).count();
    assert_eq!((told, lines.len()), (7 + 2, 11), "{lines:?}");
}

#[test]
fn options_are_set_after_the_search_that_runs() {
    let mut engine = Engine::start(&["checkers", "scout-tt"]);
    engine.send("go infinite");
    engine.until("info depth 2 ");
    engine.send("setoption name MultiPV value 2\nsetoption name Contempt value 1\nisready");
    let lines = engine.until("readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove") || line.contains("string")), "{lines:?}");
    engine.send("stop");
    engine.until("bestmove");
    engine.send("go depth 1");
    let lines = engine.until("bestmove");
    assert!(lines[0].starts_with("info string expected an option of scout-tt, found \"Contempt\""), "{lines:?}");
    assert!(lines.len() == 4 && lines[2].contains(" multipv 2 "), "{lines:?}");
    engine.quit();
}

#[cfg(unix)]
#[test]
fn a_hash_that_does_not_fit_in_memory_leaves_the_old_one() {
    let script = r#"ulimit -v 3000000; exec "$0" "$@""#;
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_hindsight"), "uci", "checkers", "scout-tt:hash=1500M"]);
    command.env("HINDSIGHT_TABLES", "nowhere");
    // A game of its own takes as much memory once more only if that of the game before is free.
    let input = "setoption name Hash value 4096\nucinewgame\nsetoption name Hash value 2000\nucinewgame\ngo depth 2\n";
    let lines: Vec<String> = run(&mut command, input.as_bytes()).answer().lines().map(str::to_string).collect();
    let messages: Vec<&String> = lines.iter().filter(|line| line.starts_with("info string")).collect();
    assert!(messages.len() == 1 && messages[0].contains("expected hash=BYTES that fit in memory"), "{lines:?}");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
}

#[test]
fn the_tables_have_a_line_for_each_move() {
    let directory = TempDir::new().expect("a directory for the test");
    let tables = directory.path().to_str().expect("text");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    run(command.args(["solve", "tic-tac-toe", "--tables", tables]), b"").answer();
    let input = "setoption name MultiPV value 4\nposition startpos moves b2 a2\ngo infinite\ngo searchmoves c3 b1\n";
    let lines = answers(&["tic-tac-toe", "scout-tt", "--tables", tables], input);
    let told: Vec<&String> = lines.iter().filter(|line| line.starts_with("info depth")).collect();
    assert_eq!(told.iter().filter_map(|line| number(line, "multipv")).collect::<Vec<_>>(), [1, 2, 3, 4, 1, 2]);
    assert!(told.iter().all(|line| number(line, "tbhits").is_some()), "{lines:?}");
    // Best play from here ends after five plies.
    assert!(told[0].contains(" score mate 3 ") && line_of_play(told[0]).len() == 5, "{lines:?}");
    let played: Vec<&str> = told[4..].iter().map(|line| line_of_play(line)[0]).collect();
    assert!(played == ["c3", "b1"] || played == ["b1", "c3"], "{lines:?}");
    assert!(lines[4].starts_with("bestmove ") && lines[4].contains(" ponder "), "{lines:?}");
}

#[test]
fn what_is_no_engine_is_told_before_anything_else() {
    let ended = run(Command::new(env!("CARGO_BIN_EXE_hindsight")).args(["uci", "checkers", "level4"]), b"uci\n");
    assert_eq!(ended.out, "");
    assert!(ended.message().contains("expected an engine, one of"));
}

#[test]
fn the_chances_and_the_probe_limit_are_options() {
    let mut engine = Engine::start(&["checkers"]);
    engine.send("setoption name UCI_ShowWDL value true");
    engine.send("position startpos");
    engine.send("go depth 3");
    let lines = engine.until("bestmove");
    let chances = |line: &str| -> Vec<u32> {
        let words = line.split(" wdl ").nth(1).unwrap_or_default().split(' ');
        words.take(3).filter_map(|word| word.parse().ok()).collect()
    };
    let told: Vec<_> = lines.iter().filter(|line| line.contains(" score ")).map(|line| chances(line)).collect();
    assert!(
        !told.is_empty() && told.iter().all(|told| told.len() == 3 && told.iter().sum::<u32>() == 1000),
        "{lines:?}"
    );

    // The tables in the program hold four pieces; with a limit of three, the position is searched.
    let hits = |engine: &mut Engine| {
        engine.send("position fen W:WK1,K2:BK32,K31");
        engine.send("go depth 2");
        let lines = engine.until("bestmove");
        lines.iter().any(|line| line.contains("tbhits") && !line.contains("tbhits 0"))
    };
    assert!(hits(&mut engine));
    engine.send("setoption name ProbeLimit value 3");
    assert!(!hits(&mut engine));
    engine.send("setoption name TablesPath value no/such/directory");
    engine.send("go depth 1");
    assert!(engine.until("bestmove").iter().any(|line| line.contains("no/such/directory")));
    engine.quit();
}

#[cfg(feature = "syzygy")]
#[test]
fn the_engine_of_chess_takes_directories_of_syzygy() {
    let input = b"uci\nsetoption name SyzygyPath value nowhere\nisready\ngo depth 1\nsetoption name SyzygyPath value\nisready\n";
    let answer = run(Command::new(env!("CARGO_BIN_EXE_hindsight")).args(["uci", "chess"]), input).answer();
    for option in [
        "SyzygyPath type string default <empty>",
        "SyzygyProbeLimit type spin default 7 min 0 max 7",
        "Syzygy50MoveRule type check default true",
    ] {
        assert!(answer.contains(&format!("option name {option}\n")), "{answer}");
    }
    let error = "info string expected files *.rtbw of Syzygy in nowhere, found none\n";
    assert_eq!((answer.matches(error).count(), answer.matches("readyok").count()), (1, 2), "{answer}");
    assert!(answer.contains("bestmove "), "{answer}");
    let other = run(Command::new(env!("CARGO_BIN_EXE_hindsight")).args(["uci", "checkers"]), b"uci\n").answer();
    assert!(!other.contains("Syzygy"), "{other}");
}
