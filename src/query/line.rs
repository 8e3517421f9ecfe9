//! Best play.

use std::collections::HashSet;

use super::known::winning_move;
use super::moves::moves;
use super::probe::Probe;
use super::rated::RatedMove;
use super::rule::apply_rule;
use crate::game::PlayRules;
use crate::space::Space;
use crate::values::{Lookup, LookupError};

/// Best play from a position, by the first of the best moves each time. The line ends with the game, with the first
/// move that repeats a position, or in a slice whose table holds only results, since best play needs depths. `None` if
/// the tables do not hold a position of the line or one of its successors, unless a move wins at once there.
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
            return Ok(with_winning_move(probe.space, &position, line));
        };
        let Some(best) = moves.first().filter(|best| best.value.is_exact()) else { break };
        line.push(best.mv);
        position = best.position;
    }
    Ok(Some(line))
}

/// The line with the move that wins at once from its end, if there is one.
fn with_winning_move<S: Space>(space: &S, position: &S::Position, mut line: Vec<S::Move>) -> Option<Vec<S::Move>> {
    line.push(winning_move(space, position)?);
    Some(line)
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
/// the rule allows is kept. As [`line`](line()) where no tables under the rule hold the moves. It also ends when the
/// rule makes the game a draw.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub fn line_under_rule<S: Space + PlayRules, T: Lookup>(
    probe: &Probe<S, T>,
    position: &S::Position,
) -> Result<Option<Vec<S::Move>>, LookupError> {
    let (mut line, mut position, mut seen) = (Vec::new(), *position, HashSet::new());
    while seen.insert(position) && probe.space.quiet_plies(&position) < probe.space.quiet_limit() {
        let Some((moves, is_ruled)) = moves_under_rule(probe, &position)? else {
            return Ok(with_winning_move(probe.space, &position, line));
        };
        let Some(best) = moves.first().filter(|best| is_ruled || best.value.is_exact()) else { break };
        line.push(best.mv);
        position = best.position;
    }
    Ok(Some(line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::solve::{self, retrograde::Retrograde};

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
