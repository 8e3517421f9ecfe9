//! Somebody who has solved tables works in another directory.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{Ended, run, solved, temporary};

/// Runs the program in a directory, with a directory for the user's data.
fn at(directory: &Path, data: &Path, arguments: &[&str], input: &[u8]) -> Ended {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    command.args(arguments).current_dir(directory).env_remove("HINDSIGHT_TABLES").env("XDG_DATA_HOME", data);
    run(&mut command, input)
}

const POSITION: &str = "W:WK1,K2:BK32";

#[test]
fn tables_of_a_checkout_are_found_below_it() {
    let (top, data) = (temporary(), temporary());
    for name in [".git", "data", "src/deep"] {
        fs::create_dir_all(top.path().join(name)).expect("it can be made");
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(solved(), top.path().join("data/tables")).expect("it can be made");
    for here in ["", "src", "src/deep"] {
        let out = at(&top.path().join(here), data.path(), &["query", "checkers", POSITION], b"").answer();
        assert!(out.contains("\nwin in 33 plies (17 moves)\n"), "{here}: {out}");
    }
}

#[test]
fn tables_go_to_the_data_of_the_user_outside_a_checkout() {
    let (here, data, there) = (temporary(), temporary(), temporary());
    let out = at(here.path(), data.path(), &["solve", "checkers", "--pieces", "3", "--quiet"], b"").answer();
    let tables = data.path().join("hindsight/tables");
    assert!(out.contains(&format!("in {}\n", tables.display())) && tables.is_dir(), "{out}");
    let out = at(there.path(), data.path(), &["query", "checkers", "-"], format!("{POSITION}\n").as_bytes()).answer();
    assert_eq!(out, "W:WK1,K2:BK32\twin\t33\n");
    assert_eq!(here.path().read_dir().expect("it is there").count(), 0);
}

#[test]
fn a_result_that_is_built_in_says_so_with_the_command_that_finds_the_plies() {
    let (here, data) = (temporary(), temporary());
    let note = "The results built into the program have no plies: `hindsight solve checkers --pieces 4` finds them in \
                about 2 s";
    let position = "W:W6,11:B3,K25";
    let ask = |arguments: &[&str]| at(here.path(), data.path(), arguments, format!("{position}\n").as_bytes());
    let out = ask(&["query", "checkers", position]).answer();
    assert!(out.contains("\nwin\n") && out.ends_with(&format!("\n{note}.\n")), "{out}");
    // A program reads its columns as before.
    let ended = ask(&["query", "checkers", "-"]);
    assert_eq!((ended.status, ended.out.as_str()), (0, "W:W6,11:B3,K25\twin\t-\n"));
    assert!(ended.err.contains("have no plies: `hindsight solve checkers --pieces 4` finds them"), "{}", ended.err);
    // A draw needs no plies.
    let out = ask(&["query", "chess", "8/8/8/8/8/4k3/4P3/4K3 w - - 0 1"]).answer();
    assert!(!out.contains("plies") && out.contains("Castling and the draw after fifty moves are left out"), "{out}");
}
