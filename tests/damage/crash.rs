//! Whatever happens to a solve: a whole table or none, and the next solve ends in the same bytes.
#![cfg(unix)]

use std::fs::{self, File, Permissions};
use std::io::{BufRead, BufReader, ErrorKind};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use crate::support::{Ended, run};
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_hindsight");

/// How long to wait between two looks at what a solve does.
const LOOK: Duration = Duration::from_micros(200);

/// A directory of tables.
struct Place(TempDir);

impl Place {
    fn new() -> Place {
        Place(TempDir::new().expect("a directory for the test"))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        command_at(self.0.path(), arguments)
    }

    fn hindsight(&self, arguments: &[&str]) -> Ended {
        run(&mut self.command(arguments), b"")
    }

    fn files(&self) -> Vec<String> {
        let entries = self.0.path().read_dir().expect("the directory is there");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("it can be read").file_name().into_string().expect("the names are plain"))
            .collect();
        names.sort();
        names
    }

    /// When the unfinished table was last written, if there is one.
    fn partial(&self, game: &str) -> Option<SystemTime> {
        fs::metadata(self.file(&format!("{game}.table.partial"))).and_then(|data| data.modified()).ok()
    }

    /// A solve to the end: the same bytes as ever, and nothing beside them.
    fn solves(&self, game: &str) {
        let answer = self.hindsight(&["solve", game]).answer();
        assert!(answer.contains("solved:") || answer.contains("already solved"), "{answer}");
        let name = format!("{game}.table");
        assert!(fs::read(self.file(&name)).expect("it was written") == reference(game).bytes, "another table");
        assert_eq!(self.files(), [".lock", &name]);
    }

    /// What a killed solve leaves: a whole table that answers, or none; and an unfinished one that is known for it.
    fn has_a_whole_table_or_none(&self, game: &str) {
        let (name, whole) = (format!("{game}.table"), &reference(game).bytes);
        match fs::read(self.file(&name)) {
            Ok(bytes) => {
                assert!(bytes == *whole, "a table that is not whole");
                assert!(self.hindsight(&["query", game]).answer().contains("draw"));
            }
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::NotFound);
                // Not a query, which may be answered by the results that are compiled in.
                let listed = self.hindsight(&["tables", game, "--sums"]);
                assert_eq!((listed.status, listed.out.as_str()), (0, ""), "{}", listed.err);
            }
        }
        match fs::read(self.file(&format!("{name}.partial"))) {
            Ok(bytes) if bytes != *whole => {
                let elsewhere = Place::new();
                fs::write(elsewhere.file(&name), bytes).expect("a copy can be made");
                let ended = elsewhere.hindsight(&["query", game]);
                assert_eq!(ended.out, "");
                ended.message();
            }
            _ => {}
        }
    }
}

fn command_at(tables: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).env("HINDSIGHT_TABLES", tables);
    command
}

/// What is known of a solve.
struct Reference {
    bytes: Vec<u8>,
    /// How long it took until it began to write.
    solving: Duration,
    /// How long it took from then on.
    writing: Duration,
}

/// The solve of a game that nothing happened to.
fn reference(game: &str) -> &'static Reference {
    static PANGKI: OnceLock<Reference> = OnceLock::new();
    static TIC_TAC_TOE: OnceLock<Reference> = OnceLock::new();
    let known = if game == "pangki" { &PANGKI } else { &TIC_TAC_TOE };
    known.get_or_init(|| {
        let place = Place::new();
        let mut command = place.command(&["solve", game, "--threads", "1", "--quiet"]);
        let mut child = command.stdout(Stdio::null()).spawn().expect("it can be started");
        let (started, mut solving) = (Instant::now(), None);
        while child.try_wait().expect("it is ours").is_none() {
            if solving.is_none() && place.partial(game).is_some() {
                solving = Some(started.elapsed());
            }
            sleep(LOOK);
        }
        let all = started.elapsed();
        let solving = solving.unwrap_or(all);
        let bytes = fs::read(place.file(&format!("{game}.table"))).expect("it was written");
        Reference { bytes, solving, writing: all - solving }
    })
}

/// The same random numbers in every run: from 0 to 1.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / (1u64 << 31) as f64
    }
}

/// Kills `kills` solves, each at a random moment of the `span` after `begun` returned; every third time the next solve
/// may end. What one killed solve leaves, the next one finds. Says how many were killed while they wrote.
fn killed_solves(game: &str, kills: usize, mut span: Duration, begun: impl Fn(&Place, &mut Child)) -> usize {
    let place = Place::new();
    let (mut random, mut killed, mut while_writing, mut since_end) = (Random(1), 0, 0, 0);
    for _ in 0..10 * kills {
        if killed == kills {
            return while_writing;
        }
        let before = place.partial(game);
        let mut command = place.command(&["solve", game, "--threads", "1", "--quiet"]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it can be started");
        begun(&place, &mut child);
        let moment = span.mul_f64(random.next());
        sleep(moment);
        child.kill().expect("it is ours");
        let ended = child.wait_with_output().expect("it has ended");
        assert_eq!(String::from_utf8_lossy(&ended.stderr), "");
        place.has_a_whole_table_or_none(game);
        if ended.status.signal() == Some(9) {
            (killed, since_end) = (killed + 1, since_end + 1);
            while_writing += usize::from(place.partial(game).is_some_and(|written| Some(written) != before));
        } else {
            // What was measured was too long, as when the machine is busy.
            span = (span + moment) / 2;
        }
        // A solve that came to its end before it was killed is the next one for those before it.
        if since_end == 3 || killed == kills || ended.status.signal().is_none() {
            place.solves(game);
            since_end = 0;
        }
        let _ = fs::remove_file(place.file(&format!("{game}.table")));
    }
    panic!("of {} solves only {killed} could be killed before they ended", 10 * kills);
}

#[test]
fn a_solve_that_is_killed_at_any_moment_leaves_a_whole_table_or_none() {
    killed_solves("pangki", 24, reference("pangki").solving + reference("pangki").writing, |_, _| ());
}

#[test]
fn a_solve_that_is_killed_while_it_writes_leaves_a_whole_table_or_none() {
    let killed = || {
        killed_solves("pangki", 10, reference("pangki").writing, |place, child| {
            let before = place.partial("pangki");
            while [None, before].contains(&place.partial("pangki")) && child.try_wait().expect("it is ours").is_none() {
                sleep(LOOK);
            }
        })
    };
    // On a busy machine most may end before they are killed.
    let mut while_writing = 0;
    for _ in 0..6 {
        while_writing += killed();
        if while_writing >= 5 {
            break;
        }
    }
    assert!(while_writing >= 5, "only {while_writing} were killed while they wrote");
}

/// Most of its time goes into waiting for the disk and into the change of names.
#[test]
fn a_small_solve_that_is_killed_at_any_moment_leaves_a_whole_table_or_none() {
    let all = reference("tic-tac-toe").solving + reference("tic-tac-toe").writing;
    killed_solves("tic-tac-toe", 60, all, |_, _| ());
}

/// A disk of one megabyte, in a name space of mounts that ends with the command.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_reported_and_leaves_nothing() {
    const SCRIPT: &str = r#"
        mount -t tmpfs -o size=1m none "$HINDSIGHT_TABLES" || exit 99
        "$0" solve pangki
        echo "status $?, left:" $(ls -A "$HINDSIGHT_TABLES")
        mount -o remount,size=16m "$HINDSIGHT_TABLES"
        "$0" solve pangki || exit 98
        cat "$HINDSIGHT_TABLES/pangki.table" > "$1"
    "#;
    let (place, elsewhere) = (Place::new(), Place::new());
    let may_mount = Command::new("unshare").args(["-rm", "mount", "-t", "tmpfs", "none"]).arg(place.0.path()).output();
    if !may_mount.is_ok_and(|output| output.status.success()) {
        eprintln!("no disk may be mounted here: a limit must do for a full one");
        return;
    }
    let mut command = Command::new("unshare");
    command.args(["-rm", "sh", "-c", SCRIPT, PROGRAM]).arg(elsewhere.file("copy"));
    let ended = run(command.env("HINDSIGHT_TABLES", place.0.path()), b"");
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(ended.out.contains("status 2, left: .lock\n"), "{}", ended.out);
    for part in ["expected 5.9 MB of free disk", "found 1.0 MB", "Free more there", "--tables DIR"] {
        assert!(ended.err.contains(part), "{part:?} is missing in: {}", ended.err);
    }
    assert!(fs::read(elsewhere.file("copy")).expect("it was solved") == reference("pangki").bytes, "another table");
}

#[test]
fn a_limit_of_the_size_of_files_is_reported_and_leaves_nothing() {
    let place = Place::new();
    let limited = |script| {
        let mut command = Command::new("sh");
        command.args(["-c", script, PROGRAM, "solve", "pangki"]).env("HINDSIGHT_TABLES", place.0.path());
        command
    };
    // The program ignores the signal that would kill it, whether its parent does or not.
    for limit in [r#"ulimit -f 64; exec "$0" "$@""#, r#"trap "" XFSZ; ulimit -f 64; exec "$0" "$@""#] {
        let message = run(&mut limited(limit), b"").message();
        for part in [
            "pangki.table.partial: expected room for a table of 5.9 MB, found too little (File too large",
            "Free as much there",
            "--tables DIR",
        ] {
            assert!(message.contains(part), "{part:?} is missing in: {message}");
        }
        assert_eq!(place.files(), [".lock"]);
    }
    place.solves("pangki");
}

/// A program and a user that may not write everywhere: the superuser may.
fn ordinary_user(place: &Place) -> impl Fn(&[&str]) -> Command {
    let program = place.file("hindsight");
    // Not by this process: a child of another test could hold the copy open for writing, and it could not be run.
    let copied = Command::new("cp").arg(PROGRAM).arg(&program).status().expect("cp can be run");
    assert!(copied.success());
    open_to_all(place.0.path());
    let superuser = fs::metadata(place.0.path()).expect("it is there").uid() == 0;
    move |arguments| {
        let mut command = Command::new(&program);
        command.args(arguments);
        if superuser {
            command.uid(65_534).gid(65_534);
        }
        command
    }
}

/// Everybody may read, and nobody write, but those whom nothing holds.
fn open_to_all(directory: &Path) {
    fs::set_permissions(directory, Permissions::from_mode(0o755)).expect("it is ours");
}

#[test]
fn a_directory_that_must_not_be_written_is_reported() {
    let place = Place::new();
    let hindsight = ordinary_user(&place);
    let tables = place.file("tables");
    fs::create_dir(&tables).expect("it can be made");
    fs::set_permissions(&tables, Permissions::from_mode(0o555)).expect("it is ours");
    for directory in [tables.clone(), tables.join("below")] {
        let message = run(hindsight(&["solve", "pangki"]).env("HINDSIGHT_TABLES", &directory), b"").message();
        assert!(message.contains(&directory.display().to_string()), "{message}");
        assert!(message.contains("is not allowed") && message.contains("Change the permissions"), "{message}");
    }
    assert_eq!(tables.read_dir().expect("it may be read").count(), 0);
    fs::set_permissions(&tables, Permissions::from_mode(0o755)).expect("it is ours");
}

#[test]
fn a_table_that_is_there_needs_no_right_to_write() {
    let place = Place::new();
    let hindsight = ordinary_user(&place);
    let tables = place.file("tables");
    for game in ["pangki", "tic-tac-toe"] {
        run(&mut command_at(&tables, &["solve", game]), b"").answer();
    }
    fs::remove_file(tables.join(".lock")).expect("it was left");
    fs::set_permissions(&tables, Permissions::from_mode(0o555)).expect("it is ours");

    let answer = |arguments: &[&str]| run(hindsight(arguments).env("HINDSIGHT_TABLES", &tables), b"").answer();
    assert!(answer(&["solve", "pangki"]).contains("already solved"));
    assert!(answer(&["query", "pangki"]).contains("draw"));
    assert!(answer(&["verify", "pangki", "--checksums"]).contains(" passed, 0 failed"));
    assert!(answer(&["verify", "tic-tac-toe"]).contains(" passed, 0 failed"));
    assert!(answer(&["stats", "tic-tac-toe"]).contains("6,046"));
    assert!(answer(&["games"]).contains("solved"));
    fs::set_permissions(&tables, Permissions::from_mode(0o755)).expect("it is ours");
}

#[test]
fn a_file_where_the_directory_should_be_is_reported() {
    let place = Place::new();
    let file = place.file("file");
    fs::write(&file, "not a directory").expect("it can be written");
    for directory in [file.clone(), file.join("tables"), file.join("far/below")] {
        for command in ["solve", "query", "verify", "stats"] {
            let message = run(&mut command_at(&directory, &[command, "pangki"]), b"").message();
            assert!(message.contains(&directory.display().to_string()), "{message}");
            assert!(message.contains("--tables DIR"), "{message}");
        }
    }
    assert_eq!(place.files(), ["file"]);
}

#[test]
fn of_two_solves_at_once_one_does_the_work() {
    let place = Place::new();
    let ended = std::thread::scope(|scope| {
        let both = [(); 2].map(|()| scope.spawn(|| place.hindsight(&["solve", "pangki"])));
        both.map(|one| one.join().expect("it does not panic"))
    });
    let counted = |what: &str| ended.iter().filter(|ended| ended.out.contains(what)).count();
    for Ended { status, err, .. } in &ended {
        // On a slow machine progress is shown.
        let is_expected = |line: &str| line.contains("waiting for another solve") || line.contains(": solving ");
        assert!(*status == 0 && err.lines().all(is_expected), "{status} {err}");
    }
    assert_eq!((counted("written:"), counted("already solved")), (1, 1));
    place.solves("pangki");
}

#[test]
fn a_solve_that_has_to_wait_says_so() {
    let place = Place::new();
    let lock = File::create(place.file(".lock")).expect("it can be made");
    lock.lock().expect("nobody has it");
    let mut waiting = [(); 2].map(|()| {
        let mut command = place.command(&["solve", "tic-tac-toe"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it can be started");
        let mut said = String::new();
        let stderr = child.stderr.take().expect("it is piped");
        BufReader::new(stderr).read_line(&mut said).expect("it can be read");
        assert!(said.contains("waiting for another solve in this directory to end"), "{said}");
        child
    });
    assert!(waiting.iter_mut().all(|child| child.try_wait().expect("it is ours").is_none()), "they did not wait");
    drop(lock);
    let outs = waiting.map(|child| {
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{}", output.status);
        String::from_utf8(output.stdout).expect("text")
    });
    assert_eq!(outs.iter().filter(|out| out.contains("already solved")).count(), 1, "{outs:?}");
    assert_eq!(place.files(), [".lock", "tic-tac-toe.table"]);
}

#[test]
fn a_solve_that_nobody_reads_about_is_done_all_the_same() {
    let place = Place::new();
    let (reader, writer) = std::io::pipe().expect("a pipe can be made");
    drop(reader);
    let ended = place.command(&["solve", "pangki", "--quiet"]).stdout(writer).output().expect("it ends");
    assert!(ended.status.success() && ended.stderr.is_empty(), "{ended:?}");
    place.solves("pangki");

    if let Ok(full) = File::options().write(true).open("/dev/full") {
        let place = Place::new();
        let ended = place.command(&["solve", "pangki", "--quiet"]).stdout(full).output().expect("it ends");
        let message = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(2));
        assert!(message.starts_with("hindsight: could not write the output"), "{message}");
        place.solves("pangki");
    }
}
