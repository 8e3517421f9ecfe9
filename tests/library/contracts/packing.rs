//! Faults in the regions of halma packing.

use hindsight::games::halma_packing::HalmaPacking;
use hindsight::solve::packing::{Packing, PackingSpace, Region};
use hindsight::space::SliceId;

use super::faulty::{Faulty, assert_found, check};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    MissingSquare,
    OtherSquare,
    TooManySquares,
    Order,
    OutsideTheBoard,
    SmallerZone,
    OtherZone,
    SharedZone,
    ZoneOutside,
    NoZone,
    TooManySets,
}

impl PackingSpace for Faulty<HalmaPacking, Fault> {
    fn region(&self, slice: SliceId) -> Region {
        let mut region = self.game.region(slice);
        let Region { squares, zone } = &mut region;
        match self.fault {
            None => {}
            Some(Fault::MissingSquare) => drop(squares.pop()),
            // In place of the last one.
            Some(Fault::OtherSquare) => {
                squares.pop();
                squares.push((0, 6));
            }
            Some(Fault::TooManySquares) => *squares = (0..37).map(|i| (i % 8, i / 8)).collect(),
            Some(Fault::Order) => squares.swap(3, 4),
            Some(Fault::OutsideTheBoard) => squares.push((1, 7)),
            Some(Fault::SmallerZone) => drop(zone.pop()),
            Some(Fault::OtherZone) => zone[12] = (4, 0),
            Some(Fault::SharedZone) => zone[12] = zone[11],
            Some(Fault::ZoneOutside) => zone[12] = (7, 0),
            Some(Fault::NoZone) => zone.clear(),
            Some(Fault::TooManySets) => {
                *squares = (0..8).flat_map(|y| (0..8 - y).map(move |x| (x, y))).collect();
                *zone = squares[..16].to_vec();
            }
        }
        region
    }
}

/// The regions of up to 18 squares.
fn with(fault: Option<Fault>) -> Faulty<HalmaPacking, Fault> {
    Faulty::new(HalmaPacking::new(), 4, fault)
}

#[test]
fn the_regions_of_halma_packing_follow_its_rules() {
    let found = check(&Packing, &with(None));
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_fault_in_regions_is_found() {
    let (fits, sets) = ("a region fits the board", "a slice is the sets of its region");
    let moves = "steps and hops are the moves of a set";
    for (fault, rule) in [
        (Fault::MissingSquare, sets),
        (Fault::OtherSquare, moves),
        (Fault::TooManySquares, fits),
        (Fault::Order, fits),
        (Fault::OutsideTheBoard, fits),
        (Fault::SmallerZone, sets),
        (Fault::OtherZone, moves),
        (Fault::OtherZone, "the game is won when all pieces are in the zone, and drawn without a move"),
        (Fault::SharedZone, fits),
        (Fault::ZoneOutside, fits),
        (Fault::NoZone, fits),
        (Fault::TooManySets, fits),
    ] {
        assert_found(&Packing, &with(Some(fault)), &fault, rule);
    }
}
