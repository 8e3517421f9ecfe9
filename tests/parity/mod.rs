//! One table of questions, asked at every door: the command line, `query -`, HTTP, the shape of lila-tablebase, C,
//! Python and the protocol of engines. Every door gives the same answer, but for the disagreements of `open.rs`.
//!
//! A door is a [`Door`](doors::Door) of about fifty lines, and a line in [`doors`](doors::doors).

mod answer;
pub mod clock;
mod doors;
mod open;
mod question;
mod questions;
mod sample;
mod tables;

use std::collections::BTreeSet;

use answer::Answer;
use doors::{Door, doors};
use open::OPEN;
use question::Question;
use questions::QUESTIONS;
use tables::TestTables;

/// Asks a question at every door. Returns what each of them says, in the order of the doors.
fn ask_all(doors: &mut [Box<dyn Door + '_>], question: &Question) -> Vec<(&'static str, Answer)> {
    doors.iter_mut().filter_map(|door| Some((door.name(), door.ask(question)?))).collect()
}

/// The doors that disagree with the first, and a text with all answers if there are any.
fn disagreement(question: &Question, answers: &[(&'static str, Answer)]) -> Option<(BTreeSet<&'static str>, String)> {
    let (_, first) = answers.first().unwrap_or_else(|| panic!("{question:?}: no door answers"));
    let others = answers.iter().filter(|(_, answer)| !answer.agrees(first)).map(|(door, _)| *door);
    let others: BTreeSet<_> = others.collect();
    let lines = answers.iter().map(|(door, answer)| format!("\n  {door}: {answer:?}"));
    (!others.is_empty()).then(|| (others, format!("{question:?}{}", lines.collect::<String>())))
}

#[test]
fn every_door_gives_the_same_answer() {
    let tables = TestTables::make();
    let mut doors = doors(&tables);
    let mut wrong = Vec::new();
    for question in QUESTIONS {
        let answers = ask_all(&mut doors, question);
        assert!(answers.len() > 1, "{}: one door alone answers", question.id);
        let open: BTreeSet<&str> =
            OPEN.iter().filter(|(id, ..)| *id == question.id).flat_map(|(_, doors, _)| *doors).copied().collect();
        let asked: BTreeSet<&str> = answers.iter().map(|(door, _)| *door).collect();
        let found = disagreement(question, &answers);
        let (disagree, text) = found.unwrap_or_default();
        if disagree.iter().any(|door| !open.contains(door)) {
            wrong.push(text);
        }
        for door in open.difference(&disagree).filter(|door| asked.contains(*door)) {
            wrong.push(format!("{}: {door} agrees now. Remove the line from tests/parity/open.rs", question.id));
        }
    }
    for (id, ..) in OPEN {
        assert!(QUESTIONS.iter().any(|question| question.id == *id), "{id}: no question has this name");
    }
    assert!(wrong.is_empty(), "{}\n{} disagreements", wrong.join("\n"), wrong.len());
}

#[test]
fn every_door_gives_the_same_answer_at_random_positions() {
    at_random_positions(40);
}

/// Asks every door at `number` random positions of each game.
pub fn at_random_positions(number: usize) {
    let wrong = sample::ask(number);
    assert!(wrong.is_empty(), "{}\n{} disagreements are written out", wrong.join("\n"), wrong.len());
}
