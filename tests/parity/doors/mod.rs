//! The doors of the program and the library, each a file of its own.

mod c;
mod command;
mod http;
mod lila;
mod python;
mod stream;
mod uci;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value as Json;

use super::answer::{Answer, Rated, array, figures, text};
use super::question::{Kind, Question};
use super::tables::TestTables;

/// A way to ask.
pub trait Door {
    /// The name of the door in a list of disagreements.
    fn name(&self) -> &'static str;

    /// The answer; `None` if the door has no word for the question, by contract.
    fn ask(&mut self, question: &Question) -> Option<Answer>;
}

/// Every door, opened on these tables. The first is compared with each of the others.
pub fn doors(tables: &TestTables) -> Vec<Box<dyn Door + '_>> {
    let mut doors: Vec<Box<dyn Door + '_>> = vec![
        Box::new(command::CommandLine { tables }),
        Box::new(stream::Stream::new(tables)),
        Box::new(http::Http { tables }),
        Box::new(lila::Lila { tables }),
        Box::new(c::C::new(tables)),
        Box::new(uci::Uci::new(tables)),
    ];
    match python::Python::new(tables) {
        Some(python) => doors.push(Box::new(python)),
        None => eprintln!("PYTHON IS NOT ASKED: Python 3.11 or later is not installed"),
    }
    doors
}

/// The game in which the same side moves after a move.
const ONE_SIDED: &str = "halma-packing";

/// A process that answers lines by lines.
struct Conversation {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Conversation {
    fn start(command: &mut Command) -> Conversation {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it can be started");
        let input = child.stdin.take().expect("is piped");
        let output = BufReader::new(child.stdout.take().expect("is piped"));
        Conversation { child, input, output }
    }

    /// Sends a line. A process that has ended is seen by its silence.
    fn say(&mut self, line: &str) {
        let _ = self.input.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.input.flush());
    }

    /// The next line; `None` if the process has ended.
    fn hear(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = self.output.read_line(&mut line).expect("it writes text");
        (read > 0).then(|| line.trim_end_matches(['\r', '\n']).to_string())
    }

    /// The answer to a line.
    fn ask(&mut self, line: &str) -> String {
        self.say(line);
        self.hear().unwrap_or_else(|| panic!("the process ended on {line}"))
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The answer about a position in an object of `query --json`, or the error.
fn of_position(kind: &Kind, object: &Json) -> Option<Answer> {
    if let Some(error) = object.get("error") {
        return Some(Answer::refused(&text(error)));
    }
    let moves = || array(&object["moves"]).iter().map(|mv| (text(&mv["move"]), Rated::of(mv))).collect();
    match kind {
        Kind::Value(_) => Some(Answer::Value(Rated::of(object))),
        Kind::Moves(_) => Some(Answer::moves(moves())),
        Kind::Line(_) => Some(Answer::Line(array(&object["line"]).iter().map(text).collect())),
        Kind::Best(_) => Some(Answer::best(Rated::of(object), moves())),
        Kind::Rule(_) => match (object["rule50"].as_str(), object["dtz"].as_i64()) {
            (Some(result), Some(dtz)) => Some(Answer::Rule(result.to_string(), dtz)),
            _ => Some(Answer::NotHeld),
        },
        Kind::Find(_) | Kind::Stats(_) => None,
    }
}

/// The answer in objects of `find --json`.
fn found(objects: &[Json]) -> Answer {
    let one = |object: &Json| (text(&object["slice"]), text(&object["position"]), Rated::of(object));
    Answer::Found(objects.iter().map(one).collect())
}
