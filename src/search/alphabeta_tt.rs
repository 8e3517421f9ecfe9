//! Alpha-beta with memory (Slate and Atkin 1977).

use super::alphabeta::Window;
use super::deepen::IterationRequest;
use super::memory::SearchMemory;
use super::score::Score;
use super::tree::{SearchStopped, Tree};
use crate::game::{PlayRules, turn};

/// Searches the root to one depth.
pub fn search<G: PlayRules>(
    tree: &mut Tree<G>,
    memory: &mut SearchMemory<G>,
    root: &G::Position,
    iteration: IterationRequest,
) -> Result<Score, SearchStopped> {
    let score = below(tree, memory, root, iteration.depth, Window::FULL)?;
    memory.complete(tree, root, iteration.depth);
    Ok(score)
}

/// The score of a node that is no leaf: exact within the window, else a bound on the same side of it.
pub fn below<G: PlayRules>(
    tree: &mut Tree<G>,
    memory: &mut SearchMemory<G>,
    position: &G::Position,
    depth: u32,
    window: Window,
) -> Result<Score, SearchStopped> {
    let mut node = match memory.open(tree, position, depth, window) {
        Ok(node) => node,
        Err(score) => return Ok(score),
    };
    while let Some(mv) = memory.next(&mut node) {
        let after = tree.game.play(position, mv.0);
        let turn = turn(tree.game, position, &after);
        let score = match tree.enter(&after, depth - 1)? {
            Some(score) => score,
            None => below(tree, memory, &after, depth - 1, node.window.after(turn))?,
        };
        if memory.take(tree, &mut node, mv, score.before(turn)) {
            break;
        }
    }
    Ok(memory.close(tree, node))
}
