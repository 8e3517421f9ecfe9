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
    /// A network, and whether it is of checkers, where the progress of the winner counts beside it.
    Network(TripleJumpEvaluator, bool),
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
        let is_checkers = game.rules.without_move == Outcome::Loss;
        let network = if is_checkers { &CHECKERS } else { &LOSING };
        Evaluation::Network(TripleJumpEvaluator::new(network, plies), is_checkers)
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
            Evaluation::Network(evaluator, tells_progress) => match evaluator.evaluate(position, ply) {
                won if *tells_progress && won.abs() > FLAT => with_progress::<B>(won, position),
                evaluation => evaluation,
            },
            Evaluation::Weights(percent) => game.evaluate(position) * *percent / 100,
            Evaluation::OwnWeights(weights) => evaluate::<B>(position, weights) * MAN / 100,
        }
    }
}

/// The evaluation of a network from which on positions that are won look alike to it, and the range beyond it over
/// which progress comes to count in full.
const FLAT: i32 = 350;
const FADING: i32 = 150;

/// An evaluation beyond [`FLAT`] with the progress of the winner: fewer pieces, kings, and men in the half of the
/// opponent. The search then has a way from one won position to the next.
///
/// An evaluation of 500 with 10 pieces on the board, two kings and a man in the far half becomes
/// `500 + 6 * (24 - 10) + 8 * 2 + 3 * 1 = 603`.
#[cold]
fn with_progress<B: DraughtsBoard>(evaluation: i32, position: &Position) -> i32 {
    let &Position { own, other, kings, .. } = position;
    let near = B::square(B::SQUARES / 2) - 1;
    let (winner, far) = if evaluation > 0 { (own, own & !near) } else { (other, other & near) };
    let pieces = 24 - (own | other).count_ones() as i32;
    let progress = 6 * pieces + 8 * (winner & kings).count_ones() as i32 + 3 * (far & !kings).count_ones() as i32;
    evaluation + evaluation.signum() * progress * (evaluation.abs() - FLAT).min(FADING) / FADING
}
