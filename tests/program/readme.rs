//! The commands of the README and of the guide, run as they stand there, and their numbers.
//!
//! The lines of a block `sh` that run the program succeed. In a block `console`, a command begins with `$ `, and the
//! lines after it are its output, in which a line `...` stands for any lines. Blocks `text` are not run.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use hindsight::guide::CHAPTERS;

use crate::outside::mu_torere::MuTorere;
use crate::support::served::Served;
use crate::support::{Ended, checkout, outside, run};

const README: &str = include_str!("../../README.md");

/// A game that goes on from its first moves to an ending of two pieces.
const GAMES: &str = "[Event \"A beginning\"]\n1. 11-15 23-19 *\n\n[FEN \"B:WK32:BK1\"]\n1. 1-6 32-28 *\n";

/// Plans that may be of more than the disk has.
const LARGE: [&str; 2] = ["solve tigers-and-goats --dry-run", "--pieces 7 --dry-run"];

/// The chapter of a topic.
fn chapter(topic: &str) -> &'static str {
    CHAPTERS.iter().find(|chapter| chapter.topic == topic).expect("the guide has the chapter").text
}

/// The README and all chapters, each with its name.
fn pages() -> impl Iterator<Item = (&'static str, &'static str)> {
    std::iter::once(("README", README)).chain(CHAPTERS.iter().map(|chapter| (chapter.topic, chapter.text)))
}

/// Runs a line in a directory, as a shell does.
fn shell(directory: &Path, line: &str, input: &str) -> Ended {
    let program = Path::new(env!("CARGO_BIN_EXE_hindsight"));
    let path = format!("{}:/usr/bin:/bin", program.parent().expect("it is in a directory").display());
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(directory).env("PATH", path);
    command.env_remove("HINDSIGHT_TABLES").env("XDG_DATA_HOME", directory);
    run(&mut command, input.as_bytes())
}

/// The contents of the fenced blocks of a language.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<Vec<&'a str>> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(found) = line.strip_prefix("```") {
            let block = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            if found == language {
                blocks.push(block);
            }
        }
    }
    blocks
}

/// Whether a line of a shell runs the program.
fn runs_program(line: &str) -> bool {
    line.starts_with("hindsight ") || line.contains("| hindsight ")
}

/// The commands of a page that run the program, without their comments, each once.
fn commands(text: &str) -> Vec<&str> {
    let mut seen = BTreeSet::new();
    let lines = blocks(text, "sh").into_iter().flatten().filter(|line| runs_program(line));
    let commands = lines.map(|line| line.split(" #").next().unwrap_or(line).trim_end());
    commands.filter(|command| seen.insert(*command)).collect()
}

/// The commands of a page with the output that it shows.
fn shown(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut shown: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in blocks(text, "console").into_iter().flatten() {
        match line.strip_prefix("$ ") {
            Some(command) => shown.push((command, Vec::new())),
            None => shown.last_mut().expect("a block begins with a command").1.push(line),
        }
    }
    shown
}

/// A line without what differs from run to run: times with the rates after them, and the memory that threads take.
fn steady(line: &str) -> &str {
    let line = line.split("it takes: ").next().unwrap_or(line);
    let is_time = |rest: &str| rest.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('.');
    let time = line.match_indices(" in ").find(|(at, _)| is_time(&line[at + " in ".len()..]));
    line[..time.map_or(line.len(), |(at, _)| at)].trim_end()
}

/// Whether an output is as shown.
fn agrees(output: &[&str], shown: &[&str]) -> bool {
    match shown.split_first() {
        None => output.is_empty(),
        Some((&"...", rest)) => (0..=output.len()).any(|from| agrees(&output[from..], rest)),
        Some((line, rest)) => {
            output.split_first().is_some_and(|(first, left)| steady(first) == steady(line) && agrees(left, rest))
        }
    }
}

/// Runs a command, which must succeed.
fn succeeds(directory: &Path, name: &str, command: &str) {
    if command == "hindsight serve" {
        // It goes on until it is stopped.
        let served = Served::start(env!("CARGO_BIN_EXE_hindsight"), &directory.join("data/tables"));
        assert_eq!(served.get("/").status, 200);
        return;
    }
    let ended = shell(directory, command, "quit\n");
    let is_large = LARGE.iter().any(|large| command.contains(large));
    let fits = ended.status == 0 || is_large && ended.status == 2 && ended.err.contains("free");
    assert!(fits, "{name}: {command}: {}, {}{}", ended.status, ended.out, ended.err);
    let may_be_silent = [">", " uci ", "--mistakes"].iter().any(|part| command.contains(part));
    assert!(!ended.out.is_empty() || may_be_silent, "{command} says nothing");
}

/// Runs a command, which must write the output that is shown.
fn writes(directory: &Path, name: &str, command: &str, shown: &[&str]) {
    let ended = shell(directory, command, "");
    let output: Vec<&str> = ended.out.trim_end().lines().collect();
    let end = shown.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    assert!(agrees(&output, &shown[..end]), "{name}: {command}\n{}{}", ended.out, ended.err);
}

#[test]
fn the_readme_is_one_screen_whose_commands_do_what_it_shows() {
    assert!(README.lines().count() <= 150, "{} lines", README.lines().count());
    let directory = checkout();
    let shown = shown(README);
    assert!(shown.len() >= 5, "{shown:?}");
    for (command, output) in shown {
        writes(directory.path(), "README", command, &output);
    }
    commands(README).iter().for_each(|command| succeeds(directory.path(), "README", command));
}

#[test]
fn every_command_of_the_guide_does_what_it_says() {
    let directory = checkout();
    fs::write(directory.path().join("games.pdn"), GAMES).expect("can be written");
    for solve in ["solve pangki", "solve tic-tac-toe", "solve checkers --pieces 4"] {
        let ended = shell(directory.path(), &format!("hindsight {solve} --quiet"), "");
        assert_eq!((ended.status, ended.err.as_str()), (0, ""), "{solve}");
    }
    let mut run = 0;
    for chapter in CHAPTERS {
        for (command, output) in shown(chapter.text).iter().filter(|(command, _)| runs_program(command)) {
            writes(directory.path(), chapter.topic, command, output);
            run += 1;
        }
        for command in commands(chapter.text) {
            succeeds(directory.path(), chapter.topic, command);
            run += 1;
        }
    }
    assert!(run >= 60, "{run} commands");
    let board = fs::read_to_string(directory.path().join("board.svg")).expect("it was drawn");
    assert_eq!(board, include_str!("../../data/pictures/first-position.svg"));
}

/// The pieces of the chapter are the file of the tests, which is compiled, and a `main` that adds the game.
#[test]
fn the_game_of_the_guide_is_the_one_that_is_solved_here() {
    // The steps; what follows them is about other games.
    let text = chapter("own-game").split("\n## A game without").next().expect("there are steps");
    let pieces: Vec<String> = blocks(text, "rust,ignore").iter().map(|block| block.join("\n") + "\n").collect();
    let (main, file) = pieces.split_last().expect("there are pieces");
    assert!(main.contains("games.add(GameEntry::new(MuTorere::new()))"), "{main}");
    assert_eq!(file.join("\n"), include_str!("../outside/mu_torere.rs"));

    let violations = hindsight::space::conformance::check(&MuTorere::new(), u64::MAX);
    assert!(violations.is_empty(), "{:?}", violations.lines());
    let directory = checkout();
    let ended = |line: &str| {
        let arguments: Vec<&str> = line.split(' ').collect();
        let ended = run(
            Command::new(outside()).args(arguments).current_dir(directory.path()).env_remove("HINDSIGHT_TABLES"),
            b"quit\n",
        );
        assert_eq!(ended.status, 0, "{line}: {}{}", ended.out, ended.err);
        ended
    };
    for block in blocks(text, "text") {
        let commands = block.iter().filter_map(|line| line.strip_prefix("target/release/mu-torere "));
        commands.filter(|command| *command != "serve").for_each(|command| drop(ended(command)));
    }
    let shown = shown(text);
    assert!(!shown.is_empty());
    for (command, output) in shown {
        let out = ended(command.strip_prefix("target/release/mu-torere ").expect("the program of the chapter")).out;
        let end = output.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
        assert!(agrees(&out.trim_end().lines().collect::<Vec<_>>(), &output[..end]), "{command}\n{out}");
    }
}

/// `help TOPIC` prints each chapter within the columns of a terminal, but for code.
#[test]
fn help_prints_commands_and_chapters() {
    let directory = tempfile::tempdir().expect("a directory of its own");
    let listed = shell(directory.path(), "hindsight help", "").out;
    for chapter in CHAPTERS {
        assert!(listed.contains(chapter.topic), "{}: {listed}", chapter.topic);
        let printed = shell(directory.path(), &format!("hindsight help {}", chapter.topic), "").out;
        let title = chapter.text.lines().next().and_then(|line| line.strip_prefix("# ")).expect("a title");
        assert!(printed.starts_with(title), "{printed}");
        let wide = printed.lines().find(|line| line.chars().count() > 80 && !line.starts_with("    "));
        assert_eq!(wide, None, "{}", chapter.topic);
    }
    assert_eq!(listed, shell(directory.path(), "hindsight --help", "").out);
    let of_command = shell(directory.path(), "hindsight help solve", "").out;
    assert_eq!(of_command, shell(directory.path(), "hindsight solve --help", "").out);
    let wrong = shell(directory.path(), "hindsight help pangky", "");
    assert!(wrong.status == 2 && wrong.err.contains("Did you mean `pangki`?"), "{}", wrong.err);
}

/// The numbers of a text that are too long to be anything but measured or counted: five digits and more.
fn numbers(text: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_ascii_digit() || c == ',' || c == '_';
    let found = text.split(|c| !is_part(c)).map(|number| number.replace([',', '_'], ""));
    found.filter(|number| number.len() >= 5).collect()
}

/// The texts of a folder of data, and of its folders.
fn texts(folder: &Path) -> String {
    let mut all = String::new();
    for entry in folder.read_dir().expect("a folder of the repository") {
        let path: PathBuf = entry.expect("the folder can be read").path();
        match path.extension().and_then(|extension| extension.to_str()) {
            None if path.is_dir() => all += &texts(&path),
            Some("md" | "toml" | "txt") => all += &fs::read_to_string(&path).expect("it is text"),
            _ => {}
        }
    }
    all
}

/// A text without its blocks and spans of code: outputs are compared with what commands write, and positions are no
/// figures.
fn prose(text: &str) -> String {
    let blocks = text.split("```").step_by(2);
    blocks.flat_map(|block| block.split('`').step_by(2)).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_large_number_has_its_source_in_data() {
    let mut known = numbers(&texts(&crate::support::root().join("data")));
    // The bytes of a block of a table: a constant of the format.
    known.insert("65536".to_string());
    let unknown = pages().flat_map(|(name, text)| numbers(&prose(text)).into_iter().map(move |number| (name, number)));
    let unknown: Vec<_> = unknown.filter(|(_, number)| !known.contains(number)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn the_readme_counts_the_published_figures_that_are_compared() {
    let published = texts(&crate::support::root().join("data/published"));
    let [figures, notes] = ["[[figure]]", "kind = \"note\""].map(|part| published.matches(part).count());
    assert!(README.contains(&format!(" {} published figures ", figures - notes)), "{figures} figures, {notes} notes");
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

/// Pictures that pages show are in the repository.
#[test]
fn every_picture_and_page_that_is_linked_is_there() {
    let root = crate::support::root();
    let pages = pages().map(|(name, text)| {
        let folder = if name == "README" { root.to_path_buf() } else { root.join("src/guide") };
        (folder, text)
    });
    let index = (root.join("src/guide"), include_str!("../../src/guide/README.md"));
    for (folder, text) in pages.chain([index]) {
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let pictures = text.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
        for link in links.chain(pictures).filter(|link| !link.starts_with("http")) {
            assert!(folder.join(link).exists(), "{}: {link}", folder.display());
        }
    }
}
