//! The judgements on many moves, added up.

use serde::Serialize;

use super::{Comparison, Judgement};
use crate::space::Space;

/// The quality of the moves of a player in positions that the tables hold. Only positions with a choice count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Moves judged, in positions with two legal moves or more.
    pub moves: u64,
    /// Best moves.
    pub best: u64,
    /// Moves that kept the result, and win later or lose sooner than the best.
    pub slower: u64,
    /// Moves that threw away half a point: a win became a draw, or a draw a loss.
    pub mistakes: u64,
    /// Moves that turned a win into a loss.
    pub blunders: u64,
    /// Positions in which one move alone kept a win or a draw.
    pub only_moves: u64,
    /// Positions in which that only move was played.
    pub only_moves_found: u64,
    /// The most only moves that a player found in a row in one game. Moves without a choice are left out.
    pub longest_run: u64,
}

impl Summary {
    /// The summary of the judgements on the moves of one player in one game, in order.
    pub fn of<'a, S: Space>(judgements: impl IntoIterator<Item = &'a Judgement<S>>) -> Summary {
        let (mut sum, mut run) = (Summary::default(), 0);
        for judgement in judgements.into_iter().filter(|judgement| judgement.moves.len() > 1) {
            sum.moves += 1;
            match judgement.verdict {
                Comparison::Best => sum.best += 1,
                Comparison::Slower(_) => sum.slower += 1,
                Comparison::Mistake => sum.mistakes += 1,
                Comparison::Blunder => sum.blunders += 1,
            }
            let found = judgement.is_only_move() && judgement.holds();
            sum.only_moves += u64::from(judgement.is_only_move());
            sum.only_moves_found += u64::from(found);
            run = if found { run + 1 } else { 0 };
            sum.longest_run = sum.longest_run.max(run);
        }
        sum
    }

    /// Adds another summary, of another player or game.
    pub fn add(&mut self, other: &Summary) {
        self.moves += other.moves;
        self.best += other.best;
        self.slower += other.slower;
        self.mistakes += other.mistakes;
        self.blunders += other.blunders;
        self.only_moves += other.only_moves;
        self.only_moves_found += other.only_moves_found;
        self.longest_run = self.longest_run.max(other.longest_run);
    }
}
