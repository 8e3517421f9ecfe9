//! Runs of only moves: the moves in a row that a side must find.

use std::collections::HashSet;

use super::{Probe, RatedMove, moves};
use crate::game::Value;
use crate::space::Space;
use crate::values::{Lookup, LookupError};

/// How a run of only moves is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OnlyMoveRule {
    /// Whether a win must be the shortest: then a move that wins later is a wrong move.
    pub shortest: bool,
    /// Whether the run ends with the first conversion: a move to a slice from which no move leads back.
    pub to_conversion: bool,
}

/// The number of only moves in a row that the team to move must find, from this position on: along best play, to the
/// first position in which two moves keep the win or the draw, or to the first position that comes again. A move
/// without an alternative is not counted. A win of unknown depth has no shortest move.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub fn only_moves<S: Space, T: Lookup>(
    probe: &Probe<S, T>,
    position: &S::Position,
    rule: OnlyMoveRule,
) -> Result<u32, LookupError> {
    let game = probe.space;
    let team = |position: &S::Position| game.team(game.side_to_move(position));
    let (own, mut position, mut seen, mut run) = (team(position), *position, HashSet::new(), 0);
    while seen.insert(position) {
        let Some(rated) = moves(probe, &position)? else { break };
        let Some(best) = rated.first() else { break };
        if team(&position) == own && rated.len() > 1 {
            if !is_only::<S>(&rated, rule.shortest) {
                break;
            }
            run += 1;
        }
        if rule.to_conversion && converts(game, &position, best) {
            break;
        }
        position = best.position;
    }
    Ok(run)
}

/// Whether the first of these moves, the best, alone keeps a win or a draw.
fn is_only<S: Space>(rated: &[RatedMove<S>], shortest: bool) -> bool {
    let (best, next) = (rated[0].value, rated[1].value);
    match best {
        Value::Loss(_) => false,
        Value::Win(_) if shortest => best.is_exact() && next != best && next.is_exact() || !next.same_result(best),
        _ => !next.same_result(best),
    }
}

/// Whether a move leads to a slice from which no move leads back.
fn converts<S: Space>(game: &S, position: &S::Position, mv: &RatedMove<S>) -> bool {
    let (Some(before), Some(after)) = (game.rank(position), game.rank(&mv.position)) else { return true };
    before.slice != after.slice && !game.slices()[after.slice.index()].leads_to.contains(&before.slice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::solve::{self, retrograde::Retrograde};

    #[test]
    fn only_moves_are_counted_to_the_first_choice() {
        let game = TicTacToe::new();
        let solved = solve::in_memory(&game, &Retrograde, &()).expect("tic-tac-toe is solved");
        let probe = Probe { space: &game, tables: &solved };
        let run =
            |text: &str, rule| only_moves(&probe, &game.parse(text).expect(text), rule).expect("memory can be trusted");
        let plain = OnlyMoveRule::default();
        assert_eq!(run(".../.../... x", plain), 0);
        assert!(run(".../.../x.. o", plain) >= 1);
        // The crosses win at once with a1 and later with others; only one of them is the shortest.
        let (both, shortest) = ("xo./x../.o. x", OnlyMoveRule { shortest: true, ..plain });
        assert!(run(both, shortest) >= run(both, plain));
        // Every mark is a conversion: no run goes on.
        assert_eq!(run(".../.../x.. o", OnlyMoveRule { to_conversion: true, ..plain }), 1);
    }
}
