//! Signals end every command within a second.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use hindsight::table::Store;

use crate::support::run;

/// The time that a command may take to end, on a machine that does other work, too.
const SOON: Duration = Duration::from_secs(3);

/// Gives signals their default actions in a program that is started, and the signal of a closed terminal this one.
/// The program that runs the tests may ignore some, as `nohup` and a shell's `&` make it do, and a new program would
/// inherit that.
fn with_actions(command: &mut Command, on_hangup: libc::sighandler_t) -> &mut Command {
    // SAFETY: the function calls the system alone, between the fork and the start of the program.
    unsafe {
        command.pre_exec(move || {
            libc::signal(libc::SIGINT, libc::SIG_DFL);
            libc::signal(libc::SIGTERM, libc::SIG_DFL);
            libc::signal(libc::SIGHUP, on_hangup);
            Ok(())
        })
    }
}

/// Starts a command, sends it a signal after a while, and checks that it ends soon.
fn ends(directory: &Path, arguments: &[&str], signal: i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    command.args(arguments).env("HINDSIGHT_TABLES", directory).stdin(Stdio::null());
    let mut child = with_actions(&mut command, libc::SIG_DFL)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    sleep(Duration::from_millis(300));
    ends_after(&mut child, arguments, signal);
}

/// Sends a signal to a command, and checks that it ends soon.
fn ends_after(child: &mut Child, arguments: &[&str], signal: i32) {
    let pid = child.id().try_into().expect("a process number");
    // SAFETY: a signal to a process that this test started and has not waited for.
    unsafe { libc::kill(pid, signal) };
    let sent = Instant::now();
    while child.try_wait().expect("it is ours").is_none() {
        if sent.elapsed() > SOON {
            child.kill().expect("it is ours");
            panic!("{arguments:?} goes on after signal {signal}");
        }
        sleep(Duration::from_millis(10));
    }
}

#[test]
fn signals_end_every_command_soon() {
    let directory = tempfile::tempdir().expect("a directory for the test");
    let path = |name: &str| directory.path().join(name).to_str().expect("text").to_string();
    let solve = ["solve", "checkers", "--pieces", "3", "--quiet"];
    run(Command::new(env!("CARGO_BIN_EXE_hindsight")).args(solve).env("HINDSIGHT_TABLES", directory.path()), b"")
        .answer();
    fs::write(path("games.pdn"), "[FEN \"W:WK32,K31:BK1\"]\n1. 32-28 1-6 *\n\n".repeat(20_000))
        .expect("can be written");
    let (elsewhere, compressed, games) = (path("elsewhere"), path("compressed"), path("games.pdn"));
    let commands: [&[&str]; 8] = [
        &["solve", "checkers", "--pieces", "6", "--compress", "--tables", &elsewhere],
        &["compress", "checkers", "--depth", "--to", &compressed],
        &["verify", "checkers"],
        &["find", "checkers", "--unique"],
        &["tables", "--check"],
        &["annotate", "checkers", &games],
        &["search", "chess", "--time", "1m"],
        &["match", "checkers", "triple-jump:time=50ms", "montecarlo:time=50ms", "--games", "1000"],
    ];
    for arguments in commands {
        for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGPIPE] {
            ends(directory.path(), arguments, signal);
        }
    }
}

#[test]
fn a_solve_that_waits_for_another_ends_soon_too() {
    let directory = tempfile::tempdir().expect("a directory for the test");
    let _lock = Store::new(directory.path()).lock(|_| ()).expect("nobody has the lock");
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGPIPE] {
        let arguments = ["solve", "checkers", "--pieces", "3"];
        let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
        command.args(arguments).env("HINDSIGHT_TABLES", directory.path()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = with_actions(&mut command, libc::SIG_DFL).spawn().expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stderr.as_mut().expect("it is piped")).read_line(&mut line).expect("text");
        assert!(line.contains("waiting for another solve"), "{line}");
        ends_after(&mut child, &arguments, signal);
    }
}

#[test]
fn nohup_lets_a_solve_go_on_after_a_hangup() {
    let directory = tempfile::tempdir().expect("a directory for the test");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    command.args(["solve", "checkers", "--pieces", "4", "--quiet"]).env("HINDSIGHT_TABLES", directory.path());
    let mut child =
        with_actions(&mut command, libc::SIG_IGN).stdout(Stdio::null()).spawn().expect("the program starts");
    sleep(Duration::from_millis(300));
    let pid = child.id().try_into().expect("a process number");
    // SAFETY: a signal to a process that this test started and has not waited for.
    unsafe { libc::kill(pid, libc::SIGHUP) };
    assert_eq!(child.wait().expect("it is ours").code(), Some(0), "the tables are finished");
}

#[test]
fn a_solve_ends_soon_after_the_reader_of_its_output() {
    let directory = tempfile::tempdir().expect("a directory for the test");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    // Its first part alone takes longer than the test.
    command.args(["solve", "halma-packing", "--quiet"]).env("HINDSIGHT_TABLES", directory.path());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts");
    let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
    output.read_line(&mut String::new()).expect("the plan is announced");
    sleep(Duration::from_millis(700));
    assert!(child.try_wait().expect("it is ours").is_none(), "it solves");
    drop(output);
    let closed = Instant::now();
    while child.try_wait().expect("it is ours").is_none() {
        if closed.elapsed() > SOON {
            child.kill().expect("it is ours");
            panic!("the solve goes on without a reader");
        }
        sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_closed_standard_error_stops_nothing() {
    let directory = tempfile::tempdir().expect("a directory for the test");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    // Each iteration is a line on standard error.
    command.args(["search", "chess", "--depth", "9"]).env("HINDSIGHT_TABLES", directory.path());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts");
    drop(child.stderr.take());
    assert_eq!(child.wait().expect("it is ours").code(), Some(0));
}

#[test]
fn long_work_in_a_pipe_shows_a_line_now_and_then() {
    let directory = tempfile::tempdir().expect("a directory for the test");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    let ended = run(command.args(["perft", "chess", "4"]).env("HINDSIGHT_TABLES", directory.path()), b"");
    assert_eq!(ended.status, 0, "{}", ended.err);
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    let solve = ["solve", "halma-packing", "--squares", "25", "--quiet"];
    run(command.args(solve).env("HINDSIGHT_TABLES", directory.path()), b"").answer();
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    let verify = ["verify", "halma-packing", "--squares", "25", "--laws", "--threads", "1"];
    let ended = run(command.args(verify).env("HINDSIGHT_TABLES", directory.path()), b"");
    assert!(ended.err.contains("checking the laws 2") && ended.err.contains(" left"), "{}", ended.err);
}
