//! Random games, and the dice for them.

use super::score::Score;
use super::tree::{Stopped, Tree};
use crate::game::Game;

/// Random numbers that are the same every time (Sebastiano Vigna, "splitmix64").
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The dice that begin with this number.
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// A number below this one.
    pub fn below(&mut self, number: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(mixed ^ mixed >> 31) * number as u128) >> 64) as usize
    }
}

/// The score of a position, for its side to move, after a random game of so many plies at most: as it has ended, else the
/// evaluation of the last position. The position itself was entered and goes on.
pub fn playout<G: Game>(
    tree: &mut Tree<G>,
    dice: &mut Dice,
    position: &G::Position,
    plies: u32,
) -> Result<Score, Stopped> {
    let (game, mut now) = (tree.game, *position);
    let mut last = Score::evaluated(game.evaluate(position));
    let mut made = 0;
    while made < plies {
        tree.descend(&now);
        made += 1;
        let number = dice.below(game.moves(&now).count());
        let Some(m) = game.moves(&now).nth(number) else { break };
        now = game.play(&now, m);
        if let Some(score) = tree.enter(&now, plies - made)? {
            last = score;
            break;
        }
    }
    for _ in 0..made {
        tree.ascend();
        last = last.for_mover();
    }
    Ok(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_up() {
        let (mut dice, mut counts) = (Dice::new(1), [0; 6]);
        (0..6000).for_each(|_| counts[dice.below(6)] += 1);
        assert!(counts.iter().all(|count| (900..1100).contains(count)), "{counts:?}");
    }
}
