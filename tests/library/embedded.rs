//! The tables that are compiled into the program: they are what `make embedded` makes, and answer where no file does.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{hindsight, run, solved};
use hindsight::catalogue::{Catalogue, CatalogueGame, GameEntry, games};
use hindsight::space::SliceId;
use hindsight::table::{Embedded, Store, TableError};
use tempfile::TempDir;

/// The embedded tables of every game that has some.
#[derive(Default)]
struct All(Vec<(&'static str, &'static [Embedded])>);

impl Catalogue for All {
    fn add<G: CatalogueGame>(&mut self, entry: GameEntry<G>) {
        if entry.embedded.is_empty() {
            return;
        }
        let directory = TempDir::new().expect("a directory for the test");
        let store = Store::new(directory.path());
        assert!(matches!(store.open(&entry.game), Err(TableError::Missing { .. })));
        let tables = store.open_with(&entry.game, entry.embedded).expect("the rules are those of the tables");
        let parts = tables.parts();
        let held = (0..parts.len()).filter(|&part| matches!(tables.table(part), Ok(Some(_)))).count();
        assert_eq!(held, entry.embedded.len(), "{}: `make embedded` makes them again", entry.game.name());
        assert!(tables.is_embedded() && tables.check().is_ok());
        let mut slices = (0..entry.game.slices().len() as u32).map(SliceId);
        let has_depths = !slices.any(|slice| tables.holds_results_only(slice));
        assert_eq!(has_depths, entry.game.name() == "pangki");
        self.0.push((entry.game.name(), entry.embedded));
    }
}

fn all() -> All {
    let mut all = All::default();
    games(&mut all);
    all
}

/// The embedded tables of a game.
pub fn embedded(game: &str) -> &'static [Embedded] {
    all().0.into_iter().find(|(name, _)| *name == game).expect("it has embedded tables").1
}

#[test]
fn every_embedded_table_can_be_opened() {
    let names: Vec<_> = all().0.iter().map(|(game, _)| *game).collect();
    assert_eq!(names, ["pangki", "checkers", "losing-checkers", "chess"]);
    let bytes = |game| embedded(game).iter().map(|table| table.bytes.len()).sum::<usize>();
    assert!(bytes("checkers") < 160_000 && bytes("losing-checkers") < 400_000 && bytes("pangki") < 2_600_000);
    // Every ending of three and four men.
    assert!(embedded("chess").len() == 35 && bytes("chess") < 950_000);
}

/// Solves slices of a game, or all, compresses them in one way after the other and compares.
fn are_made_again(game: &str, selection: &[&str], compressions: &[&[&str]]) {
    let directory = TempDir::new().expect("a directory for the test");
    let to = directory.path().join("results");
    let ask = |arguments: &[&str]| hindsight(directory.path(), arguments).answer();
    ask(&[&["solve", game, "--quiet"], selection].concat());
    for compression in compressions {
        ask(&[&["compress", game, "--quiet", "--to", to.to_str().expect("text")], *compression].concat());
    }
    let made = fs::read_dir(&to).expect("it was made").flatten().map(|file| file.file_name());
    let made: Vec<String> = made.filter_map(|name| name.into_string().ok()).collect();
    for name in made.iter().filter(|name| name.ends_with(".table")) {
        let table = embedded(game).iter().find(|table| table.name == name).expect("it is embedded");
        let made = fs::read(to.join(name)).expect("it was made");
        assert!(made == table.bytes, "{name}: `make embedded` makes it again");
    }
    assert!(selection.contains(&"--slice") || made.len() > embedded(game).len(), "every table, and the lock");
}

#[test]
fn the_tables_of_pangki_are_made_again() {
    are_made_again("pangki", &[], &[&["--depth"]]);
}

/// Results of four pieces, and depths of three: with those an engine that knows who wins also finds the way.
const RESULTS_AND_DEPTHS: &[&[&str]] = &[&["--wld"], &["--depth", "--pieces", "3"]];

#[test]
fn the_tables_of_checkers_are_made_again() {
    are_made_again("checkers", &["--pieces", "4"], RESULTS_AND_DEPTHS);
}

#[test]
fn the_tables_of_losing_checkers_are_made_again() {
    are_made_again("losing-checkers", &["--pieces", "4"], RESULTS_AND_DEPTHS);
}

#[test]
fn tables_of_chess_are_made_again() {
    are_made_again("chess", &["--slice", "KQvKR"], &[&["--wld"]]);
}

/// An ending with all that pawns become.
pub fn tables_of_pawns_are_made_again() {
    are_made_again("chess", &["--slice", "KPPvK"], &[&["--wld"]]);
}

/// Runs the program where there are no tables.
fn without_tables(arguments: &[&str]) -> crate::support::Ended {
    let nowhere = TempDir::new().expect("a directory for the test");
    hindsight(nowhere.path(), arguments)
}

#[test]
fn endings_are_known_without_a_table_on_the_disk() {
    let out = without_tables(&["query", "checkers", "W:WK1,K2:BK32"]).answer();
    assert!(out.contains("W:WK1,K2:BK32\nwin in 33 plies"), "{out}");
    let out = without_tables(&["query", "checkers", "W:WK6,K18,K19:BK2", "--line"]).answer();
    assert!(out.contains("W:WK6,K18,K19:BK2\nwin\n"), "{out}");
    let line = "best line: it needs tables with depths, and these hold only results. Run `hindsight solve checkers \
                --pieces 4`, or `hindsight solve checkers --slice KKKvK` for that slice and its dependencies alone";
    assert!(out.contains(line), "{out}");
    let json = without_tables(&["query", "checkers", "B:WK18,K19,K6:BK2", "--json"]);
    assert_eq!((&json.objects()[0]["value"], &json.objects()[0]["plies"]), (&"loss".into(), &serde_json::Value::Null));
    let out = without_tables(&["query", "losing-checkers", "W:W32:B1"]).answer();
    assert!(out.contains("\nloss in 25 plies"), "{out}");
    let out = without_tables(&["query", "pangki", "wbbb/bbbw/w2w/wwbw w"]).answer();
    assert!(out.contains("loss in 72 plies"), "{out}");

    let out = without_tables(&["query", "chess", "8/8/8/8/8/4k3/4P3/4K3 w - - 0 1"]).answer();
    assert!(out.contains("w - - 0 1\ndraw\n") && out.contains("  Kd1  draw\n"), "{out}");
    let out = without_tables(&["query", "chess", "8/8/8/3k4/8/8/1r6/KQ6 w - - 0 1"]).answer();
    assert!(out.contains("  Kxb2  win\n"), "{out}");

    let five = without_tables(&["query", "checkers", "W:WK18,K19,K32:BK2,K3"]).answer();
    let five = five.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        five.contains("slice KKKvKK of checkers is not solved. Run `hindsight solve checkers --pieces 5`"),
        "{five}"
    );
}

#[test]
fn embedded_results_agree_with_solved_tables() {
    let found = hindsight(solved(), &["find", "checkers", "--sample", "2000", "--seed", "3", "--csv"]).answer();
    // A position with a comma is in quotes.
    let position = |line: &str| match line.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next().map(str::to_string),
        None => line.split(',').next().map(str::to_string),
    };
    let positions: Vec<String> = found.lines().skip(1).filter_map(position).collect();
    let answers = |tables: &Path| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_hindsight"));
        let input = positions.join("\n") + "\n";
        let ended = run(program.args(["query", "checkers", "-"]).env("HINDSIGHT_TABLES", tables), input.as_bytes());
        let result = |line: &str| line.split('\t').nth(1).unwrap_or_default().split(' ').next().map(str::to_string);
        assert_eq!(ended.status, 0, "{}", ended.err);
        ended.out.lines().map(result).collect::<Vec<_>>()
    };
    let nowhere = TempDir::new().expect("a directory for the test");
    assert_eq!(answers(nowhere.path()), answers(solved()));
}

#[test]
fn a_table_on_the_disk_comes_first() {
    let out = hindsight(solved(), &["query", "checkers", "W:WK18,K19:BK2"]).answer();
    assert!(out.contains("win in "), "{out}");
    // Four pieces are not solved there.
    let out = hindsight(solved(), &["query", "checkers", "W:WK18,K19:BK2,K3"]).answer();
    assert!(out.contains("W:WK18,K19:BK2,K3\ndraw\n"), "{out}");
    let directory = TempDir::new().expect("a directory for the test");
    fs::write(directory.path().join("checkers-3.table"), "no table").expect("can be written");
    let message = hindsight(directory.path(), &["query", "checkers", "W:WK18,K19:BK2"]).message();
    assert!(message.contains("checkers-3.table"), "{message}");
    let out = hindsight(directory.path(), &["query", "checkers", "W:WK18:BK2"]).answer();
    assert!(out.contains("W:WK18:BK2\ndraw\n"), "{out}");
}

#[test]
fn commands_on_values_use_them_and_commands_on_files_do_not() {
    for command in ["stats", "verify", "find"] {
        assert_ne!(without_tables(&[command, "checkers", "--pieces", "2"]).answer(), "");
    }
    assert!(without_tables(&["tables", "checkers"]).answer().starts_with("0 files"));
    let games = without_tables(&["games"]).answer();
    assert!(games.contains("results of up to 4 pieces built in"), "{games}");
    assert!(games.contains("  built in\n"), "{games}");
    let directory = TempDir::new().expect("a directory for the test");
    let out = hindsight(directory.path(), &["solve", "checkers", "--slice", "KvK", "--quiet"]).answer();
    assert!(out.contains("part 2: 3,488 entries"), "{out}");
}
