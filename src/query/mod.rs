//! Answers from tables, as data: the value of a position, every move with its value, the best line, statistics and
//! searches.
//!
//! # Overview of types
//!
//! * [`Probe`]: a game and its tables; from a position to its value. [`NotHeld`]: the tables do not hold it.
//! * [`Probe::known`]: the value by the rules first, then by the tables, then by the moves, as a [`KnownValue`] with its
//!   [`ValueOrigin`].
//! * [`moves`] and [`line`](line()): every move of a position as a [`Rated`] move, and the best line.
//! * [`UnderRule`]: the result under the rule of a hundred quiet plies.
//! * [`annotate`]: the moves of a game compared with the tables.
//! * [`statistics`]: the values of a table, added up.
//! * [`find`]: the positions that meet criteria, listed, counted or sampled.
//! * [`trickiness()`]: the number of moves that keep the result, and of only moves in a row. [`is_zugzwang`]: mutual
//!   zugzwangs. [`is_unique_win`]: wins that are made of only moves.

pub mod annotate;
mod conditions;
mod exact;
pub mod find;
mod known;
mod probe;
mod rule;
pub mod statistics;
mod trickiness;
mod unique;
mod zugzwangs;

use std::cmp::Reverse;
use std::collections::HashSet;

use crate::game::{Game, PlayRules, Turn, Value, turn};
use crate::space::{QUIET_PLIES, Space, value_of_move};
use crate::util::sort::sort_short;
use crate::values::{Lookup, LookupError};

pub use conditions::is_zugzwang;
pub use exact::ExactValues;
pub use known::{KnownValue, ValueOrigin, known_of};
pub use probe::{NotHeld, Probe, Unsolved};
pub use rule::{RuleResult, UnderRule, apply_rule, value_under_rule};
pub use trickiness::{Trickiness, trickiness};
pub use unique::is_unique_win;

/// A move, and its value for the team that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rated<P, M> {
    /// The move.
    pub mv: M,
    /// The position after it.
    pub position: P,
    /// The team to move then, relative to the mover.
    pub turn: Turn,
    /// The mover's value, in plies from before the move: a move that ends the game at once wins in 1 ply.
    pub value: Value,
}

/// A rated move of a game.
pub type RatedMove<G> = Rated<<G as Game>::Position, <G as Game>::Move>;

/// The moves of a position, best first, and equal moves in the game's order. The list is empty if the game is over. A
/// move that ends the game has its exact value. `None` if the tables do not hold a position that a move leads to.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub fn moves<S: Space, T: Lookup>(
    probe: &Probe<S, T>,
    position: &S::Position,
) -> Result<Option<Vec<RatedMove<S>>>, LookupError> {
    let mut rated = Vec::new();
    for mv in probe.space.moves(position) {
        let after = probe.space.play(position, mv);
        let Some(KnownValue { value, .. }) = probe.known_at_once(&after)? else {
            return Ok(None);
        };
        let (turn, value) =
            (turn(probe.space, position, &after), value_of_move(probe.space, position, mv, &after, value));
        rated.push(Rated { mv, position: after, turn, value });
    }
    sort_short(&mut rated, |rated| Reverse(rated.value));
    Ok(Some(rated))
}

/// The moves of a position as [`moves`] has them, in the order and with the values that the rule of quiet plies leaves
/// them, and whether tables under the rule hold them all: if not, as without the rule.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub fn moves_under_rule<S: Space + PlayRules, T: Lookup>(
    probe: &Probe<S, T>,
    position: &S::Position,
) -> Result<Option<(Vec<RatedMove<S>>, bool)>, LookupError> {
    let Some(mut rated) = moves(probe, position)? else { return Ok(None) };
    let is_ruled = apply_rule(probe, position, &mut rated)?;
    Ok(Some((rated, is_ruled)))
}

/// Best play from a position under the rule of quiet plies, by the first of [`moves_under_rule`] each time: a win that
/// the rule allows is kept. As [`line`](line()) where no tables under the rule hold the moves. It also ends when the rule
/// makes the game a draw.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub fn line_under_rule<S: Space + PlayRules, T: Lookup>(
    probe: &Probe<S, T>,
    position: &S::Position,
) -> Result<Option<Vec<S::Move>>, LookupError> {
    let (mut line, mut position, mut seen) = (Vec::new(), *position, HashSet::new());
    while seen.insert(position) && probe.space.quiet_plies(&position) < QUIET_PLIES {
        let Some((moves, is_ruled)) = moves_under_rule(probe, &position)? else {
            return Ok(None);
        };
        let Some(best) = moves.first().filter(|best| is_ruled || best.value.is_exact()) else { break };
        line.push(best.mv);
        position = best.position;
    }
    Ok(Some(line))
}

/// Best play from a position, by the first of the best moves each time. The line ends with the game, with the first
/// move that repeats a position, or in a slice whose table holds only results, since best play needs depths. `None` if
/// the tables do not hold a position of the line or one of its successors.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub fn line<S: Space, T: Lookup>(
    probe: &Probe<S, T>,
    position: &S::Position,
) -> Result<Option<Vec<S::Move>>, LookupError> {
    let (mut line, mut position, mut seen) = (Vec::new(), *position, HashSet::new());
    while seen.insert(position) {
        let Some(moves) = moves(probe, &position)? else {
            return Ok(None);
        };
        let Some(best) = moves.first().filter(|best| best.value.is_exact()) else { break };
        line.push(best.mv);
        position = best.position;
    }
    Ok(Some(line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Notation, move_text};
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::solve::{self, retrograde::Retrograde};

    #[test]
    fn moves_come_best_first_and_equal_ones_in_the_games_order() {
        let game = TicTacToe::new();
        let solved = solve::in_memory(&game, &Retrograde, &()).expect("tic-tac-toe is solved");
        let probe = Probe { space: &game, tables: &solved };
        let text = |rated: &Rated<_, _>, position| (move_text(&game, position, rated.mv), rated.value);

        // The crosses win at once with a1 or, slowly, elsewhere.
        let position = game.parse("xo./xo./... x").expect("a position");
        let rated = moves(&probe, &position).expect("memory can be trusted").expect("all are solved");
        assert_eq!(text(&rated[0], &position), ("a1".to_string(), Value::Win(1)));
        assert!(rated.windows(2).all(|pair| pair[0].value >= pair[1].value));

        let start = moves(&probe, &game.start()).expect("memory can be trusted").expect("all are solved");
        let order: Vec<_> = start.iter().map(|rated| rated.mv).collect();
        assert_eq!(order, game.moves(&game.start()).collect::<Vec<_>>());
    }

    #[test]
    fn a_line_goes_to_the_end_of_the_game() {
        let game = TicTacToe::new();
        let solved = solve::in_memory(&game, &Retrograde, &()).expect("tic-tac-toe is solved");
        let probe = Probe { space: &game, tables: &solved };
        for (text, plies) in [(".../.../... x", 9), ("xo./xo./... x", 1), ("xxx/oo./... o", 0)] {
            let position = game.parse(text).expect("a position");
            let line = line(&probe, &position).expect("memory can be trusted").expect("all are solved");
            assert_eq!(line.len(), plies, "{text}");
        }
    }
}
