//! Whether steps say the same as the rules: the conformance check of the engine.

use super::steps::{Layout, Steps};
use crate::game::Outcome;
use crate::space::{Breaches, Entry, SliceId};

/// Random positions that are checked for each slice.
const ENTRIES: u64 = 40;

/// Checks random positions, as many as ENTRIES for each of these slices: the points of a position are found by its numbering, and what the steps make of them is
/// compared with the rules.
pub(super) fn check<S: Layout>(
    space: &S,
    slices: &[SliceId],
    text: &dyn Fn(&S::Position) -> String,
    breaches: &mut Breaches,
) {
    let steps = space.steps();
    if let Err(why) = steps.check_limits() {
        breaches.add("the rules are within the limits of the engine", || why);
        return;
    }
    let all = u16::MAX >> (16 - steps.points);
    for point in 0..steps.points as usize {
        let neighbours = steps.neighbours[point];
        let mutual = (0..16).filter(|to| neighbours >> to & 1 == 1).all(|to| steps.neighbours[to] >> point & 1 == 1);
        if neighbours & !all != 0 || neighbours >> point & 1 == 1 || !mutual {
            breaches.add("stepping is mutual, between points of the board", || format!("point {point}"));
        }
    }
    let mut random = crate::util::random::Random::new(1);
    for _ in 0..ENTRIES * slices.len().min(500) as u64 {
        // Every point is empty, the mover's, or the other's.
        let (mut own, mut other) = (0u16, 0u16);
        for point in 0..steps.points {
            match random.below(3) {
                1 => own |= 1 << point,
                2 => other |= 1 << point,
                _ => {}
            }
        }
        check_points(space, &steps, own, other, text, breaches);
    }
    check_entries(space, slices, &steps, breaches);
}

/// Compares the moves from a filling.
fn check_points<S: Layout>(
    space: &S,
    steps: &Steps<S::Position>,
    own: u16,
    other: u16,
    text: &dyn Fn(&S::Position) -> String,
    breaches: &mut Breaches,
) {
    let position = (steps.position)(own, other);
    if space.rank(&position).is_none() {
        breaches.add("every filling of the points has an entry", || text(&position));
        return;
    }
    let few = |pieces: u16| pieces.count_ones() < steps.fewest;
    let mut by_steps = Vec::new();
    let points = |set: u16| (0..16).filter(move |point| set >> point & 1 == 1);
    if !few(own) && !few(other) {
        for from in points(own) {
            for to in points(steps.neighbours[from] & !(own | other)) {
                let moved = own ^ 1 << from ^ 1 << to;
                let complete = |capture: &&super::Capture| capture.own >> to & 1 == 1 && capture.complete(moved, other);
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
        breaches.add("a side with too few pieces, or that cannot step, has ended the game as the steps say", || {
            text(&position)
        });
    }
    let mut by_rules: Vec<Option<Entry>> =
        space.moves(&position).map(|mv| space.rank(&space.play(&position, mv))).collect();
    by_steps.sort_unstable();
    by_rules.sort_unstable();
    if by_steps != by_rules {
        breaches.add("steps are the moves of a position", || text(&position));
    }
    for symmetry in &steps.symmetries {
        let image = |set: u16| points(set).fold(0u16, |image, point| image | 1 << symmetry[point]);
        let moves = |own, other| space.moves(&(steps.position)(own, other)).count();
        if moves(image(own), image(other)) != moves(own, other) {
            breaches.add("the rules are the same under every symmetry", || text(&position));
        }
    }
}

/// Every entry that holds a position holds a filling: the space has no other positions.
fn check_entries<S: Layout>(space: &S, slices: &[SliceId], steps: &Steps<S::Position>, breaches: &mut Breaches) {
    let fillings = 3u64.pow(steps.points);
    let entries: u64 = space.slices().iter().map(|slice| slice.entries).sum();
    if entries > fillings {
        breaches.add("the space holds the fillings of the points alone", || {
            format!("{entries} entries, {fillings} fillings")
        });
    }
    for (slice, id) in slices.iter().map(|&id| (&space.slices()[id.index()], id)) {
        if slice.entries > 0
            && space.unrank(Entry { slice: id, index: 0 }).is_some_and(|position| space.rank(&position).is_none())
        {
            breaches.add("every filling of the points has an entry", || slice.name.clone());
        }
    }
}
