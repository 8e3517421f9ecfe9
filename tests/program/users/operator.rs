//! Somebody who lets a machine solve for days.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{hindsight, temporary};

#[test]
fn a_plan_that_does_not_fit_is_refused_at_once() {
    let directory = temporary();
    let begun = Instant::now();
    let ended = hindsight(directory.path(), &["solve", "tigers-and-goats", "--dry-run"]);
    assert!(ended.out.starts_with("tigers-and-goats: ") && ended.out.contains("it takes: up to "), "{}", ended.out);
    assert!(ended.status == 0 || begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
}

#[test]
fn the_state_of_a_solve_is_in_a_file() {
    let directory = temporary();
    let status = directory.path().join("status.json");
    let arguments = ["solve", "checkers", "--pieces", "3", "--quiet", "--status", &status.to_string_lossy()];
    hindsight(directory.path(), &arguments).answer();
    let state: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&status).expect("it was written")).expect("JSON");
    assert_eq!((&state["state"], &state["entries"]), (&"done".into(), &199_520.into()), "{state}");
    assert_eq!(state["entries"], state["all_entries"]);
}

#[cfg(unix)]
#[test]
fn a_service_that_is_stopped_says_so() {
    let directory = temporary();
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    command.args(["solve", "checkers", "--pieces", "6", "--compress"]).env("HINDSIGHT_TABLES", directory.path());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut err = BufReader::new(child.stderr.take().expect("it is piped"));
    let mut line = String::new();
    while !line.contains(" entries, ") {
        line.clear();
        assert!(err.read_line(&mut line).expect("text") > 0, "it ended");
    }
    let pid = child.id().try_into().expect("a process number");
    // SAFETY: a signal to a process that this test started and has not waited for.
    unsafe { libc::kill(pid, libc::SIGTERM) };
    let mut rest = String::new();
    err.read_to_string(&mut rest).expect("text");
    let code = child.wait().expect("it ends").code();
    assert!(code == Some(130) && rest.contains("stopped. Finished tables are kept"), "{rest}");
    // A log has the time of the day.
    assert_eq!((&line[13..14], &line[16..17], &line[19..20]), (":", ":", "Z"), "{line}");
}
