//! Iterative deepening: a search to 1 ply, to 2, to 3, until depth or time are used up.

use std::time::Instant;

use super::score::Score;
use super::tree::{Stopped, Tree};
use super::{Limit, Report, RootScore, Watch};
use crate::game::{Game, Value};
use crate::query::ExactValues;
use crate::values::LookupError;

/// The deepest that trees are searched, in plies.
pub const DEEPEST: u32 = 120;

/// What a search to one depth is told.
#[derive(Clone, Copy, Debug)]
pub struct Iteration {
    /// Its depth in plies.
    pub depth: u32,
    /// A guess of the score of the root: that of the iteration two plies before, since odd depths flatter one side and even
    /// ones the other; else that of the iteration before; a draw in the first.
    pub guess: Score,
}

/// Searches deeper and deeper. `search` searches the root to one depth and leaves the best line in the tree; it is not
/// called for a root that is finished.
///
/// The move and the line are those of the last iteration that was completed. It ends early when a win or a loss is
/// certain, or the whole game has been searched.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub fn deepen<G: Game>(
    game: &G,
    exact: &dyn ExactValues<G>,
    root: &G::Position,
    limit: Limit,
    watch: &dyn Watch<Report<G::Move>>,
    search: &mut dyn FnMut(&mut Tree<G>, Iteration) -> Result<RootScore, Stopped>,
) -> Result<Report<G::Move>, LookupError> {
    let start = Instant::now();
    let deepest = limit.depth.unwrap_or(DEEPEST).min(DEEPEST);
    let mut tree = Tree::new(game, exact, deepest, limit.time.map(|time| start + time), watch);
    let mut report = Report::of_root(game, root);
    if report.best.is_none() {
        return Ok(report);
    }
    let (mut guess, mut last) = (Score::DRAW, None);
    for depth in 1..=deepest {
        tree.restart();
        let Ok(worth) = search(&mut tree, Iteration { depth, guess }) else { break };
        (report.score, report.depth, report.leaves) = (worth, depth, tree.leaves);
        report.line = tree.line().to_vec();
        report.best = report.line.first().copied().or(report.best);
        if let RootScore::Score(score) = worth {
            guess = last.replace(score).unwrap_or(score);
            let whole = tree.guesses == 0;
            let proved = score.decided().filter(|value| whole || value.plies() <= Some(depth));
            report.value = proved.or((whole && score == Score::DRAW).then_some(Value::Draw));
        }
        (report.nodes, report.time) = (tree.nodes, start.elapsed());
        watch.iteration(&report);
        if report.value.is_some() || tree.guesses == 0 {
            break;
        }
    }
    report.nodes = tree.nodes;
    report.time = start.elapsed();
    match tree.error() {
        Some(error) => Err(error),
        None => Ok(report),
    }
}
