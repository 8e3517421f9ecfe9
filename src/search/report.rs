//! What a search has found.

use std::time::Duration;

use super::score::Score;
use crate::game::Game;
use crate::game::Value;

/// What a search thinks of the root, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Worth {
    /// The score of best play, as far as it has looked.
    Score(Score),
    /// An average of scores, each as [`Score::worth`] has it.
    Mean(f64),
}

impl From<Score> for Worth {
    fn from(score: Score) -> Worth {
        Worth::Score(score)
    }
}

impl From<f64> for Worth {
    fn from(mean: f64) -> Worth {
        Worth::Mean(mean)
    }
}

impl Worth {
    /// The worth as a number: see [`Score::number`].
    pub fn number(self) -> f64 {
        match self {
            Worth::Score(score) => score.number().into(),
            Worth::Mean(mean) => mean,
        }
    }
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// The move to make; nothing if the game is over.
    pub best: Option<M>,
    /// What the root is worth to the side to move.
    pub worth: Worth,
    /// The value of the root, if the search has proved it.
    pub value: Option<Value>,
    /// The depth of the last iteration that was completed, in plies; of playouts, where they are cut off.
    pub depth: u32,
    /// Nodes entered, over all iterations.
    pub nodes: u64,
    /// Nodes of the last completed iteration that were not searched further; of playouts, their number.
    pub leaves: u64,
    /// How long it took.
    pub time: Duration,
    /// The line of best play that was found, the best move first. It may be shorter than the depth.
    pub line: Vec<M>,
}

impl<M: Copy> Report<M> {
    /// What is known without a search: how a finished game has ended, else the first legal move.
    pub(super) fn of_root<G: Game<Move = M>>(game: &G, root: &G::Position) -> Report<M> {
        let outcome = game.outcome(root).map(Score::of_outcome);
        let value = outcome.map(|score| score.decided().unwrap_or(Value::Draw));
        let worth = outcome.unwrap_or_else(|| Score::evaluated(game.evaluate(root)));
        Report {
            best: game.moves(root).next(),
            worth: worth.into(),
            value,
            depth: 0,
            nodes: 0,
            leaves: 0,
            time: Duration::ZERO,
            line: Vec::new(),
        }
    }
}
