//! The interface for C: a C program that reads positions by the line.

use std::process::Command;

use super::{Conversation, Door, Kind, Question, TestTables};
use crate::parity::answer::{Answer, Rated};
use crate::parity::question::Setting;
use crate::program::capi::{compiled_source, libraries};

/// The program `door.c`.
pub struct C<'a> {
    tables: &'a TestTables,
    program: Conversation,
}

impl C<'_> {
    pub fn new(tables: &TestTables) -> C<'_> {
        let source = crate::support::root().join("tests/parity/doors/door.c");
        let program = compiled_source(&source, "door", tables.programs());
        let mut command = Command::new(program);
        C {
            tables,
            program: Conversation::start(
                command.env("LD_LIBRARY_PATH", libraries()).env("HINDSIGHT_TABLES", "nowhere"),
            ),
        }
    }
}

impl Door for C<'_> {
    fn name(&self) -> &'static str {
        "C"
    }

    fn ask(&mut self, question: &Question) -> Option<Answer> {
        let (word, position) = match question.kind {
            Kind::Value(position) => ("value", position),
            Kind::Rule(position) => ("rule", position),
            // C has values alone.
            _ => return None,
        };
        let directory = match question.tables {
            Setting::BuiltIn => "",
            setting => &self.tables.directory(setting).display().to_string(),
        };
        let answer = self.program.ask(&format!("{word}\t{}\t{directory}\t{position}", question.game));
        let fields: Vec<&str> = answer.split('\t').collect();
        Some(match fields[..] {
            ["0", word, plies] if matches!(question.kind, Kind::Rule(_)) => {
                Answer::Rule(word.to_string(), plies.parse().expect("a number"))
            }
            ["0", word, plies] => Answer::Value(Rated { word: word.to_string(), plies: plies.parse().ok() }),
            ["1"] => Answer::NotHeld,
            // A status has no text of its own.
            ["2"] => Answer::Refused(String::new()),
            ["closed", message] => Answer::refused(message),
            _ => panic!("{question:?}: the C program says {answer}"),
        })
    }
}
