//! Alpha-beta without memory, moves in the game's order (Knuth and Moore 1975; fail-soft, Fishburn 1983).

use super::deepen::IterationRequest;
use super::score::Score;
use super::tree::{SearchStopped, Tree};
use crate::game::{PlayRules, Turn, turn};

/// The scores that matter at a node: above alpha and below beta.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// The score that the team to move has for certain elsewhere.
    pub alpha: Score,
    /// The score to which the other team can limit it elsewhere.
    pub beta: Score,
}

impl Window {
    /// Every score.
    pub const FULL: Window = Window { alpha: Score::LEAST, beta: Score::GREATEST };

    /// The null window that tells whether the score is greater than alpha.
    #[inline(always)]
    pub fn above(alpha: Score) -> Window {
        Window { alpha, beta: alpha.next() }
    }

    /// The window for the team to move after a move.
    #[inline(always)]
    pub fn after(self, turn: Turn) -> Window {
        match turn {
            Turn::Other => Window { alpha: self.beta.after(turn), beta: self.alpha.after(turn) },
            Turn::Same => Window { alpha: self.alpha.after(turn), beta: self.beta.after(turn) },
        }
    }
}

/// Searches the root to one depth.
pub fn search<G: PlayRules>(
    tree: &mut Tree<G>,
    root: &G::Position,
    iteration: IterationRequest,
) -> Result<Score, SearchStopped> {
    below(tree, root, iteration.depth, Window::FULL)
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
        let turn = turn(game, position, &after);
        let score = match tree.enter(&after, depth - 1)? {
            Some(score) => score,
            None => below(tree, &after, depth - 1, window.after(turn))?,
        };
        best = best.max(score.before(turn));
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
