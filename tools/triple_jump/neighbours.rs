//! Positions beside the positions of games, with the score of the network itself. A network that is to replace it
//! learns from them what it knew: the positions of games alone are few.

use hindsight::game::Game;
use hindsight::games::draughts::{Draughts, Position};
use hindsight::play::matches::wander;
use hindsight::players::triple_jump::evaluate::Evaluation;
use hindsight::util::random::Random;

use crate::sample::Sample;

/// The most random moves from a position of a game to a neighbour.
const MOST_MOVES: usize = 3;

/// A position one to [`MOST_MOVES`] random moves from each position of a game, unless it is over or has a jump.
pub fn neighbours(game: &Draughts, samples: &[Sample], random: &mut Random) -> Vec<Sample> {
    let mut evaluation = Evaluation::network(game, 0);
    let mut neighbour = |&Sample { own, other, kings, .. }: &Sample| -> Option<Sample> {
        let position = Position { own, other, kings, black_to_move: true, clock: 0 };
        let plies = 1 + random.below(MOST_MOVES) as u32;
        let position = *wander(game, position, random, plies).position();
        let is_quiet = game.outcome(&position).is_none() && !game.moves(&position).any(|mv| mv.is_jump());
        is_quiet.then(|| Sample::of_network(&position, evaluation.evaluate(game, &position, 0)))
    };
    samples.iter().filter_map(&mut neighbour).collect()
}
