//! Facts about a game that players need beside its rules.

use super::Game;

/// The quiet plies in a row that make a draw at the board by default: in chess, the fifty-move rule.
pub const QUIET_PLIES: u32 = 100;

/// The chance, from 0 to 1, at these logarithmic odds: 1/(1 + exp(-logits)).
pub fn chance_at(logits: f64) -> f64 {
    1.0 / (1.0 + (-logits).exp())
}

/// Facts that engines and games at the board need beside the rules. Solvers and tables never ask for them. Every method
/// is OPTIONAL.
///
/// [`space::conformance::check`](crate::space::conformance::check) tests that evaluations are within their bounds.
///
/// # Example
/// ```
/// use hindsight::games::draughts::Draughts;
/// use hindsight::prelude::*;
///
/// let game = Draughts::checkers();
/// let position = game.parse("W:W23:B18,10")?;
/// let jump = game.moves(&position).next().expect("White must jump");
/// assert!(game.is_capture(&position, jump) && !game.is_quiet(&position, jump));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait PlayRules: Game {
    /// An evaluation for the team to move, for searches that do not reach the end: above 0 if the team stands better,
    /// in any unit, from minus a million to a million. OPTIONAL: by default 0.
    fn evaluate(&self, _position: &Self::Position) -> i32 {
        0
    }

    /// The unit of [`PlayRules::evaluate`] in words, such as `hundredths of a man`. OPTIONAL: by default `None`, no
    /// unit is shown.
    fn evaluation_unit(&self) -> Option<&'static str> {
        None
    }

    /// The chance of the team to move, from 0 to 1, where a search of a position ends with this score in the unit of
    /// [`PlayRules::evaluate`]. OPTIONAL: by default `None`, the scores tell no chance.
    fn chance(&self, _position: &Self::Position, _score: f64) -> Option<f64> {
        None
    }

    /// Whether a legal move makes no progress, such as a move without a capture: a number of them in a row is a draw at
    /// the board. Tables do not count them. OPTIONAL: by default no move is quiet.
    fn is_quiet(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// The quiet plies in a row that make a draw, unless the last of them ends the game. OPTIONAL: by default
    /// [`QUIET_PLIES`].
    fn quiet_limit(&self) -> u32 {
        QUIET_PLIES
    }

    /// The quiet plies in a row before a position, as far as the position itself counts them: a game that starts from
    /// it goes on counting. OPTIONAL: by default 0.
    fn quiet_plies(&self, _position: &Self::Position) -> u32 {
        0
    }

    /// The moves that the pieces can still make where the game is over: other programs do not know every end of a game,
    /// and play on. OPTIONAL: by default there are none.
    fn moves_past_end(&self, _position: &Self::Position) -> Vec<Self::Move> {
        Vec::new()
    }

    /// Whether a legal move captures. OPTIONAL: by default no move does.
    fn is_capture(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_odds_are_a_chance_of_a_half_and_three_to_one_of_three_quarters() {
        assert_eq!(chance_at(0.0), 0.5);
        assert!((chance_at(3f64.ln()) - 0.75).abs() < 1e-12 && (chance_at(-3f64.ln()) - 0.25).abs() < 1e-12);
    }
}
