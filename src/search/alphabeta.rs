//! Alpha-beta without memory, moves in the game's order (Knuth and Moore 1975, fail-soft as Fishburn 1983 has it).

use super::deepen::Iteration;
use super::score::Score;
use super::tree::{Stopped, Tree};
use crate::game::Game;

/// The scores that matter: those above the first and below the second.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// What the side to move has for certain elsewhere.
    pub alpha: Score,
    /// What the other side can hold it to elsewhere.
    pub beta: Score,
}

impl Window {
    /// Every score.
    pub const FULL: Window = Window { alpha: Score::LEAST, beta: Score::GREATEST };

    /// The window that tells only whether the score is greater than this.
    #[inline(always)]
    pub fn above(alpha: Score) -> Window {
        Window { alpha, beta: alpha.next() }
    }

    /// The window for the other side after a move.
    #[inline(always)]
    pub fn for_reply(self) -> Window {
        Window { alpha: self.beta.for_reply(), beta: self.alpha.for_reply() }
    }
}

/// Searches the root to one depth.
pub fn search<G: Game>(tree: &mut Tree<G>, root: &G::Position, iteration: Iteration) -> Result<Score, Stopped> {
    below(tree, root, iteration.depth, Window::FULL)
}

/// The score of a node that is no leaf: exact within the window, else a bound on the same side of it.
fn below<G: Game>(
    tree: &mut Tree<G>,
    position: &G::Position,
    depth: u32,
    mut window: Window,
) -> Result<Score, Stopped> {
    let (game, ply) = (tree.game, tree.descend(position));
    let mut best = Score::LEAST;
    for mv in game.moves(position) {
        let after = game.play(position, mv);
        let score = match tree.enter(&after, depth - 1)? {
            Some(score) => score,
            None => below(tree, &after, depth - 1, window.for_reply())?,
        };
        best = best.max(score.for_mover());
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
