//! The levels of the processor: all make the same tables and choose the same moves.

use std::path::Path;
use std::process::Command;

use hindsight::util::cpu::CpuLevel;
use tempfile::TempDir;

use crate::support::{Ended, run};

fn hindsight(level: &str, tables: &Path, arguments: &[&str]) -> Ended {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    run(command.args(arguments).env("HINDSIGHT_CPU", level).env("HINDSIGHT_TABLES", tables), b"")
}

/// The levels that the processor has.
fn levels() -> impl Iterator<Item = CpuLevel> {
    CpuLevel::ALL.into_iter().filter(|&level| level <= CpuLevel::of_processor())
}

/// The name and the contents of each table in a directory, in order.
fn tables(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let files = directory.read_dir().expect("the directory can be read").map(|file| file.expect("it is there").path());
    let tables = files.filter(|path| path.extension().is_some_and(|extension| extension == "table"));
    let read = |path: std::path::PathBuf| {
        let name = path.file_name().expect("it is a file").to_string_lossy().into_owned();
        (name, std::fs::read(&path).expect("the table can be read"))
    };
    let mut tables: Vec<_> = tables.map(read).collect();
    tables.sort_unstable();
    tables
}

/// One job for each solver, and results by the look-up of compressed tables.
const SOLVES: [&[&str]; 7] = [
    &["solve", "tic-tac-toe"],
    &["solve", "checkers", "--pieces", "3"],
    &["solve", "checkers", "--slice", "KKvMM"],
    &["solve", "losing-checkers", "--pieces", "3", "--compress"],
    &["solve", "tigers-and-goats", "--goats", "1"],
    &["solve", "halma-packing", "--squares", "17"],
    &["solve", "chess", "--pieces", "3"],
];

#[test]
fn every_level_makes_the_same_tables() {
    let solved = levels().map(|level| {
        let directory = TempDir::new().expect("a directory can be made");
        for arguments in SOLVES {
            hindsight(level.name(), directory.path(), &[arguments, &["--quiet"]].concat()).answer();
        }
        let found = hindsight(level.name(), directory.path(), &["find", "checkers", "--plies", "max"]).answer();
        let counted = hindsight(level.name(), directory.path(), &["stats", "losing-checkers", "--json"]).answer();
        (level, tables(directory.path()), found, counted)
    });
    let solved: Vec<_> = solved.collect();
    let (_, tables, found, counted) = &solved[0];
    assert!(tables.len() > SOLVES.len(), "a table for each part");
    for (level, of_level, found_by_level, counted_by_level) in &solved[1..] {
        let names = |tables: &[(String, Vec<u8>)]| tables.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        assert_eq!(names(of_level), names(tables), "{level}");
        for ((name, bytes), (_, expected)) in of_level.iter().zip(tables) {
            assert!(bytes == expected, "{name} differs at level {level}");
        }
        assert_eq!((found_by_level, counted_by_level), (found, counted), "{level}");
    }
}

#[test]
fn every_level_chooses_the_same_moves() {
    let nowhere = TempDir::new().expect("a directory can be made");
    let searches: [&[&str]; 4] = [
        &["search", "chess", "--engine", "maim:depth=7,threads=1", "--json"],
        &["search", "checkers", "--engine", "triple-jump:depth=9,threads=1", "--json"],
        &["search", "tigers-and-goats", "--engine", "scout-tt", "--depth", "5", "--json"],
        &["perft", "chess", "3", "--json", "--quiet"],
    ];
    for arguments in searches {
        let of_level = |level: CpuLevel| {
            let answer = hindsight(level.name(), nowhere.path(), arguments).answer();
            let mut answers: Vec<serde_json::Value> =
                answer.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
            answers.iter_mut().for_each(without_times);
            answers
        };
        let expected = of_level(CpuLevel::Baseline);
        for level in levels() {
            assert_eq!(of_level(level), expected, "{level}: {arguments:?}");
        }
    }
}

/// Removes what differs from run to run.
fn without_times(answer: &mut serde_json::Value) {
    match answer {
        serde_json::Value::Object(fields) => {
            fields.retain(|name, _| !name.contains("seconds") && !name.contains("per_second"));
            fields.values_mut().for_each(without_times);
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(without_times),
        _ => {}
    }
}

#[test]
fn the_version_says_which_level_is_used() {
    let nowhere = TempDir::new().expect("a directory can be made");
    for level in levels() {
        let version = hindsight(level.name(), nowhere.path(), &["--version"]).answer();
        assert!(version.ends_with(&format!("\nprocessor: {level}\n")), "{version}");
    }
    let version = hindsight("", nowhere.path(), &["--version"]).answer();
    assert!(version.ends_with(&format!("\nprocessor: {}\n", CpuLevel::of_processor())), "{version}");
}

#[test]
fn a_level_that_the_processor_or_the_program_lacks_is_an_error() {
    let nowhere = TempDir::new().expect("a directory can be made");
    let ended = hindsight("v9", nowhere.path(), &["games"]);
    assert_eq!((ended.status, ended.out.as_str()), (2, ""));
    let expected = "expected a level of the processor, one of baseline, v3, v4; found \"v9\". \
                    Set HINDSIGHT_CPU to such a level, or leave it unset";
    assert!(ended.err.contains(expected), "{}", ended.err);
    for level in CpuLevel::ALL.into_iter().filter(|&level| level > CpuLevel::of_processor()) {
        let ended = hindsight(level.name(), nowhere.path(), &["games"]);
        assert_eq!((ended.status, ended.out.as_str()), (2, ""));
        let expected = format!(
            "expected a level that this processor has, {} at most; found {level}. Set",
            CpuLevel::of_processor()
        );
        assert!(ended.err.contains(&expected), "{}", ended.err);
    }
}
