//! A long solve of several tables that is left alone: whatever stops it, the same command resumes it.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use crate::support::{files, outside, run, temporary};

/// The solve of everything, on one thread.
fn solve(tables: &Path) -> Command {
    let mut command = Command::new(outside());
    command.args(["solve", "skirmish", "--pieces", "5", "--threads", "1"]).env("HINDSIGHT_TABLES", tables);
    command
}

/// The solve that nothing happened to: its files, and how long it took.
fn undisturbed() -> &'static (BTreeMap<String, Vec<u8>>, Duration) {
    static UNDISTURBED: OnceLock<(BTreeMap<String, Vec<u8>>, Duration)> = OnceLock::new();
    UNDISTURBED.get_or_init(|| {
        let directory = temporary();
        let start = Instant::now();
        run(&mut solve(directory.path()), b"").answer();
        (files(directory.path()), start.elapsed())
    })
}

/// The finished tables, and when each was written: all of them are as they should be.
fn finished(directory: &Path) -> BTreeMap<String, SystemTime> {
    let whole = &undisturbed().0;
    let tables = files(directory).into_iter().filter(|(name, _)| name.ends_with(".table"));
    let time = |name: &str| fs::metadata(directory.join(name)).and_then(|data| data.modified()).expect("a time");
    tables
        .map(|(name, bytes)| {
            assert!(bytes == whole[&name], "{name} is not whole");
            let time = time(&name);
            (name, time)
        })
        .collect()
}

/// Lets a solve come to its end: what was finished before is left alone, and nothing lies beside the tables.
fn goes_on(directory: &Path) {
    let before = finished(directory);
    run(&mut solve(directory), b"").answer();
    assert!(files(directory) == undisturbed().0, "other tables than those of a solve that nothing happened to");
    let after = finished(directory);
    assert!(before.iter().all(|(name, time)| after[name] == *time), "a finished table was written again");
}

#[test]
fn a_solve_that_is_killed_again_and_again_goes_on_each_time() {
    let (mut directory, mut random, mut killed, mut kept) = (temporary(), 1u64, 0, 0);
    while killed < 20 {
        let before = finished(directory.path());
        let mut child =
            solve(directory.path()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        sleep(undisturbed().1.mul_f64((random >> 33) as f64 / (1u64 << 31) as f64));
        child.kill().expect("it is ours");
        let ended = child.wait_with_output().expect("it has ended");
        assert_eq!(String::from_utf8_lossy(&ended.stderr), "");
        let after = finished(directory.path());
        assert!(before.iter().all(|(name, time)| after[name] == *time), "a finished table was written again");
        if ended.status.signal() == Some(9) {
            killed += 1;
            kept += usize::from(!after.is_empty());
        }
        if ended.status.success() || killed % 4 == 0 {
            goes_on(directory.path());
            directory = temporary();
        }
    }
    assert!(kept >= 5, "only {kept} of {killed} had finished a table");
}

#[test]
fn what_was_left_unfinished_is_removed() {
    let directory = temporary();
    for name in ["skirmish-few.table.partial", "skirmish-3-2.table.partial", "skirmish-old.table.partial"] {
        fs::write(directory.path().join(name), vec![7; 100_000]).expect("it can be written");
    }
    goes_on(directory.path());
}

#[test]
fn ctrl_c_stops_it_at_the_next_chance() {
    // On a busy machine a solve may come to its end before the signal reaches it.
    for _ in 0..10 {
        let directory = temporary();
        let child = solve(directory.path()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
        // The first tables take no time, and the last takes most of it.
        while !directory.path().join("skirmish-3.table").exists() {
            sleep(Duration::from_micros(200));
        }
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill can be run");
        assert!(sent.success());
        let ended = child.wait_with_output().expect("it ends");
        if ended.status.success() {
            continue;
        }
        let message = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(130), "{message}");
        assert!(message.contains("stopping") && message.contains("rerun the command to resume"), "{message}");
        assert!(files(directory.path()).keys().all(|name| name.ends_with(".table")));
        assert!(finished(directory.path()).len() < 5);
        return goes_on(directory.path());
    }
    panic!("no solve was stopped before its end");
}

#[test]
fn of_two_solves_at_once_one_does_the_work() {
    let directory = temporary();
    let ended = std::thread::scope(|scope| {
        let both = [(); 2].map(|()| scope.spawn(|| run(&mut solve(directory.path()), b"")));
        both.map(|one| one.join().expect("it does not panic"))
    });
    let counted = |what: &str| ended.iter().filter(|ended| ended.status == 0 && ended.out.contains(what)).count();
    assert_eq!((counted("done: 5 tables"), counted("already solved: 5 tables")), (1, 1));
    assert!(files(directory.path()) == undisturbed().0);
}

#[test]
fn a_table_that_finds_no_room_leaves_those_before_it() {
    let directory = temporary();
    let mut limited = Command::new("sh");
    // Blocks of 512 bytes: the first tables fit.
    let script = r#"ulimit -f 24; exec "$0" solve skirmish --pieces 5 --threads 1"#;
    limited.args(["-c", script]).arg(outside()).env("HINDSIGHT_TABLES", directory.path());
    let message = run(&mut limited, b"").message();
    for part in ["table.partial: expected room for a table of", "File too large", "then rerun the command to resume"] {
        assert!(message.contains(part), "{part:?} is missing in: {message}");
    }
    assert_eq!(files(directory.path()).keys().collect::<Vec<_>>(), ["skirmish-3.table", "skirmish-few.table"]);
    goes_on(directory.path());
}

/// A disk of 100 kB, in a name space of mounts that ends with the command.
#[test]
#[cfg(target_os = "linux")]
fn a_disk_that_is_too_small_is_refused_before_anything_is_solved() {
    const SCRIPT: &str = r#"
        mount -t tmpfs -o size=100k none "$HINDSIGHT_TABLES" || exit 99
        "$0" solve skirmish --pieces 5
        echo "status $?, left:" $(ls "$HINDSIGHT_TABLES")
        "$0" solve skirmish --pieces 4 || exit 98
    "#;
    let directory = temporary();
    let may_mount =
        Command::new("unshare").args(["-rm", "mount", "-t", "tmpfs", "none"]).arg(directory.path()).output();
    if !may_mount.is_ok_and(|output| output.status.success()) {
        eprintln!("no disk may be mounted here");
        return;
    }
    let mut command = Command::new("unshare");
    command.args(["-rm", "sh", "-c", SCRIPT]).arg(outside()).env("HINDSIGHT_TABLES", directory.path());
    let ended = run(&mut command, b"");
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(ended.out.contains("status 2, left:\n") && ended.out.contains("done: 4 tables"), "{}", ended.out);
    assert!(ended.err.contains("expected 137.6 kB of free disk"), "{}", ended.err);
}
