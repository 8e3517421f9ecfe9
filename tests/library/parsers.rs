//! Whatever text comes in, as a position, as a move or as arguments: an error or what it says, and never a panic.

use std::process::Command;

use crate::fuzz::targets::positions::{reads_move, reads_position};
use crate::support::run;
use hindsight::catalogue::{Catalogue, CatalogueGame, GameEntry, games};
use hindsight::game::{move_text, position_text};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{TestCaseResult, TestRunner};

/// A change of a text that leaves it near to what it was.
#[derive(Clone, Debug)]
enum Change {
    Put(char),
    Insert(char),
    Remove,
    Double,
    Cut,
}

impl Change {
    fn apply(&self, text: &str, at: usize) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        let at = at % (characters.len() + 1);
        match self {
            Change::Put(new) if at < characters.len() => characters[at] = *new,
            Change::Put(new) | Change::Insert(new) => characters.insert(at, *new),
            Change::Remove => drop(characters.drain(at..characters.len().min(at + 1))),
            Change::Double => characters.extend_from_within(at..),
            Change::Cut => characters.truncate(at),
        }
        characters.into_iter().collect()
    }
}

/// Texts near to those that are written: some changed a little, some of the same characters, some anything at all.
pub fn texts(written: Vec<String>) -> impl Strategy<Value = String> {
    let mut characters: Vec<char> = written.concat().chars().collect();
    characters.extend("/.-x 0123456789abwWBxo\t\n\u{0}é１\u{301}\u{feff}".chars());
    characters.sort_unstable();
    characters.dedup();
    let alphabet = select(characters);

    let changed = prop_oneof![
        4 => alphabet.clone().prop_map(Change::Put),
        2 => alphabet.clone().prop_map(Change::Insert),
        1 => any::<char>().prop_map(Change::Put),
        2 => Just(Change::Remove),
        1 => Just(Change::Double),
        1 => Just(Change::Cut),
    ];
    let near = (select(written), prop::collection::vec((changed, any::<usize>()), 0..4))
        .prop_map(|(text, changes)| changes.iter().fold(text, |text, (change, at)| change.apply(&text, *at)));
    let alike = prop::collection::vec(alphabet.clone(), 0..40).prop_map(|text| text.into_iter().collect::<String>());
    let anything = prop::collection::vec(any::<char>(), 0..40).prop_map(|text| text.into_iter().collect::<String>());
    let long = (prop::collection::vec(alphabet, 1..10), 1usize..20_000)
        .prop_map(|(text, times)| text.into_iter().collect::<String>().repeat(times));
    prop_oneof![500 => near, 300 => alike, 200 => anything, 1 => long]
}

/// Puts every game's parsers to the test, with this number of texts each.
struct Parsers(u32);

impl Catalogue for Parsers {
    fn add<G: CatalogueGame>(&mut self, entry: GameEntry<G>) {
        let game = entry.game;
        let positions = some_positions(&game);
        let written = positions.iter().map(|position| position_text(&game, position)).collect();
        check(game.name(), self.0, texts(written), |text| {
            reads_position(&game, text).map(|_| ()).map_err(TestCaseError::fail)
        });

        let moves = positions.iter().flat_map(|position| game.moves(position).map(|mv| move_text(&game, position, mv)));
        check(game.name(), self.0, texts(moves.collect()), |text| {
            // Each text is read in one of the positions.
            let position = &positions[text.len() % positions.len()];
            reads_move(&game, position, text).map_err(TestCaseError::fail)
        });
    }
}

/// The start and what comes of it when always the middle one of the moves is made.
fn some_positions<G: CatalogueGame>(game: &G) -> Vec<G::Position> {
    let next = |position: &G::Position| {
        let moves: Vec<G::Move> = game.moves(position).collect();
        moves.get(moves.len() / 2).map(|&mv| game.play(position, mv))
    };
    std::iter::successors(Some(game.start()), next).take(10).collect()
}

/// Tests `number` texts.
pub fn check(game: &str, number: u32, texts: impl Strategy<Value = String>, test: impl Fn(&str) -> TestCaseResult) {
    let config = ProptestConfig { cases: number, failure_persistence: None, ..ProptestConfig::default() };
    let tested = TestRunner::new(config).run(&texts, |text| test(&text));
    tested.unwrap_or_else(|error| panic!("{game}: {error}"));
}

#[test]
fn random_texts_are_errors_or_what_they_say() {
    of_every_game(10_000);
}

/// Reads this number of texts with each parser.
pub fn of_every_game(number: u32) {
    games(&mut Parsers(number));
}

#[test]
fn arguments_that_cannot_be_meant_are_answered_with_a_message_alone() {
    let long = "w".repeat(100_000);
    let start = "bbbb/b2b/w2w/wwww";
    let wrong: &[&[&str]] = &[
        &[],
        &[""],
        &["nothing"],
        &["--nothing"],
        &["query"],
        &["query", ""],
        &["query", "no-such-game"],
        &["query", "pangki", ""],
        &["query", "pangki", " "],
        &["query", "pangki", start],
        &["query", "pangki", start, ""],
        &["query", "pangki", start, "x"],
        &["query", "pangki", start, "W"],
        &["query", "pangki", start, "w", "w"],
        &["query", "pangki", "bbbb/b2b/w2w", "w"],
        &["query", "pangki", "bbbb/b2b/w2w/wwww/4", "w"],
        &["query", "pangki", "bbbb/b2b/w2w/wwwww", "w"],
        &["query", "pangki", "bbbb/b2b/w2w/www", "w"],
        &["query", "pangki", "bbb2b/b2b/w2w/wwww", "w"],
        &["query", "pangki", "bbbb/b0b/w2w/wwww", "w"],
        &["query", "pangki", "bbbb/b5b/w2w/wwww", "w"],
        &["query", "pangki", "////", "w"],
        &["query", "pangki", "bbbb/b2b/w2w/wwwé", "w"],
        &["query", "pangki", &long],
        &["query", "pangki", "-", "-"],
        &["query", "pangki", "--lines"],
        &["query", "pangki", "-5"],
        &["query", "pangki", "--tables"],
        &["query", "pangki", "--tables", ""],
        &["query", "tic-tac-toe", "x../.../...", "x"],
        &["query", "tic-tac-toe", ".../...", "x"],
        &["query", "tic-tac-toe", "ooo/.../...", "o"],
        &["perft", "pangki"],
        &["perft", "pangki", "deep"],
        &["perft", "pangki", "-1"],
        &["perft", "pangki", "1.5"],
        &["perft", "pangki", "1001"],
        &["perft", "pangki", "99999999999999999999"],
        &["perft", "pangki", start, "w"],
        &["perft", "pangki", start, "2"],
        &["stats", "pangki", "17v0"],
        &["stats", "pangki", ""],
        &["stats", "pangki", "3v3", "--pieces", "6"],
        &["stats", "pangki", "--pieces", "few"],
        &["solve", "pangki", "--threads", "0"],
        &["solve", "pangki", "--threads", "100000"],
        &["solve", "pangki", "--memory", "much"],
        &["solve", "pangki", "--memory", "-1"],
        &["solve", "pangki", "--goats", "3"],
        &["solve", "pangki", "--slice", "9v9"],
        &["solve", "pangki", "--slice"],
        &["solve", "pangki", "--slice", "3v3", "--pieces", "6"],
        &["verify", "pangki", "--sample", "0"],
        &["verify", "pangki", "--sample", "all"],
        &["verify", "pangki", "--everything"],
        &["play", "pangki", "--first", "nobody"],
        &["play", "pangki", start, "white"],
    ];
    let nowhere = tempfile::TempDir::new().expect("a directory for the test");
    for arguments in wrong {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
        let ended = run(command.args(*arguments).current_dir(&nowhere).env("HINDSIGHT_TABLES", "data/tables"), b"");
        assert_eq!(ended.out, "", "{arguments:?}");
        let message = ended.message();
        // The longest is the list of all commands and of the topics of the guide.
        assert!(message.len() < 4000, "{message}");
        // What is wrong is the arguments, not that nothing is solved here.
        assert!(!message.contains("found no such file"), "{arguments:?}: {message}");
    }
    assert_eq!(nowhere.path().read_dir().expect("it is there").count(), 0, "something was written");
}

#[test]
fn help_and_the_version_are_answers() {
    let asked: [&[&str]; 5] = [&["--help"], &["help"], &["help", "solve"], &["query", "--help"], &["--version"]];
    for arguments in asked {
        let answer = run(Command::new(env!("CARGO_BIN_EXE_hindsight")).args(arguments), b"").answer();
        assert!(answer.contains("hindsight"), "{arguments:?}: {answer}");
    }
}
