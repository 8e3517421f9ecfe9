//! The weights of the games without a network, which `tools/research/tune` found from games.
//!
//! Other games with long kings are evaluated as Russian or as international draughts, and Italian draughts as checkers.
//! The losing games keep the plain evaluation of the rules.

use crate::game::Outcome;
use crate::games::draughts::DraughtsRules;
use crate::games::draughts::board::{DraughtsBoard, Eight};
use crate::games::draughts::evaluate::{CHECKERS, DraughtsWeights};
use crate::games::draughts::rules::King;

/// Of Russian draughts.
const RUSSIAN: DraughtsWeights = [
    (162, 38),
    (346, 121),
    (5, -23),
    (0, -23),
    (0, -14),
    (-10, -11),
    (-13, 25),
    (6, 64),
    (4, 14),
    (6, 0),
    (-1, 11),
    (11, -1),
    (117, -34),
    (-1, 22),
    (67, -22),
    (-1, 2),
    (-1, 16),
    (119, -18),
    (14, 23),
    (5, 5),
    (2, 0),
];

/// Of international draughts.
const INTERNATIONAL: DraughtsWeights = [
    (142, 86),
    (350, 230),
    (11, -13),
    (18, -21),
    (19, -23),
    (21, -26),
    (-19, 17),
    (25, 67),
    (-1, -3),
    (8, 2),
    (6, 0),
    (12, -3),
    (15, 8),
    (1, 19),
    (126, -34),
    (-1, 4),
    (2, 10),
    (51, 23),
    (15, 23),
    (7, 2),
    (-2, 3),
];

/// The weights of a game; `None` for the plain evaluation of its rules.
pub fn weights<B: DraughtsBoard>(rules: &DraughtsRules) -> Option<&'static DraughtsWeights> {
    match (rules.without_move, rules.king) {
        (Outcome::Loss, King::Short) => Some(&CHECKERS),
        (Outcome::Loss, _) if B::SQUARES == Eight::SQUARES => Some(&RUSSIAN),
        (Outcome::Loss, _) => Some(&INTERNATIONAL),
        _ => None,
    }
}
