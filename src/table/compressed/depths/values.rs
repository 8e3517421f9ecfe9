//! The entries of a stream of depths, and what is stored where it is free.

use crate::space::KeptDepths;
use crate::values::Code;

/// The greatest depth in moves.
pub const MOST_MOVES: u16 = 16_000;

/// An entry of a stream of depths: what its value may be. A value is a depth in moves, half of the plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepthEntry {
    /// It has no value.
    None,
    /// Any value.
    Free,
    /// This value.
    Exact(u16),
    /// This value or more: a win, which a conversion attains too.
    AtLeast(u16),
    /// This value or less: a loss, which a conversion attains too.
    AtMost(u16),
}

impl DepthEntry {
    /// Whether the stream has a value for the entry.
    #[inline(always)]
    pub fn is_stored(self) -> bool {
        self != DepthEntry::None
    }
}

/// The value that is stored for an entry with this guess: the guess where it may be. An entry without a value counts as
/// if it had the guess.
#[inline(always)]
pub fn fill(entry: DepthEntry, guess: u16) -> u16 {
    match entry {
        DepthEntry::None | DepthEntry::Free => guess,
        DepthEntry::Exact(value) => value,
        DepthEntry::AtLeast(value) => value.max(guess),
        DepthEntry::AtMost(value) => value.min(guess),
    }
}

/// The value of a code, a win in an odd number of plies or a loss in an even one: half of the plies, rounded up. `None`
/// for any other code, and for more than [`MOST_MOVES`].
#[inline(always)]
pub fn moves_of(code: u16) -> Option<u16> {
    // A win in n plies has the code 1 + 2n, a loss 2 + 2n.
    let moves = match code % 4 {
        3 => code / 4 + 1,
        2 => code / 4,
        _ => return None,
    };
    (moves <= MOST_MOVES).then_some(moves)
}

/// The plies of a value of a win or a loss, of at most [`MOST_MOVES`].
#[inline(always)]
pub fn plies_of(value: u16, is_win: bool) -> u32 {
    (2 * u32::from(value.min(MOST_MOVES))).saturating_sub(u32::from(is_win))
}

/// By code of a result, whether the stream has a value for the entry.
#[inline(always)]
pub fn is_kept(kept: KeptDepths, code: u16) -> bool {
    code.decode().is_some_and(|value| kept.has(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Value;

    #[test]
    fn wins_in_odd_plies_and_losses_in_even_ones_have_values() {
        let code = |value: Value| u16::encode(value).expect("it is shallow");
        for (value, moves) in [
            (Value::Win(1), Some(1)),
            (Value::Win(5), Some(3)),
            (Value::Win(2), None),
            (Value::Loss(0), Some(0)),
            (Value::Loss(6), Some(3)),
            (Value::Loss(3), None),
            (Value::Draw, None),
            (Value::Win(3).result(), None),
            (Value::Loss(4).result(), None),
        ] {
            assert_eq!(moves_of(code(value)), moves, "{value:?}");
            if let (Some(moves), Value::Win(plies) | Value::Loss(plies)) = (moves, value) {
                assert_eq!(plies_of(moves, matches!(value, Value::Win(_))), plies);
            }
        }
        assert_eq!(moves_of(u16::ABSENT), None);
    }

    #[test]
    fn the_guess_is_stored_where_it_may_be() {
        let entries = [DepthEntry::Free, DepthEntry::Exact(4), DepthEntry::AtLeast(4), DepthEntry::AtMost(4)];
        assert_eq!(entries.map(|entry| fill(entry, 3)), [3, 4, 4, 3]);
        assert_eq!(entries.map(|entry| fill(entry, 5)), [5, 4, 5, 4]);
    }
}
