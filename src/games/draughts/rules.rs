//! The rules of both games.

use std::sync::Arc;

use super::board::{FAR_ROW, rotated};
use super::endings::DraughtsEndings;
use super::evaluate::{self, CHECKERS, DraughtsWeights, LOSING};
use super::moves::{DraughtsMoves, Move};
use super::position::Position;
use crate::game::{Game, Outcome, PlayRules, chance_at};

/// One of the two games.
#[derive(Clone)]
pub struct Draughts {
    pub(super) name: &'static str,
    /// The outcome for a side to move without a legal move.
    pub(crate) stuck: Outcome,
    /// The weights of the evaluation.
    pub(crate) weights: DraughtsWeights,
    pub(super) endings: Arc<DraughtsEndings>,
}

impl Draughts {
    /// English draughts: a side without a move has lost.
    pub fn checkers() -> Draughts {
        Draughts {
            name: "checkers",
            stuck: Outcome::Loss,
            weights: CHECKERS,
            endings: Arc::new(DraughtsEndings::new()),
        }
    }

    /// The losing game: a side without a move has won.
    pub fn losing_checkers() -> Draughts {
        Draughts {
            name: "losing-checkers",
            stuck: Outcome::Win,
            weights: LOSING,
            endings: Arc::new(DraughtsEndings::new()),
        }
    }

    /// The game with other weights of the evaluation.
    pub fn with_weights(mut self, weights: DraughtsWeights) -> Draughts {
        self.weights = weights;
        self
    }
}

impl Game for Draughts {
    type Position = Position;
    type Move = Move;

    fn name(&self) -> &'static str {
        self.name
    }

    fn sides(&self) -> &'static [&'static str] {
        &["Black", "White"]
    }

    fn start(&self) -> Position {
        let own = 0x1eff;
        Position { own, other: rotated(own), kings: 0, black_to_move: true }
    }

    fn side_to_move(&self, position: &Position) -> usize {
        usize::from(!position.black_to_move)
    }

    #[inline(always)]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        DraughtsMoves::of(position).is_empty().then_some(self.stuck)
    }

    #[inline(always)]
    fn moves(&self, position: &Position) -> impl Iterator<Item = Move> {
        DraughtsMoves::of(position)
    }

    #[inline(always)]
    fn play(&self, position: &Position, mv: Move) -> Position {
        let (from, (to, taken)) = (mv.from(), mv.effect());
        // A jump of a king may end on the square where it began.
        let own = position.own & !from | to;
        let crowned = if position.kings & from != 0 { to } else { to & FAR_ROW };
        let kings = position.kings & !(from | taken) | crowned;
        Position {
            own: rotated(position.other & !taken),
            other: rotated(own),
            kings: rotated(kings),
            black_to_move: !position.black_to_move,
        }
    }
}

impl PlayRules for Draughts {
    #[inline(always)]
    fn evaluate(&self, position: &Position) -> i32 {
        evaluate::evaluate(position, &self.weights)
    }

    fn evaluation_unit(&self) -> Option<&'static str> {
        Some(match self.stuck {
            Outcome::Loss => "hundredths of a man",
            _ => "hundredths of a logit",
        })
    }

    fn chance(&self, _position: &Position, score: f64) -> Option<f64> {
        let logit = match self.stuck {
            // A man is 100, and 1.7 logits by the games that the weights were fitted to.
            Outcome::Loss => 100.0 / 1.7,
            _ => 100.0,
        };
        Some(chance_at(score / logit))
    }

    fn is_quiet(&self, _position: &Position, mv: Move) -> bool {
        !mv.is_jump()
    }

    fn is_capture(&self, _position: &Position, mv: Move) -> bool {
        mv.is_jump()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::perft::perft;

    /// Aart Bik, "Checkers move generation counts"; OEIS A133046.
    const LINES: [u64; 12] = [1, 7, 49, 302, 1469, 7361, 36_768, 179_740, 845_931, 3_963_680, 18_391_564, 85_242_128];

    #[test]
    fn perft_is_as_published() {
        for game in [Draughts::checkers(), Draughts::losing_checkers()] {
            for (depth, lines) in LINES.into_iter().enumerate() {
                assert_eq!(perft(&game, &game.start(), depth as u32), lines, "{}, depth {depth}", game.name());
            }
        }
    }
}
