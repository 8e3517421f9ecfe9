//! `--json`: every command writes objects whose fields are documented.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value as Json;

use crate::support::{Ended, run};

fn hindsight(tables: &Path, arguments: &[&str], input: &str) -> Ended {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    run(command.args(arguments).env("HINDSIGHT_TABLES", tables), input.as_bytes())
}

/// The fields that the documentation has under a heading: every word in backticks.
pub fn documented(heading: &str) -> BTreeSet<String> {
    let text = include_str!("../../src/program/output/json.rs");
    let lines = text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
    let section = lines.skip_while(|line| *line != heading).skip(1).take_while(|line| !line.starts_with("# "));
    let section: String = section.collect::<Vec<_>>().join(" ");
    let words: BTreeSet<String> = section.split('`').skip(1).step_by(2).map(str::to_string).collect();
    assert!(!words.is_empty(), "{heading}");
    words
}

/// The names of all fields of a value and of the values in it. The fields of `tags` are the file's own and left out.
pub fn fields(value: &Json, found: &mut BTreeSet<String>) {
    match value {
        Json::Object(object) => {
            for (name, value) in object {
                found.insert(name.clone());
                if name != "tags" {
                    fields(value, found);
                }
            }
        }
        Json::Array(array) => array.iter().for_each(|value| fields(value, found)),
        _ => {}
    }
}

#[test]
fn every_field_is_documented_and_the_game_comes_first() {
    let directory = tempfile::tempdir().expect("a directory of its own");
    let games = directory.path().join("games.pdn");
    fs::write(&games, "[x \"Carla\"]\n1. a1 b1 2. c3 *\n").expect("can be written");
    let games = games.to_str().expect("text");
    let commands: [(&str, &[&str]); 19] = [
        ("# `solve --dry-run`", &["solve", "tic-tac-toe", "--dry-run"]),
        ("# `solve`", &["solve", "tic-tac-toe"]),
        ("# `solve`", &["solve", "tic-tac-toe"]),
        ("# `games`", &["games"]),
        ("# `tables`", &["tables", "--check"]),
        ("# `query`", &["query", "tic-tac-toe"]),
        ("# `query`", &["query", "tic-tac-toe", "-"]),
        ("# `find`", &["find", "tic-tac-toe", "--value", "win", "--limit", "3"]),
        ("# `find`", &["find", "tic-tac-toe", "--count"]),
        ("# `annotate`", &["annotate", "tic-tac-toe", games]),
        ("# `stats`", &["stats", "tic-tac-toe", "--histogram"]),
        ("# `stats`", &["stats", "tic-tac-toe", "--total"]),
        ("# `verify`", &["verify", "tic-tac-toe"]),
        ("# `perft`", &["perft", "tic-tac-toe", "3"]),
        ("# `search`", &["search", "tic-tac-toe", "--engine", "scout-tt", "--depth", "4", "--no-tables"]),
        ("# `compare`", &["compare", "tic-tac-toe", "--depth", "3"]),
        ("# `match`", &["match", "tic-tac-toe", "level4", "level2", "--games", "4", "--sprt", "--quiet"]),
        ("# Failures", &["query", "tic-tac-toe", "nonsense"]),
        ("# Failures", &["query", "checkers"]),
    ];
    for (heading, arguments) in commands {
        let arguments = [arguments, &["--json"]].concat();
        let ended = hindsight(directory.path(), &arguments, ".../.../... x\nnonsense\n");
        let lines: Vec<Json> =
            ended.out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect();
        assert!(!lines.is_empty(), "{arguments:?}: {}", ended.err);
        let objects = lines.iter().flat_map(|line| line.as_array().cloned().unwrap_or_else(|| vec![line.clone()]));
        let (documented, mut found) = (documented(heading), BTreeSet::new());
        for object in objects {
            assert!(object.as_object().is_some_and(|object| object.contains_key("game")), "{arguments:?}: {object}");
            fields(&object, &mut found);
        }
        for line in ended.out.lines() {
            assert!(line.trim_start_matches('[').starts_with("{\"game\":"), "{arguments:?}: {line}");
        }
        let missing: Vec<&String> = found.difference(&documented).collect();
        assert!(missing.is_empty(), "{heading} of the documentation lacks {missing:?}");
        if heading == "# Failures" {
            assert_eq!((ended.status, lines[0]["status"].as_u64()), (2, Some(2)), "{arguments:?}");
            let message = lines[0]["error"].as_str().expect("a text");
            assert!(ended.err.contains(message), "{}", ended.err);
        }
    }
}

#[test]
fn arguments_that_are_wrong_are_objects_too() {
    let directory = tempfile::tempdir().expect("a directory of its own");
    for (arguments, game) in [
        (&["query", "nowhere", "--json"][..], Json::Null),
        (&["stats", "checkers", "--frobnicate", "--json"], Json::from("checkers")),
        (&["frobnicate", "--json"], Json::Null),
    ] {
        let ended = hindsight(directory.path(), arguments, "");
        let object: Json = serde_json::from_str(&ended.out).expect("an object on one line");
        assert_eq!((ended.status, &object["game"]), (2, &game), "{arguments:?}");
        assert!(ended.err.contains(object["error"].as_str().expect("a text").lines().next().expect("a line")));
    }
}
