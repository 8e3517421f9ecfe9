//! The value of a position: by the rules, then by the tables, then by its moves.
//!
//! The rules come first. A finished game has its exact value, and so has a move that ends the game, whatever a table
//! holds. Tables of results alone know who wins and not when, and some positions have no table while all of their moves
//! lead to one:
//!
//! ```text
//!   finished                          the outcome, in 0 plies            rules
//!   a move wins at once               a win in 1 ply                     rules
//!   the tables hold the position      their value                        table
//!   they hold what each move leads to the best of the values of moves    moves
//! ```

use super::{Probe, moves};
use crate::game::{Turn, Value, turn};
use crate::space::Space;
use crate::values::{Lookup, LookupError};

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueOrigin {
    /// From the rules: the game is over, or a move wins at once.
    Rules,
    /// From a table, or from the memory for a small game.
    Table,
    /// From the positions that the moves lead to.
    Moves,
}

/// A value, and where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownValue {
    /// The value for the team to move.
    pub value: Value,
    /// Where it comes from.
    pub origin: ValueOrigin,
}

impl<S: Space, T: Lookup> Probe<'_, S, T> {
    /// The value of a position by the rules and the tables; `None` if neither has one.
    ///
    /// # Errors
    /// If a table is damaged or cannot be read.
    #[inline]
    pub fn known_at_once(&self, position: &S::Position) -> Result<Option<KnownValue>, LookupError> {
        Ok(known_of(self.space, position, self.value(position)?))
    }

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

/// The value of a position that tables have, or lack, as the rules improve it.
#[inline]
pub fn known_of<S: Space>(space: &S, position: &S::Position, value: Option<Value>) -> Option<KnownValue> {
    match value {
        // A win or a loss with its depth is that of the rules, too.
        Some(value) if value.is_exact() => {
            let is_ruled = value.plies().is_some_and(|plies| plies == 0) || value == Value::Win(1);
            Some(KnownValue { value, origin: if is_ruled { ValueOrigin::Rules } else { ValueOrigin::Table } })
        }
        value => by_rules(space, position, value),
    }
}

/// The value that tables have without its depth, or lack, as the rules improve it.
#[inline(never)]
fn by_rules<S: Space>(space: &S, position: &S::Position, value: Option<Value>) -> Option<KnownValue> {
    if let Some(outcome) = space.outcome(position) {
        return Some(KnownValue { value: outcome.into(), origin: ValueOrigin::Rules });
    }
    let may_win = !matches!(value, Some(Value::Loss(_)));
    if may_win && space.moves(position).any(|mv| wins_at_once(space, position, mv)) {
        return Some(KnownValue { value: Value::Win(1), origin: ValueOrigin::Rules });
    }
    value.map(|value| KnownValue { value, origin: ValueOrigin::Table })
}

/// Whether a move ends the game with a win of the team that makes it.
fn wins_at_once<S: Space>(space: &S, position: &S::Position, mv: S::Move) -> bool {
    let after = space.play(position, mv);
    let Some(outcome) = space.outcome(&after) else { return false };
    let value = Value::from(outcome);
    match turn(space, position, &after) {
        Turn::Other => matches!(value, Value::Loss(_)),
        Turn::Same => matches!(value, Value::Win(_)),
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
    use crate::game::{Game, Notation};
    use crate::games::draughts::Draughts;
    use crate::table::Tables;

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
        // The only move lets the other side take the last piece.
        assert_eq!(known("B:W15:B10,6"), None);
        assert_eq!(known("W:W9:B5,K1"), None);
        assert_eq!(known(&crate::game::position_text(&game, &game.start())), None);
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
