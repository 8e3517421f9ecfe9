//! The value of a position: by the rules, then by the tables, then by its moves.
//!
//! The rules come first. A finished game has its exact value, and so has a move that ends the game, whatever a table
//! holds. Tables of results alone know who wins and not when, and some positions have no table while all of their moves
//! lead to one:
//!
//! ```text
//!   finished                          the outcome, in 0 plies            rules
//!   a move wins at once               a win in 1 ply                     rules
//!   every move ends the game          the best of these ends             rules
//!   the tables hold the position      their value                        table
//!   they hold what each move leads to the best of the values of moves    moves
//! ```

use super::probe::Probe;
use crate::game::{Turn, Value, turn};
use crate::space::{Space, value_of_move};
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
    /// From tables in the format of another program.
    Other,
}

impl ValueOrigin {
    /// The origin in one word: `rules`, `table`, `moves` or `other`.
    pub fn word(self) -> &'static str {
        match self {
            ValueOrigin::Rules => "rules",
            ValueOrigin::Table => "table",
            ValueOrigin::Moves => "moves",
            ValueOrigin::Other => "other",
        }
    }
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
    if may_win && winning_move(space, position).is_some() {
        return Some(KnownValue { value: Value::Win(1), origin: ValueOrigin::Rules });
    }
    let is_open = !matches!(value, Some(Value::Win(_) | Value::Draw));
    if let Some(value) = is_open.then(|| best_end(space, position)).flatten() {
        return Some(KnownValue { value, origin: ValueOrigin::Rules });
    }
    value.map(|value| KnownValue { value, origin: ValueOrigin::Table })
}

/// The best value of the moves of a position in which every move ends the game; `None` if one goes on.
fn best_end<S: Space>(space: &S, position: &S::Position) -> Option<Value> {
    let mut best = None;
    for mv in space.moves(position) {
        let after = space.play(position, mv);
        let end = value_of_move(space, position, mv, &after, space.outcome(&after)?.into());
        best = best.max(Some(end));
    }
    best
}

/// A move that wins at once, if there is one. It needs no table, and no other move matters beside it.
pub(super) fn winning_move<S: Space>(space: &S, position: &S::Position) -> Option<S::Move> {
    space.moves(position).find(|&mv| wins_at_once(space, position, mv))
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
