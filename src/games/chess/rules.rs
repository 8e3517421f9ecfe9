//! The rules of the game.

use std::sync::Arc;

use super::endings::Endings;
use super::fen;
use super::position::{BLACK, Move, PieceType, Position, SIDES, Squares, WHITE, squares};
use crate::game::{Game, Outcome, PlayRules, QUIET_PLIES, chance_at};
use crate::space::Metric;

/// The game.
#[derive(Clone)]
pub struct Chess {
    pub(super) endings: Arc<Endings>,
    pub(super) metric: Metric,
}

impl Chess {
    /// The game. The depths of its tables count plies to mate, without the fifty-move rule.
    pub fn new() -> Chess {
        Chess { endings: Arc::new(Endings::new()), metric: Metric::End }
    }

    /// The game with the fifty-move rule. The depths of its tables count plies to the next capture or move of a pawn,
    /// or to mate. Its name is `chess-dtz`.
    pub fn with_fifty_moves() -> Chess {
        Chess::with_quiet_plies(QUIET_PLIES)
    }

    /// The game under a rule of this many quiet plies instead of the fifty-move rule.
    pub fn with_quiet_plies(most: u32) -> Chess {
        Chess { metric: Metric::Zeroing(most), ..Chess::new() }
    }
}

impl Default for Chess {
    fn default() -> Chess {
        Chess::new()
    }
}

/// The light squares.
pub const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;

/// The evaluation that changes the odds by a factor of e, in hundredths of a pawn.
const LOGIT: f64 = 212.0;

/// The worth of each kind of piece, in hundredths of a pawn.
const WORTH: [i32; 6] = [100, 320, 330, 500, 950, 0];

/// The gain of a piece on each rank or file towards the middle of the board, in hundredths of a pawn.
const CENTRE: [i32; 8] = [0, 4, 8, 12, 12, 8, 4, 0];

/// Whether no sequence of moves leads to a mate, by the material alone: kings, with one knight or with bishops on
/// squares of one colour. `kinds` are the squares of each kind of piece.
#[inline(always)]
pub fn is_dead(kinds: &[Squares; 6]) -> bool {
    let of = |kind: PieceType| kinds[kind as usize];
    if of(PieceType::Pawn) | of(PieceType::Rook) | of(PieceType::Queen) != 0 {
        return false;
    }
    let bishops = of(PieceType::Bishop);
    match of(PieceType::Knight).count_ones() {
        0 => bishops & LIGHT == 0 || bishops & !LIGHT == 0,
        1 => bishops == 0,
        _ => false,
    }
}

impl Position {
    /// Whether no sequence of moves leads to a mate, by the material alone.
    pub fn is_dead(&self) -> bool {
        is_dead(&self.kinds)
    }
}

impl Game for Chess {
    type Position = Position;
    type Move = Move;

    fn name(&self) -> &'static str {
        match self.metric {
            Metric::End => "chess",
            Metric::Zeroing(_) => "chess-dtz",
        }
    }

    fn sides(&self) -> &'static [&'static str] {
        &SIDES
    }

    fn start(&self) -> Position {
        fen::start()
    }

    #[inline(always)]
    fn side_to_move(&self, position: &Position) -> usize {
        position.own()
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if position.is_dead() {
            return Some(Outcome::Draw);
        }
        if position.legal_moves().len() > 0 {
            return None;
        }
        Some(if position.checkers() == 0 { Outcome::Draw } else { Outcome::Loss })
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = Move> {
        (!position.is_dead()).then(|| position.legal_moves()).into_iter().flatten()
    }

    #[inline(always)]
    fn play(&self, position: &Position, mv: Move) -> Position {
        position.after(mv)
    }
}

impl PlayRules for Chess {
    /// Material, and pieces nearer to the middle.
    fn evaluate(&self, position: &Position) -> i32 {
        let of = |colour: usize| {
            let kinds = PieceType::ALL.into_iter().filter(|&kind| kind != PieceType::King);
            let worth = |(kind, square): (PieceType, u8)| {
                WORTH[kind as usize] + CENTRE[usize::from(square % 8)] + CENTRE[usize::from(square / 8)]
            };
            kinds
                .flat_map(|kind| squares(position.of(kind, colour)).map(move |square| (kind, square)))
                .map(worth)
                .sum::<i32>()
        };
        let balance = of(WHITE) - of(BLACK);
        if position.own() == WHITE { balance } else { -balance }
    }

    fn evaluation_unit(&self) -> Option<&'static str> {
        Some("hundredths of a pawn")
    }

    fn chance(&self, _position: &Position, score: f64) -> Option<f64> {
        Some(chance_at(score / LOGIT))
    }

    /// A move without a capture and not of a pawn: a hundred of them in a row are a draw.
    fn is_quiet(&self, position: &Position, mv: Move) -> bool {
        !self.is_capture(position, mv) && position.kinds[PieceType::Pawn as usize] >> mv.from & 1 == 0
    }

    fn quiet_limit(&self) -> u32 {
        match self.metric {
            Metric::Zeroing(most) => most,
            Metric::End => QUIET_PLIES,
        }
    }

    fn quiet_plies(&self, position: &Position) -> u32 {
        position.clock.into()
    }

    /// In a dead position the kings can still move.
    fn moves_past_end(&self, position: &Position) -> Vec<Move> {
        if position.is_dead() { position.legal_moves().collect() } else { Vec::new() }
    }

    fn is_capture(&self, position: &Position, mv: Move) -> bool {
        position.occupied() >> mv.to & 1 == 1 || position.is_en_passant(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;

    #[test]
    fn games_end_as_the_rules_say() {
        let chess = Chess::new();
        for (position, outcome) in [
            ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", Some(Outcome::Loss)),
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some(Outcome::Draw)),
            ("7k/8/6K1/8/8/8/8/6N1 b - - 0 1", Some(Outcome::Draw)),
            ("7k/8/6K1/8/8/8/8/5BB1 b - - 0 1", None),
            ("7k/8/6K1/8/5b2/8/8/6B1 b - - 0 1", Some(Outcome::Draw)),
            ("7k/8/6K1/8/8/8/8/n5N1 b - - 0 1", None),
        ] {
            let parsed = chess.parse(position).expect(position);
            assert_eq!(chess.outcome(&parsed), outcome, "{position}");
        }
    }
}
