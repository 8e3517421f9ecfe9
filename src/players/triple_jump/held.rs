//! Which material has a table. A search asks the tables once for each material, and then remembers the answer.
//!
//! With tables of four pieces, most positions of five to ten pieces have no table. To look up their material here is
//! faster than to compute the entry of a position in a table that is not there.

use crate::games::draughts::board::{DraughtsBoard, Eight};
use crate::games::draughts::{Draughts, Position};
use crate::query::ExactValues;
use crate::util::cpu::count_ones;

/// How many men, or kings, a side can have: none to ten, on the larger board none to eight.
const NUMBERS: usize = Eight::MOST_PIECES as usize + 1;

/// What is known of a material.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    Unknown,
    No,
    Yes,
}

/// By the numbers of men and kings of both sides, whether tables hold their positions.
pub struct HeldMaterial(Vec<Held>);

impl HeldMaterial {
    /// Nothing is known yet.
    pub fn new() -> HeldMaterial {
        HeldMaterial(vec![Held::Unknown; NUMBERS.pow(4)])
    }

    /// Whether the tables can have a value of a position with at most the pieces of the largest ending. Every call must
    /// pass the same tables.
    #[inline(always)]
    pub fn may_hold<B: DraughtsBoard>(&mut self, exact: &dyn ExactValues<Draughts<B>>, position: &Position) -> bool {
        let &Position { own, other, kings, .. } = position;
        let sets = [own & !kings, own & kings, other & !kings, other & kings];
        let number = sets.iter().fold(0, |number, &set| number * NUMBERS + count_ones(set) as usize);
        let held = &mut self.0[number];
        if *held == Held::Unknown {
            *held = if exact.may_hold(position) { Held::Yes } else { Held::No };
        }
        *held == Held::Yes
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    use super::*;
    use crate::game::{Notation, Value};
    use crate::values::LookupError;

    /// Holds the positions of up to three pieces, and counts the questions.
    struct Few(AtomicU32);

    impl ExactValues<Draughts> for Few {
        fn value(&self, _position: &Position) -> Result<Option<Value>, LookupError> {
            Ok(None)
        }

        fn may_hold(&self, position: &Position) -> bool {
            self.0.fetch_add(1, Relaxed);
            (position.own | position.other).count_ones() <= 3
        }
    }

    #[test]
    fn each_material_is_asked_for_once() {
        let (game, exact, mut held) = (Draughts::checkers(), Few(AtomicU32::new(0)), HeldMaterial::new());
        let positions = [("W:WK1,30:BK9", true), ("B:W30,K32:BK9", true), ("W:WK1,30:BK9,K10", false)];
        for (text, expected) in positions.into_iter().cycle().take(12) {
            let position = game.parse(text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(held.may_hold(&exact, &position), expected, "{text}");
        }
        assert_eq!(exact.0.into_inner(), 3);
    }
}
