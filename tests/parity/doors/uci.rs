//! The protocol of programs that play: the best move of a position with its value. A position alone is refused, or set
//! without an answer.

use std::collections::HashMap;
use std::process::Command;

use super::{Conversation, Door, Kind, ONE_SIDED, Question, TestTables};
use crate::parity::answer::{Answer, Rated};
use crate::parity::question::Setting;

/// The plies of a search, for a small game that has no tables.
const DEPTH: u32 = 10;

/// Processes that play.
pub struct Uci<'a> {
    tables: &'a TestTables,
    engines: HashMap<(String, Setting), Conversation>,
}

impl Uci<'_> {
    pub fn new(tables: &TestTables) -> Uci<'_> {
        Uci { tables, engines: HashMap::new() }
    }
}

impl Door for Uci<'_> {
    fn name(&self) -> &'static str {
        "UCI"
    }

    fn ask(&mut self, question: &Question) -> Option<Answer> {
        let (Kind::Value(position) | Kind::Best(position)) = question.kind else { return None };
        // An engine has depths of its own where the tables have results alone. A game of one side has no second to
        // play it.
        if question.tables != Setting::Solved || question.game == ONE_SIDED {
            return None;
        }
        let engine = self.engines.entry((question.game.to_string(), question.tables)).or_insert_with(|| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
            command.args(["uci", question.game]);
            let mut engine =
                Conversation::start(command.env("HINDSIGHT_TABLES", self.tables.directory(question.tables)));
            engine.say("setoption name UCI_ShowWDL value true");
            engine
        });
        engine.say(&format!("position fen {position}\nisready"));
        let refused =
            until(engine, "readyok").into_iter().find_map(|line| line.strip_prefix("info string ").map(str::to_string));
        if let Some(message) = refused {
            return Some(Answer::refused(&message));
        }
        if let Kind::Value(_) = question.kind {
            return None;
        }
        engine.say(&format!("go depth {DEPTH}"));
        let lines = until(engine, "bestmove ");
        let (mv, infos) = lines.split_last().expect("the best move");
        let value = infos.iter().rev().find_map(|line| known(line))?;
        let mv = mv.split(' ').nth(1).expect("a move");
        // `mate 0` is a loss: the protocol has no word for a game that the side to move has won.
        if mv == "(none)" && value.plies == Some(0) {
            return None;
        }
        Some(Answer::Best(value, Some(mv).filter(|mv| *mv != "(none)").map(str::to_string).into_iter().collect()))
    }
}

/// The lines up to the first that begins with `start`.
fn until(engine: &mut Conversation, start: &str) -> Vec<String> {
    let mut lines = Vec::new();
    while !lines.last().is_some_and(|line: &String| line.starts_with(start)) {
        lines.push(engine.hear().unwrap_or_else(|| panic!("expected {start}, found the end after {lines:?}")));
    }
    lines
}

/// The value that a line of `info` proves: a forced win or loss, or a draw that is certain.
fn known(info: &str) -> Option<Rated> {
    let words: Vec<&str> = info.split(' ').collect();
    let after = |name: &str| words.iter().position(|word| *word == name).map(|at| &words[at + 1..]);
    let rated = |word: &str, plies| Some(Rated { word: word.to_string(), plies });
    match (after("mate").and_then(|after| after[0].parse::<i64>().ok()), after("wdl")) {
        (Some(moves @ 1..), _) => rated("win", Some(2 * moves as u64 - 1)),
        (Some(moves), _) => rated("loss", Some(2 * moves.unsigned_abs())),
        (None, Some(["0", "1000", "0", ..])) => rated("draw", None),
        _ => None,
    }
}
