//! Faults in the hunters and the herd of Tigers and Goats.

use hindsight::games::tigers_and_goats::TigersAndGoats;
use hindsight::solve::hunters::{HerdSpace, HuntStage, HunterPlacement, Hunters};
use hindsight::space::SliceId;

use super::faulty::{Faulty, assert_found, check};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    Places,
    PlacementCount,
    MissingStep,
    MissingHunt,
    Enters,
    NoCapture,
    WrongCapture,
    WrongPlacement,
    NoPlacement,
    WrongPlaces,
    SharedPlace,
    NoImage,
    WrongImage,
    Hand,
    Herd,
    Hunt,
    WrongSlice,
}

impl HerdSpace for Faulty<TigersAndGoats, Fault> {
    fn places(&self) -> u32 {
        if self.has(Fault::Places) { 33 } else { self.game.places() }
    }

    fn placement_count(&self) -> usize {
        self.game.placement_count() - usize::from(self.has(Fault::PlacementCount))
    }

    fn placement(&self, number: usize) -> HunterPlacement {
        let mut placement = self.game.placement(number);
        match self.fault {
            Some(Fault::MissingStep) => placement.steps.iter_mut().for_each(|steps| *steps &= steps.wrapping_sub(1)),
            Some(Fault::MissingHunt) => drop(placement.hunts.pop()),
            Some(Fault::Enters) => placement.hunts.iter_mut().for_each(|hunt| hunt.enters = 0),
            Some(Fault::NoCapture) => placement.hunts.iter_mut().for_each(|hunt| hunt.captures = None),
            Some(Fault::WrongCapture) => {
                let captures = placement.hunts.iter_mut().filter_map(|hunt| hunt.captures.as_mut());
                captures.for_each(|place| *place = (*place + 1) % self.game.places() as u8);
            }
            Some(Fault::WrongPlacement) => placement.hunts.iter_mut().for_each(|hunt| hunt.placement ^= 1),
            Some(Fault::NoPlacement) => placement.hunts.iter_mut().for_each(|hunt| hunt.placement += 1 << 20),
            Some(Fault::WrongPlaces) => placement.hunts.iter_mut().for_each(|hunt| hunt.places.swap(0, 10)),
            Some(Fault::SharedPlace) => placement.hunts.iter_mut().for_each(|hunt| hunt.places[0] = hunt.places[10]),
            _ => {}
        }
        placement
    }

    fn image(&self, number: usize) -> Option<Vec<u8>> {
        let image = self.game.image(number)?;
        match self.fault {
            Some(Fault::NoImage) => None,
            Some(Fault::WrongImage) => Some((0..image.len() as u8).collect()),
            _ => Some(image),
        }
    }

    fn stage(&self, slice: SliceId) -> HuntStage {
        let stage = self.game.stage(slice);
        match self.fault {
            Some(Fault::Hand) => HuntStage { hand: stage.hand + 1, ..stage },
            Some(Fault::Herd) => HuntStage { herd: stage.herd + 1, ..stage },
            Some(Fault::Hunt) => HuntStage { hunters_to_move: !stage.hunters_to_move, ..stage },
            _ => stage,
        }
    }

    fn slice_at(&self, stage: HuntStage) -> SliceId {
        let slice = self.game.slice_at(stage);
        if self.has(Fault::WrongSlice) && stage.herd == 1 { SliceId(slice.0 + 2) } else { slice }
    }
}

/// The slices of up to three goats.
fn with(fault: Option<Fault>) -> Faulty<TigersAndGoats, Fault> {
    Faulty::new(TigersAndGoats::new(), 20, fault)
}

#[test]
fn the_hunters_of_tigers_and_goats_follow_its_rules() {
    let found = check(&Hunters, &with(None));
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_fault_in_hunters_and_herd_is_found() {
    let (moves, parts) = ("hunts and steps are the moves of a set", "a slice has an entry for each placement and set");
    let images = "the lesser of two images has the position";
    let places = "hunts and images map places one to one";
    for (fault, rule) in [
        (Fault::Places, "a placement leaves 1 to 32 places"),
        (Fault::PlacementCount, parts),
        (Fault::MissingStep, moves),
        (Fault::MissingHunt, moves),
        (Fault::Enters, moves),
        (Fault::NoCapture, moves),
        (Fault::WrongCapture, moves),
        (Fault::WrongPlacement, moves),
        (Fault::NoPlacement, places),
        (Fault::WrongPlaces, moves),
        (Fault::SharedPlace, places),
        (Fault::NoImage, images),
        (Fault::WrongImage, images),
        (Fault::Hand, parts),
        (Fault::Herd, parts),
        (Fault::Hunt, parts),
        (Fault::WrongSlice, parts),
    ] {
        assert_found(&Hunters, &with(Some(fault)), &fault, rule);
    }
}
