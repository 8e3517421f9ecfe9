//! Whether the herds of a space say the same as its rules: a part of [`conformance`](super::conformance).

use crate::game::Notation;
use crate::herds::{Group, Herds, Kind};
use crate::space::{Entry, SliceId, Space};
use crate::subsets::Subsets;

/// Groups of a slice that are looked at, and sets of each.
const GROUPS: usize = 7;
const SETS: u64 = 5;

/// Looks at some sets of some groups of each slice. `breach` is told of what is wrong: the rule, and how it is broken.
pub(super) fn check<S: Space + Notation>(game: &S, mut breach: impl FnMut(&'static str, String)) {
    let Some(herds) = game.herds() else { return };
    let sets = Subsets::new(herds.places());
    for (slice, id) in game.slices().iter().zip((0..).map(SliceId)) {
        let kind = herds.kind(id);
        let all: Vec<u32> = sets.of_size(kind.herd).collect();
        let count = all.len() as u64;
        if herds.slice(kind) != id || slice.entries != count * herds.groups() as u64 {
            breach("a slice is its groups, each with its sets", slice.name.clone());
            continue;
        }
        for look in 0..GROUPS {
            let number = look * (herds.groups() - 1) / (GROUPS - 1);
            let group = herds.group(number);
            for place in (0..SETS).map(|look| look * (count - 1) / (SETS - 1)) {
                let entry = Entry { slice: id, index: number as u64 * count + place };
                let set = all[place as usize];
                let other = herds.image(number).is_some_and(|image| moved(&image, set) < set);
                match game.unrank(entry) {
                    None if other => {}
                    Some(position) if !other && game.outcome(&position).is_none() => {
                        let mut by_herds = after(herds, &sets, (number, &group), kind, set);
                        let moves = game.moves(&position);
                        let mut by_rules: Vec<Option<Entry>> =
                            moves.map(|m| game.rank(&game.play(&position, m))).collect();
                        by_herds.sort_unstable();
                        by_rules.sort_unstable();
                        if by_herds != by_rules {
                            let text = game.text(&position);
                            let text = format!("{text}: {by_herds:?}, by the rules {by_rules:?}");
                            breach("hunts and steps are the moves of a set", text);
                        }
                    }
                    Some(position) if !other => {
                        let stuck = after(herds, &sets, (number, &group), kind, set).is_empty();
                        if !stuck && kind.hand + kind.herd > 0 {
                            breach("who has a move goes on", game.text(&position));
                        }
                    }
                    _ => breach("of two images, the lesser stands for both", format!("{entry:?}")),
                }
            }
        }
    }
}

/// A set whose places have gone elsewhere.
fn moved(places: &[u8], set: u32) -> u32 {
    let moved = places.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
    moved.fold(0, |set, (_, &to)| set | 1 << to)
}

/// The entries that the moves from a set lead to.
fn after(
    herds: &dyn Herds,
    sets: &Subsets,
    (number, group): (usize, &Group),
    kind: Kind,
    set: u32,
) -> Vec<Option<Entry>> {
    let entry = |kind: Kind, group: usize, set: u32| {
        let set = herds.image(group).map_or(set, |image| set.min(moved(&image, set)));
        Some(Entry {
            slice: herds.slice(kind),
            index: group as u64 * sets.count(kind.herd) + u64::from(sets.rank(set)),
        })
    };
    let next = Kind { hunt: !kind.hunt, ..kind };
    let free = |place: &u32| set >> place & 1 == 0;
    if kind.hunt {
        let hunts = group
            .hunts
            .iter()
            .filter(|hunt| free(&hunt.enters.into()) && hunt.captures.is_none_or(|place| !free(&place.into())));
        let lead = hunts.map(|hunt| {
            let captured = hunt.captures.map_or(0, |place| 1 << place);
            let next = Kind { herd: kind.herd - u32::from(hunt.captures.is_some()), ..next };
            entry(next, hunt.group as usize, moved(&hunt.places, set ^ captured))
        });
        return lead.collect();
    }
    if kind.hand > 0 {
        let next = Kind { hand: kind.hand - 1, herd: kind.herd + 1, ..next };
        return (0..herds.places()).filter(free).map(|place| entry(next, number, set | 1 << place)).collect();
    }
    let steps = (0..herds.places()).filter(|place| !free(place)).flat_map(|from| {
        let to = (0..herds.places()).filter(move |to| free(to) && group.steps[from as usize] >> to & 1 == 1);
        to.map(move |to| set ^ (1 << from | 1 << to))
    });
    steps.map(|set| entry(next, number, set)).collect()
}
