//! `data/licences.txt`, which `licences` shows, is of the crates of today.

use std::process::Command;

use crate::support::root;

#[test]
fn the_licences_are_what_the_program_that_lists_them_makes() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("NOT TESTED: python3 is not installed");
        return;
    }
    let made = Command::new(root().join("tools/dist/dependencies.py")).arg("licences").output().expect("it runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let committed = std::fs::read(root().join("data/licences.txt")).expect("the licences");
    assert!(made.stdout == committed, "run `tools/dist/dependencies.py licences > data/licences.txt`");
}
