//! Games at the board through the command line: over pipes, and at a terminal.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::support::shared::shared;
use crate::support::{Ended, run};

const PROGRAM: &str = env!("CARGO_BIN_EXE_hindsight");

fn hindsight(tables: &Path, arguments: &[&str], input: &str) -> Ended {
    run(Command::new(PROGRAM).args(arguments).env("HINDSIGHT_TABLES", tables), input.as_bytes())
}

fn directory() -> TempDir {
    TempDir::new().expect("a directory for the test")
}

/// Tables of tic-tac-toe, and of Tigers and Goats with up to one goat.
fn tables() -> &'static Path {
    shared("play-tables", |made| {
        for arguments in [&["solve", "tic-tac-toe"][..], &["solve", "tigers-and-goats", "--goats", "1"]] {
            hindsight(made, arguments, "").answer();
        }
    })
}

#[test]
fn the_table_player_falls_back_to_a_search_until_the_tables_hold_the_position() {
    // A tiger captures one of two goats, and then the tables hold what is left.
    let arguments = ["play", "tigers-and-goats", "T/..TT../..G.../....../.... g 1", "--time", "200ms"];
    let out = hindsight(tables(), &arguments, "1\n1-7\n7-1\n").answer();
    assert!(out.starts_with("Goats: you; Tigers: table (falls back to scout-tt). Type a move such as "), "{out}");
    assert_eq!(out.matches("the tables do not hold this position: scout-tt plays until they do\n").count(), 1, "{out}");
    assert_eq!(out.matches("the tables hold this position: they play again\n").count(), 1, "{out}");
    let falls = out.find("scout-tt plays until").expect("it was found");
    assert!(out[falls..].contains("Tigers play ") && out[falls..].contains("they play again\n"), "{out}");

    // From the start there is no end of goats.
    let out =
        hindsight(tables(), &["play", "tigers-and-goats", "--time", "20ms"], "1\n2\n5\n6\n7\nhint\nquit\n").answer();
    assert_eq!(out.matches("scout-tt plays until they do\n").count(), 1, "{out}");
    assert!(out.matches("Tigers play ").count() >= 3, "{out}");
}

#[test]
fn a_game_without_tables_is_played_to_its_end() {
    let nothing = directory();
    let players = ["--first", "table", "--second", "table"];
    let ended = hindsight(nothing.path(), &[&["play", "tic-tac-toe"][..], &players].concat(), "").answer();
    assert!(ended.starts_with("x: table (there are no tables: level4 plays); o: table "), "{ended}");
    assert!(ended.contains(", after ") && ended.contains("has won") | ended.contains("A draw"), "{ended}");

    let arguments = ["play", "checkers", "B:WK17,K18,K22:BK2", "--second", "table", "--time", "20ms"];
    let ended = hindsight(nothing.path(), &arguments, "2-6\n").answer();
    assert!(ended.starts_with("Black: you; White: table (falls back to triple-jump)."), "{ended}");
    assert!(ended.contains("the tables hold only results here: triple-jump plays by them\n"), "{ended}");
    assert!(ended.contains("White plays "), "{ended}");

    let ended = hindsight(nothing.path(), &["play", "tic-tac-toe", "--no-tables"], "b2\n").answer();
    assert!(ended.starts_with("x: you; o: level4. "), "{ended}");
    for player in ["--first", "--second"] {
        let message = hindsight(tables(), &["play", "tic-tac-toe", "--no-tables", player, "table"], "").message();
        assert!(message.contains("expected tables of tic-tac-toe to play from, found none in use"), "{message}");
    }
}

#[test]
fn a_damaged_table_does_not_end_a_game() {
    let damaged = directory();
    let name = "tic-tac-toe.table";
    let mut bytes = fs::read(tables().join(name)).expect("it was solved");
    // The last values, which are of full boards: the game begins, and finds out.
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(damaged.path().join(name), bytes).expect("it can be written");
    let ended = hindsight(damaged.path(), &["play", "tic-tac-toe", "--first", "table", "--time", "20ms"], "");
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert_eq!(
        ended.out.matches("the tables cannot be used: the game goes on without them\n").count(),
        1,
        "{}",
        ended.out
    );
    assert!(ended.out.contains(", after "), "{}", ended.out);
    assert!(ended.err.contains("does not agree with its checksum"), "{}", ended.err);
    assert!(ended.err.contains("run `hindsight solve tic-tac-toe`"), "{}", ended.err);
}

#[test]
fn every_command_is_answered() {
    let place = directory();
    let file = place.path().join("a game.pdn");
    let lines = format!(
        "?\nhelp\nmoves\nhint\nfen\nb2\nundo\nfen\nredo\nundo 2\nboard\nflip\nnew\nsave {}\nredo\nnonsense\nq\n",
        file.display()
    );
    let out = hindsight(tables(), &["play", "tic-tac-toe"], &lines).answer();
    assert_eq!(out.matches("save FILE   save the game\n").count(), 2, "{out}");
    assert_eq!(out.matches("x> .../.../... x\n").count(), 2, "{out}");
    for part in ["  a1       draw\n", "saved in ", "there is no move to play again\n", "`help` lists the commands\n"] {
        assert!(out.contains(part), "{part}: {out}");
    }
    assert!(out.ends_with("`help` lists the commands\nx> "), "{out}");
    let saved = fs::read_to_string(&file).expect("it was saved");
    assert!(saved.contains("tic-tac-toe") && saved.trim_end().ends_with('*'), "{saved}");

    let out = hindsight(tables(), &["play", "tic-tac-toe", "--second", "person"], "a1\nresign\na2\n").answer();
    assert!(out.ends_with("x has won: o resigned, after 1 ply (1 move)\n"), "{out}");
    for word in ["quit", "q", "exit", "QUIT"] {
        let out = hindsight(tables(), &["play", "tic-tac-toe"], &format!("{word}\na1\n")).answer();
        assert!(out.ends_with("x> "), "{out}");
    }
}

#[test]
fn the_board_is_turned_with_its_labels_and_marks() {
    let arguments = ["play", "tic-tac-toe", "--first", "person", "--second", "person"];
    let out = hindsight(tables(), &arguments, "a1\nflip\nb3\nflip\n").answer();
    let boards = [
        "3 . . .\n2 . . .\n1 . . .\n  a b c   x to move\n",
        "3 . . .\n2 . . .\n1[x]. .\n  a b c   o to move\n",
        "1 . .[x]\n2 . . .\n3 . . .\n  c b a   o to move\n",
        "1 . . x\n2 . . .\n3 .[o].\n  c b a   x to move\n",
        "3 .[o].\n2 . . .\n1 x . .\n  a b c   x to move\n",
    ];
    let mut from = 0;
    for board in boards {
        let Some(at) = out[from..].find(board) else { panic!("{board} after {from}: {out}") };
        from += at + board.len();
    }

    let arguments = ["play", "checkers", "B:W18,19:B15,4", "--first", "person", "--second", "person"];
    let out = hindsight(tables(), &arguments, "15-24\n15x24\nflip\n").answer();
    let (_, turned) = out.rsplit_once("White> ").and_then(|(out, _)| out.rsplit_once("White> ")).expect("two prompts");
    assert!(turned.trim_start().starts_with("32."), "{out}");
    assert!(turned.contains("[24b]") && turned.contains("[15.]") && turned.contains("18w"), "{out}");
}

#[test]
fn a_file_that_is_no_saved_game_is_not_replaced() {
    let place = directory();
    let file = place.path().join("diary.txt");
    let path = file.to_str().expect("text");
    fs::write(&file, "dear diary").expect("it can be written");
    let message = hindsight(tables(), &["play", "tic-tac-toe", "--save", path], "b2\n").message();
    assert!(message.contains("expected a new file or one saved game of tic-tac-toe"), "{message}");
    let out = hindsight(tables(), &["play", "tic-tac-toe"], &format!("save {path}\nsave\n")).answer();
    assert!(out.contains(&format!("the game could not be saved in {path}: expected a new file")), "{out}");
    assert!(out.contains("expected a file, such as `save game.pdn`\n"), "{out}");
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "dear diary");
}

#[test]
fn a_refused_move_is_explained() {
    let play = |game, position, line| {
        hindsight(tables(), &["play", game, position, "--second", "person", "--first", "person"], line).answer()
    };
    let out = play("checkers", "B:W18,19:B15,4", "4-8\n15x22x29\n");
    let told = "expected a legal move, found \"4-8\": a capture is compulsory here: 15x22 or 15x24. `help` lists";
    assert!(out.contains(told), "{out}");
    assert!(out.contains("found \"15x22x29\". `help` lists"), "{out}");
    let out = play("checkers", "W:W23:B18,10", "23x14\n");
    assert!(out.contains("found \"23x14\": a jump must be continued: 23x14x7. "), "{out}");
    let out = play("tigers-and-goats", "T/..TT../....../....../.... g 15", "1-2\n4\n23\n");
    assert!(out.contains("goats move only once all are placed, and 15 are still in hand"), "{out}");
    assert!(out.contains("found \"4\": a tiger is on 4"), "{out}");
    // Twenty points are free, of which twelve are listed.
    assert!(out.contains("one of the legal moves 1 2 5 6 7 8 9 10 11 12 13 14 ..., found \"23\""), "{out}");
}

#[test]
fn the_end_says_who_won_and_how() {
    let play = |arguments: &[&str], lines| hindsight(tables(), &[&["play"], arguments].concat(), lines).answer();
    let people = ["--first", "person", "--second", "person"];
    let out = play(&[&["checkers", "B:W18:B15"][..], &people].concat(), "15x22\n");
    assert!(out.ends_with("Black has won: White has no piece left, after 1 ply (1 move)\n"), "{out}");
    let out = play(&[&["losing-checkers", "B:W18:B15"][..], &people].concat(), "15x22\n");
    assert!(out.ends_with("White has won: White has no piece left, after 1 ply (1 move)\n"), "{out}");
    let out = play(&[&["tigers-and-goats", "T/..TT../..G.../....../.... t 0"][..], &people].concat(), "3x15\n");
    assert!(out.ends_with("Tigers have won: every goat is captured, after 1 ply (1 move)\n"), "{out}");
}

#[test]
fn a_game_is_saved_when_it_is_left_and_resumed() {
    let place = directory();
    let file = place.path().join("game.pdn");
    let path = file.to_str().expect("text");
    for lines in ["b2\n", "b2\nquit\n"] {
        let out = hindsight(tables(), &["play", "tic-tac-toe", "--save", path], lines).answer();
        assert!(out.ends_with(&format!("The game is saved in {path}\n")), "{out}");
        let saved = fs::read_to_string(&file).expect("it was saved");
        assert!(saved.trim_end().ends_with("1. b2 a1 *"), "{saved}");
    }
    // Nothing was played: the other game stays.
    let out = hindsight(tables(), &["play", "tic-tac-toe", "--save", path], "quit\n").answer();
    assert!(out.contains(&format!("give --load {path} to resume it\n")) && !out.contains("is saved"), "{out}");
    let kept = fs::read_to_string(&file).expect("it was saved");
    for lines in ["new\nquit\n", "undo\nquit\n"] {
        hindsight(tables(), &["play", "tic-tac-toe", "--load", path, "--save", path], lines).answer();
        assert_eq!(fs::read_to_string(&file).expect("it was saved"), kept, "{lines:?}");
    }
    let empty = place.path().join("empty.pdn");
    fs::write(&empty, "\n").expect("it can be written");
    let load = ["play", "tic-tac-toe", "--load", empty.to_str().expect("text")];
    assert!(hindsight(tables(), &load, "").message().contains("expected a game in "));
    fs::remove_file(&empty).expect("it is there");
    let out = hindsight(tables(), &["play", "tic-tac-toe", "--load", path, "--save", path], "b1\nb3\n").answer();
    assert!(!out.contains("replaced"), "{out}");
    assert!(out.contains("x> ") && out.contains("2... o plays b3\n"), "{out}");
    assert_eq!(place.path().read_dir().expect("a directory").count(), 1, "nothing is left beside it");

    // A finished game has no next move.
    let end = "xxx/oo./... o";
    let out = hindsight(tables(), &["play", "tic-tac-toe", end, "--save", path], "").answer();
    assert!(out.contains("x has won"), "{out}");
    let out = hindsight(tables(), &["play", "tic-tac-toe", "--load", path], "a1\n").answer();
    assert!(out.lines().next().is_some_and(|line| line.ends_with("This game has ended.")), "{out}");
    assert!(out.ends_with("x has won, after 0 plies (0 moves)\n"), "{out}");
}

#[test]
fn a_file_that_cannot_be_written_is_refused_before_the_game() {
    let place = directory();
    for path in [place.path().to_path_buf(), place.path().join("none/game.pdn")] {
        let path = path.to_str().expect("text");
        let ended = hindsight(tables(), &["play", "tic-tac-toe", "--save", path], "b2\n");
        assert_eq!(ended.out, "");
        assert!(ended.message().contains(&format!("could not write {path}: ")));
    }
    let file = place.path().join("game.pdn");
    let path = file.to_str().expect("text");
    fs::write(&file, "old").expect("it can be written");
    hindsight(tables(), &["play", "tic-tac-toe", "--first", "nobody", "--save", path], "").message();
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "old");
}

#[test]
fn lines_reasons_and_levels_are_shown() {
    let out =
        hindsight(tables(), &["play", "tic-tac-toe"], "a1\na2\nwhy\nline\nlevels\nlevel 2\nlevel 9\nquit\n").answer();
    assert!(out.contains("2. a2: draw, and no move is better") && out.contains("2... a3: draw"), "{out}");
    let line =
        out.lines().find(|line| line.contains("3. ") && line.contains(" 4. ")).unwrap_or_else(|| panic!("{out}"));
    assert!(!line.contains("plays"), "{out}");
    assert!(out.contains("* 6  plays as well as it can\n") && out.contains("  1  looks 1 ply ahead"), "{out}");
    assert!(
        out.contains("level 2: each opponent looks 2 plies ahead") && out.contains("expected a level from 1 to 6"),
        "{out}"
    );
    // An engine that was named plays at each level.
    let random = |level: &[&str]| {
        let play = ["play", "tic-tac-toe", "--second", "random:seed=3"];
        let out = hindsight(tables(), &[&play[..], level].concat(), "b2\nfen\nquit\n").answer();
        out.lines().rfind(|line| line.contains(" o plays ")).map(str::to_string).expect(&out)
    };
    assert_eq!(random(&["--level", "2"]), random(&[]));
    let persons = ["play", "tic-tac-toe", "--first", "person", "--second", "person"];
    let alone = hindsight(tables(), &persons, "level 2\nquit\n").answer();
    assert!(alone.contains("there is no opponent in this game\n"), "{alone}");
    let message = hindsight(tables(), &["play", "tic-tac-toe", "--level", "7"], "").message();
    assert!(message.contains("--level: expected a whole number from 1 to 6, found \"7\""), "{message}");
}

#[test]
fn moves_are_understood_where_they_cannot_be_mistaken() {
    for (game, lines, replies) in [
        ("pangki", "C1C2\nquit\n", 1),
        ("checkers", "11 15\nquit\n", 1),
        ("chess", "e2 e4\nquit\n", 1),
        ("chess", "nf3\nquit\n", 1),
        ("chess", "E2E4\nquit\n", 1),
    ] {
        let out = hindsight(tables(), &["play", game, "--no-tables", "--level", "1"], lines).answer();
        assert_eq!(out.matches(" plays ").count(), replies, "{game}, {lines:?}: {out}");
    }
    let castles = ["play", "chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "--no-tables", "--level", "1"];
    assert!(hindsight(tables(), &castles, "o-o\nquit\n").answer().contains(" plays "));
}

#[test]
fn a_legend_is_shown_once() {
    let out = hindsight(tables(), &["play", "chess", "--no-tables", "--level", "1"], "e4\nboard\nquit\n").answer();
    assert_eq!((out.matches("White to move").count(), out.matches("N White knight").count()), (3, 1), "{out}");
}

#[cfg(unix)]
mod terminal {
    use std::io::{Read, Write};
    use std::process::{Child, Command, Stdio};

    use super::{PROGRAM, directory, fs, tables};
    use crate::support::terminal::Terminal;

    /// Interrupts a program, as Ctrl-C does.
    fn interrupt(child: &Child) {
        let pid = child.id().try_into().expect("a process number");
        // SAFETY: a signal to a process that this test started and has not waited for.
        assert_eq!(unsafe { libc::kill(pid, libc::SIGINT) }, 0);
    }

    /// The program at a terminal of 80 columns.
    fn terminal(arguments: &[&str]) -> Terminal {
        let mut command = Command::new(PROGRAM);
        command.args(arguments).env("HINDSIGHT_TABLES", tables()).env("TERM", "xterm");
        Terminal::new(command, 80)
    }

    #[test]
    fn lines_are_edited_recalled_and_completed() {
        let mut terminal = terminal(&["play", "tic-tac-toe", "--first", "person", "--second", "person"]);
        let mut at = terminal.wait_for("x> ", 0);
        terminal.press("fem\x7fn\r");
        at = terminal.wait_for(".../.../... x\r\n", at);
        at = terminal.wait_for("x> ", at);
        // The last line.
        terminal.press("\x1b[A\r");
        at = terminal.wait_for(".../.../... x\r\n", at);
        at = terminal.wait_for("x> ", at);
        terminal.press("res\t\r");
        at = terminal.wait_for("o has won: x resigned", at);
        assert!(at > 0);
        assert_eq!(terminal.status(), Some(0));
    }

    #[test]
    fn ctrl_c_at_the_prompt_leaves_the_game_saved() {
        let place = directory();
        let file = place.path().join("game.pdn");
        let mut terminal = terminal(&["play", "tic-tac-toe", "--save", file.to_str().expect("text")]);
        let at = terminal.wait_for("x> ", 0);
        terminal.press("b2\r");
        terminal.wait_for("x> ", at + 10);
        terminal.press("a\x03");
        assert_eq!(terminal.status(), Some(130));
        let saved = fs::read_to_string(&file).expect("it was saved");
        assert!(saved.trim_end().ends_with("1. b2 a1 *"), "{saved}");
    }

    #[test]
    fn a_thinking_engine_is_shown_and_can_be_interrupted() {
        let place = directory();
        let file = place.path().join("game.pdn");
        let path = file.to_str().expect("text");
        let engine = ["--second", "scout-tt", "--time", "1m", "--save", path];
        let mut terminal = terminal(&[&["play", "tigers-and-goats"][..], &engine].concat());
        let at = terminal.wait_for("Goats> ", 0);
        terminal.press("1\r");
        let at = terminal.wait_for("scout-tt: depth 2, ", at);
        let at = terminal.wait_for("evaluation ", at);
        let at = terminal.wait_for(" nodes", at);
        terminal.press("\x03");
        terminal.wait_for(&format!("the game is saved in {path}"), at);
        assert_eq!(terminal.status(), Some(130));
        let saved = fs::read_to_string(&file).expect("it was saved");
        assert!(saved.trim_end().ends_with("1. 1 *"), "{saved}");
    }

    #[test]
    fn an_interrupt_over_pipes_leaves_the_game_saved() {
        let place = directory();
        let file = place.path().join("game.pdn");
        let mut command = Command::new(PROGRAM);
        command.args(["play", "tic-tac-toe", "--save", file.to_str().expect("text")]);
        command.env("HINDSIGHT_TABLES", tables()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn().expect("the program starts");
        let (mut stdin, mut stdout) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        stdin.write_all(b"b2\n").expect("it can be written");
        let (mut out, mut buffer) = (String::new(), [0; 4096]);
        // The second prompt comes after the reply.
        while out.matches("x> ").count() < 2 {
            let read = stdout.read(&mut buffer).expect("it can be read");
            assert!(read > 0, "{out}");
            out.push_str(&String::from_utf8_lossy(&buffer[..read]));
        }
        interrupt(&child);
        let ended = child.wait_with_output().expect("it ends");
        assert_eq!(ended.status.code(), Some(130));
        assert!(String::from_utf8_lossy(&ended.stderr).contains("the game is saved in "));
        let saved = fs::read_to_string(&file).expect("it was saved");
        assert!(saved.trim_end().ends_with("1. b2 a1 *"), "{saved}");
    }
}
