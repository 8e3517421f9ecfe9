//! Wins that are made of only moves, as composers of problems want them.

use std::collections::HashSet;

use super::{Probe, moves};
use crate::game::Value;
use crate::space::Space;
use crate::values::{Lookup, LookupError};

/// Whether the side to move wins, and its whole win is made of only moves: against every best defence, each of its
/// moves is the only one that wins. A best defence loses as late as possible. A move without an alternative is an only
/// move too.
///
/// Best defence needs depths: a win of unknown depth is not unique. Neither is a win whose moves lead to positions that
/// the tables do not hold.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub fn is_unique_win<S: Space, T: Lookup>(
    probe: &Probe<S, T>,
    position: &S::Position,
    value: Value,
) -> Result<bool, LookupError> {
    if !matches!(value, Value::Win(1..)) {
        return Ok(false);
    }
    let (mut left, mut seen) = (vec![*position], HashSet::from([*position]));
    while let Some(position) = left.pop() {
        let Some(rated) = moves(probe, &position)? else { return Ok(false) };
        let Some(best) = rated.first() else { continue };
        if !best.value.is_exact() {
            return Ok(false);
        }
        let kept = match best.value {
            Value::Win(_) => rated.iter().filter(|rated| matches!(rated.value, Value::Win(_))).count(),
            _ => rated.iter().filter(|rated| rated.value == best.value).count(),
        };
        if matches!(best.value, Value::Win(_)) && kept > 1 {
            return Ok(false);
        }
        // Moves are rated best first.
        left.extend(rated[..kept].iter().map(|rated| rated.position).filter(|after| seen.insert(*after)));
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Turn};
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::solve::{self, retrograde::Retrograde};
    use crate::space::{Entry, SliceId};

    /// Whether the win is unique, by the definition: `None` for a position that its side does not win.
    fn by_definition(probe: &Probe<TicTacToe, impl Lookup>, position: &<TicTacToe as Game>::Position) -> Option<bool> {
        let game = probe.space;
        let value = |position: &_| probe.value(position).expect("memory can be trusted").expect("all are solved");
        let Value::Win(1..) = value(position) else { return None };
        let after: Vec<_> = game.moves(position).map(|mv| game.play(position, mv)).collect();
        let won: Vec<_> = after.iter().filter(|after| matches!(value(after), Value::Loss(_))).collect();
        let [only] = won[..] else { return Some(false) };
        let Value::Loss(deepest) = value(only) else { return None };
        let defences = game.moves(only).map(|mv| game.play(only, mv));
        let mut best = defences.filter(|after| value(after).before(Turn::Other) == Value::Loss(deepest));
        Some(best.all(|after| by_definition(probe, &after) == Some(true)))
    }

    #[test]
    fn a_unique_win_has_one_winning_move_against_every_best_defence() {
        let game = TicTacToe::new();
        let solved = solve::in_memory(&game, &Retrograde, &()).expect("tic-tac-toe is solved");
        let probe = Probe { space: &game, tables: &solved };
        let (mut unique, mut others, mut deepest) = (0, 0, 0);
        for (slice, of) in (0..).map(SliceId).zip(game.slices()) {
            for index in 0..of.entries {
                let position = game.unrank(Entry { slice, index }).expect("every entry holds a position");
                let value = probe.value(&position).expect("memory can be trusted").expect("all are solved");
                let found = is_unique_win(&probe, &position, value).expect("memory can be trusted");
                assert_eq!(found, by_definition(&probe, &position).unwrap_or(false));
                unique += u32::from(found);
                others += u32::from(!found);
                deepest = deepest.max(if found { value.plies().unwrap_or(0) } else { 0 });
            }
        }
        assert!(unique > 10 && others > 10 && deepest >= 3, "{unique} {others} {deepest}");
    }
}
