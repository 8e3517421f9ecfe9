//! Minimax: every line to the depth, and the best of the worst (Shannon 1950).

use super::deepen::IterationRequest;
use super::score::Score;
use super::tree::{SearchStopped, Tree};
use crate::game::{PlayRules, turn};

/// Searches the root to one depth.
pub fn search<G: PlayRules>(
    tree: &mut Tree<G>,
    root: &G::Position,
    iteration: IterationRequest,
) -> Result<Score, SearchStopped> {
    below(tree, root, iteration.depth)
}

/// The score of a node that is no leaf.
fn below<G: PlayRules>(tree: &mut Tree<G>, position: &G::Position, depth: u32) -> Result<Score, SearchStopped> {
    let (game, ply) = (tree.game, tree.descend(position));
    let mut best = Score::LEAST;
    for mv in game.moves(position) {
        if !tree.allows(ply, mv) {
            continue;
        }
        let after = game.play(position, mv);
        let score = match tree.enter(&after, depth - 1)? {
            Some(score) => score,
            None => below(tree, &after, depth - 1)?,
        };
        let score = score.before(turn(game, position, &after));
        if score > best {
            best = score;
            tree.prefer(ply, mv);
        }
    }
    tree.ascend();
    Ok(best)
}
