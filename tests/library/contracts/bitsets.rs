//! Faults in the steps of Pangki.

use hindsight::game::Outcome;
use hindsight::games::pangki::{Pangki, Position};
use hindsight::solve::bitsets::{BitsetSpace, Bitsets, Capture, Steps};
use hindsight::space::Space;

use super::faulty::{Faulty, assert_found, check};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    Points,
    TooManyPoints,
    Neighbour,
    Neighbours,
    MissingNeighbours,
    MissingCapture,
    TakenByCapture,
    EmptyOfCapture,
    SharedCaptures,
    Fewest,
    Stuck,
    DrawnStuck,
    Symmetry,
    NoPermutation,
    Position,
}

impl BitsetSpace for Faulty<Pangki, Fault> {
    fn steps(&self) -> Steps<Position> {
        let mut steps = self.game.steps();
        match self.fault {
            None => {}
            Some(Fault::Points) => {
                let board = 0x0fff;
                steps.points = 12;
                steps.neighbours.iter_mut().for_each(|to| *to &= board);
                steps.neighbours[12..].fill(0);
                steps.captures.retain(|capture| capture.points() & !board == 0);
                steps.symmetries.clear();
            }
            Some(Fault::TooManyPoints) => steps.points = 17,
            Some(Fault::Neighbour) => steps.neighbours[0] |= 1 << 15,
            Some(Fault::Neighbours) => {
                steps.neighbours[0] |= 1 << 15;
                steps.neighbours[15] |= 1;
                steps.symmetries.clear();
            }
            Some(Fault::MissingNeighbours) => {
                steps.neighbours[0] &= !(1 << 1);
                steps.neighbours[1] &= !1;
                steps.symmetries.clear();
            }
            Some(Fault::MissingCapture) => {
                steps.captures.remove(0);
                steps.symmetries.clear();
            }
            Some(Fault::TakenByCapture) => {
                let capture = &mut steps.captures[0];
                (capture.taken, capture.empty) = (capture.empty, capture.taken);
                steps.symmetries.clear();
            }
            Some(Fault::EmptyOfCapture) => steps.captures.iter_mut().for_each(|capture| capture.empty = 0),
            Some(Fault::SharedCaptures) => {
                // A file lies in both halves of the board.
                let Capture { own, taken, .. } = steps.captures[steps.captures.len() - 1];
                steps.captures.push(Capture { own, taken, empty: 0 });
                steps.symmetries.clear();
            }
            Some(Fault::Fewest) => steps.fewest += 1,
            Some(Fault::Stuck) => steps.stuck = Outcome::Win,
            Some(Fault::DrawnStuck) => steps.stuck = Outcome::Draw,
            // A turn of one row alone.
            Some(Fault::Symmetry) => steps.symmetries[1] = std::array::from_fn(|i| if i < 4 { 3 - i } else { i } as u8),
            Some(Fault::NoPermutation) => steps.symmetries[1][0] = steps.symmetries[1][1],
            Some(Fault::Position) => {
                steps.position = |own, other| Position { own: other, other: own, white_to_move: true }
            }
        }
        steps
    }
}

fn with(fault: Option<Fault>) -> Faulty<Pangki, Fault> {
    let game = Pangki::new();
    let slices = game.slices().len();
    Faulty::new(game, slices, fault)
}

#[test]
fn the_steps_of_pangki_are_its_rules() {
    let found = check(&Bitsets, &with(None));
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_fault_in_steps_is_found() {
    let moves = "steps are the moves of a position";
    let ended = "a side with too few pieces, or that cannot step, has ended the game as the steps say";
    let limits = "the rules are within the limits of the solver";
    for (fault, rule) in [
        (Fault::Points, "the space holds the fillings of the points alone"),
        (Fault::TooManyPoints, limits),
        (Fault::Neighbour, "stepping is mutual, between points of the board"),
        (Fault::Neighbours, moves),
        (Fault::MissingNeighbours, moves),
        (Fault::MissingCapture, moves),
        (Fault::TakenByCapture, moves),
        (Fault::EmptyOfCapture, moves),
        (Fault::SharedCaptures, limits),
        (Fault::Fewest, ended),
        (Fault::Stuck, ended),
        (Fault::DrawnStuck, limits),
        (Fault::Symmetry, "the rules are the same under every symmetry"),
        (Fault::NoPermutation, "a symmetry takes the points to the points"),
        (Fault::Position, ended),
    ] {
        assert_found(&Bitsets, &with(Some(fault)), &fault, rule);
    }
}
