//! Whether steps agree with the rules: the conformance check of the solver.

use std::collections::BTreeSet;

use super::board::FillingBoard;
use super::moves::{StepSets, StepSide};
use super::steps::{BitsetSpace, Capture, Steps};
use crate::game::Outcome;
use crate::space::{Entry, Slice, SliceId, Violations};
use crate::util::bits::ones;
use crate::util::random::Random;

/// The number of random fillings that are checked for each slice, and of slices that count.
const FILLINGS: usize = 40;
const SLICES: usize = 500;

/// The entries of the largest space whose positions are counted: a larger one takes too long.
const MOST_ENTRIES: u64 = 1 << 23;

/// Checks the steps as data, and compares them with the rules in random fillings.
pub(super) fn check<S: BitsetSpace>(
    space: &S,
    slices: &[SliceId],
    text: &dyn Fn(&S::Position) -> String,
    violations: &mut Violations,
) {
    let steps = space.steps();
    check_data(&steps, violations);
    if !S::ALTERNATES {
        violations.add("two teams move in turn", || space.name().to_string());
    }
    // A board cannot be arranged with fillings or images of points outside it.
    if !violations.is_empty() {
        return;
    }
    if StepSets::new(&FillingBoard::new(&steps.of_points()), StepSide::White).is_none() {
        violations.add("the rules are within the limits of the solver", || {
            "captures that a step completes at the same time share points".to_string()
        });
    }
    let mut random = Random::new(1);
    for _ in 0..FILLINGS * slices.len().min(SLICES) {
        // Every point is empty, the mover's, or the other's.
        let (mut own, mut other) = (0u16, 0u16);
        for point in 0..steps.points {
            match random.below(3) {
                1 => own |= 1 << point,
                2 => other |= 1 << point,
                _ => {}
            }
        }
        check_filling(space, &steps, own, other, text, violations);
    }
    if slices.len() == space.slices().len() {
        check_entries(space, &steps, violations);
    }
}

/// Checks limits, steps and symmetries.
fn check_data<P>(steps: &Steps<P>, violations: &mut Violations) {
    if let Err(why) = steps.check_limits() {
        return violations.add("the rules are within the limits of the solver", || why);
    }
    let all = u16::MAX >> (16 - steps.points);
    for point in ones::<usize>(all) {
        let neighbours = steps.neighbours[point];
        let mutual = ones::<usize>(neighbours).all(|to| steps.neighbours[to] >> point & 1 == 1);
        if neighbours & !all != 0 || neighbours >> point & 1 == 1 || !mutual {
            violations.add("stepping is mutual, between points of the board", || format!("point {point}"));
        }
    }
    for symmetry in &steps.symmetries {
        let images: BTreeSet<u8> = ones::<usize>(all).map(|point| symmetry[point]).collect();
        if images.len() != steps.points as usize || images.iter().any(|&image| u32::from(image) >= steps.points) {
            violations.add("a symmetry takes the points to the points", || format!("{symmetry:?}"));
            continue;
        }
        let image = |set: u16| ones::<usize>(set & all).fold(0u16, |image, point| image | 1 << symmetry[point]);
        let patterns = |of: &dyn Fn(u16) -> u16| -> BTreeSet<[u16; 3]> {
            steps.captures.iter().map(|&Capture { own, taken, empty }| [own, taken, empty].map(of)).collect()
        };
        let stepping = ones::<usize>(all)
            .all(|point| steps.neighbours[usize::from(symmetry[point])] == image(steps.neighbours[point]));
        if !stepping || patterns(&image) != patterns(&|set| set) {
            violations.add("the rules are the same under every symmetry", || format!("{symmetry:?}"));
        }
    }
}

/// Compares the moves and the outcome of a filling with the rules.
fn check_filling<S: BitsetSpace>(
    space: &S,
    steps: &Steps<S::Position>,
    own: u16,
    other: u16,
    text: &dyn Fn(&S::Position) -> String,
    violations: &mut Violations,
) {
    let position = (steps.position)(own, other);
    if space.rank(&position).is_none() {
        violations.add("every filling of the points has an entry", || text(&position));
        return;
    }
    let few = |pieces: u16| pieces.count_ones() < steps.fewest;
    let mut by_steps = Vec::new();
    if !few(own) && !few(other) {
        for from in ones::<usize>(own) {
            for to in ones::<usize>(steps.neighbours[from] & !(own | other)) {
                let moved = own ^ 1 << from ^ 1 << to;
                let complete = |capture: &&Capture| capture.own >> to & 1 == 1 && capture.complete(moved, other);
                let taken = steps.captures.iter().filter(complete).fold(0, |taken, capture| taken | capture.taken);
                by_steps.push(space.rank(&(steps.position)(other & !taken, moved)));
            }
        }
    }
    let outcome = match () {
        () if few(other) => Some(Outcome::Win),
        () if few(own) => Some(Outcome::Loss),
        () => by_steps.is_empty().then_some(steps.stuck),
    };
    if space.outcome(&position) != outcome {
        violations.add("a side with too few pieces, or that cannot step, has ended the game as the steps say", || {
            text(&position)
        });
    }
    let mut by_rules: Vec<Option<Entry>> =
        space.moves(&position).map(|mv| space.rank(&space.play(&position, mv))).collect();
    by_steps.sort_unstable();
    by_rules.sort_unstable();
    if by_steps != by_rules {
        violations.add("steps are the moves of a position", || text(&position));
    }
}

/// The space holds no more positions than there are fillings. A space of more than [`MOST_ENTRIES`] is not counted.
fn check_entries<S: BitsetSpace>(space: &S, steps: &Steps<S::Position>, violations: &mut Violations) {
    if space.slices().iter().map(|slice| slice.entries).sum::<u64>() > MOST_ENTRIES {
        return;
    }
    let held = |(slice, id): (&Slice, SliceId)| {
        let entries = (0..slice.entries).map(|index| Entry { slice: id, index });
        entries.filter(|&entry| space.unrank(entry).is_some()).count() as u64
    };
    let held: u64 = space.slices().iter().zip((0..).map(SliceId)).map(held).sum();
    let fillings = 3u64.pow(steps.points);
    if held > fillings {
        violations.add("the space holds the fillings of the points alone", || {
            format!("{held} positions, {fillings} fillings")
        });
    }
}
