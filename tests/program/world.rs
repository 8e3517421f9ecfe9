//! Files and positions as the world writes them, at the command line, and the parts of them that are dropped or
//! guessed.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{Ended, hindsight, run, temporary};
use hindsight::games::chess::Chess;
use hindsight::games::draughts::Draughts;
use hindsight::play::matches::read_openings;

/// Runs the program in a directory, with its tables.
fn at(directory: &Path, arguments: &[&str], input: &str) -> Ended {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    command.args(arguments).current_dir(directory).env("HINDSIGHT_TABLES", "nowhere");
    run(&mut command, input.as_bytes())
}

/// The plies of each opening of a text, and what was said of it.
fn openings(text: &str, is_chess: bool) -> (Vec<usize>, Vec<String>) {
    let mut notes = Vec::new();
    let mut note = |text| notes.push(text);
    let plies = match is_chess {
        true => {
            let read = read_openings(&Chess::new(), text, &mut note).unwrap_or_else(|error| panic!("{text}: {error}"));
            read.iter().map(|opening| opening.plies()).collect()
        }
        false => {
            let game = Draughts::checkers();
            let read = read_openings(&game, text, &mut note).unwrap_or_else(|error| panic!("{text}: {error}"));
            read.iter().map(|opening| opening.plies()).collect()
        }
    };
    (plies, notes)
}

#[test]
fn openings_are_in_any_format() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq";
    for (text, plies) in [
        (format!("{start} -\n{start} - 0 1\n{start} - bm e4; id \"1. e4\";\n"), &[0, 0, 0][..]),
        (format!("{start} - hmvc 0; fmvn 1;\n{}\n", start.replace(' ', "_")), &[0, 0]),
        ("# lines\n1. e4 e5 2. Nf3\n1.d4 d5\n\ne4 c5\ne2e4 e7e5 *\n".to_string(), &[3, 2, 2, 2]),
        ("[Event \"a\"]\n\n1. e4 e5\n2. Nf3 *\n\n[Event \"b\"]\n1. d4 (1. c4) d5 {c} 1/2-1/2\n".to_string(), &[3, 2]),
        (format!("[FEN \"{start} - 0 1\"] *\n[FEN \"{start} - 0 1\"]\n\n1. c4 *\n"), &[0, 1]),
        ("1. e4 e5\n2. Nf3 Nc6\n3. Bb5 *\n\n1. d4\n".to_string(), &[5, 1]),
        ("1. e4 e5 2. Nf3\nNc6 3. Bb5 1-0\n".to_string(), &[5]),
        ("\u{feff}1. e4 {a\ncomment} e5 *\n1. c4 *\r\n".to_string(), &[2, 1]),
    ] {
        assert_eq!(openings(&text, true), (plies.to_vec(), Vec::new()), "{text}");
    }
    for (text, plies) in [
        ("B:W21,22:B1,2.\n[FEN \"W:W21,22:B1,2\"]\n", &[0, 0][..]),
        ("[FEN \"B:W21,22:B1,2\"] *\n\n[FEN \"B:W21,22:B1,2\"] 1. 1-5 *\n", &[0, 1]),
        ("11-15 23-19 8-11\n1. 9x14 22:18\n11-15 1-0 9-14 0-1\n", &[3, 2, 1, 1]),
        ("[Event \"x\"]\n[GameType \"21\"]\n1. 11-15 23-19\n2. 8-11 *", &[3]),
    ] {
        assert_eq!(openings(text, false), (plies.to_vec(), Vec::new()), "{text}");
    }
}

#[test]
fn an_opening_that_is_broken_costs_no_other() {
    let text = "[Event \"a\"]\n1. e4 e4 *\n[Event \"b\"]\n1. e4 hello e5 *\n[Event \"c\"]\n[FEN \"nowhere\"]\n*\n\
                [Event \"d\"]\n1. f3 e5 2. g4 Qh4# 0-1\n[Event \"e\"]\n[FEN \"4k3/8/8/8/8/8/8/4KQ2 w K - 0 1\"]\n*\n";
    let (plies, notes) = openings(text, true);
    assert_eq!(plies, [2, 0]);
    let expected = [
        "line 2, ply 2: expected a legal move, found \"e4\": a pawn on e7 does not move to e4. The opening is passed over",
        "line 4: expected a move or a result, found \"hello\". It is passed over",
        "line 6: the tag FEN: expected a position in FEN",
        "line 8: expected an opening after which the game goes on, found that it is over. The opening is passed over",
        "line 11: the tag FEN: the castling right `K` is dropped",
    ];
    assert_eq!(notes.len(), expected.len(), "{notes:?}");
    let is_told = notes.iter().zip(expected).all(|(note, expected)| note.starts_with(expected));
    assert!(is_told, "{notes:?}");
    // A match says so too, and plays the others.
    let directory = temporary();
    fs::write(directory.path().join("book.pgn"), text).expect("can be written");
    let arguments = ["match", "chess", "scout:depth=1", "random", "--openings", "book.pgn", "--games", "4"];
    let ended = at(directory.path(), &arguments, "");
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(expected.iter().all(|expected| ended.err.contains(&format!("book.pgn, {expected}"))), "{}", ended.err);
}

/// The right, the square and the side that no position has are said wherever a position is read.
#[test]
fn what_was_dropped_of_a_position_is_said_at_every_door() {
    let directory = temporary();
    let here = directory.path();
    let (king, square) = ("the castling right `K` is dropped", "the en-passant square e3 is dropped");
    let position = "4k3/8/8/8/8/8/8/4KQ2 w K e3 0 1";
    for arguments in [
        &["query", "chess", position][..],
        &["query", "chess", position, "--line"],
        &["search", "chess", position, "--engine", "scout", "--depth", "1"],
        &["compare", "chess", position, "--depth", "1"],
        &["perft", "chess", position, "1"],
        &["diagram", "chess", position],
        &["play", "chess", position, "--black", "scout"],
        &["query", "chess", "-"],
    ] {
        let ended = at(here, arguments, &format!("{position}\n"));
        let is_said = ended.err.contains(king) && ended.err.contains(square) && !ended.out.contains(king);
        assert!(ended.status == 0 && is_said, "{arguments:?}: {}", ended.err);
    }
    for arguments in [
        &["query", "chess", position, "--json"][..],
        &["query", "chess", "-", "--json"],
        &["search", "chess", position, "--engine", "scout", "--depth", "1", "--json"],
    ] {
        let answer = at(here, arguments, &format!("{position}\n"));
        assert_eq!(answer.err, "", "{arguments:?}");
        let notes: Vec<String> =
            serde_json::from_value(answer.objects()[0]["notes"].clone()).unwrap_or_else(|error| panic!("{error}"));
        assert!(notes.len() == 2 && notes[0].starts_with(king) && notes[1].starts_with(square), "{notes:?}");
        assert!(answer.out.trim_end().ends_with("]}") && answer.out.contains("\"notes\":["), "it is the last field");
    }
    let lines = at(here, &["uci", "chess"], &format!("position fen {position}\ngo depth 1\n")).answer();
    assert!(lines.starts_with(&format!("info string {king}")), "{lines}");
    // A position as it should be has none, and no field.
    let plain = at(here, &["query", "chess", "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", "--json"], "").answer();
    assert!(!plain.contains("notes"), "{plain}");
    let guessed = at(here, &["query", "checkers", "-"], "W:B:W9:BK10\nW:W6,11:B3,K25\nW::.\n");
    let told: Vec<&str> = guessed.err.lines().collect();
    assert!(told.len() == 3 && told[0].contains("W:B:W9:BK10: two sides") && told[1].contains("W::.: an empty list"));
    assert!(told[2].contains("have no plies: `hindsight solve checkers "), "{}", told[2]);
    // Of a record, too.
    let record = format!("[FEN \"{position}\"]\n\n1. Qf2 *\n");
    fs::write(here.join("a.pgn"), &record).expect("can be written");
    let judged = at(here, &["annotate", "chess", "a.pgn"], "");
    assert!(judged.err.contains(&format!("a.pgn, line 1: the tag FEN: {king}")), "{}", judged.err);
    let judged = at(here, &["annotate", "chess", "a.pgn", "--json"], "");
    assert!(judged.objects()[0]["notes"][1].as_str().is_some_and(|note| note.contains(square)), "{}", judged.out);
    let loaded = at(here, &["play", "chess", "--load", "a.pgn", "--black", "scout"], "");
    assert!(loaded.err.contains(&format!("a.pgn, line 1: the tag FEN: {king}")), "{}", loaded.err);
    fs::write(here.join("a.epd"), format!("{position} bm Qf2; id \"x\";\n")).expect("can be written");
    let epd = ["search", "chess", "--epd", "a.epd", "--engine", "scout", "--depth", "1"];
    assert!(at(here, &epd, "").err.contains(&format!("a.epd, line 1: {king}")));
}

#[test]
fn a_compressed_file_is_named_by_every_reader() {
    let directory = temporary();
    let here = directory.path();
    // Bytes of a file that gzip has made, a zip archive, and a text in UTF-16.
    for (bytes, expected) in [
        (&b"\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\x03a.pgn\x00\xb3"[..], "gzip has compressed. Unpack it first"),
        (b"PK\x03\x04\x14\x00", "a zip archive. Unpack it first"),
        (b"\xff\xfe[\x00E\x00", "UTF-16, save it as UTF-8"),
    ] {
        fs::write(here.join("a"), bytes).expect("can be written");
        for arguments in [
            &["match", "chess", "scout", "scout", "--openings", "a"][..],
            &["search", "chess", "--epd", "a"],
            &["play", "chess", "--load", "a"],
            &["annotate", "chess", "a"],
        ] {
            let message = at(here, arguments, "").message();
            assert!(message.contains(expected) && message.contains(" a, found"), "{arguments:?}: {message}");
        }
        for arguments in [&["query", "chess", "-"][..], &["annotate", "chess", "-"]] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
            let message = run(command.args(arguments), bytes).message();
            assert!(message.contains(expected), "{arguments:?}: {message}");
        }
    }
}

#[test]
fn a_win_that_the_rule_may_take_is_said_to_be_one() {
    let directory = temporary();
    let late = "8/P7/8/2K5/8/8/5k2/8 w - - 99 1";
    let doubt = "the fifty-move rule may make it a draw: the clock shows 99 plies";
    let here = directory.path();
    let search = at(here, &["search", "chess", late, "--engine", "scout-tt", "--depth", "3"], "").out;
    assert!(search.contains("score: win") && search.contains(&format!("note:  {doubt}\n")), "{search}");
    let search = at(here, &["search", "chess", late, "--engine", "scout-tt", "--depth", "3", "--json"], "");
    assert_eq!(search.objects()[0]["notes"][0], doubt, "{}", search.out);
    let uci = at(here, &["uci", "chess", "scout-tt"], &format!("position fen {late}\ngo depth 3\n")).answer();
    assert!(uci.contains(&format!("info string {doubt}\nbestmove a7a8q")), "{uci}");
    let play = at(here, &["play", "chess", late, "--black", "scout"], "moves\n").out;
    assert!(play.contains("Kd4      win\n") && play.contains(&format!("  {doubt}\n")), "{play}");
    let both = ["play", "chess", late, "--white", "scout-tt", "--black", "scout-tt"];
    let played = at(here, &both, "").out;
    assert!(played.contains("  1. White plays a8=Q\n"), "the win is not announced: {played}");
    // Nothing is said where the clock is at zero, and where a table of the rule decides.
    let early = late.replace(" 99 ", " 0 ");
    assert!(!at(here, &["search", "chess", &early, "--engine", "scout-tt", "--depth", "3"], "").out.contains("note:"));
    for tables in [&["--quiet"][..], &["--quiet", "--dtz"]] {
        hindsight(here, &[&["solve", "chess", "--pieces", "3"], tables].concat());
    }
    let ruled = |arguments: &[&str]| hindsight(here, arguments).out;
    let search = ruled(&["search", "chess", late, "--engine", "scout-tt", "--depth", "3"]);
    assert!(search.contains("move:  a8=Q\nscore: win in 15 plies") && !search.contains(doubt), "{search}");
    let cursed = ruled(&["search", "chess", "8/8/8/8/8/4k3/8/4KQ2 w - - 95 1", "--engine", "scout-tt", "--depth", "3"]);
    assert!(cursed.contains("score: draw"), "{cursed}");
}

/// What `annotate` writes has the form of its standard, whatever was read: python-chess reads it without an error.
#[test]
fn annotated_games_are_strict() {
    let directory = temporary();
    let here = directory.path();
    let text = "1. e4 ! 1. ... e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 {loss}\n\n[Event \"an \"odd\" one\"]\n[Event-Date \"x\"]\n\
                [White \"A]B\\\\C\"]\n[FEN \"4k3/8/8/8/8/8/8/4KQ2_w_K_e3\"]\n\n1. Qf2 Kd7 2. Qf5+ Ke7 Qe5+ 1/2\n";
    fs::write(here.join("a.pgn"), text).expect("can be written");
    let annotate = |from: &str, to: &str| at(here, &["annotate", "chess", from, "--output", to], "");
    annotate("a.pgn", "b.pgn");
    let written = fs::read_to_string(here.join("b.pgn")).expect("it was written");
    assert!(written.trim_start().starts_with("1. e4 $1 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 {loss} *\n\n[Event"), "{written}");
    let second =
        "[Event \"an \\\"odd\\\" one\"]\n[White \"A]B\\\\C\"]\n[FEN \"4k3/8/8/8/8/8/8/4KQ2 w - - 0 1\"]\n\n1. Qf2 ";
    assert!(written.contains(second), "{written}");
    assert!(written.trim_end().ends_with("1/2-1/2") && written.lines().all(|line| line.len() < 80), "{written}");
    // Once more, nothing changes.
    assert_eq!(annotate("b.pgn", "c.pgn").status, 0);
    assert_eq!(fs::read_to_string(here.join("c.pgn")).expect("it was written"), written);
    fs::write(here.join("a.pdn"), "[FEN \"W:B1,2:WK32.:H0:F1\"]\n1. 32x27 1-6 2-0\n").expect("can be written");
    at(here, &["annotate", "checkers", "a.pdn", "--output", "b.pdn"], "");
    let written = fs::read_to_string(here.join("b.pdn")).expect("it was written");
    assert!(
        written.contains("[FEN \"W:WK32:B1,2\"]\n\n1. 32-27 ") && written.trim_end().ends_with(" 2-0"),
        "{written}"
    );
}

#[test]
fn small_requests_are_understood() {
    let directory = temporary();
    let here = directory.path();
    for (game, is_said) in [("tic-tac-toe", true), ("pangki", true), ("chess", false), ("checkers", false)] {
        let ended = at(here, &["play", game, "--quiet-plies", "20"], "");
        assert_eq!(ended.err.contains("has no rule of plies without progress"), is_said, "{game}: {}", ended.err);
        assert!(!at(here, &["play", game], "").err.contains("no rule"), "{game}");
    }
    let lines = "save \"q s.pdn\"\nsave 'r s.pdn'\nsave plain name.pdn\n";
    let saved = at(here, &["play", "tic-tac-toe"], lines).out;
    for name in ["q s.pdn", "r s.pdn", "plain name.pdn"] {
        assert!(here.join(name).exists() && saved.contains(&format!("saved in {name}\n")), "{saved}");
    }
    for list in ["", ":", "::"] {
        for command in [&["solve", "tic-tac-toe"][..], &["query", "tic-tac-toe"], &["tables"], &["uci", "chess"]] {
            let message = at(here, &[command, &["--tables", list]].concat(), "").message();
            assert!(message.contains("--tables: expected a directory, such as `.`"), "{command:?}: {message}");
        }
    }
    assert!(!here.join(".lock").exists());
}

#[cfg(unix)]
#[test]
fn a_link_to_nothing_is_named() {
    let directory = temporary();
    let here = directory.path();
    std::os::unix::fs::symlink("gone", here.join("link")).expect("a link can be made");
    for arguments in [
        &["query", "tic-tac-toe", "--tables", "link"][..],
        &["solve", "tic-tac-toe", "--quiet", "--tables", "link"],
        &["tables", "--tables", "link"],
        &["stats", "tic-tac-toe", "--tables", "link"],
        &["serve", "--port", "0", "--tables", "link"],
        &["match", "chess", "scout", "scout", "--openings", "link"],
        &["annotate", "chess", "link"],
        &["play", "chess", "--load", "link"],
        &["search", "chess", "--epd", "link"],
    ] {
        let message = at(here, arguments, "").message();
        assert!(message.contains("a link to gone, which is not there"), "{arguments:?}: {message}");
    }
    // Where a link is in place of a table, too.
    fs::create_dir(here.join("tables")).expect("can be made");
    std::os::unix::fs::symlink("gone", here.join("tables/tic-tac-toe.table")).expect("a link can be made");
    let listed = at(here, &["tables", "--tables", "tables"], "").answer();
    assert!(listed.contains("0 bytes  foreign"), "{listed}");
    let message = at(here, &["verify", "tic-tac-toe", "--tables", "tables"], "").message();
    assert!(message.contains("tables/tic-tac-toe.table, found a link to gone, which is not there"), "{message}");
}

/// `>&-`: what is written is lost.
#[cfg(unix)]
#[test]
fn a_closed_output_is_an_error() {
    let directory = temporary();
    let here = directory.path();
    let closed = |arguments: &str| {
        let script = format!("{} {arguments} >&- </dev/null", env!("CARGO_BIN_EXE_hindsight"));
        run(Command::new("sh").args(["-c", &script]).current_dir(here), b"")
    };
    for arguments in
        ["games", "--version", "--help", "help", "perft checkers 2", "uci chess", "query checkers W:WK1:BK32"]
    {
        let ended = closed(arguments);
        let message = "could not write the output: the standard output is closed";
        assert!(ended.status == 2 && ended.err.contains(message), "{arguments}: {} {}", ended.status, ended.err);
    }
    // The work goes on: it may be worth more than its output. Without output there is no error.
    let solved = closed("solve tic-tac-toe --tables made");
    assert_eq!((solved.status, here.join("made/tic-tac-toe.table").exists()), (2, true), "{}", solved.err);
    assert_eq!(closed("query checkers -").status, 0);
}
