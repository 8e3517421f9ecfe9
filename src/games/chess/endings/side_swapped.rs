//! The numbers of side-swapped positions: the men stay where they are, and the other side is to move.
//!
//! The other side sees the board rotated: the ranks are exchanged, and so are the kings. The mirror of the new pair of
//! kings is the same for all numbers of the old pair, so the new place of each group follows from its old place alone.

use super::super::position::PieceType;
use std::sync::OnceLock;

use super::numbering::{MOST_PIECES, Numbering, PieceGroup};
use super::symmetry::{self, DIAGONAL, Mirror, RANKS};
use crate::space::combinatorics::{rank_subset, unrank_subset};
use crate::space::{SideSwap, SliceId};

/// By mirror, and by the place of a group's squares, the place of the mirrored squares.
type Places = [Vec<u32>; 8];

/// By the number of equal pieces less one: the places of pieces, and of pawns.
static PLACES: [[OnceLock<Places>; 2]; MOST_PIECES] = [const { [const { OnceLock::new() }; 2] }; MOST_PIECES];

impl PieceGroup {
    fn places(&self) -> &'static Places {
        let is_pawns = self.kind == PieceType::Pawn;
        PLACES[usize::from(self.count) - 1][usize::from(is_pawns)].get_or_init(|| {
            std::array::from_fn(|mirror| {
                // With pawns, ranks stay ranks.
                let size = if is_pawns && mirror & usize::from(DIAGONAL) != 0 { 0 } else { self.size };
                let set = |place: u32| unrank_subset(place.into(), self.count.into()) << self.first();
                let mirrored = |place: u32| symmetry::set(mirror as Mirror, set(place)) >> self.first();
                (0..size).map(|place| rank_subset(mirrored(place)) as u32).collect()
            })
        })
    }
}

/// The positions of a slice, and their numbers with the other side to move.
pub struct SideSwappedEndings<'a> {
    pub numbering: &'a Numbering,
    /// The slice with the other side to move, and its numbering.
    pub slice: SliceId,
    pub swapped: &'a Numbering,
}

impl SideSwap for SideSwappedEndings<'_> {
    fn slice(&self) -> SliceId {
        self.slice
    }

    fn indexes(&self, first: u64, indexes: &mut [u64]) {
        self.numbering.side_swapped(self.swapped, first, indexes);
    }
}

impl Numbering {
    /// Fills `numbers` with the numbers of the side-swapped positions of consecutive numbers, from `first` on;
    /// `swapped` is the numbering with the other side to move. A number that holds no position leads to any number.
    fn side_swapped(&self, swapped: &Numbering, first: u64, numbers: &mut [u64]) {
        // The groups of this numbering, their places, and their strides in the other numbering.
        let groups: Vec<(&PieceGroup, &Places, u64)> =
            self.groups().iter().map(|group| (group, group.places(), swapped.stride_of_swapped(group))).collect();
        let Some((&(last, last_places, last_stride), upper)) = groups.split_last() else { return };
        let (mut number, mut left) = (first, numbers);
        while !left.is_empty() {
            // In a run only the last group changes its place.
            let (mut above, place) = (number / u64::from(last.size), number % u64::from(last.size));
            let length = left.len().min((u64::from(last.size) - place) as usize);
            let (run, after) = left.split_at_mut(length);
            let mut places = [0; MOST_PIECES];
            for (place, (group, ..)) in places.iter_mut().zip(upper).rev() {
                *place = (above % u64::from(group.size)) as usize;
                above /= u64::from(group.size);
            }
            let (mover, other) = self.pairs().squares(above as usize);
            // Kings that are not adjacent stay so when the board is rotated.
            let Some(pair) = swapped.pairs().of(other ^ 56, mover ^ 56) else { return };
            let numbers = |mirror: Mirror| {
                let mirror = usize::from(mirror);
                let digits = upper.iter().zip(places);
                let upper = digits.map(|((_, to, stride), place)| stride * u64::from(to[mirror][place])).sum::<u64>();
                let base = u64::from(pair.number) * swapped.per_pair() + upper;
                last_places[mirror][place as usize..].iter().map(move |&to| base + last_stride * u64::from(to))
            };
            let mirror = pair.mirror ^ RANKS;
            run.iter_mut().zip(numbers(mirror)).for_each(|(number, found)| *number = found);
            if pair.is_diagonal {
                run.iter_mut()
                    .zip(numbers(mirror ^ DIAGONAL))
                    .for_each(|(number, found)| *number = (*number).min(found));
            }
            (number, left) = (number + length as u64, after);
        }
    }

    /// The stride, in this numbering, of the group that has the pieces of `group` when the other side is to move.
    fn stride_of_swapped(&self, group: &PieceGroup) -> u64 {
        let is_it = |other: &&PieceGroup| other.kind == group.kind && other.is_mover != group.is_mover;
        self.groups().iter().rev().take_while(|other| !is_it(other)).map(|other| u64::from(other.size)).product()
    }
}

#[cfg(test)]
mod tests {
    use super::super::material::Material;
    use super::super::numbering::EndingSquares;
    use super::*;

    /// The rotated squares, with the pieces in the order of the groups of `swapped`.
    fn rotated(squares: &EndingSquares, numbering: &Numbering, swapped: &Numbering) -> EndingSquares {
        let (mut pieces, mut next) = ([0; MOST_PIECES], 0);
        for group in swapped.groups() {
            let mut from = 0;
            for other in numbering.groups() {
                let count = usize::from(other.count);
                if other.kind == group.kind && other.is_mover != group.is_mover {
                    pieces[next..next + count].copy_from_slice(&squares.pieces[from..from + count]);
                    next += count;
                }
                from += count;
            }
        }
        EndingSquares { mover: squares.other ^ 56, other: squares.mover ^ 56, pieces: pieces.map(|piece| piece ^ 56) }
    }

    #[test]
    fn numbers_are_side_swapped_as_squares_are_rotated() {
        for (mover, other) in [
            ([0, 0, 0, 0, 1], [0; 5]),
            ([1, 0, 0, 0, 0], [1, 0, 0, 0, 0]),
            ([0, 0, 0, 1, 0], [0, 0, 0, 1, 0]),
            ([0, 2, 0, 0, 0], [0, 0, 1, 0, 0]),
            ([2, 0, 0, 0, 0], [0, 0, 0, 0, 1]),
            ([1, 0, 0, 1, 0], [0, 0, 0, 1, 0]),
            ([0, 0, 3, 0, 0], [0; 5]),
            ([3, 0, 0, 0, 0], [0; 5]),
            ([0, 0, 1, 1, 0], [0, 2, 0, 0, 0]),
        ] {
            let material = Material { mover, other };
            for material in [material, material.swapped()] {
                let (numbering, swapped) = (Numbering::new(&material), Numbering::new(&material.swapped()));
                let mut compared = 0;
                // Runs of a length that is no divisor of any group's size.
                for first in (0..numbering.entries()).step_by((numbering.entries() / 50) as usize) {
                    let mut numbers = vec![0; (numbering.entries() - first).min(1009) as usize];
                    numbering.side_swapped(&swapped, first, &mut numbers);
                    for (number, found) in (first..).zip(numbers) {
                        let Some(squares) = numbering.squares(number) else { continue };
                        let seen = rotated(&squares, &numbering, &swapped);
                        assert_eq!(swapped.number(&seen), Some(found), "{material:?} {squares:?}");
                        compared += 1;
                    }
                }
                assert!(compared > 10_000, "{material:?}: {compared}");
            }
        }
    }
}
