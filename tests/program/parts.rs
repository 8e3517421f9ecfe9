//! A game in several tables: what is solved, what is asked of it, and what is missing or damaged.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::outside::skirmish::Skirmish;
use crate::support::shared::shared;
use crate::support::{Ended, outside, run};
use hindsight::game::{Game, position_text};
use hindsight::query::Probe;
use hindsight::solve::{self, reference::Reference, retrograde::Retrograde};
use hindsight::space::{Entry, SliceId, Space, conformance};
use hindsight::table::{Store, TableError};
use hindsight::values::Lookup;
use hindsight::verify::{Verdict, laws, sample};
use serde_json::Value as Json;
use tempfile::TempDir;

/// The files of all parts.
const FILES: [&str; 5] =
    ["skirmish-2-2.table", "skirmish-3-1.table", "skirmish-3-2.table", "skirmish-3.table", "skirmish-few.table"];

fn hindsight(tables: &Path, arguments: &[&str], input: &str) -> Ended {
    let mut command = Command::new(outside());
    run(command.args(arguments).env("HINDSIGHT_TABLES", tables), input.as_bytes())
}

/// A directory in which the whole game is solved, on one thread.
fn whole() -> &'static Path {
    shared("skirmish-tables", |directory| {
        hindsight(directory, &["solve", "skirmish", "--pieces", "5", "--threads", "1"], "").answer();
    })
}

/// A directory with some of the tables.
fn with(files: &[&str]) -> TempDir {
    let directory = TempDir::new().expect("a directory for the test");
    for file in files {
        fs::copy(whole().join(file), directory.path().join(file)).expect("it can be copied");
    }
    directory
}

fn tables(directory: &Path) -> Vec<String> {
    let entries = directory.read_dir().expect("the directory is there");
    let names = entries.map(|entry| entry.expect("it can be read").file_name().into_string().expect("plain names"));
    let mut names: Vec<String> = names.filter(|name| name != ".lock").collect();
    names.sort();
    names
}

fn every_entry(game: &Skirmish) -> impl Iterator<Item = Entry> {
    let slices = game.slices().iter().enumerate();
    slices
        .flat_map(|(number, slice)| (0..slice.entries).map(move |index| Entry { slice: SliceId(number as u32), index }))
}

#[test]
fn the_game_keeps_the_contracts() {
    let violations = conformance::check(&Skirmish::new(), 2_000);
    assert!(violations.is_empty(), "{}", violations.lines().join("\n"));
}

#[test]
fn the_tables_are_what_is_solved_in_memory_and_by_the_plain_solver() {
    let game = Skirmish::new();
    let tables = Store::new(whole()).open(&game).expect("it is solved");
    let solved = [solve::in_memory(&game, &Retrograde, &()), solve::in_memory(&game, &Reference, &())];
    let solved = solved.map(|solved| solved.expect("it can be solved"));
    for entry in every_entry(&game) {
        let value = tables.value(entry).expect("it is sound");
        assert!(solved.iter().all(|solved| solved.value(entry).expect("memory can be trusted") == value), "{entry:?}");
    }
    for slice in [game.slices().len() as u32, u32::MAX] {
        assert!(!tables.holds(SliceId(slice)));
        assert_eq!(tables.value(Entry { slice: SliceId(slice), index: 0 }).ok(), Some(None));
    }
}

#[test]
fn a_selection_is_solved_with_all_that_it_leads_to() {
    let directory = TempDir::new().expect("a directory for the test");
    let answer = hindsight(directory.path(), &["solve", "skirmish", "--slice", "3v1"], "").answer();
    assert!(answer.contains("to solve: 3 tables, 18,856 entries"), "{answer}");
    assert_eq!(tables(directory.path()), ["skirmish-3-1.table", "skirmish-3.table", "skirmish-few.table"]);
    let games = hindsight(directory.path(), &["games"], "").answer();
    assert!(games.contains("8 of 11 slices solved, 31.1 kB"), "{games}");

    let answer = hindsight(directory.path(), &["solve", "skirmish", "--pieces", "4"], "").answer();
    assert!(answer.contains("finished: 3 tables") && answer.contains("to solve: 1 table, 10,920 entries"), "{answer}");
    let games = hindsight(directory.path(), &["games"], "").answer();
    assert!(games.contains("up to 4 pieces solved"), "{games}");
    let answer = hindsight(directory.path(), &["solve", "skirmish", "--pieces", "3"], "").answer();
    assert!(answer.contains("already solved: 2 tables"), "{answer}");

    // Nothing chosen is everything, where there is room for it.
    hindsight(directory.path(), &["solve", "skirmish", "--threads", "2"], "").answer();
    assert_eq!(tables(directory.path()), FILES);
    for file in FILES {
        let bytes = |directory: &Path| fs::read(directory.join(file)).expect("it was written");
        assert!(bytes(directory.path()) == bytes(whole()), "{file} is another with two threads");
    }
    assert!(hindsight(directory.path(), &["games"], "").answer().contains("  solved, "));
}

#[test]
fn what_does_not_fit_is_refused_before_it_begins() {
    let directory = TempDir::new().expect("a directory for the test");
    let tables = directory.path().join("tables");
    let message = hindsight(&tables, &["solve", "skirmish", "--pieces", "5", "--memory", "16M"], "");
    assert_eq!(message.status, 2, "{}", message.err);
    assert!(message.err.contains("found a limit of 16.0 MiB. Give --memory 17M"), "{}", message.err);
    assert!(!tables.exists());
    hindsight(&tables, &["solve", "skirmish", "--pieces", "5", "--memory", "17M"], "").answer();
}

#[test]
fn what_is_not_solved_is_said_with_the_command_that_solves_it() {
    let some = with(&FILES[3..]);
    let solve = "slice 3v2 of skirmish is not solved. Run `outside solve skirmish --pieces 5`";
    for arguments in [&["query", "skirmish", "--json"][..], &["stats", "skirmish", "3v2"]] {
        let message = hindsight(some.path(), arguments, "").message();
        assert!(message.contains(solve), "{message}");
    }
    // People are told what an engine finds, too.
    let found = hindsight(some.path(), &["query", "skirmish"], "").answer().replace('\n', " ");
    assert!(found.contains("This is the answer of the engine scout-tt") && found.contains(solve), "{found}");
    let played = hindsight(some.path(), &["play", "skirmish", "--first", "table", "--time", "20ms"], "").answer();
    assert!(played.contains("the tables do not hold this position: scout-tt plays until they do"), "{played}");

    let lone = "wb../..../..../.... w";
    for json in [false, true] {
        let arguments: &[&str] = if json { &["query", "skirmish", "-", "--json"] } else { &["query", "skirmish", "-"] };
        let start = position_text(&Skirmish::new(), &Skirmish::new().start());
        let ended = hindsight(some.path(), arguments, &format!("{start}\n{lone}\n"));
        let lines: Vec<&str> = ended.out.lines().collect();
        assert_eq!((ended.status, lines.len()), (1, 2), "{}", ended.err);
        assert!(lines[0].contains("error") && lines[0].contains(solve), "{}", lines[0]);
        assert!(lines[1].contains("win"), "{}", lines[1]);
    }
}

#[test]
fn statistics_and_checks_are_of_what_is_solved() {
    let some = with(&FILES[3..]);
    let stats = hindsight(some.path(), &["stats", "skirmish"], "").answer();
    assert!(stats.starts_with("All positions that are solved: up to 3 pieces\n"), "{stats}");
    assert!(stats.contains("2v1") && !stats.contains("2v2"), "{stats}");
    let rows: Json = serde_json::from_str(&hindsight(some.path(), &["stats", "skirmish", "--json"], "").answer())
        .expect("it is JSON");
    assert_eq!(rows.as_array().map(Vec::len), Some(6));
    let message = hindsight(some.path(), &["stats", "skirmish", "--pieces", "4"], "").message();
    assert!(message.contains("expected --pieces 3 or less") && message.contains("found 4"), "{message}");
    let message = hindsight(with(&FILES[..1]).path(), &["stats", "skirmish", "--pieces", "2"], "").message();
    assert!(message.contains("slice 0v1 of skirmish is not solved"), "{message}");

    let verify = hindsight(some.path(), &["verify", "skirmish", "--laws", "--checksums"], "").answer();
    assert!(verify.starts_with("skirmish: up to 3 pieces solved here, and checked\n"), "{verify}");
    assert!(verify.contains("0 broken of 4,296 entries: ok") && verify.contains(" passed, 0 failed"), "{verify}");
    assert!(!hindsight(whole(), &["verify", "skirmish", "--laws"], "").answer().contains("solved here"));
}

/// The table of a part alone, without those that it leads to.
#[test]
fn a_missing_part_leaves_out_what_leads_to_it_and_is_solved_again() {
    let lone = with(&["skirmish-2-2.table", "skirmish-few.table"]);
    let verify = hindsight(lone.path(), &["verify", "skirmish", "--laws"], "").answer();
    assert!(verify.starts_with("skirmish: 4 of 11 slices solved here"), "{verify}");
    assert!(verify.contains("0 broken of 376 entries: ok") && verify.contains("1 needs tables"), "{verify}");
    let verify = hindsight(lone.path(), &["verify", "skirmish", "--laws", "--all"], "").answer();
    assert!(verify.contains("not all that they lead to"), "{verify}");
    let query = hindsight(lone.path(), &["query", "skirmish", "ww../b.../..b./.... w"], "").answer();
    assert!(query.contains("the tables lack a position that a move leads to: slice 1v2"), "{query}");

    let answer = hindsight(lone.path(), &["solve", "skirmish", "--slice", "2v2"], "").answer();
    assert!(answer.contains("to solve: 1 table, 3,920 entries"), "{answer}");
    assert_eq!(tables(lone.path()), ["skirmish-2-2.table", "skirmish-3.table", "skirmish-few.table"]);
}

#[test]
fn a_damaged_part_is_refused_and_the_others_still_answer() {
    let directory = with(&FILES);
    let (path, game) = (directory.path().join("skirmish-2-2.table"), Skirmish::new());
    let sound = fs::read(&path).expect("it was copied");
    let other_part = fs::read(whole().join("skirmish-3-1.table")).expect("it was written");
    let cut = sound[..sound.len() - 1].to_vec();
    for bytes in [cut, vec![7; 50_000], other_part] {
        fs::write(&path, bytes).expect("it can be written");
        let open = Store::new(directory.path()).open(&game).expect("the others are sound");
        for entry in every_entry(&game).step_by(7) {
            let damaged = game.slices()[entry.slice.index()].part == "2-2";
            assert_eq!(open.value(entry).is_err(), damaged, "{entry:?}");
            assert!(open.holds(entry.slice));
        }
        for arguments in [
            &["stats", "skirmish"][..],
            &["stats", "skirmish", "2v2"],
            &["verify", "skirmish"],
            &["solve", "skirmish", "--pieces", "5"],
        ] {
            let ended = hindsight(directory.path(), arguments, "");
            assert_eq!(ended.status, 2, "{}", ended.out);
            assert!(ended.err.contains("skirmish-2-2.table: expected"), "{}", ended.err);
            assert!(ended.err.contains("`outside solve skirmish --slice 2v2`"), "{}", ended.err);
        }
        hindsight(directory.path(), &["stats", "skirmish", "2v1"], "").answer();
        hindsight(directory.path(), &["query", "skirmish", "wb../..../..../.... w"], "").answer();
        let games = hindsight(directory.path(), &["games"], "").answer();
        assert!(games.contains("solved, 1 unusable"), "{games}");
    }
    fs::remove_file(&path).expect("it is there");
    hindsight(directory.path(), &["solve", "skirmish", "--slice", "2v2"], "").answer();
    assert!(fs::read(&path).expect("it was written") == sound);
}

#[test]
fn a_flipped_value_of_a_part_is_noticed_there_alone() {
    let directory = with(&FILES);
    let path = directory.path().join("skirmish-few.table");
    let mut bytes = fs::read(&path).expect("it was copied");
    *bytes.last_mut().expect("it has values") ^= 1;
    fs::write(&path, bytes).expect("it can be written");
    let (game, store) = (Skirmish::new(), Store::new(directory.path()));
    let open = store.open(&game).expect("opening reads no values");
    let check = open.check().expect_err("a block is damaged");
    assert!(matches!(check, TableError::Block { .. }), "{check}");
    assert!(open.value(Entry { slice: SliceId(0), index: 0 }).is_err());
    assert!(open.value(Entry { slice: SliceId(6), index: 0 }).is_ok());
}

#[test]
fn laws_and_sample_are_kept_by_what_is_there() {
    let (game, some) = (Skirmish::new(), with(&FILES[3..]));
    let open = Store::new(some.path()).open(&game).expect("it is solved");
    let probe = Probe { space: &game, tables: &open };
    let rows = [laws::check(&probe, &()).expect("it is sound"), sample::check(&probe, 50, &()).expect("it is sound")];
    assert!(rows.iter().flatten().all(|row| row.verdict == Verdict::Ok), "{rows:?}");
}
