//! The tigers as hunters and the goats as a herd, for the solver [`Hunters`](crate::solve::hunters).
//!
//! The placements are the triples of the tigers, up to the mirror symmetry, and the places are the 20 points that they
//! leave.

use super::board::{BOARD, jumps, mirrored, neighbours};
use super::rules::TigersAndGoats;
use super::slices::{LEFT, slice_of};
use crate::solve::hunters::{HerdSpace, Hunt, HuntStage, HunterPlacement};
use crate::space::SliceId;
use crate::space::combinatorics::gather;
use crate::util::bits::ones;

/// The places of points that the tigers leave, as a set.
fn placed(tigers: u32, points: u32) -> u32 {
    gather(points.into(), (BOARD & !tigers).into()) as u32
}

/// The place of a point that the tigers leave.
fn place(tigers: u32, point: u32) -> u8 {
    placed(tigers, 1 << point).trailing_zeros() as u8
}

impl TigersAndGoats {
    /// A tiger's move from one point to another, perhaps over a goat.
    fn hunt(&self, tigers: u32, from: u32, to: u32, over: Option<u8>) -> Hunt {
        let after = tigers ^ (1 << from | 1 << to);
        let canonical = self.symmetries.canonical(after);
        let place_after = |point: u32| {
            // The point left takes the place of the point entered.
            let point = if point == to { from } else { point };
            let point = if canonical.mirrored { mirrored(1 << point).trailing_zeros() } else { point };
            place(self.symmetries.triples[usize::from(canonical.number)], point)
        };
        Hunt {
            enters: place(tigers, to),
            captures: over.map(|over| place(tigers, over.into())),
            placement: canonical.number.into(),
            places: ones::<u32>(BOARD & !tigers).map(place_after).collect(),
        }
    }
}

impl HerdSpace for TigersAndGoats {
    fn places(&self) -> u32 {
        LEFT
    }

    fn placement_count(&self) -> usize {
        self.symmetries.triples.len()
    }

    fn placement(&self, number: usize) -> HunterPlacement {
        let tigers = self.symmetries.triples[number];
        let left = BOARD & !tigers;
        let steps = |from: u32| ones::<u32>(neighbours(from) & left).map(move |to| (from, to, None));
        let captures = |from: u32| {
            let open = move |&&(over, to): &&(u8, u8)| left >> over & left >> to & 1 == 1;
            jumps(from).iter().filter(open).map(move |&(over, to)| (from, to.into(), Some(over)))
        };
        HunterPlacement {
            steps: ones::<u32>(left).map(|point| placed(tigers, neighbours(point) & left)).collect(),
            hunts: ones::<u32>(tigers)
                .flat_map(|from| steps(from).chain(captures(from)))
                .map(|(from, to, over)| self.hunt(tigers, from, to, over))
                .collect(),
        }
    }

    fn image(&self, number: usize) -> Option<Vec<u8>> {
        let tigers = self.symmetries.triples[number];
        let image = |point: u32| place(tigers, mirrored(1 << point).trailing_zeros());
        (mirrored(tigers) == tigers).then(|| ones::<u32>(BOARD & !tigers).map(image).collect())
    }

    fn stage(&self, slice: SliceId) -> HuntStage {
        let (hand, herd) = self.symmetries.parts[slice.index() / 2];
        HuntStage { hand, herd, hunters_to_move: slice.0 % 2 == 1 }
    }

    fn slice_at(&self, stage: HuntStage) -> SliceId {
        slice_of(stage.hand, stage.herd, stage.hunters_to_move)
    }
}
