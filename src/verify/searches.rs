//! The counts and the result of a search, compared with published tables of searches.

use crate::game::{Notation, PlayRules, move_text};
use crate::search::{GenericSearch, Limit, SearchClock, SearchRequest};
use crate::util::keys::{KeyError, TomlKeys};
use crate::util::units::thousands;
use crate::values::LookupError;

/// A search without tables, and its published figures.
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

/// The result of a search: nodes over all iterations, leaves of the last one, the score and the best move.
pub(super) struct SearchFound {
    nodes: u64,
    leaves: u64,
    score: f64,
    best: String,
}

impl SearchFound {
    /// Searches from the start.
    pub fn new<G: Notation + PlayRules>(
        game: &G,
        engine: &GenericSearch,
        depth: u32,
    ) -> Result<SearchFound, LookupError> {
        let (start, clock) = (game.start(), SearchClock::running());
        let request = SearchRequest::new(game, &start, Limit::to_depth(depth), &clock);
        let report = engine.search(&request, &engine.table())?;
        let best = report.best.map_or_else(String::new, |best| move_text(game, &start, best));
        Ok(SearchFound { nodes: report.nodes, leaves: report.leaves, score: report.score.number(), best })
    }
}

impl PublishedSearch {
    /// Takes the keys of a search.
    pub fn read(keys: &mut TomlKeys) -> Result<PublishedSearch, KeyError> {
        Ok(PublishedSearch {
            engine: keys.text("engine")?,
            depth: keys.plies("depth")?,
            nodes: keys.optional_number("nodes")?,
            most_nodes: keys.optional_number("most_nodes")?,
            leaves: keys.optional_number("leaves")?,
            score: keys.optional_fraction("score")?,
            best: keys.optional_text("best")?,
        })
    }

    /// Compares a search with the published one.
    pub fn compare(&self, search: &SearchFound) -> SearchFigures {
        let mut found = SearchFigures { expected: String::new(), found: String::new(), ok: true };
        let (nodes, leaves) = (thousands(search.nodes), thousands(search.leaves));
        if let Some(expected) = self.nodes {
            found.add(format!("{} nodes", thousands(expected)), format!("{nodes} nodes"), search.nodes == expected);
        }
        if let Some(most) = self.most_nodes {
            let expected = format!("at most {} nodes", thousands(most));
            found.add(expected, format!("{nodes} nodes"), search.nodes <= most);
        }
        if let Some(expected) = self.leaves {
            let text = format!("{} leaves", thousands(expected));
            found.add(text, format!("{leaves} leaves"), search.leaves == expected);
        }
        if let Some(expected) = self.score {
            let tenths = |score: f64| (score * 10.0).round();
            let same = tenths(search.score) == tenths(expected);
            found.add(format!("score {expected}"), format!("score {}", tenths(search.score) / 10.0), same);
        }
        if let Some(expected) = &self.best {
            let same = search.best == *expected;
            found.add(format!("move {expected}"), format!("move {}", search.best), same);
        }
        found
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
