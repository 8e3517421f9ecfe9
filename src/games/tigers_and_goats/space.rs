//! The space of Tigers and Goats: every placement of three tigers and up to 15 goats, one entry for both mirror images.
//!
//! A slice has a number of goats on the board, a number in hand, and a side to move. The two slices that differ in the
//! side to move alone are a part of the space, `HAND-BOARD`. With goats in hand every move of the goats leaves the
//! part. With an empty hand the two slices lead to each other, until a capture.
//!
//! Entries are numbered by the tigers, up to the mirror symmetry, then by the goats on the 20 remaining points. Where
//! the tigers are symmetric, the lesser of the two images of the goats is canonical, and the entry of the other holds
//! no position.

use super::board::{mirrored, neighbours};
use super::position::{GOATS, Position};
use super::rules::TigersAndGoats;
use super::slices::{LEFT, slice_of};
use super::symmetry::{CanonicalTigers, image};
use crate::space::combinatorics::{binomial, gather, scatter};
use crate::space::{Entry, Group, Naming, Slice, SliceId, Space, Symmetry};
use crate::util::bits::ones;
use crate::util::cpu::count_ones;
use crate::util::units::count;

impl Space for TigersAndGoats {
    const PARENTS: bool = true;

    fn slices(&self) -> &[Slice] {
        &self.slices
    }

    #[inline(always)]
    fn rank(&self, position: &Position) -> Option<Entry> {
        let (hand, board) = (u32::from(position.hand), count_ones(position.goats));
        let canonical = self.symmetries.canonical(position.tigers);
        let goats = match canonical {
            CanonicalTigers { mirrored: true, .. } => mirrored(position.goats),
            CanonicalTigers { symmetric: true, .. } => position.goats.min(mirrored(position.goats)),
            _ => position.goats,
        };
        let tigers = self.symmetries.triples[usize::from(canonical.number)];
        let place = self.symmetries.ranks.rank(gather(goats.into(), (!tigers).into()) as u32);
        let index = u64::from(canonical.number) * binomial(LEFT, board) + u64::from(place);
        Some(Entry { slice: slice_of(hand, board, position.tigers_to_move), index })
    }

    #[inline(always)]
    fn unrank(&self, entry: Entry) -> Option<Position> {
        let (hand, board) = self.symmetries.parts[entry.slice.index() / 2];
        let subsets = &self.symmetries.subsets[board as usize];
        // No slice has 2^32 entries, and 32-bit divisions are faster.
        let (index, places) = (entry.index as u32, subsets.len() as u32);
        let tigers = self.symmetries.triples[(index / places) as usize];
        let goats = scatter(subsets[(index % places) as usize].into(), (!tigers).into()) as u32;
        let position = Position { tigers, goats, hand: hand as u8, tigers_to_move: entry.slice.0 % 2 == 1 };
        let mirrored_is_canonical = mirrored(tigers) == tigers && mirrored(goats) < goats;
        (!mirrored_is_canonical).then_some(position)
    }

    /// The positions before a step of the other side. While goats are in hand there are none: every
    /// slice is then a component of its own.
    #[inline(always)]
    fn parents(&self, position: &Position) -> impl Iterator<Item = Position> {
        let position = *position;
        let moved = match position.tigers_to_move {
            _ if position.hand > 0 || position.goats == 0 => 0,
            true => position.goats,
            false => position.tigers,
        };
        ones::<u32>(moved).flat_map(move |to| {
            ones::<u32>(neighbours(to) & position.empty()).map(move |from| {
                let (step, before) =
                    (1 << from | 1 << to, Position { tigers_to_move: !position.tigers_to_move, ..position });
                match position.tigers_to_move {
                    true => Position { goats: position.goats ^ step, ..before },
                    false => Position { tigers: position.tigers ^ step, ..before },
                }
            })
        })
    }
}

impl Naming for TigersAndGoats {
    fn size_name(&self) -> &'static str {
        "goats"
    }

    /// The goats on the board and in hand.
    fn size(&self, slice: SliceId) -> u32 {
        let (hand, board) = self.symmetries.parts[slice.index() / 2];
        hand + board
    }
}

impl Symmetry for TigersAndGoats {
    fn side_swapped(&self, position: &Position) -> Option<Position> {
        Some(Position { tigers_to_move: !position.tigers_to_move, ..*position })
    }

    fn groups(&self) -> Vec<Group> {
        let all = || (0..self.slices.len() as u32).map(SliceId);
        let with = |name: String, wanted: &dyn Fn(u32, u32) -> bool| {
            let wanted = |slice: &SliceId| {
                let (hand, board) = self.symmetries.parts[slice.index() / 2];
                wanted(hand, board)
            };
            Group { name, slices: all().filter(wanted).collect() }
        };
        let mut groups = vec![
            with("none in hand".to_string(), &|hand, _| hand == 0),
            with("some in hand".to_string(), &|hand, _| hand > 0),
        ];
        let goats = u32::from(GOATS);
        groups.extend((0..=goats).map(|n| {
            with(format!("{}, none in hand", count(n.into(), "goat")), &|hand, board| hand == 0 && board == n)
        }));
        groups.extend((1..=goats).map(|n| {
            with(format!("{}, some in hand", count(n.into(), "goat")), &|hand, board| hand > 0 && hand + board == n)
        }));
        groups
    }

    fn images(&self, position: &Position) -> impl Iterator<Item = Position> {
        [*position, image(position)].into_iter()
    }

    fn weight(&self, position: &Position) -> u64 {
        if image(position) == *position { 1 } else { 2 }
    }
}

#[cfg(test)]
mod tests {
    use super::super::slices::TRIPLES;
    use super::*;
    use crate::space::components;
    use crate::space::conformance;

    #[test]
    fn the_contracts_are_kept_in_every_slice() {
        let violations = conformance::check(&TigersAndGoats::new(), 200);
        assert!(violations.is_empty(), "{}", violations.lines().join("\n"));
    }

    #[test]
    fn slices_are_numbered_as_they_are_listed() {
        let game = TigersAndGoats::new();
        for (number, slice) in game.slices().iter().enumerate() {
            let (hand, board) = game.symmetries.parts[number / 2];
            assert_eq!(slice.part, format!("{hand}-{board}"));
            assert_eq!(slice_of(hand, board, number % 2 == 1), SliceId(number as u32));
        }
        assert_eq!(game.symmetries.triples.len() as u64, TRIPLES);
    }

    #[test]
    fn the_sizes_are_those_of_arithmetic() {
        let game = TigersAndGoats::new();
        let positions = |number: usize| 1771 * binomial(LEFT, game.symmetries.parts[number / 2].1);
        let sum = |in_hand: bool| -> u64 {
            (0..game.slices().len())
                .filter(|number| (game.symmetries.parts[number / 2].0 > 0) == in_hand)
                .map(positions)
                .sum()
        };
        assert_eq!(sum(false), 3_692_109_960);
        assert_eq!(sum(true), 18_597_837_720);
        assert_eq!(game.slices().iter().map(|slice| slice.entries).max(), Some(164_617_596));

        // Every position of the small slices is there once.
        for (number, slice) in game.slices().iter().enumerate().filter(|(_, slice)| slice.pieces <= 6) {
            let entries = (0..slice.entries).map(|index| Entry { slice: SliceId(number as u32), index });
            let weights = entries.filter_map(|entry| game.unrank(entry)).map(|position| game.weight(&position));
            assert_eq!(weights.sum::<u64>(), positions(number), "{}", slice.name);
        }
    }

    #[test]
    fn only_goats_that_step_lead_back() {
        let game = TigersAndGoats::new();
        let name = |slice: &SliceId| game.slices()[slice.index()].name.as_str();
        for component in components::components(game.slices()).iter().filter(|component| component.len() > 1) {
            let names: Vec<&str> = component.iter().map(name).collect();
            assert!(names[0].ends_with("+0vT") && names[1].ends_with("+0"), "{names:?}");
        }
    }
}
