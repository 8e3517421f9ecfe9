//! The objects of `search --json`.

use serde::Serialize;

use hindsight::answer::Thought;
use hindsight::play::OpenBoard;

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
    /// The result of a search by an engine of this name, with the unit of its evaluations.
    pub fn new(
        board: &dyn OpenBoard,
        engine: &'a str,
        unit: Option<&'static str>,
        result: &Thought,
    ) -> SearchReport<'a> {
        SearchReport {
            game: board.facts().name,
            position: board.position(),
            engine,
            best: result.best.as_ref().map(|best| best.mv.clone()),
            result: IterationReport::new(result),
            leaves: result.leaves,
            unit: unit.filter(|_| result.decided().is_none()),
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
    /// The report on an iteration.
    pub fn new(result: &Thought) -> IterationReport {
        IterationReport {
            depth: result.depth,
            score: result.score.number(),
            value: result.value.map(|value| value.word()),
            plies: result.value.and_then(|value| value.plies()),
            nodes: result.nodes,
            seconds: result.time.as_secs_f64(),
            line: result.line.iter().map(|step| step.mv.clone()).collect(),
        }
    }
}
