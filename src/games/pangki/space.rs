//! The space of Pangki: all 3^16 fillings of the board, one entry for up to eight images.
//!
//! A slice `AvB` has `A` pieces of the side to move and `B` of the other. Its entries are numbered by the mover's
//! pieces, up to symmetry, then by the other's pieces among the squares left.

use super::board::{FEWEST, PATTERNS, Position, captured, listed, steps};
use super::rules::Pangki;
use super::slices::{SQUARES, slice_of};
use super::symmetry::{self, SYMMETRIES};
use crate::game::Outcome;
use crate::solve::bitsets::{BitsetSpace, Capture, Steps};
use crate::space::combinatorics::{base3, base3_digits, binomial};
use crate::space::{Entry, Group, Naming, Slice, Space, Symmetry};
use crate::util::cpu::count_ones;

/// The positions of every filling of the board, impossible ones included: 3^16.
pub const POSITIONS: u32 = 43_046_721;

impl Pangki {
    /// The index of a position in Pangki God, 0 to 43,046,720: digit `i` of a base-3 number is 0 for an empty square
    /// `i`, 1 for a piece of the side to move, 2 for a piece of the other side.
    pub fn index(position: &Position) -> u32 {
        base3(position.own) + 2 * base3(position.other)
    }

    /// The position of an index below [`POSITIONS`], White to move.
    pub fn position(index: u32) -> Position {
        let (own, other) = base3_digits(index);
        Position { own, other, white_to_move: true }
    }
}

impl Space for Pangki {
    const PARENTS: bool = true;

    fn slices(&self) -> &[Slice] {
        &self.slices
    }

    #[inline(always)]
    fn rank(&self, position: &Position) -> Option<Entry> {
        let (own, other) = (count_ones(position.own), count_ones(position.other));
        let (orbit, place) = self.symmetries.rank(position.own, position.other);
        Some(Entry { slice: slice_of(own, other), index: orbit * binomial(SQUARES - own, other) + place })
    }

    #[inline(always)]
    fn unrank(&self, entry: Entry) -> Option<Position> {
        let (own, other) = self.sizes[entry.slice.index()];
        let places = binomial(SQUARES - own, other);
        let (orbit, place) = (entry.index / places, entry.index % places);
        let (own, other) = self.symmetries.unrank((own, other), orbit, place)?;
        Some(Position { own, other, white_to_move: true })
    }

    /// The steps that the other side may have made, without steps that would have captured.
    #[inline(always)]
    fn parents(&self, position: &Position) -> impl Iterator<Item = Position> {
        let position = *position;
        let back = if position.decided() { 0 } else { steps(position.other, position.empty()) };
        // A step back enters the square that the step left.
        listed(back).filter(move |step| captured(position.other, position.own, step.from) == 0).map(move |step| {
            Position {
                own: position.other ^ 1 << step.from ^ 1 << step.to,
                other: position.own,
                white_to_move: !position.white_to_move,
            }
        })
    }
}

impl Naming for Pangki {}

impl Symmetry for Pangki {
    fn images(&self, position: &Position) -> impl Iterator<Item = Position> {
        (0..SYMMETRIES).map(|s| Position {
            own: self.symmetries.image(s, position.own),
            other: self.symmetries.image(s, position.other),
            ..*position
        })
    }

    fn weight(&self, position: &Position) -> u64 {
        self.symmetries.images(position.own, position.other)
    }

    fn groups(&self) -> Vec<Group> {
        let slices = (FEWEST..=6).flat_map(|own| (FEWEST..=6).map(move |other| slice_of(own, other))).collect();
        vec![Group { name: "2 to 6 pieces on each side".to_string(), slices }]
    }
}

impl BitsetSpace for Pangki {
    fn steps(&self) -> Steps<Position> {
        let mut neighbours = [0; 16];
        for step in (0..16).flat_map(|square| listed(steps(1 << square, !(1 << square)))) {
            neighbours[usize::from(step.from)] |= 1 << step.to;
        }
        let line = |start: u32, stride: u32, bits: u8| -> u16 {
            (0..4).filter(|i| bits >> i & 1 == 1).map(|i| 1 << (start + stride * i)).sum()
        };
        let lines = (0..4).map(|row| (4 * row, 1)).chain((0..4).map(|file| (file, 4)));
        let captures = lines.flat_map(|(start, stride)| {
            PATTERNS.map(|(pair, taken)| Capture {
                own: line(start, stride, pair),
                taken: line(start, stride, taken),
                empty: line(start, stride, !(pair | taken) & 15),
            })
        });
        let captures = captures.collect();
        let position = |own, other| Position { own, other, white_to_move: true };
        let symmetries = (0..SYMMETRIES).map(symmetry::squares).collect();
        Steps { points: SQUARES, neighbours, captures, fewest: FEWEST, stuck: Outcome::Loss, symmetries, position }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn slices_are_numbered_as_they_are_listed() {
        let game = Pangki::new();
        for (number, slice) in game.slices().iter().enumerate() {
            let (own, other) = game.sizes[number];
            assert_eq!(slice.name, format!("{own}v{other}"));
        }
    }

    #[test]
    fn the_start_has_its_index() {
        let game = Pangki::new();
        let start = game.start();
        assert_eq!(Pangki::position(Pangki::index(&start)), start);
    }
}
