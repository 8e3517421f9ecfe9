//! The evaluation of a search: a network for each game, or the weights of the game.

use std::sync::LazyLock;

use super::network::{TripleJumpEvaluator, TripleJumpNetwork};
use super::weights::weights;
use crate::game::Outcome;
use crate::game::PlayRules;
use crate::games::draughts::board::DraughtsBoard;
use crate::games::draughts::evaluate::{DraughtsWeights, evaluate};
use crate::games::draughts::{Draughts, Position};

static CHECKERS: LazyLock<TripleJumpNetwork> = LazyLock::new(|| {
    TripleJumpNetwork::read(include_bytes!("../../../data/checkers.network"))
        .expect("a test reads the network of the program")
});
static LOSING: LazyLock<TripleJumpNetwork> = LazyLock::new(|| {
    TripleJumpNetwork::read(include_bytes!("../../../data/losing-checkers.network"))
        .expect("a test reads the network of the program")
});

/// The evaluation of a search.
pub enum Evaluation {
    /// A network.
    Network(TripleJumpEvaluator),
    /// The hand-made weights of the game, and the percentage that turns their sum into hundredths of a logit.
    Weights(i32),
    /// The weights of the player for the game, of which a man is 100.
    OwnWeights(&'static DraughtsWeights),
}

/// A man in hundredths of a logit, by the games that the weights were fitted to.
const MAN: i32 = 170;

impl Evaluation {
    /// The network of a game, for lines of at most `plies` plies.
    pub fn network(game: &Draughts, plies: usize) -> Evaluation {
        let network = if game.rules.without_move == Outcome::Loss { &CHECKERS } else { &LOSING };
        Evaluation::Network(TripleJumpEvaluator::new(network, plies))
    }

    /// The hand-made weights of the game.
    pub fn weights<B: DraughtsBoard>(game: &Draughts<B>) -> Evaluation {
        Evaluation::Weights(if game.rules.without_move == Outcome::Loss { MAN } else { 100 })
    }

    /// The weights of the player for a game without a network. Other weights that the game was given go before them.
    pub(super) fn own_weights<B: DraughtsBoard>(game: &Draughts<B>) -> Evaluation {
        match weights::<B>(game.rules) {
            Some(weights) if !game.has_other_weights() => Evaluation::OwnWeights(weights),
            _ => Evaluation::weights(game),
        }
    }

    /// The evaluation for the side to move, `ply` plies from the root.
    #[inline(always)]
    pub fn evaluate<B: DraughtsBoard>(&mut self, game: &Draughts<B>, position: &Position, ply: usize) -> i32 {
        match self {
            Evaluation::Network(evaluator) => evaluator.evaluate(position, ply),
            Evaluation::Weights(percent) => game.evaluate(position) * *percent / 100,
            Evaluation::OwnWeights(weights) => evaluate::<B>(position, weights) * MAN / 100,
        }
    }
}
