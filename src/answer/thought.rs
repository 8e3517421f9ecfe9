//! The choice of an engine: a move with its score, while the engine thinks and at its end.

use std::time::Duration;

use super::StepAnswer;
use crate::game::Value;
use crate::search::{Details, RootScore};

/// The choice of an engine so far. Scores are for the side to move.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The number of the move among the legal moves, in the order of the game; `None` if the game is over.
    pub number: Option<usize>,
    /// The move; `None` if the game is over. It and all texts are left out where the query wants none.
    pub best: Option<StepAnswer>,
    /// The reply that is expected of the other team, if one is.
    pub reply: Option<String>,
    /// The score of the position.
    pub score: RootScore,
    /// The value of the position, if it is proved.
    pub value: Option<Value>,
    /// The score in words: a win or a loss in moves, or an evaluation with its unit.
    pub text: String,
    /// The win, loss or draw that is proved or that the score announces, in the words of the game's people.
    pub value_text: Option<String>,
    /// Why the win or the loss may be a draw: the rule of quiet plies, of which no tables are here; see
    /// [`rule_doubt`](super::words::rule_doubt).
    pub doubt: Option<String>,
    /// The chance of the side to move, from 0 to 1: certain if the value is known. `None` if the score tells none.
    pub chance: Option<f64>,
    /// The depth of the last completed iteration, in plies; for random games, the distance at which they are cut off.
    pub depth: u32,
    /// Nodes entered, summed over all iterations and threads.
    pub nodes: u64,
    /// Leaves of the last completed iteration; for random games, the number of games.
    pub leaves: u64,
    /// The time that the search took.
    pub time: Duration,
    /// The principal variation, the best move first.
    pub line: Vec<StepAnswer>,
    /// OPTIONAL details.
    pub details: Details,
}

impl Thought {
    /// The proved value, or else the win or loss that the score announces; `None` for an evaluation or a mean.
    pub fn decided(&self) -> Option<Value> {
        self.value.or(self.score.decided())
    }

    /// The score in a word and a number: a win or a loss in plies, or an evaluation without its unit.
    pub fn score_text(&self) -> String {
        match (self.decided(), self.score) {
            (Some(value), _) => value.to_string(),
            (None, RootScore::Score(score)) => score.number().to_string(),
            (None, RootScore::Mean(mean)) => format!("{mean:.1}"),
        }
    }

    /// The moves of the line as people write them.
    pub fn line_text(&self) -> String {
        self.line.iter().map(|step| step.name.as_str()).collect::<Vec<_>>().join(" ")
    }
}
