//! The trickiness of a position: the number of moves that keep its result, and the number of only moves in a row.

use super::{Probe, RatedMove, moves_under_rule};
use crate::game::{PlayRules, Value};
use crate::space::Space;
use crate::values::{Lookup, LookupError};

/// The most plies of best play that are examined.
const PLIES: usize = 200;

/// The difficulty of a position for the team to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trickiness {
    /// The legal moves that keep the result of the position.
    pub holding: usize,
    /// The number of only moves that the team must find in a row, from this position on. An only move is the one move
    /// of two or more that keeps the win or the draw. The other team plays its best moves. Moves without a choice are
    /// not counted.
    pub only_moves: usize,
}

/// The trickiness of a position; `rated` has its legal moves, best first, as the rule of quiet plies leaves them. Only
/// moves are counted up to the first position that the tables do not hold, and for at most 200 plies.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub fn trickiness<S: Space + PlayRules, T: Lookup>(
    probe: &Probe<S, T>,
    position: &S::Position,
    rated: &[RatedMove<S>],
) -> Result<Trickiness, LookupError> {
    let team = |position: &S::Position| probe.space.team(probe.space.side_to_move(position));
    let own = team(position);
    let (mut position, mut now, mut only_moves) = (*position, rated.to_vec(), 0);
    for _ in 0..PLIES {
        let Some(&best) = now.first() else { break };
        if team(&position) == own && now.len() > 1 {
            if !is_only(&now) {
                break;
            }
            only_moves += 1;
        }
        position = best.position;
        match moves_under_rule(probe, &position)? {
            Some((next, _)) => now = next,
            None => break,
        }
    }
    Ok(Trickiness { holding: holding(rated), only_moves })
}

/// The number of moves with the same result as the first, which is the best.
fn holding<P, M>(rated: &[super::Rated<P, M>]) -> usize {
    rated.iter().take_while(|other| other.value.same_result(rated[0].value)).count()
}

/// Whether one of these moves alone keeps a win or a draw.
fn is_only<P, M>(rated: &[super::Rated<P, M>]) -> bool {
    holding(rated) == 1 && !matches!(rated[0].value, Value::Loss(_))
}

#[cfg(test)]
mod tests {
    use super::super::moves;
    use super::*;
    use crate::game::{Game, Notation, position_text};
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::solve::{self, retrograde::Retrograde};

    #[test]
    fn only_moves_are_counted_while_they_last() {
        let game = TicTacToe::new();
        let solved = solve::in_memory(&game, &Retrograde, &()).expect("tic-tac-toe is solved");
        let probe = Probe { space: &game, tables: &solved };
        let of = |text: &str| {
            let position = game.parse(text).expect(text);
            let rated = moves(&probe, &position).expect("memory can be trusted").expect("all are solved");
            trickiness(&probe, &position, &rated).expect("memory can be trusted")
        };
        let expect = |holding, only_moves| Trickiness { holding, only_moves };
        assert_eq!(of(&position_text(&game, &game.start())), expect(9, 0));
        // The centre alone holds against a corner; then the crosses are not forced to threaten anything.
        let corner = of(".../.../x.. o");
        assert_eq!(corner.holding, 1);
        assert!(corner.only_moves >= 1);
        // The noughts must block on c3, and then on a2: after that the last move is no choice.
        assert_eq!(of("xx./.o./... o").holding, 1);
        // A lost position has no only move, whatever is played.
        assert_eq!(of("x.x/.o./x.o o").only_moves, 0);
        // A finished game has no moves.
        assert_eq!(of("xxx/oo./... o"), expect(0, 0));
    }
}
