//! The legal moves of a position, one after the other, in the order of the board's lists.

use super::board::{at_place, goat_places, points, tiger_places};
use super::{Move, Position};

/// The moves that are still to come.
pub(super) enum Moves {
    /// The points where a goat can be placed.
    Placements(u32),
    /// The points of the tigers, and the places of each one's moves: eight bits a tiger.
    Tigers([u8; 3], u32),
    /// The goats that have not had their turn, the empty points, the goat at hand and the places of its steps.
    Goats { rest: u32, empty: u32, point: u32, places: u32 },
}

impl Moves {
    #[inline(always)]
    pub(super) fn of(position: &Position) -> Moves {
        let empty = position.empty();
        if position.tigers_to_move {
            let (mut at, mut places) = ([0; 3], 0);
            for (number, point) in points(position.tigers).take(3).enumerate() {
                at[number] = point as u8;
                places |= u32::from(tiger_places(point, position.goats, empty)) << (8 * number);
            }
            Moves::Tigers(at, places)
        } else if position.hand > 0 {
            Moves::Placements(empty)
        } else {
            Moves::Goats { rest: position.goats, empty, point: 0, places: 0 }
        }
    }

    /// No moves.
    pub(super) fn none() -> Moves {
        Moves::Placements(0)
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline(always)]
    fn next(&mut self) -> Option<Move> {
        match self {
            Moves::Placements(empty) => next_bit(empty).map(|point| Move::Place(point as u8)),
            Moves::Tigers(at, places) => {
                let place = next_bit(places)?;
                Some(at_place(at[(place / 8) as usize].into(), place))
            }
            Moves::Goats { rest, empty, point, places } => {
                while *places == 0 {
                    *point = next_bit(rest)?;
                    *places = goat_places(*point, *empty).into();
                }
                next_bit(places).map(|place| at_place(*point, place))
            }
        }
    }

    #[inline(always)]
    fn count(self) -> usize {
        let number = match self {
            Moves::Placements(empty) => empty.count_ones(),
            Moves::Tigers(_, places) => places.count_ones(),
            Moves::Goats { rest, empty, places, .. } => {
                places.count_ones() + points(rest).map(|point| goat_places(point, empty).count_ones()).sum::<u32>()
            }
        };
        number as usize
    }
}

/// Takes the lowest bit out of a set.
#[inline(always)]
fn next_bit(set: &mut u32) -> Option<u32> {
    if *set == 0 {
        return None;
    }
    let bit = set.trailing_zeros();
    *set &= *set - 1;
    Some(bit)
}
