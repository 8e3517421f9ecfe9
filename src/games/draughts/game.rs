//! The games: their rules in play, and the facts that engines need.

use super::board::{DraughtsBoard, Eight, Ten};
use super::endings::DraughtsEndings;
use super::evaluate::{self, DraughtsWeights};
use super::moves::english::EnglishMoves;
use super::moves::{self, DraughtsMoves, Move};
use super::position::Position;
use super::rules::{
    ANTIDRAUGHTS, BRAZILIAN, CHECKERS_RULES, CZECH, DraughtsEvaluation, DraughtsRules, INTERNATIONAL, ITALIAN, KILLER,
    LOSING_RULES, PODDAVKI, POOL, RUSSIAN, SPANISH, THAI,
};
use super::squares::SquareNames;
use crate::game::{Game, Outcome, PlayRules, QUIET_PLIES, chance_at};
use crate::space::Metric;
use crate::util::bits::ones;

/// A game of draughts on a board, by its rules.
#[derive(Clone)]
pub struct Draughts<B: DraughtsBoard = Eight> {
    pub(crate) rules: &'static DraughtsRules,
    /// Whether the moves are as in English draughts, and are found faster.
    is_english: bool,
    /// The weights of the evaluation, if they are not the weights of the rules.
    weights: Option<Box<DraughtsWeights>>,
    /// The plies that the depths of the tables count.
    pub(super) metric: Metric,
    pub(super) endings: &'static DraughtsEndings<B>,
}

impl Draughts<Eight> {
    /// English draughts: a side without a move has lost.
    pub fn checkers() -> Draughts {
        Draughts::of(&CHECKERS_RULES)
    }

    /// The losing game: a side without a move has won.
    pub fn losing_checkers() -> Draughts {
        Draughts::of(&LOSING_RULES)
    }

    /// Russian draughts.
    pub fn russian() -> Draughts {
        Draughts::of(&RUSSIAN)
    }

    /// The losing game of Russian draughts.
    pub fn poddavki() -> Draughts {
        Draughts::of(&PODDAVKI)
    }

    /// Brazilian draughts.
    pub fn brazilian() -> Draughts {
        Draughts::of(&BRAZILIAN)
    }

    /// Pool checkers.
    pub fn pool() -> Draughts {
        Draughts::of(&POOL)
    }

    /// Italian draughts.
    pub fn italian() -> Draughts {
        Draughts::of(&ITALIAN)
    }

    /// Spanish and Portuguese draughts.
    pub fn spanish() -> Draughts {
        Draughts::of(&SPANISH)
    }

    /// Czech draughts.
    pub fn czech() -> Draughts {
        Draughts::of(&CZECH)
    }

    /// Thai draughts.
    pub fn thai() -> Draughts {
        Draughts::of(&THAI)
    }

    /// [`Position::of_squares`] with the numbers that the game gives to its squares.
    #[inline]
    pub fn of_squares(&self, black: u32, white: u32, kings: u32, black_to_move: bool) -> Option<Position> {
        let named = SquareNames::of::<Eight>(self.rules);
        if named.is_english() {
            return Position::of_squares(black, white, kings, black_to_move);
        }
        // The number in English draughts of the square with another number.
        let english = |number: u32| if black_to_move { number } else { Eight::SQUARES - 1 - number };
        let renamed = |set: u32| {
            let renamed = |number: u32| 1 << english(named.index(number + 1, black_to_move));
            ones::<u32>(u64::from(set)).fold(0, |all, number| all | renamed(number))
        };
        Position::of_squares(renamed(black), renamed(white), renamed(kings), black_to_move)
    }
}

impl Draughts<Ten> {
    /// International draughts.
    pub fn international() -> Draughts<Ten> {
        Draughts::of(&INTERNATIONAL)
    }

    /// Killer draughts.
    pub fn killer() -> Draughts<Ten> {
        Draughts::of(&KILLER)
    }

    /// The losing game of international draughts.
    pub fn antidraughts() -> Draughts<Ten> {
        Draughts::of(&ANTIDRAUGHTS)
    }
}

impl<B: DraughtsBoard> Draughts<B> {
    fn of(rules: &'static DraughtsRules) -> Draughts<B> {
        let is_english = rules.is_english() && B::SQUARES == Eight::SQUARES;
        Draughts { rules, is_english, weights: None, metric: Metric::End, endings: DraughtsEndings::shared() }
    }

    /// The rules.
    pub fn rules(&self) -> &'static DraughtsRules {
        self.rules
    }

    /// The game under its rule of quiet plies: the depths of its tables count plies to the next capture or move of a
    /// man, or to the end. `None` if the game has no such rule.
    pub fn under_rule(self) -> Option<Draughts<B>> {
        let rule = self.rules.quiet?;
        self.with_quiet_plies(rule.plies)
    }

    /// The game under a rule of this many quiet plies instead. `None` if the game has no such rule.
    pub fn with_quiet_plies(self, most: u32) -> Option<Draughts<B>> {
        self.rules.quiet?;
        Some(Draughts { metric: Metric::Zeroing(most), ..self })
    }

    /// The game with other weights of the evaluation than its rules have.
    pub fn with_weights(self, weights: DraughtsWeights) -> Draughts<B> {
        Draughts { weights: Some(Box::new(weights)), ..self }
    }

    /// Whether it has other weights of the evaluation than its rules have.
    pub(crate) fn has_other_weights(&self) -> bool {
        self.weights.is_some()
    }

    /// Whether the moves are as in English draughts.
    #[inline(always)]
    pub(super) fn is_english(&self) -> bool {
        self.is_english
    }

    /// Whether a piece of the side to move can capture.
    #[inline(always)]
    pub(super) fn can_capture(&self, position: &Position) -> bool {
        match self.is_english {
            true => EnglishMoves::can_jump(position),
            false => moves::can_capture::<B>(self.rules, position),
        }
    }

    /// The position with the side to move that begins the game.
    #[inline(always)]
    pub(super) fn starter_to_move(&self, position: Position) -> Position {
        Position { black_to_move: !self.rules.white_first, ..position }
    }
}

impl<B: DraughtsBoard> Game for Draughts<B> {
    type Position = Position;
    type Move = Move;

    fn name(&self) -> &'static str {
        match (self.metric, &self.rules.quiet) {
            (Metric::Zeroing(_), Some(rule)) => rule.name,
            _ => self.rules.name,
        }
    }

    fn sides(&self) -> &'static [&'static str] {
        if self.rules.white_first { &["White", "Black"] } else { &["Black", "White"] }
    }

    fn start(&self) -> Position {
        let own = (0..self.rules.start).fold(0, |own, index| own | B::square(index));
        self.starter_to_move(Position { own, other: B::rotated(own), kings: 0, black_to_move: true, clock: 0 })
    }

    fn side_to_move(&self, position: &Position) -> usize {
        usize::from(position.black_to_move == self.rules.white_first)
    }

    #[inline(always)]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let is_over = match self.is_english {
            true => EnglishMoves::of(position).is_empty(),
            false => !moves::can_move::<B>(self.rules, position),
        };
        is_over.then_some(self.rules.without_move)
    }

    #[inline(always)]
    fn moves(&self, position: &Position) -> impl Iterator<Item = Move> {
        match self.is_english {
            true => DraughtsMoves::<B>::English(EnglishMoves::of(position)),
            false => DraughtsMoves::by_rules(self.rules, position),
        }
    }

    #[inline(always)]
    fn play(&self, position: &Position, mv: Move) -> Position {
        let (from, to, taken) = (mv.from(), mv.to(), mv.taken());
        // A jump of a king may end on the square where it began.
        let own = position.own & !from | to;
        let is_king = position.kings & from != 0 || mv.is_crowned_on_its_way();
        let crowned = if is_king { to } else { to & B::FAR_ROW };
        let kings = position.kings & !(from | taken) | crowned;
        let is_counted = self.rules.quiet.is_some() && self.is_quiet(position, mv);
        Position {
            own: B::rotated(position.other & !taken),
            other: B::rotated(own),
            kings: B::rotated(kings),
            black_to_move: !position.black_to_move,
            clock: if is_counted { position.clock.saturating_add(1) } else { 0 },
        }
    }
}

impl<B: DraughtsBoard> PlayRules for Draughts<B> {
    #[inline(always)]
    fn evaluate(&self, position: &Position) -> i32 {
        match (&self.weights, &self.rules.evaluation) {
            (Some(weights), _) => evaluate::evaluate::<B>(position, weights),
            (None, DraughtsEvaluation::Tuned(weights)) => evaluate::evaluate::<B>(position, weights),
            (None, DraughtsEvaluation::Plain(weights)) => evaluate::evaluate_plainly::<B>(position, weights),
        }
    }

    fn evaluation_unit(&self) -> Option<&'static str> {
        Some(match self.rules.without_move {
            Outcome::Loss => "hundredths of a man",
            _ => "hundredths of a point",
        })
    }

    fn chance(&self, _position: &Position, score: f64) -> Option<f64> {
        let logit = match self.rules.without_move {
            // A man is 100, and 1.7 logits by the games that the weights were fitted to.
            Outcome::Loss => 100.0 / 1.7,
            _ => 100.0,
        };
        Some(chance_at(score / logit))
    }

    /// A move without a capture; in a game with a rule of quiet plies also not of a man.
    #[inline(always)]
    fn is_quiet(&self, position: &Position, mv: Move) -> bool {
        !mv.is_jump() && (self.rules.quiet.is_none() || position.kings & mv.from() != 0)
    }

    fn quiet_limit(&self) -> u32 {
        match (self.metric, self.rules.quiet) {
            (Metric::Zeroing(most), _) => most,
            (Metric::End, Some(rule)) => rule.plies,
            (Metric::End, None) => QUIET_PLIES,
        }
    }

    fn quiet_plies(&self, position: &Position) -> u32 {
        position.clock.into()
    }

    fn is_capture(&self, _position: &Position, mv: Move) -> bool {
        mv.is_jump()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;

    #[test]
    fn positions_of_squares_have_the_numbers_of_the_game() {
        for game in
            [Draughts::checkers(), Draughts::russian(), Draughts::italian(), Draughts::spanish(), Draughts::thai()]
        {
            for (text, black_to_move) in [("B:W13,K17:BK2,20,31", true), ("W:W13,K17:BK2,20,31", false)] {
                let bits = |numbers: &[u32]| numbers.iter().fold(0, |set, number| set | 1 << (number - 1));
                let of_squares = game.of_squares(bits(&[2, 20, 31]), bits(&[13, 17]), bits(&[2, 17]), black_to_move);
                assert_eq!(of_squares, game.parse(text).ok(), "{} {text}", game.name());
            }
        }
    }
}
