//! MTD(f): alpha-beta with memory and null windows alone. Each tells whether the score is at least some bound, until a
//! lower and an upper bound are equal (Plaat et al. 1996).

use super::alphabeta::Window;
use super::alphabeta_tt::below;
use super::deepen::IterationRequest;
use super::memory::SearchMemory;
use super::score::Score;
use super::tree::{SearchStopped, Tree};
use crate::game::PlayRules;

/// Searches the root to one depth.
pub fn search<G: PlayRules>(
    tree: &mut Tree<G>,
    memory: &mut SearchMemory<G>,
    root: &G::Position,
    iteration: IterationRequest,
) -> Result<Score, SearchStopped> {
    let (mut lower, mut upper) = (Score::LEAST, Score::GREATEST);
    let mut score = iteration.guess;
    // The line comes from the last search that failed high: one that fails low has no best move.
    let mut line = Vec::with_capacity(iteration.depth as usize);
    while lower < upper {
        let beta = if score == lower { score.next() } else { score };
        score = below(tree, memory, root, iteration.depth, Window::above(beta.previous()))?;
        if score < beta {
            upper = score;
        } else {
            lower = score;
            line.clear();
            line.extend_from_slice(tree.line());
        }
    }
    tree.set_line(&line);
    memory.complete(tree, root, iteration.depth);
    Ok(score)
}
