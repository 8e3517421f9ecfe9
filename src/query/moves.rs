//! The moves of a position with their values, and the value that follows from them.

use std::cmp::Reverse;

use super::known::{KnownValue, ValueOrigin, known_of};
use super::probe::Probe;
use super::rated::{Rated, RatedMove};
use crate::game::{Value, turn};
use crate::space::{Space, value_of_move};
use crate::util::sort::sort_short;
use crate::values::{Lookup, LookupError};

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
        let value = match probe.value(&after)? {
            // Where the tables hold nothing, the rules alone are asked, and not for a move that wins at once: most
            // games at the board are played without tables.
            None => probe.space.outcome(&after).map(Value::from),
            value => known_of(probe.space, &after, value).map(|known| known.value),
        };
        let Some(value) = value else { return Ok(None) };
        let (turn, value) =
            (turn(probe.space, position, &after), value_of_move(probe.space, position, mv, &after, value));
        rated.push(Rated { mv, position: after, turn, value });
    }
    sort_short(&mut rated, |rated| Reverse(rated.value));
    Ok(Some(rated))
}

impl<S: Space, T: Lookup> Probe<'_, S, T> {
    /// The value of a position by the rules, the tables or the values of its moves; `None` if they have none.
    ///
    /// # Errors
    /// If a table is damaged or cannot be read.
    pub fn known(&self, position: &S::Position) -> Result<Option<KnownValue>, LookupError> {
        if let Some(known) = self.known_at_once(position)? {
            return Ok(Some(known));
        }
        let values = moves(self, position)?;
        Ok(values.and_then(|rated| best_of(rated.iter().map(|rated| rated.value))))
    }
}

/// The value of a position whose moves have these values, the best first. A win has a depth if no win of unknown depth
/// may be shorter, a loss if no move loses in unknown depth.
fn best_of(values: impl Iterator<Item = Value> + Clone) -> Option<KnownValue> {
    let best = values.clone().next()?;
    let unknown = values.filter(|value| value.same_result(best)).any(|value| !value.is_exact());
    let value = if unknown && best != Value::Win(1) { best.result() } else { best };
    Some(KnownValue { value, origin: ValueOrigin::Moves })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Notation, move_text, position_text};
    use crate::games::draughts::Draughts;
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::solve::{self, retrograde::Retrograde};
    use crate::table::Tables;

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
    fn the_rules_come_before_tables_that_lack_depths() {
        let game = Draughts::checkers();
        let tables = Tables::empty(&game);
        let probe = Probe { space: &game, tables: &tables };
        let known = |text: &str| {
            let position = game.parse(text).expect(text);
            probe.known(&position).expect("nothing is read").map(|known| (known.value, known.origin))
        };
        // Nobody moves with nothing, and one jump takes the last piece.
        assert_eq!(known("B:W32:B"), Some((Value::Loss(0), ValueOrigin::Rules)));
        assert_eq!(known("W:W23:B18"), Some((Value::Win(1), ValueOrigin::Rules)));
        assert_eq!(known(&position_text(&game, &game.start())), None);
        // Where the last piece must be taken and that loses, the loss has its depth.
        let losing = Draughts::losing_checkers();
        let probe = Probe { space: &losing, tables: &Tables::empty(&losing) };
        let position = losing.parse("W:W23:B18").expect("a position");
        let known = probe.known(&position).expect("nothing is read").map(|known| known.value);
        assert_eq!(known, Some(Value::Loss(1)));
    }

    #[test]
    fn moves_of_unknown_depth_leave_the_depth_open() {
        let best = |values: &[Value]| best_of(values.iter().copied()).map(|known| known.value);
        let unknown = Value::UNKNOWN;
        assert_eq!(best(&[Value::Win(1), Value::Win(unknown)]), Some(Value::Win(1)));
        assert_eq!(best(&[Value::Win(5), Value::Win(unknown)]), Some(Value::Win(unknown)));
        assert_eq!(best(&[Value::Win(5), Value::Draw]), Some(Value::Win(5)));
        assert_eq!(best(&[Value::Draw, Value::Loss(unknown)]), Some(Value::Draw));
        assert_eq!(best(&[Value::Loss(unknown), Value::Loss(4)]), Some(Value::Loss(unknown)));
        assert_eq!(best(&[]), None);
    }
}
