//! The counts and the result of a search, compared with published tables of searches.

use serde::Deserialize;

use crate::game::{Notation, PlayRules, move_text};
use crate::search::{GenericSearch, Limit, SearchClock, SearchRequest};
use crate::util::units::thousands;
use crate::values::LookupError;

/// A search without tables, and its published figures.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PublishedSearch {
    /// The engine, as on the command line.
    pub engine: String,
    /// The depth of the last iteration in plies. The iterations before have 1, 2, 3, ... plies.
    pub depth: u32,
    /// Nodes, over all iterations.
    nodes: Option<u64>,
    /// The most nodes that it may visit.
    most_nodes: Option<u64>,
    /// Leaves of the last iteration.
    leaves: Option<u64>,
    /// The score, to the first decimal.
    score: Option<f64>,
    /// The best move.
    best: Option<String>,
}

/// The result of a search, in the form of the published one.
pub(super) struct SearchFigures {
    pub expected: String,
    pub found: String,
    pub ok: bool,
}

impl PublishedSearch {
    /// Searches from the start, and compares.
    pub fn compare<G: Notation + PlayRules>(
        &self,
        game: &G,
        engine: &GenericSearch,
    ) -> Result<SearchFigures, LookupError> {
        let limit = Limit::to_depth(self.depth);
        let (start, clock) = (game.start(), SearchClock::running());
        let report = engine.search(&SearchRequest::new(game, &start, limit, &clock), &engine.table())?;
        let mut found = SearchFigures { expected: String::new(), found: String::new(), ok: true };
        let (nodes, leaves) = (thousands(report.nodes), thousands(report.leaves));
        if let Some(expected) = self.nodes {
            found.add(format!("{} nodes", thousands(expected)), format!("{nodes} nodes"), report.nodes == expected);
        }
        if let Some(most) = self.most_nodes {
            let expected = format!("at most {} nodes", thousands(most));
            found.add(expected, format!("{nodes} nodes"), report.nodes <= most);
        }
        if let Some(expected) = self.leaves {
            let text = format!("{} leaves", thousands(expected));
            found.add(text, format!("{leaves} leaves"), report.leaves == expected);
        }
        if let Some(expected) = self.score {
            let score = report.score.number();
            let tenths = |score: f64| (score * 10.0).round();
            let same = tenths(score) == tenths(expected);
            found.add(format!("score {expected}"), format!("score {}", tenths(score) / 10.0), same);
        }
        if let Some(expected) = &self.best {
            let best = report.best.map_or_else(String::new, |best| move_text(game, &game.start(), best));
            let same = best == *expected;
            found.add(format!("move {expected}"), format!("move {best}"), same);
        }
        Ok(found)
    }
}

impl SearchFigures {
    fn add(&mut self, expected: String, found: String, ok: bool) {
        for (text, part) in [(&mut self.expected, expected), (&mut self.found, found)] {
            let before = if text.is_empty() { "" } else { ", " };
            text.push_str(before);
            text.push_str(&part);
        }
        self.ok &= ok;
    }
}
