//! Expectimax: the team to move at the root chooses its moves, the other team makes each move with the same probability
//! (Michie 1966).

use super::deepen::IterationRequest;
use super::tree::{SearchStopped, Tree};
use crate::game::{PlayRules, Turn, turn};

/// Searches the root to one depth. Returns the mean score for its side to move.
pub fn search<G: PlayRules>(
    tree: &mut Tree<G>,
    root: &G::Position,
    iteration: IterationRequest,
) -> Result<f64, SearchStopped> {
    choice(tree, root, iteration.depth)
}

/// The greatest mean of the moves of the team that chooses.
fn choice<G: PlayRules>(tree: &mut Tree<G>, position: &G::Position, depth: u32) -> Result<f64, SearchStopped> {
    let (game, ply) = (tree.game, tree.descend(position));
    let mut best = f64::NEG_INFINITY;
    for mv in game.moves(position) {
        if !tree.allows(ply, mv) {
            continue;
        }
        let after = game.play(position, mv);
        let turn = turn(game, position, &after);
        let mean = match (tree.enter(&after, depth - 1)?, turn) {
            (Some(score), _) => score.before(turn).mean_value(),
            (None, Turn::Other) => chance(tree, &after, depth - 1)?,
            (None, Turn::Same) => choice(tree, &after, depth - 1)?,
        };
        if mean > best {
            best = mean;
            tree.prefer(ply, mv);
        }
    }
    tree.ascend();
    Ok(best)
}

/// The mean over the moves of the other team, for the team that chooses. The best line ends here.
fn chance<G: PlayRules>(tree: &mut Tree<G>, position: &G::Position, depth: u32) -> Result<f64, SearchStopped> {
    let game = tree.game;
    tree.descend(position);
    let (mut sum, mut moves) = (0.0, 0u32);
    for mv in game.moves(position) {
        let after = game.play(position, mv);
        sum += match (tree.enter(&after, depth - 1)?, turn(game, position, &after)) {
            (Some(score), Turn::Other) => score.mean_value(),
            (Some(score), Turn::Same) => -score.mean_value(),
            (None, Turn::Other) => choice(tree, &after, depth - 1)?,
            (None, Turn::Same) => chance(tree, &after, depth - 1)?,
        };
        moves += 1;
    }
    tree.ascend();
    Ok(sum / f64::from(moves))
}
