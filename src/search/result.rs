//! The result of a search.

use std::time::Duration;

use super::details::Details;
use super::score::Score;
use crate::game::{Notation, PlayRules, Value, value_text};

/// The score of the root, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RootScore {
    /// The score of best play to the depth of the search.
    Score(Score),
    /// A mean of scores, each as in [`Score::mean_value`].
    Mean(f64),
}

impl From<Score> for RootScore {
    fn from(score: Score) -> RootScore {
        RootScore::Score(score)
    }
}

impl From<f64> for RootScore {
    fn from(mean: f64) -> RootScore {
        RootScore::Mean(mean)
    }
}

impl RootScore {
    /// The score as a number: see [`Score::number`].
    pub fn number(self) -> f64 {
        match self {
            RootScore::Score(score) => score.number().into(),
            RootScore::Mean(mean) => mean,
        }
    }

    /// The win or loss that the score announces; `None` for an evaluation or a mean.
    pub fn decided(self) -> Option<Value> {
        match self {
            RootScore::Score(score) => score.decided(),
            RootScore::Mean(_) => None,
        }
    }
}

/// The result of a search, or of an iteration of it.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult<M> {
    /// The move to make; `None` if the game is over.
    pub best: Option<M>,
    /// The score of the root, for the side to move.
    pub score: RootScore,
    /// The value of the root, if the search has proved it. The plies of a player are an upper bound: a shorter win may
    /// exist.
    pub value: Option<Value>,
    /// The depth of the last completed iteration, in plies; for random games, the distance at which they are cut off.
    pub depth: u32,
    /// Nodes entered, summed over all iterations and threads.
    pub nodes: u64,
    /// Leaves of the last completed iteration; for random games, the number of games.
    pub leaves: u64,
    /// The time that the search took.
    pub time: Duration,
    /// The principal variation, the best move first. It may be shorter than the depth.
    pub line: Vec<M>,
    /// OPTIONAL details.
    pub details: Details,
}

impl<M> SearchResult<M> {
    /// The proved value, or else the win or loss that the score announces; `None` for an evaluation or a mean.
    pub fn decided(&self) -> Option<Value> {
        self.value.or(self.score.decided())
    }

    /// The score in words: a win or a loss in plies, or a number in the unit of the engine.
    pub fn score_text(&self) -> String {
        match (self.decided(), self.score) {
            (Some(value), _) => value.to_string(),
            (None, RootScore::Score(score)) => score.number().to_string(),
            (None, RootScore::Mean(mean)) => format!("{mean:.1}"),
        }
    }

    /// The score in words for people: a win or a loss in moves, or an evaluation with its unit
    /// ([`Searcher::unit`](super::Searcher::unit)).
    pub fn score_text_in<G: Notation<Move = M>>(&self, game: &G, unit: Option<&str>) -> String {
        if let Some(value) = self.decided() {
            return value_text(game, value);
        }
        let text = self.score_text();
        let (name, win) = match self.score {
            RootScore::Score(_) => ("evaluation", None),
            RootScore::Mean(_) => ("mean evaluation", Some("a win is 10,000")),
        };
        let notes: Vec<&str> = unit.into_iter().chain(win).collect();
        match notes.is_empty() {
            true => format!("{name} {text}"),
            false => format!("{name} {text} ({})", notes.join("; ")),
        }
    }
}

impl<M: Copy> SearchResult<M> {
    /// A move chosen without a search, with an evaluation for the side to move, in the unit of the engine.
    pub fn of_move(best: M, evaluation: i32) -> SearchResult<M> {
        SearchResult {
            best: Some(best),
            score: Score::evaluated(evaluation).into(),
            value: None,
            depth: 0,
            nodes: 0,
            leaves: 0,
            time: Duration::ZERO,
            line: vec![best],
            details: Details::default(),
        }
    }

    /// Takes the evaluation of an iteration, and the forced result, if one was found: then the score is that of the
    /// result.
    pub fn rate(&mut self, evaluation: i32, value: Option<Value>) {
        self.score = value.map_or(Score::evaluated(evaluation), Score::of_value).into();
        self.value = value;
    }

    /// The report without a search: the result of a finished game, or else the evaluation and the first of `moves`, or
    /// of the legal moves if `moves` is empty.
    pub fn of_root<G: PlayRules<Move = M>>(game: &G, root: &G::Position, moves: &[M]) -> SearchResult<M> {
        let outcome = game.outcome(root).map(Score::of_outcome);
        let value = outcome.map(|score| score.decided().unwrap_or(Value::Draw));
        let score = outcome.unwrap_or_else(|| Score::evaluated(game.evaluate(root)));
        SearchResult {
            best: moves.first().copied().or_else(|| game.moves(root).next()),
            score: score.into(),
            value,
            depth: 0,
            nodes: 0,
            leaves: 0,
            time: Duration::ZERO,
            line: Vec::new(),
            details: Details::default(),
        }
    }
}
