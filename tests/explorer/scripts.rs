//! The scripts of the pages: their own tests in node, and their types by tsc, which npm installs into the directory of
//! the tests. Without node both are skipped, which is said on standard error.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::root;

/// The version of TypeScript.
const VERSION: &str = "5.9.3";

fn skip(what: &str) {
    // Past the test's own capture: it is to be seen.
    let text = format!("\n*** SKIPPED: {what}. ***\n\n");
    std::io::stderr().write_all(text.as_bytes()).expect("standard error is open");
}

/// What a command says if it fails; `None` if it is not here.
fn complaint(command: &mut Command) -> Option<Result<(), String>> {
    let output = command.stdin(Stdio::null()).output().ok()?;
    let said = [output.stdout, output.stderr].map(|said| String::from_utf8_lossy(&said).into_owned()).concat();
    Some(if output.status.success() { Ok(()) } else { Err(said) })
}

#[test]
fn the_scripts_of_the_pages_pass_their_own_tests() {
    let tests = root().join("tests/explorer/pages");
    match complaint(Command::new("node").arg("--test").arg(&tests)) {
        Some(found) => assert_eq!(found, Ok(())),
        None => skip("the scripts of the pages were not tested by node, which is not here"),
    }
}

/// The compiler; `None` without npm or a network.
fn tsc() -> Option<PathBuf> {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("typescript");
    let path = directory.join("node_modules/.bin/tsc");
    if !path.exists() {
        let mut npm = Command::new("npm");
        npm.args(["install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix"]);
        npm.arg(&directory).arg(format!("typescript@{VERSION}"));
        // It waits for no answer of a network that is not there.
        complaint(npm.args(["--fetch-retries", "0", "--fetch-timeout", "20000"]))?.ok()?;
    }
    Some(path)
}

#[test]
fn the_types_of_the_scripts_agree() {
    let Some(tsc) = tsc() else { return skip("the types of the scripts were not checked by tsc, which npm installs") };
    let pages = root().join("src/program/commands/serve/pages");
    let files = pages.read_dir().expect("it is there").map(|entry| entry.expect("it can be read").path());
    let scripts = files.filter(|path| path.extension().is_some_and(|extension| extension == "js"));
    let mut check = Command::new(tsc);
    check.args(["--noEmit", "--allowJs", "--checkJs", "--target", "esnext", "--module", "esnext"]);
    let found = complaint(check.args(["--lib", "esnext,dom,dom.iterable"]).args(scripts)).expect("tsc is installed");
    assert_eq!(found, Ok(()));
}
