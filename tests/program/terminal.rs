//! What the program shows at a terminal and not in a pipe.

#![cfg(unix)]

use std::path::Path;
use std::process::Command;

use crate::support::terminal::Terminal;

/// The output of a command at a terminal of `columns` columns.
fn shown(tables: &Path, arguments: &[&str], variables: &[(&str, &str)], columns: u16) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    command.args(arguments).env("HINDSIGHT_TABLES", tables).env("TERM", "xterm-256color").env_remove("NO_COLOR");
    command.envs(variables.iter().copied());
    let (status, shown) = Terminal::new(command, columns).ended();
    assert_eq!(status, Some(0), "{shown}");
    shown
}

/// What is left of the lines when everything that moves the cursor or sets a colour is taken out. What a line is
/// rewritten with counts as a line.
fn lines(shown: &str) -> Vec<String> {
    let mut plain = String::new();
    let mut rest = shown.chars();
    while let Some(character) = rest.next() {
        match character {
            // A control sequence ends with a letter.
            '\u{1b}' => drop(rest.by_ref().find(char::is_ascii_alphabetic)),
            '\r' => plain.push('\n'),
            other => plain.push(other),
        }
    }
    plain.lines().map(|line| line.trim_end().to_string()).collect()
}

#[test]
fn a_board_has_colours_unless_they_are_not_wanted() {
    let directory = tempfile::tempdir().expect("a directory of its own");
    shown(directory.path(), &["solve", "checkers", "--pieces", "2"], &[], 80);
    let query = ["query", "checkers", "B:WK32:B1"];
    let coloured = shown(directory.path(), &query, &[], 80);
    // Men and kings as signs, on squares with a background.
    assert!(coloured.contains("\u{1b}[") && coloured.contains('⛂') && coloured.contains('⛁'), "{coloured}");
    assert!(coloured.contains(";48;5;"), "{coloured:?}");
    let plain = shown(directory.path(), &query, &[("NO_COLOR", "1")], 80);
    assert!(!plain.contains('\u{1b}') && plain.contains('⛂'), "{plain}");
    let ascii = shown(directory.path(), &[&query[..], &["--ascii"]].concat(), &[], 80);
    assert!(!ascii.contains('\u{1b}') && ascii.is_ascii() && ascii.contains("32W"), "{ascii}");
    assert!(shown(directory.path(), &query, &[("TERM", "dumb")], 80).is_ascii());
}

#[test]
fn the_score_of_a_match_is_shown_while_it_runs() {
    let directory = tempfile::tempdir().expect("a directory of its own");
    for columns in [60, 80] {
        let arguments = ["match", "checkers", "triple-jump:depth=4", "montecarlo:time=20ms", "--games", "6"];
        let shown = shown(directory.path(), &arguments, &[], columns);
        // Nothing is clipped: a line that is too long goes on in the next.
        let running: Vec<&str> = shown.split(" of 6 games").skip(1).collect();
        assert!(running.len() > 3, "{shown:?}");
        let scores = running.iter().filter(|rest| rest.contains("Elo ") && rest.contains("(95 %: "));
        assert!(scores.count() > 1 && shown.contains("left"), "{shown:?}");
    }
}

#[test]
fn long_work_has_a_bar_with_its_rate_and_the_time_left() {
    let directory = tempfile::tempdir().expect("a directory of its own");
    for columns in [60, 80] {
        let tables = directory.path().join(columns.to_string());
        let shown = shown(&tables, &["solve", "checkers", "--pieces", "4"], &[], columns);
        let lines = lines(&shown);
        let bars: Vec<&String> = lines.iter().filter(|line| line.contains('%')).collect();
        assert!(bars.iter().any(|line| line.contains("/s") || line.contains("per second")), "{shown:?}");
        assert!(bars.iter().all(|line| line.contains("left")), "{bars:?}");
        assert!(bars.iter().all(|line| line.chars().count() <= usize::from(columns)), "{bars:?}");
    }
}
