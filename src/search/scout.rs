//! Scout without memory, moves in the game's order: the first move is searched with the full window, the others with a
//! null window, and only a move that is better is searched again (Pearl 1980; in this form Reinefeld 1983).

use super::alphabeta::Window;
use super::deepen::IterationRequest;
use super::score::Score;
use super::tree::{SearchStopped, Tree};
use crate::game::{PlayRules, Turn, turn};

/// Searches the root to one depth.
pub fn search<G: PlayRules>(
    tree: &mut Tree<G>,
    root: &G::Position,
    iteration: IterationRequest,
) -> Result<Score, SearchStopped> {
    below(tree, root, iteration.depth, Window::FULL)
}

/// The score of the position after a move, for the team that makes it.
fn after_move<G: PlayRules>(
    tree: &mut Tree<G>,
    (after, turn): (&G::Position, Turn),
    depth: u32,
    window: Window,
) -> Result<Score, SearchStopped> {
    let score = match tree.enter(after, depth)? {
        Some(score) => score,
        None => below(tree, after, depth, window.after(turn))?,
    };
    Ok(score.before(turn))
}

/// The score of a node that is no leaf: exact within the window, else a bound on the same side of it.
fn below<G: PlayRules>(
    tree: &mut Tree<G>,
    position: &G::Position,
    depth: u32,
    mut window: Window,
) -> Result<Score, SearchStopped> {
    let (game, ply) = (tree.game, tree.descend(position));
    let mut best = Score::LEAST;
    for mv in game.moves(position) {
        if !tree.allows(ply, mv) {
            continue;
        }
        let after = game.play(position, mv);
        let after = (&after, turn(game, position, &after));
        let first = best == Score::LEAST;
        let test = if first { window } else { Window::above(window.alpha) };
        let mut score = after_move(tree, after, depth - 1, test)?;
        // The score of a leaf is exact in any window.
        if !first && score > window.alpha && score < window.beta && depth > 1 {
            score = after_move(tree, after, depth - 1, Window { alpha: score.previous(), ..window })?;
        }
        best = best.max(score);
        if best > window.alpha {
            window.alpha = best;
            tree.prefer(ply, mv);
            if best >= window.beta {
                break;
            }
        }
    }
    tree.ascend();
    Ok(best)
}
