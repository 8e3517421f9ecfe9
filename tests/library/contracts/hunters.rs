//! Faults in the hunters and the herd of Tigers and Goats.

use hindsight::games::tigers_and_goats::TigersAndGoats;
use hindsight::solve::hunters::{Group, HerdSpace, Hunters, Stage};
use hindsight::space::SliceId;

use super::faulty::{Faulty, assert_found, check};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    Places,
    GroupCount,
    MissingStep,
    MissingHunt,
    Enters,
    NoCapture,
    WrongCapture,
    WrongGroup,
    NoGroup,
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

    fn group_count(&self) -> usize {
        self.game.group_count() - usize::from(self.has(Fault::GroupCount))
    }

    fn group(&self, number: usize) -> Group {
        let mut group = self.game.group(number);
        match self.fault {
            Some(Fault::MissingStep) => group.steps.iter_mut().for_each(|steps| *steps &= steps.wrapping_sub(1)),
            Some(Fault::MissingHunt) => drop(group.hunts.pop()),
            Some(Fault::Enters) => group.hunts.iter_mut().for_each(|hunt| hunt.enters = 0),
            Some(Fault::NoCapture) => group.hunts.iter_mut().for_each(|hunt| hunt.captures = None),
            Some(Fault::WrongCapture) => {
                let captures = group.hunts.iter_mut().filter_map(|hunt| hunt.captures.as_mut());
                captures.for_each(|place| *place = (*place + 1) % self.game.places() as u8);
            }
            Some(Fault::WrongGroup) => group.hunts.iter_mut().for_each(|hunt| hunt.group ^= 1),
            Some(Fault::NoGroup) => group.hunts.iter_mut().for_each(|hunt| hunt.group += 1 << 20),
            Some(Fault::WrongPlaces) => group.hunts.iter_mut().for_each(|hunt| hunt.places.swap(0, 10)),
            Some(Fault::SharedPlace) => group.hunts.iter_mut().for_each(|hunt| hunt.places[0] = hunt.places[10]),
            _ => {}
        }
        group
    }

    fn image(&self, number: usize) -> Option<Vec<u8>> {
        let image = self.game.image(number)?;
        match self.fault {
            Some(Fault::NoImage) => None,
            Some(Fault::WrongImage) => Some((0..image.len() as u8).collect()),
            _ => Some(image),
        }
    }

    fn stage(&self, slice: SliceId) -> Stage {
        let stage = self.game.stage(slice);
        match self.fault {
            Some(Fault::Hand) => Stage { hand: stage.hand + 1, ..stage },
            Some(Fault::Herd) => Stage { herd: stage.herd + 1, ..stage },
            Some(Fault::Hunt) => Stage { hunt: !stage.hunt, ..stage },
            _ => stage,
        }
    }

    fn slice_at(&self, stage: Stage) -> SliceId {
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
    let (moves, parts) = ("hunts and steps are the moves of a set", "a slice is its groups, each with its sets");
    let images = "of two images, the lesser stands for both";
    let places = "steps, hunts and images take places to places, each to its own";
    for (fault, rule) in [
        (Fault::Places, "there are groups of 1 to 32 places"),
        (Fault::GroupCount, parts),
        (Fault::MissingStep, moves),
        (Fault::MissingHunt, moves),
        (Fault::Enters, moves),
        (Fault::NoCapture, moves),
        (Fault::WrongCapture, moves),
        (Fault::WrongGroup, moves),
        (Fault::NoGroup, places),
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
