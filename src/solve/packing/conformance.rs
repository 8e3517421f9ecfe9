//! Whether regions agree with the rules: the conformance check of the solver. It shares no line with the search.

use std::collections::BTreeSet;

use super::contract::{PackingSpace, Region};
use crate::game::{Outcome, Turn, turn};
use crate::space::combinatorics::{binomial, rank_subset, unrank_subset};
use crate::space::{Entry, SliceId, Violations};

/// The number of sets of a slice that are checked, spread evenly; as many near the goal are checked besides.
const SETS: u64 = 50;

/// Checks some sets of each of these slices.
pub(super) fn check<S: PackingSpace>(
    space: &S,
    slices: &[SliceId],
    text: &dyn Fn(&S::Position) -> String,
    violations: &mut Violations,
) {
    if S::ALTERNATES {
        violations.add("one team plays alone", || space.name().to_string());
    }
    for (slice, id) in slices.iter().map(|&id| (&space.slices()[id.index()], id)) {
        let region = space.region(id);
        if let Some(fault) = region.fault() {
            violations.add("a region fits the board", || format!("{}: {fault}", slice.name));
            continue;
        }
        let pieces = region.zone.len() as u32;
        let goal = region.places(|square| region.zone.contains(&square));
        if slice.entries != binomial(region.squares.len() as u32, pieces) || slice.leads_to != [id] {
            violations.add("a slice is the sets of its region", || slice.name.clone());
            continue;
        }
        let near = rank_subset(goal).saturating_sub(SETS / 2)..(rank_subset(goal) + SETS / 2).min(slice.entries);
        for index in (0..SETS).map(|look| look * (slice.entries - 1) / (SETS - 1)).chain(near) {
            let Some(position) = space.unrank(Entry { slice: id, index }) else {
                violations.add("every entry holds a position", || format!("{} {index}", slice.name));
                continue;
            };
            let set = unrank_subset(index, pieces);
            let mut by_region = if set == goal { Vec::new() } else { region.after(set) };
            let expected = match by_region.is_empty() {
                true if set == goal => Some(Outcome::Win),
                true => Some(Outcome::Draw),
                false => None,
            };
            if space.outcome(&position) != expected {
                let rule = "the game is won when all pieces are in the zone, and drawn without a move";
                violations.add(rule, || text(&position));
            }
            let next: Vec<S::Position> = space.moves(&position).map(|mv| space.play(&position, mv)).collect();
            if next.iter().any(|next| turn(space, &position, next) != Turn::Same) {
                violations.add("one team plays alone", || text(&position));
            }
            let mut by_rules: Vec<Option<u64>> = next
                .iter()
                .map(|next| space.rank(next).filter(|entry| entry.slice == id).map(|entry| entry.index))
                .collect();
            by_region.sort_unstable();
            by_rules.sort_unstable();
            if !by_region.iter().copied().map(Some).eq(by_rules.iter().copied()) {
                violations.add("steps and hops are the moves of a set", || {
                    format!("{}: {by_region:?}, by the rules {by_rules:?}", text(&position))
                });
            }
        }
    }
}

impl Region {
    /// The places of the squares for which a condition holds.
    fn places(&self, of: impl Fn((u8, u8)) -> bool) -> u64 {
        self.squares.iter().enumerate().filter(|&(_, &square)| of(square)).fold(0, |set, (place, _)| set | 1 << place)
    }

    /// The place that is `times` squares away in a direction.
    fn beside(&self, place: usize, (columns, rows): (i8, i8), times: i8) -> Option<usize> {
        let (x, y) = self.squares[place];
        let wanted = (x as i8 + times * columns, y as i8 + times * rows);
        self.squares.iter().position(|&(x, y)| (x as i8, y as i8) == wanted)
    }

    /// The ranks of the sets that a move leads to.
    fn after(&self, set: u64) -> Vec<u64> {
        let is_home = |place: usize| self.zone.contains(&self.squares[place]);
        let directions: Vec<(i8, i8)> = (0..9).map(|i| (i % 3 - 1, i / 3 - 1)).filter(|&d| d != (0, 0)).collect();
        let mut after = Vec::new();
        for from in (0..self.squares.len()).filter(|from| set >> from & 1 == 1) {
            let others = set ^ 1 << from;
            let may_enter = |place: usize, to: usize| set >> to & 1 == 0 && (is_home(to) || !is_home(place));
            let mut ends: BTreeSet<usize> =
                directions.iter().filter_map(|&d| self.beside(from, d, 1)).filter(|&to| may_enter(from, to)).collect();
            let (mut landed, mut queue) = (BTreeSet::from([from]), vec![from]);
            while let Some(place) = queue.pop() {
                for &direction in &directions {
                    let over = self.beside(place, direction, 1).filter(|over| others >> over & 1 == 1);
                    let to = over.and_then(|_| self.beside(place, direction, 2)).filter(|&to| may_enter(place, to));
                    queue.extend(to.filter(|&to| landed.insert(to)));
                }
            }
            landed.remove(&from);
            ends.extend(landed);
            after.extend(ends.into_iter().map(|to| rank_subset(others | 1 << to)));
        }
        after
    }
}
