//! The conformance check of the solver for hunters and a herd: a space's placements agree with its rules.
//!
//! It looks at a sample: some sets of some placements in each slice. The names of the rules that it tests are in
//! [`HerdSpace`].

use super::contract::{HerdSpace, HuntStage, HunterPlacement};
use crate::game::Outcome;
use crate::space::subsets::Subsets;
use crate::space::{Entry, SliceId, Violations};

/// The number of placements in each of three samples: from all placements, from the placements that the symmetry maps
/// to themselves, and from the placements with gaps.
const PLACEMENTS: usize = 7;

/// Sets that are checked of each placement, twice: evenly spread, and the first ones.
const SETS: u64 = 9;

/// Checks a sample of sets of each slice in `slices`.
pub(super) fn check<S: HerdSpace>(
    space: &S,
    slices: &[SliceId],
    text: &dyn Fn(&S::Position) -> String,
    violations: &mut Violations,
) {
    let (places, placements) = (space.places(), space.placement_count());
    if !(1..=32).contains(&places) || placements == 0 {
        violations.add("a placement leaves 1 to 32 places", || format!("{placements} placements of {places} places"));
        return;
    }
    if !S::ALTERNATES {
        violations.add("two teams move in turn", || space.name().to_string());
    }
    let sets = Subsets::new(places);
    let mut numbers: Vec<usize> = (0..PLACEMENTS).map(|look| look * (placements - 1) / (PLACEMENTS - 1)).collect();
    numbers.extend((0..placements).filter(|&number| space.image(number).is_some()).take(PLACEMENTS));
    numbers.extend(with_gaps(space, &sets));
    numbers.sort_unstable();
    numbers.dedup();
    numbers.retain(|&number| is_sound(space, number, violations));
    for (slice, id) in slices.iter().map(|&id| (&space.slices()[id.index()], id)) {
        let stage = space.stage(id);
        if stage.herd > places {
            violations.add("a slice has an entry for each placement and set", || slice.name.clone());
            continue;
        }
        let all: Vec<u32> = sets.of_size(stage.herd).collect();
        let count = all.len() as u64;
        if space.slice_at(stage) != id || slice.entries != count * placements as u64 || count == 0 {
            violations.add("a slice has an entry for each placement and set", || slice.name.clone());
            continue;
        }
        for &number in &numbers {
            let placement = space.placement(number);
            for place in (0..SETS).map(|look| look * (count - 1) / (SETS - 1)).chain(0..SETS.min(count)) {
                let entry = Entry { slice: id, index: number as u64 * count + place };
                let set = all[place as usize];
                let other = space.image(number).is_some_and(|image| moved(&image, set) < set);
                match space.unrank(entry) {
                    None if other => {}
                    Some(position) if !other && space.outcome(&position).is_none() => {
                        let mut by_contract = after(space, &sets, (number, &placement), stage, set);
                        let moves = space.moves(&position);
                        let mut by_rules: Vec<Option<Entry>> =
                            moves.map(|mv| space.rank(&space.play(&position, mv))).collect();
                        by_contract.sort_unstable();
                        by_rules.sort_unstable();
                        if by_contract != by_rules {
                            violations.add("hunts and steps are the moves of a set", || {
                                format!("{}: {by_contract:?}, by the rules {by_rules:?}", text(&position))
                            });
                        }
                    }
                    Some(position) if !other => {
                        let over = stage.hand + stage.herd == 0;
                        let stuck = after(space, &sets, (number, &placement), stage, set).is_empty();
                        if !stuck && !over {
                            violations.add("a position with a move is not finished", || text(&position));
                        }
                        let expected = if over && stage.hunters_to_move { Outcome::Win } else { Outcome::Loss };
                        if space.outcome(&position) != Some(expected) {
                            violations
                                .add("hunters without a herd have won, and a side without a move has lost", || {
                                    text(&position)
                                });
                        }
                    }
                    _ => violations.add("the lesser of two images has the position", || format!("{entry:?}")),
                }
            }
        }
    }
}

/// Some placements with a gap, an entry without a position, in the smallest slice with a herd.
fn with_gaps<S: HerdSpace>(space: &S, sets: &Subsets) -> Vec<usize> {
    let slices = space.slices().iter().zip((0..).map(SliceId));
    let herds = slices.filter(|&(slice, id)| slice.entries > 0 && (1..=space.places()).contains(&space.stage(id).herd));
    let Some((slice, id)) = herds.min_by_key(|(slice, _)| slice.entries) else { return Vec::new() };
    let count = sets.count(space.stage(id).herd);
    let gap = |index: &u64| space.unrank(Entry { slice: id, index: *index }).is_none();
    let gaps = (0..slice.entries).filter(gap).map(|index| (index / count) as usize);
    gaps.filter(|&number| number < space.placement_count()).take(PLACEMENTS).collect()
}

/// Whether all places and placements in a placement exist.
fn is_sound(space: &impl HerdSpace, number: usize, violations: &mut Violations) -> bool {
    let (places, placement) = (space.places(), space.placement(number));
    let each_once = |to: &[u8]| {
        let set = to.iter().filter(|&&place| u32::from(place) < places).fold(0u32, |set, place| set | 1 << place);
        to.len() as u32 == places && set.count_ones() == places
    };
    let inside = |place: u8| u32::from(place) < places;
    let sound = placement.steps.len() as u32 == places
        && space.image(number).is_none_or(|image| each_once(&image))
        && placement.hunts.iter().all(|hunt| {
            let lands = (hunt.placement as usize) < space.placement_count() && each_once(&hunt.places);
            lands && inside(hunt.enters) && hunt.captures.is_none_or(inside)
        });
    if !sound {
        violations.add("hunts and images map places one to one", || format!("placement {number}"));
    }
    sound
}

/// The image of a set under a map of places.
fn moved(places: &[u8], set: u32) -> u32 {
    let moved = places.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
    moved.fold(0, |set, (_, &to)| set | 1 << to)
}

/// The entries that the moves of a set lead to.
fn after<S: HerdSpace>(
    space: &S,
    sets: &Subsets,
    (number, placement): (usize, &HunterPlacement),
    stage: HuntStage,
    set: u32,
) -> Vec<Option<Entry>> {
    let entry = |stage: HuntStage, placement: usize, set: u32| {
        let set = space.image(placement).map_or(set, |image| set.min(moved(&image, set)));
        Some(Entry {
            slice: space.slice_at(stage),
            index: placement as u64 * sets.count(stage.herd) + u64::from(sets.rank(set)),
        })
    };
    let next = HuntStage { hunters_to_move: !stage.hunters_to_move, ..stage };
    let free = |place: &u32| set >> place & 1 == 0;
    if stage.hunters_to_move {
        let hunts = placement
            .hunts
            .iter()
            .filter(|hunt| free(&hunt.enters.into()) && hunt.captures.is_none_or(|place| !free(&place.into())));
        let lead = hunts.map(|hunt| {
            let captured = hunt.captures.map_or(0, |place| 1 << place);
            let next = HuntStage { herd: stage.herd - u32::from(hunt.captures.is_some()), ..next };
            entry(next, hunt.placement as usize, moved(&hunt.places, set ^ captured))
        });
        return lead.collect();
    }
    if stage.hand > 0 {
        let next = HuntStage { hand: stage.hand - 1, herd: stage.herd + 1, ..next };
        return (0..space.places()).filter(free).map(|place| entry(next, number, set | 1 << place)).collect();
    }
    let steps = (0..space.places()).filter(|place| !free(place)).flat_map(|from| {
        let to = (0..space.places()).filter(move |to| free(to) && placement.steps[from as usize] >> to & 1 == 1);
        to.map(move |to| set ^ (1 << from | 1 << to))
    });
    steps.map(|set| entry(next, number, set)).collect()
}
