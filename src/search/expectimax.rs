//! Expectimax: the side that is to move at the root chooses, the other makes any of its moves, all alike (Michie 1966).

use super::deepen::Iteration;
use super::tree::{Stopped, Tree};
use crate::game::Game;

/// Searches the root to one depth. The mean score for its side to move.
pub fn search<G: Game>(tree: &mut Tree<G>, root: &G::Position, iteration: Iteration) -> Result<f64, Stopped> {
    choice(tree, root, iteration.depth)
}

/// The greatest mean of the moves of the side that chooses.
fn choice<G: Game>(tree: &mut Tree<G>, position: &G::Position, depth: u32) -> Result<f64, Stopped> {
    let (game, ply) = (tree.game, tree.descend(position));
    let mut best = f64::NEG_INFINITY;
    for mv in game.moves(position) {
        let after = game.play(position, mv);
        let mean = match tree.enter(&after, depth - 1)? {
            Some(score) => score.for_mover().mean_value(),
            None => chance(tree, &after, depth - 1)?,
        };
        if mean > best {
            best = mean;
            tree.prefer(ply, mv);
        }
    }
    tree.ascend();
    Ok(best)
}

/// The mean over the moves of the side that does not. The line ends here: nobody knows how it goes on.
fn chance<G: Game>(tree: &mut Tree<G>, position: &G::Position, depth: u32) -> Result<f64, Stopped> {
    let game = tree.game;
    tree.descend(position);
    let (mut sum, mut moves) = (0.0, 0u32);
    for mv in game.moves(position) {
        let after = game.play(position, mv);
        sum += match tree.enter(&after, depth - 1)? {
            Some(score) => score.mean_value(),
            None => choice(tree, &after, depth - 1)?,
        };
        moves += 1;
    }
    tree.ascend();
    Ok(sum / f64::from(moves))
}
