//! Random games.

use std::time::Duration;

use super::score::Score;
use super::tree::{SearchStopped, Tree};
use crate::game::{PlayRules, turn};

pub use crate::util::random::Random;

/// The time between two results of random games that the watch gets.
pub const PAUSE: Duration = Duration::from_millis(500);

/// The score of a position, for its side to move, after a random game of at most `plies` plies: the result of the game,
/// or else the evaluation of its last position. The position was entered, and the game is not over there.
pub fn playout<G: PlayRules>(
    tree: &mut Tree<G>,
    random: &mut Random,
    position: &G::Position,
    plies: u32,
) -> Result<Score, SearchStopped> {
    let (game, mut now) = (tree.game, *position);
    let mut last = Score::evaluated(game.evaluate(position));
    let mut made = 0;
    while made < plies {
        tree.descend(&now);
        made += 1;
        let number = random.below(game.moves(&now).count());
        let Some(mv) = game.moves(&now).nth(number) else { break };
        now = game.play(&now, mv);
        if let Some(score) = tree.enter(&now, plies - made)? {
            last = score;
            break;
        }
    }
    for _ in 0..made {
        if let Some(&before) = tree.parent() {
            last = last.before(turn(game, &before, &now));
            now = before;
        }
        tree.ascend();
    }
    Ok(last)
}
