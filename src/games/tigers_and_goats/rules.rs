//! The rules, and the evaluation.

use super::board::{captures, neighbours};
use super::generate::MoveList;
use super::moves::Move;
use super::position::{GOATS, Position};
use super::slices;
use super::symmetry::TigerSymmetries;
use crate::game::{Game, Outcome, PlayRules, chance_at};
use crate::space::Slice;
use crate::util::bits::ones;
use crate::util::cpu::count_ones;

/// The weight of a goat in the evaluation; a step of a tiger is 1.
const GOAT: i32 = 4;

/// The weight of a possible capture in the evaluation; a step of a tiger is 1.
const CAPTURE: i32 = 2;

/// The evaluation for the tigers at which both sides have the same chance: that of the start after a search of a few
/// plies. The start is a draw.
const EVEN: f64 = -50.0;

/// The evaluation that changes the odds by a factor of e: two captured goats.
const LOGIT: f64 = 8.0;

/// The game, with the tables of its space.
pub struct TigersAndGoats {
    pub(super) slices: Vec<Slice>,
    pub(super) symmetries: TigerSymmetries,
}

impl Game for TigersAndGoats {
    type Position = Position;
    type Move = Move;

    fn name(&self) -> &'static str {
        "tigers-and-goats"
    }

    fn sides(&self) -> &'static [&'static str] {
        &["Goats", "Tigers"]
    }

    fn start(&self) -> Position {
        Position { tigers: 1 | 1 << 3 | 1 << 4, goats: 0, hand: GOATS, tigers_to_move: false }
    }

    fn side_to_move(&self, position: &Position) -> usize {
        usize::from(position.tigers_to_move)
    }

    #[inline(always)]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if position.all_captured() {
            return Some(if position.tigers_to_move { Outcome::Win } else { Outcome::Loss });
        }
        (!position.can_move()).then_some(Outcome::Loss)
    }

    #[inline(always)]
    fn moves(&self, position: &Position) -> impl Iterator<Item = Move> {
        if position.all_captured() { MoveList::none() } else { MoveList::of(position) }
    }

    #[inline(always)]
    fn play(&self, position: &Position, mv: Move) -> Position {
        let mut after = Position { tigers_to_move: !position.tigers_to_move, ..*position };
        match mv {
            Move::Place(point) => {
                after.goats |= 1 << point;
                after.hand -= 1;
            }
            Move::Step { from, to } if position.tigers_to_move => after.tigers ^= 1 << from | 1 << to,
            Move::Step { from, to } => after.goats ^= 1 << from | 1 << to,
            Move::Capture { from, over, to } => {
                after.tigers ^= 1 << from | 1 << to;
                after.goats ^= 1 << over;
            }
        }
        after
    }
}

impl PlayRules for TigersAndGoats {
    fn is_capture(&self, _position: &Position, mv: Move) -> bool {
        matches!(mv, Move::Capture { .. })
    }

    /// Every goat that is left counts against the tigers. The tigers' moves count for them, even if the goats are to
    /// move.
    #[inline(always)]
    fn evaluate(&self, position: &Position) -> i32 {
        let empty = position.empty();
        let mobility = |point| {
            let steps = count_ones(neighbours(point) & empty) as i32;
            steps + CAPTURE * captures(point, position.goats, empty) as i32
        };
        let goats = count_ones(position.goats) as i32 + i32::from(position.hand);
        let for_tigers = ones::<u32>(position.tigers).map(mobility).sum::<i32>() - GOAT * goats;
        if position.tigers_to_move { for_tigers } else { -for_tigers }
    }

    fn evaluation_unit(&self) -> Option<&'static str> {
        Some("steps of a tiger")
    }

    fn chance(&self, position: &Position, score: f64) -> Option<f64> {
        let even = if position.tigers_to_move { EVEN } else { -EVEN };
        Some(chance_at((score - even) / LOGIT))
    }
}

impl TigersAndGoats {
    /// The game, with the tables of its space filled: 4 MB.
    pub fn new() -> TigersAndGoats {
        TigersAndGoats { slices: slices::slices(), symmetries: TigerSymmetries::new() }
    }
}

impl Default for TigersAndGoats {
    fn default() -> TigersAndGoats {
        TigersAndGoats::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::search::perft::perft;

    #[test]
    fn lines_of_play_are_as_many_as_published() {
        let game = TigersAndGoats::new();
        let leaves = [1, 20, 120, 2286, 19_406, 351_590, 2_997_798];
        for (depth, lines) in leaves.into_iter().enumerate() {
            assert_eq!(perft(&game, &game.start(), depth as u32), lines, "depth {depth}");
        }
    }

    #[test]
    fn moves_are_counted_without_being_made() {
        let game = TigersAndGoats::new();
        let position = game.parse("T/GGTTGG/....GG/....../...G g 0").expect("a position");
        for position in [position, Position { tigers_to_move: true, ..position }] {
            assert_eq!(game.moves(&position).count(), game.moves(&position).fold(0, |sum, _| sum + 1));
        }
    }

    #[test]
    fn the_game_ends_as_the_rules_say() {
        let game = TigersAndGoats::new();
        let outcome = |text: &str| game.outcome(&game.parse(text).expect(text));
        assert_eq!(outcome("T/..TT../....../....../.... t 0"), Some(Outcome::Win));
        assert_eq!(outcome("T/..TT../....../....../.... g 0"), Some(Outcome::Loss));
        assert_eq!(outcome("T/..TT../....../....../.... g 1"), None);
        // Tigers in the upper left corner that can neither step nor jump, and a goat behind them that cannot step.
        assert_eq!(outcome("G/TTGG../TGG.../GG..../.... t 0"), Some(Outcome::Loss));
        assert_eq!(outcome("./GT..../TT..../....../.... g 0"), Some(Outcome::Loss));
        assert_eq!(outcome("./GT..../TT..../....../.... g 1"), None);
    }
}
