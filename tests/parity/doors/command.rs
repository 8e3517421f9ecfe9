//! The command line: a process for each question.

use super::{Door, Kind, Question, TestTables, figures, found, of_position};
use crate::parity::answer::{Answer, array, text};
use crate::parity::question::Find;
use crate::support::hindsight;

/// The commands with `--json`.
pub struct CommandLine<'a> {
    pub tables: &'a TestTables,
}

impl Door for CommandLine<'_> {
    fn name(&self) -> &'static str {
        "command line"
    }

    fn ask(&mut self, question: &Question) -> Option<Answer> {
        let arguments = match &question.kind {
            Kind::Value(position)
            | Kind::Moves(position)
            | Kind::Line(position)
            | Kind::Best(position)
            | Kind::Rule(position) => vec!["query", question.game, position],
            Kind::Find(criteria) => find(question.game, criteria),
            Kind::Stats(Some(slice)) => vec!["stats", question.game, slice, "--histogram"],
            Kind::Stats(None) => vec!["stats", question.game, "--histogram", "--total"],
        };
        let arguments = arguments.iter().map(ToString::to_string).chain(["--json".to_string()]).collect::<Vec<_>>();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let objects = hindsight(&self.tables.directory(question.tables), &arguments).objects();
        if let Some(error) = objects.last().and_then(|object| object.get("error")) {
            return Some(Answer::refused(&text(error)));
        }
        match question.kind {
            Kind::Find(_) => Some(found(&objects)),
            Kind::Stats(_) => Some(figures(&array(&objects[0])[0])),
            kind => of_position(&kind, &objects[0]),
        }
    }
}

/// The arguments of a search.
fn find<'a>(game: &'a str, criteria: &Find<'a>) -> Vec<&'a str> {
    let mut arguments = vec!["find", game, "--limit", "7"];
    if !criteria.slices.is_empty() {
        arguments.push("--slice");
        arguments.extend(criteria.slices);
    }
    for (option, value) in [("--value", criteria.value), ("--plies", criteria.plies)] {
        arguments.extend(value.into_iter().flat_map(|value| [option, value]));
    }
    let options =
        [("zugzwang", "--zugzwang"), ("quiet", "--quiet"), ("only_move", "--only-move"), ("unique", "--unique")];
    arguments.extend(
        criteria
            .flags()
            .flat_map(|flag| options.iter().filter(move |(name, _)| *name == flag))
            .map(|(_, option)| option),
    );
    arguments
}
