//! The objects of `search --json`.

use serde::Serialize;

use hindsight::game::{Notation, line_text, move_text, position_text};
use hindsight::search::SearchResult;

/// The result of a search: the object of an engine in `compare --json`, and part of the object of `search --json`.
#[derive(Serialize)]
pub struct SearchReport<'a> {
    game: &'static str,
    position: String,
    engine: &'a str,
    #[serde(rename = "move")]
    best: Option<String>,
    #[serde(flatten)]
    result: IterationReport,
    leaves: u64,
    /// The unit of the score, if there is no value.
    unit: Option<&'static str>,
}

impl<'a> SearchReport<'a> {
    /// The result of a search of `root` by an engine of this name, with the unit of its evaluations.
    pub fn new<G: Notation>(
        game: &G,
        root: &G::Position,
        engine: &'a str,
        unit: Option<&'static str>,
        report: &SearchResult<G::Move>,
    ) -> SearchReport<'a> {
        SearchReport {
            game: game.name(),
            position: position_text(game, root),
            engine,
            best: report.best.map(|mv| move_text(game, root, mv)),
            result: IterationReport::of(game, root, report),
            leaves: report.leaves,
            unit: unit.filter(|_| report.decided().is_none()),
        }
    }
}

/// The result of an iteration, or of the whole search.
#[derive(Serialize)]
pub struct IterationReport {
    depth: u32,
    score: f64,
    value: Option<&'static str>,
    plies: Option<u32>,
    nodes: u64,
    seconds: f64,
    line: Vec<String>,
}

impl IterationReport {
    /// The report on an iteration of a search of `root`.
    pub fn of<G: Notation>(game: &G, root: &G::Position, report: &SearchResult<G::Move>) -> IterationReport {
        IterationReport {
            depth: report.depth,
            score: report.score.number(),
            value: report.value.map(|value| value.word()),
            plies: report.value.and_then(|value| value.plies()),
            nodes: report.nodes,
            seconds: report.time.as_secs_f64(),
            line: line_text(game, root, &report.line, move_text::<G>),
        }
    }
}
