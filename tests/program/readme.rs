//! The commands of the README, run as they stand there.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use hindsight::util::units::count;

use crate::support::served::Served;
use crate::support::{Ended, run};

/// A game that goes on from its first moves to an ending of two pieces.
const GAMES: &str = "[Event \"A beginning\"]\n1. 11-15 23-19 *\n\n[FEN \"B:WK32:BK1\"]\n1. 1-6 32-28 *\n";

/// Runs a line of the README in a directory, as a shell does.
fn shell(directory: &Path, line: &str, input: &str) -> Ended {
    let program = Path::new(env!("CARGO_BIN_EXE_hindsight"));
    let path = format!("{}:/usr/bin:/bin", program.parent().expect("it is in a directory").display());
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(directory).env("PATH", path).env_remove("HINDSIGHT_TABLES");
    run(&mut command, input.as_bytes())
}

/// The indented lines of the README that run the program, without their comments, each once.
fn commands() -> Vec<&'static str> {
    let lines = include_str!("../../README.md").lines().filter_map(|line| line.strip_prefix("    "));
    let lines = lines.map(|line| line.strip_prefix("$ ").unwrap_or(line)).filter(|line| line.starts_with("hindsight "));
    let mut seen = BTreeSet::new();
    let commands = lines.map(|line| line.split(" #").next().unwrap_or(line).trim_end());
    commands.filter(|command| seen.insert(*command)).collect()
}

#[test]
fn every_command_does_what_the_readme_says() {
    let directory = tempfile::tempdir().expect("a directory of its own");
    fs::write(directory.path().join("positions"), "bbbb/b2b/w2w/wwww w\n").expect("can be written");
    fs::write(directory.path().join("games.pdn"), GAMES).expect("can be written");
    for solve in ["solve pangki", "solve tic-tac-toe", "solve checkers --pieces 4"] {
        let ended = shell(directory.path(), &format!("hindsight {solve} --quiet"), "");
        assert_eq!((ended.status, ended.err.as_str()), (0, ""), "{solve}");
    }
    let (mut run, commands) = (0, commands());
    for &command in &commands {
        let large = command.starts_with("hindsight solve tigers-and-goats") || command.contains("--pieces 7");
        let command = match large && !command.contains("--dry-run") {
            true => format!("{command} --dry-run"),
            false => command.to_string(),
        };
        if command == "hindsight serve" {
            // It goes on until it is stopped.
            let served = Served::start(env!("CARGO_BIN_EXE_hindsight"), directory.path());
            assert_eq!(served.get("/").status, 200);
            run += 1;
            continue;
        }
        let ended = shell(directory.path(), &command, "quit\n");
        if command == "hindsight query tigers-and-goats" {
            // The table of the start takes all there are.
            assert!(ended.status == 2 && ended.err.contains("hindsight solve tigers-and-goats"), "{}", ended.err);
            continue;
        }
        // A plan may be of more than the disk has.
        let fits = ended.status == 0 || large && ended.status == 2 && ended.err.contains("free");
        assert!(fits, "{command}: {}, {}{}", ended.status, ended.out, ended.err);
        assert!(!ended.out.is_empty() || command.contains('>') || command.contains(" uci "), "{command} says nothing");
        run += 1;
    }
    assert!(run >= 20 && run + 1 >= commands.len(), "{} of {}", run, count(commands.len() as u64, "command"));
    let board = fs::read_to_string(directory.path().join("board.svg")).expect("it was drawn");
    assert_eq!(board, include_str!("../../data/pictures/first-position.svg"));
}

#[test]
fn the_answer_to_pangki_is_the_one_that_is_shown() {
    let directory = tempfile::tempdir().expect("a directory of its own");
    shell(directory.path(), "hindsight solve pangki", "");
    let shown =
        include_str!("../../README.md").lines().skip_while(|line| *line != "    $ hindsight query pangki").skip(1);
    let shown = shown.take_while(|line| line.is_empty() || line.starts_with("    "));
    let shown: Vec<&str> = shown.map(|line| line.strip_prefix("    ").unwrap_or(line)).collect();
    let ended = shell(directory.path(), "hindsight query pangki", "");
    assert_eq!(ended.out.trim_end(), shown.join("\n").trim_end());
}

#[test]
fn the_pictures_are_those_that_the_program_draws() {
    let directory = tempfile::tempdir().expect("a directory of its own");
    let drawn = shell(directory.path(), "hindsight diagram tigers-and-goats", "").out;
    assert_eq!(drawn, include_str!("../../data/pictures/tigers-and-goats.svg"));
    let picture = include_str!("../../data/pictures/halma.svg");
    let position = picture.split("<desc>").nth(1).and_then(|rest| rest.split("</desc>").next()).expect("a position");
    let drawn = shell(directory.path(), &format!("hindsight diagram halma '{position}'"), "").out;
    assert_eq!(drawn, picture);
}
