//! Scout with memory: the table makes the second search of a move cheap (Reinefeld 1989).

use super::alphabeta::Window;
use super::deepen::IterationRequest;
use super::memory::SearchMemory;
use super::score::Score;
use super::tree::{SearchStopped, Tree};
use crate::game::{PlayRules, Turn, turn};

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

/// The score of the position after a move, for the team that makes it.
fn after_move<G: PlayRules>(
    tree: &mut Tree<G>,
    memory: &mut SearchMemory<G>,
    (after, turn): (&G::Position, Turn),
    depth: u32,
    window: Window,
) -> Result<Score, SearchStopped> {
    let score = match tree.enter(after, depth)? {
        Some(score) => score,
        None => below(tree, memory, after, depth, window.after(turn))?,
    };
    Ok(score.before(turn))
}

/// The score of a node that is no leaf: exact within the window, else a bound on the same side of it.
fn below<G: PlayRules>(
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
    let mut first = true;
    while let Some(mv) = memory.next(&mut node) {
        let after = tree.game.play(position, mv.0);
        let after = (&after, turn(tree.game, position, &after));
        let window = node.window;
        let test = if first { window } else { Window::above(window.alpha) };
        let mut score = after_move(tree, memory, after, depth - 1, test)?;
        // The score of a leaf is exact in any window.
        if !first && score > window.alpha && score < window.beta && depth > 1 {
            score = after_move(tree, memory, after, depth - 1, Window { alpha: score.previous(), ..window })?;
        }
        first = false;
        if memory.take(tree, &mut node, mv, score) {
            break;
        }
    }
    Ok(memory.close(tree, node))
}
