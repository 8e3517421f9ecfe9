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
use crate::game::{Game, Outcome, PlayRules, chance_at};
use crate::util::bits::ones;

/// A game of draughts on a board, by its rules.
#[derive(Clone)]
pub struct Draughts<B: DraughtsBoard = Eight> {
    pub(crate) rules: &'static DraughtsRules,
    /// Whether the moves are as in English draughts, and are found faster.
    is_english: bool,
    /// The weights of the evaluation, if they are not the weights of the rules.
    weights: Option<Box<DraughtsWeights>>,
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
        Draughts { rules, is_english, weights: None, endings: DraughtsEndings::shared() }
    }

    /// The rules.
    pub fn rules(&self) -> &'static DraughtsRules {
        self.rules
    }

    /// The game with other weights of the evaluation, which must be of English draughts or its losing game.
    pub fn with_weights(self, weights: DraughtsWeights) -> Draughts<B> {
        Draughts { weights: Some(Box::new(weights)), ..self }
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
        self.rules.name
    }

    fn sides(&self) -> &'static [&'static str] {
        if self.rules.white_first { &["White", "Black"] } else { &["Black", "White"] }
    }

    fn start(&self) -> Position {
        let own = (0..self.rules.start).fold(0, |own, index| own | B::square(index));
        self.starter_to_move(Position { own, other: B::rotated(own), kings: 0, black_to_move: true })
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
        Position {
            own: B::rotated(position.other & !taken),
            other: B::rotated(own),
            kings: B::rotated(kings),
            black_to_move: !position.black_to_move,
        }
    }
}

impl<B: DraughtsBoard> PlayRules for Draughts<B> {
    #[inline(always)]
    fn evaluate(&self, position: &Position) -> i32 {
        match (&self.weights, &self.rules.evaluation) {
            (Some(weights), _) => evaluate::evaluate(position, weights),
            (None, DraughtsEvaluation::Tuned(weights)) => evaluate::evaluate(position, weights),
            (None, DraughtsEvaluation::Plain(weights)) => evaluate::evaluate_plainly::<B>(position, weights),
        }
    }

    fn evaluation_unit(&self) -> Option<&'static str> {
        Some(match self.rules.without_move {
            Outcome::Loss => "hundredths of a man",
            _ => "hundredths of a logit",
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
