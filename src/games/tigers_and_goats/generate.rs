//! The legal moves of a position, in the order of the board's lists.

use super::board::{at_place, goat_places, tiger_places};
use super::moves::Move;
use super::position::Position;
use crate::util::bits::{Ones, ones};
use crate::util::cpu::count_ones;

/// An iterator over the moves.
pub(super) enum MoveList {
    /// The points where a goat can be placed.
    Placements(Ones<u32>),
    /// The points of the tigers, and the places of their moves, eight bits per tiger.
    Tigers([u8; 3], Ones<u32>),
    /// The goats that remain, the empty points, the point of the current goat, and the places of its steps that remain.
    Goats { rest: Ones<u32>, empty: u32, point: u32, places: Ones<u32> },
}

impl MoveList {
    #[inline(always)]
    pub(super) fn of(position: &Position) -> MoveList {
        let empty = position.empty();
        if position.tigers_to_move {
            let (mut at, mut places) = ([0; 3], 0);
            for (number, point) in ones::<u32>(position.tigers).take(3).enumerate() {
                at[number] = point as u8;
                places |= u32::from(tiger_places(point, position.goats, empty)) << (8 * number);
            }
            MoveList::Tigers(at, ones(places))
        } else if position.hand > 0 {
            MoveList::Placements(ones(empty))
        } else {
            MoveList::Goats { rest: ones(position.goats), empty, point: 0, places: ones(0u32) }
        }
    }

    /// No moves.
    pub(super) fn none() -> MoveList {
        MoveList::Placements(ones(0u32))
    }
}

impl Iterator for MoveList {
    type Item = Move;

    #[inline(always)]
    fn next(&mut self) -> Option<Move> {
        match self {
            MoveList::Placements(empty) => empty.next().map(|point| Move::Place(point as u8)),
            MoveList::Tigers(at, places) => {
                let place = places.next()?;
                Some(at_place(at[(place / 8) as usize].into(), place))
            }
            MoveList::Goats { rest, empty, point, places } => {
                let place = loop {
                    if let Some(place) = places.next() {
                        break place;
                    }
                    *point = rest.next()?;
                    *places = ones(goat_places(*point, *empty));
                };
                Some(at_place(*point, place))
            }
        }
    }

    #[inline(always)]
    fn count(self) -> usize {
        match self {
            MoveList::Placements(empty) => empty.count(),
            MoveList::Tigers(_, places) => places.count(),
            MoveList::Goats { rest, empty, places, .. } => {
                places.count() + rest.map(|point| count_ones(goat_places(point, empty)) as usize).sum::<usize>()
            }
        }
    }
}
