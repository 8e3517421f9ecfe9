//! The Python package: a script that reads questions by the line.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use serde_json::{Value as Json, json};

use super::{Conversation, Door, Kind, Question, TestTables, figures, found, of_position};
use crate::parity::answer::{Answer, text};
use crate::parity::question::{Find, Setting};
use crate::program::capi::libraries;

/// The script `door.py`.
pub struct Python<'a> {
    tables: &'a TestTables,
    script: Conversation,
}

impl Python<'_> {
    /// The package with the module that cargo has built; `None` without Python.
    pub fn new(tables: &TestTables) -> Option<Python<'_>> {
        let is_new = "import sys; sys.exit(sys.version_info < (3, 11))";
        let checked = Command::new("python3").args(["-c", is_new]).stderr(Stdio::null()).status();
        checked.ok().filter(|status| status.success())?;
        let module = libraries().join("lib_hindsight.so");
        assert!(module.exists(), "`cargo build -p hindsight-python` makes {}", module.display());
        let package = tables.programs().join("python/hindsight");
        fs::create_dir_all(&package).expect("the directory is the test's own");
        symlink(module, package.join("_hindsight.abi3.so")).expect("the directory is new");
        let sources = crate::support::root().join("tools/python/hindsight");
        fs::copy(sources.join("__init__.py"), package.join("__init__.py")).expect("the package is there");
        let mut command = Command::new("python3");
        command.arg(crate::support::root().join("tests/parity/doors/door.py"));
        command.env("PYTHONPATH", tables.programs().join("python"));
        Some(Python { tables, script: Conversation::start(command.env("HINDSIGHT_TABLES", "nowhere")) })
    }
}

impl Door for Python<'_> {
    fn name(&self) -> &'static str {
        "Python"
    }

    fn ask(&mut self, question: &Question) -> Option<Answer> {
        let (word, argument) = match question.kind {
            Kind::Value(position) => ("value", json!(position)),
            Kind::Moves(position) => ("moves", json!(position)),
            Kind::Line(position) => ("line", json!(position)),
            Kind::Best(position) => ("best", json!(position)),
            Kind::Rule(position) => ("rule", json!(position)),
            Kind::Find(ref criteria) => ("find", find(criteria)),
            Kind::Stats(slice) => ("stats", json!(slice)),
        };
        let directory = match question.tables {
            Setting::BuiltIn => None,
            setting => Some(self.tables.directory(setting)),
        };
        let asked = json!({"game": question.game, "directory": directory, "word": word, "argument": argument});
        let answer: Json = serde_json::from_str(&self.script.ask(&asked.to_string())).expect("JSON");
        if let Some(lacking) = answer.get("lacking") {
            return Some(Answer::Lacking(text(lacking)));
        }
        if answer.is_null() {
            return Some(Answer::NotHeld);
        }
        match (question.kind, &answer) {
            (_, Json::Object(object)) if object.contains_key("error") => Some(Answer::refused(&text(&object["error"]))),
            (Kind::Find(_), Json::Array(objects)) => Some(found(objects)),
            (Kind::Stats(_), object) => Some(figures(object)),
            (kind, object) => of_position(&kind, object),
        }
    }
}

/// The arguments of a search.
fn find(criteria: &Find) -> Json {
    let plies = criteria.plies.map(|plies| match (plies.split_once(".."), plies.parse::<u32>()) {
        (Some((first, last)), _) => {
            json!([first.parse::<u32>().expect("a number"), last.parse::<u32>().expect("a number")])
        }
        (None, Ok(plies)) => json!(plies),
        (None, Err(_)) => json!(plies),
    });
    let mut arguments = json!({"value": criteria.value, "plies": plies, "limit": Find::LIMIT});
    if !criteria.slices.is_empty() {
        arguments["slice"] = json!(criteria.slices);
    }
    for flag in criteria.flags() {
        arguments[flag] = json!(true);
    }
    arguments
}
