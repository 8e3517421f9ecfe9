//! `query -`: positions by the line, answered by a process for each game.

use std::collections::HashMap;
use std::process::{Command, Stdio};

use super::{Conversation, Door, Kind, Question, TestTables, of_position};
use crate::parity::answer::Answer;
use crate::parity::question::Setting;

/// Processes that read positions.
pub struct Stream<'a> {
    tables: &'a TestTables,
    streams: HashMap<(String, Setting), Conversation>,
}

impl Stream<'_> {
    pub fn new(tables: &TestTables) -> Stream<'_> {
        Stream { tables, streams: HashMap::new() }
    }
}

impl Door for Stream<'_> {
    fn name(&self) -> &'static str {
        "query -"
    }

    fn ask(&mut self, question: &Question) -> Option<Answer> {
        let (Kind::Value(position)
        | Kind::Moves(position)
        | Kind::Line(position)
        | Kind::Best(position)
        | Kind::Rule(position)) = question.kind
        else {
            return None;
        };
        let key = (question.game.to_string(), question.tables);
        let stream = self.streams.entry(key.clone()).or_insert_with(|| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
            command.args(["query", question.game, "-", "--json"]).stderr(Stdio::null());
            Conversation::start(command.env("HINDSIGHT_TABLES", self.tables.directory(question.tables)))
        });
        let answer: serde_json::Value = serde_json::from_str(&stream.ask(position)).expect("JSON");
        // The process ends if it has no values of the game.
        if answer.get("status").is_some() {
            self.streams.remove(&key);
        }
        of_position(&question.kind, &answer)
    }
}
