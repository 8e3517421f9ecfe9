//! The explorer's addresses under `/api/`.

use super::{Door, Kind, Question, TestTables, figures, found, of_position};
use crate::parity::answer::{Answer, array, text};
use crate::parity::question::Find;

/// The server that answers `query`, `find` and `stats`.
pub struct Http<'a> {
    pub tables: &'a TestTables,
}

impl Door for Http<'_> {
    fn name(&self) -> &'static str {
        "HTTP"
    }

    fn ask(&mut self, question: &Question) -> Option<Answer> {
        // Chess has the values under the rule here, and no second name.
        if question.game == "chess-dtz" {
            return None;
        }
        let (word, parameters) = match question.kind {
            Kind::Value(position)
            | Kind::Moves(position)
            | Kind::Line(position)
            | Kind::Best(position)
            | Kind::Rule(position) => ("query", vec![("position", position)]),
            Kind::Find(ref criteria) => ("find", find(criteria)),
            Kind::Stats(Some(slice)) => ("stats", vec![("slice", slice), ("histogram", "true")]),
            // Each slice has an object, and there is no total.
            Kind::Stats(None) => return None,
        };
        let answer = self.tables.server(question.tables).ask(question.game, word, &parameters).json();
        if let Some(error) = answer.get("error") {
            return Some(Answer::refused(&text(error)));
        }
        match question.kind {
            Kind::Find(_) => Some(found(array(&answer))),
            Kind::Stats(_) => Some(figures(&array(&answer)[0])),
            kind => of_position(&kind, &answer),
        }
    }
}

/// The parameters of a search.
fn find<'a>(criteria: &Find<'a>) -> Vec<(&'a str, &'a str)> {
    let slices = criteria.slices.iter().map(|&slice| ("slice", slice));
    let values = [("value", criteria.value), ("plies", criteria.plies)];
    let values = values.into_iter().filter_map(|(name, value)| Some((name, value?)));
    let flags = criteria.flags().map(|flag| (flag, "true"));
    slices.chain(values).chain(flags).chain([("limit", "7")]).collect()
}
