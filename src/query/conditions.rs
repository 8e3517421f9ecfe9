//! Conditions on positions beside the value: mutual zugzwang, quiet, only move.

use crate::game::{PlayRules, Turn, Value, turn};
use crate::query::Probe;
use crate::space::{Space, Symmetry};
use crate::values::{Lookup, LookupError};

/// Mutual zugzwangs, of both sides or of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zugzwang {
    /// All.
    Any,
    /// Each side loses if it must move.
    Full,
    /// One side loses if it must move, and the other draws.
    Half,
}

impl Zugzwang {
    /// Whether a mutual zugzwang with these values, of either side to move, is meant.
    pub fn has(self, value: Value, other: Value) -> bool {
        let is_full = matches!((value, other), (Value::Loss(_), Value::Loss(_)));
        match self {
            Zugzwang::Any => true,
            Zugzwang::Full => is_full,
            Zugzwang::Half => !is_full,
        }
    }
}

/// The value of the same placement with the other side to move, for that side; `None` if there is no such position, it
/// is of the same team, or the tables do not hold it.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub fn other_value<S: Symmetry, T: Lookup>(
    probe: &Probe<S, T>,
    position: &S::Position,
) -> Result<Option<Value>, LookupError> {
    match probe.space.side_swapped(position) {
        Some(swapped) if turn(probe.space, position, &swapped) == Turn::Other => probe.value(&swapped),
        _ => Ok(None),
    }
}

/// Whether a position is a mutual zugzwang: each team does worse if it must move than if the other must. A finished
/// game is none, and a game without [`Symmetry::side_swapped`] has none.
///
/// # Errors
/// If a table is damaged or cannot be read.
#[inline(always)]
pub fn is_zugzwang<S: Symmetry, T: Lookup>(
    probe: &Probe<S, T>,
    position: &S::Position,
    value: Value,
) -> Result<bool, LookupError> {
    if matches!(value, Value::Win(_)) {
        return Ok(false);
    }
    let Some(side_swapped) = probe.space.side_swapped(position) else { return Ok(false) };
    if turn(probe.space, position, &side_swapped) == Turn::Same {
        return Ok(false);
    }
    let worse = match (value, probe.value(&side_swapped)?) {
        (Value::Draw, Some(Value::Loss(_))) => true,
        (Value::Loss(_), Some(other)) => !matches!(other, Value::Win(_)),
        _ => false,
    };
    let goes_on = |position| probe.space.outcome(position).is_none();
    Ok(worse && goes_on(position) && goes_on(&side_swapped))
}

/// Whether the game goes on and no move captures.
pub fn is_quiet<G: PlayRules>(game: &G, position: &G::Position) -> bool {
    game.outcome(position).is_none() && game.moves(position).all(|mv| !game.is_capture(position, mv))
}

/// Whether exactly one of two or more moves keeps the win or the draw.
pub fn has_only_move<S: Space, T: Lookup>(
    probe: &Probe<S, T>,
    position: &S::Position,
    value: Value,
) -> Result<bool, LookupError> {
    if matches!(value, Value::Loss(_)) {
        return Ok(false);
    }
    let (mut moves, mut keeping) = (0, 0);
    for mv in probe.space.moves(position) {
        let after = probe.space.play(position, mv);
        let worth = probe.value(&after)?.map(|value| value.before(turn(probe.space, position, &after)));
        moves += 1;
        keeping += u32::from(worth.is_some_and(|worth| worth.same_result(value)));
        if keeping > 1 {
            return Ok(false);
        }
    }
    Ok(moves > 1 && keeping == 1)
}
