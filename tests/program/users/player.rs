//! Somebody who plays, and wants to see the way to win.

use std::path::Path;
use std::process::Command;

use crate::support::{hindsight, run, solved};

fn plays(tables: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    let ended = run(command.arg("play").args(arguments).env("HINDSIGHT_TABLES", tables), b"quit\n");
    ended.answer()
}

#[test]
fn the_side_to_move_is_mine_unless_i_say_otherwise() {
    assert!(plays(solved(), &["checkers", "W:W6,11:B3,K25"]).starts_with("Black: triple-jump; White: you. "));
    assert!(plays(solved(), &["checkers"]).starts_with("Black: you; White: triple-jump. "));
    let black = ["checkers", "W:WK1,K2:BK32", "--black", "person"];
    assert!(plays(solved(), &black).starts_with("Black: you; White: triple-jump. "));
    assert!(plays(solved(), &["checkers", "W:WK1,K2:BK32", "--starts", "black"]).starts_with("Black: you; "));
}

#[test]
fn the_best_line_has_numbers_and_its_only_moves_have_reasons() {
    let out = hindsight(solved(), &["query", "checkers", "B:WK10:BK2,K4", "--line", "--why"]).answer();
    assert!(out.contains("\nbest line: 1. 4-8 10-14 2. 2-6 14-18 3. 8-11 "), "{out}");
    assert!(out.contains("\nonly moves:\n  1. 4-8; loss after 1. 2-6 10x1 2. 4-8 1-6 "), "{out}");
    let black = hindsight(solved(), &["query", "chess", "8/8/8/8/8/4k3/8/4KQ2 b - - 0 7", "--line"]).answer();
    assert!(black.contains("best line: 7... K"), "{black}");
    // Without a choice there is no wrong move.
    let forced = hindsight(solved(), &["query", "tic-tac-toe", "xox/oxo/ox. x", "--line", "--why"]).answer();
    assert!(forced.ends_with("\nonly moves: none\n"), "{forced}");
}

#[test]
fn chess_counts_moves_to_mate() {
    let out = hindsight(solved(), &["query", "chess", "8/8/8/8/8/4k3/8/4KQ2 w - - 0 1"]).answer();
    assert!(
        out.contains("\nmate in ") && out.contains(" (win in ") && out.contains("Depths are plies to mate."),
        "{out}"
    );
}
