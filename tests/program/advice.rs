//! Failures say what to do, in the name of the program that runs.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{Ended, outside, run};
use tempfile::TempDir;

/// Runs the program of `tests/outside`.
fn countdown(tables: &Path, arguments: &[&str]) -> Ended {
    run(Command::new(outside()).args(arguments).env("HINDSIGHT_TABLES", tables), b"")
}

/// Runs the program of this crate.
fn hindsight(tables: &Path, arguments: &[&str]) -> Ended {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    run(command.args(arguments).env("HINDSIGHT_TABLES", tables), b"")
}

#[test]
fn a_program_calls_itself_by_its_own_name() {
    let tables = TempDir::new().expect("a directory for the test");
    let ended = |arguments: &[&str]| countdown(tables.path(), arguments);

    for arguments in [&["--help"][..], &["solve", "--help"], &["query", "--help"], &["verify", "--help"]] {
        let help = ended(arguments).answer();
        assert!(help.contains("Usage: outside") && !help.contains("hindsight "), "{help}");
    }
    assert!(ended(&["--version"]).answer().starts_with("outside "));

    let missing = ended(&["compress", "countdown", "--depth", "--to", "elsewhere"]);
    assert_eq!(missing.status, 2);
    assert!(missing.err.starts_with("outside: expected a table of countdown in "), "{}", missing.err);
    assert!(missing.err.contains("found no such file. Run `outside solve countdown` to make it"), "{}", missing.err);
    assert!(ended(&["solve"]).err.contains("Usage: outside solve"));
    assert!(ended(&["solve", "shogi"]).err.contains("`outside games`"));

    ended(&["solve", "countdown"]).answer();
    let table = tables.path().join("countdown.table");
    fs::write(&table, &fs::read(&table).expect("a table")[..100]).expect("the table is cut");
    let damaged = ended(&["query", "countdown"]);
    let advice = "Delete it, then run `outside solve countdown` to make the table again";
    assert!(damaged.err.starts_with("outside: ") && damaged.err.contains(advice), "{}", damaged.err);
    assert!(!damaged.err.contains("hindsight solve"), "{}", damaged.err);
}

#[cfg(unix)]
#[test]
fn a_copy_of_the_program_has_the_name_of_its_file() {
    let directory = TempDir::new().expect("a directory for the test");
    let copy = directory.path().join("foresight");
    // Linux does not run a file that is open for writing, and a process that another test starts at the wrong moment
    // inherits this one's open files: a process of its own makes the copy.
    let copied = Command::new("cp").arg(env!("CARGO_BIN_EXE_hindsight")).arg(&copy).status();
    assert!(copied.expect("cp runs").success());
    let ended = run(
        Command::new(copy)
            .args(["compress", "tic-tac-toe", "--depth", "--to", "elsewhere", "--tables"])
            .arg(directory.path()),
        b"",
    );
    assert!(
        ended.err.starts_with("foresight: ") && ended.err.contains("`foresight solve tic-tac-toe --tables /"),
        "{}",
        ended.err
    );
}

#[test]
fn a_game_from_outside_has_an_option_for_its_sizes() {
    let tables = TempDir::new().expect("a directory for the test");
    let ended = |arguments: &[&str]| countdown(tables.path(), arguments);

    for command in ["solve", "compress", "find", "stats", "verify", "tables"] {
        let help = ended(&[command, "--help"]).answer();
        let [size, slice] = ["--stones <N>", "--slice <S>"].map(|option| help.find(option).expect(option));
        assert!(size < slice && help.contains("Select the slices of up to N stones"), "{help}");
        assert!(help.contains("--pieces <N>") && !help.contains("--goats"), "{help}");
    }
    let about = ended(&["games", "countdown"]).answer();
    assert!(about.contains("8, selected by --stones N or --slice S"), "{about}");
    let solved = ended(&["solve", "countdown", "--stones", "3"]);
    assert_eq!(solved.status, 0, "{}", solved.err);
    let stats = ended(&["stats", "countdown", "--stones", "3"]).answer();
    assert!(stats.starts_with("Up to 3 stones\n"), "{stats}");
    let slices = ended(&["stats", "countdown", "--stones", "3", "--json"]).answer();
    assert_eq!(slices.matches("\"slice\":").count(), 4, "{slices}");
    let both = ended(&["stats", "countdown", "--stones", "3", "--slice", "2"]).message();
    assert!(
        both.contains("expected --stones or --slice, found both")
            || both.contains("expected --slice or --stones, found both"),
        "{both}"
    );
    let other = ended(&["stats", "countdown", "--pieces", "3"]).message();
    assert!(other.contains("expected --stones N to select slices of countdown, found --pieces 3"), "{other}");
    let completions = ended(&["completions", "bash"]).answer();
    assert!(completions.contains("--stones"), "{completions}");
}

#[test]
fn a_wrong_argument_is_answered_with_what_was_expected() {
    let tables = TempDir::new().expect("a directory for the test");
    hindsight(tables.path(), &["solve", "checkers", "--pieces", "2"]).answer();
    for (arguments, expected) in [
        (
            &["solve", "checkers", "--pieces", "two"][..],
            "--pieces: expected a whole number from 0 to 4294967295, found \"two\"",
        ),
        (&["find", "checkers", "--limit", "0"], "expected a whole number, 1 or more"),
        (&["stats", "checkers", "2v1"], "mover v other, such as KvK KvM MvK MvM "),
        (
            &["query", "checkers", "--json"],
            "it has 24 pieces, and tables hold up to 10. `hindsight search checkers` searches any position",
        ),
    ] {
        let message = hindsight(tables.path(), arguments).message();
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn a_game_that_breaks_its_contract_is_not_solved() {
    let tables = TempDir::new().expect("a directory for the test");
    let faults = [
        ("countdown-finished-moves", "a finished game has no moves: 1 a: it has"),
        ("countdown-leads-to", "moves lead where the slice says: 7 a: 2 leads to 5 b, and 7 does not lead to 5"),
    ];
    for (game, violation) in faults {
        let ended = countdown(tables.path(), &["solve", game]);
        assert_eq!((ended.status, ended.out.as_str()), (2, ""));
        let rule = violation.split(':').next().expect("a rule");
        assert!(ended.err.contains(rule), "{}", ended.err);
        assert!(ended.err.contains(&format!("run `outside verify {game} --rules`")), "{}", ended.err);
        assert!(!tables.path().join(format!("{game}.table")).exists());

        let verified = countdown(tables.path(), &["verify", game, "--rules"]);
        assert_eq!(verified.status, 1, "{}", verified.err);
        assert!(verified.out.contains(rule) && verified.out.contains("FAILED"), "{}", verified.out);
    }
}

#[test]
fn verify_checks_the_rules_alone_or_with_the_table() {
    let tables = TempDir::new().expect("a directory for the test");
    let alone = countdown(tables.path(), &["verify", "countdown", "--rules"]).answer();
    assert!(alone.contains("none in 16 entries") && alone.ends_with("1 passed, 0 failed\n"), "{alone}");
    countdown(tables.path(), &["solve", "countdown"]).answer();
    let all = countdown(tables.path(), &["verify", "countdown"]).answer();
    assert!(all.contains("violations of the contract of the game") && all.contains(" passed, 0 failed"), "{all}");
    assert!(all.contains("checksums") && all.contains("laws"), "{all}");
}

#[cfg(unix)]
#[test]
fn a_limit_of_the_file_size_ends_a_solve_with_a_message() {
    let tables = TempDir::new().expect("a directory for the test");
    let script = format!("ulimit -f 1; exec {} solve tic-tac-toe", env!("CARGO_BIN_EXE_hindsight"));
    let ended = run(Command::new("sh").args(["-c", &script]).env("HINDSIGHT_TABLES", tables.path()), b"");
    assert_eq!(ended.status, 2, "{}", ended.err);
    for text in ["expected room for a table of", "raise the limit", "rerun the command to resume"] {
        assert!(ended.err.contains(text), "{}", ended.err);
    }
    assert!(!tables.path().join("tic-tac-toe.table").exists());
}

#[test]
fn memory_is_estimated_for_the_threads_that_are_asked_for() {
    let tables = TempDir::new().expect("a directory for the test");
    let needed = |threads: &str| {
        let arguments = ["solve", "checkers", "--slice", "KKMvKKM", "--memory", "1M", "--threads", threads];
        let message = hindsight(tables.path(), &arguments).message();
        let (_, megabytes) = message.split_once("Give --memory ").expect("the message says how much is needed");
        let digits: String = megabytes.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<u64>().expect("a number of megabytes")
    };
    assert!(needed("1") < needed("32"), "{} and {}", needed("1"), needed("32"));
}
