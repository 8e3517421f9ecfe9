//! The order of the parts of a job that counts and writes no tables, and the disk that it needs: a simulation.
//!
//! ```text
//!   while a part is solved    the working tables that are there + the values of the part, if they are in files
//!   while it is written       the same + its working tables; in exchange for its values, if these are in files
//!   afterwards                without the working tables that only this part needed
//! ```
//!
//! Of the parts whose dependencies are solved, the next is always the one after which the fewest bytes stay on the
//! disk. For eight pieces of checkers with four on each side, this order needs as little disk as the best one.

use std::collections::BTreeSet;

use crate::space::components::{Part, dependencies};
use crate::space::{Slice, SliceId};

/// The sizes that decide the order.
pub struct DiskForecast<'a> {
    pub slices: &'a [Slice],
    pub parts: &'a [Part],
    /// The size of the working table of a slice in bytes; 0 for a slice whose values are in a table that stays.
    pub table: &'a dyn Fn(SliceId) -> u64,
    /// The bytes of the values of a part that are in files while it is solved.
    pub in_files: &'a dyn Fn(usize) -> u64,
}

/// A part that is left, in the order of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForecastStep {
    pub part: usize,
    /// The bytes on the disk at the most, from its solve to the end of its tables: working tables and values.
    pub disk: u64,
}

impl DiskForecast<'_> {
    /// The slices of other parts that the moves of a part lead to.
    fn leads_to(&self, part: usize) -> BTreeSet<SliceId> {
        leads_to(self.slices, &self.parts[part])
    }

    /// The parts that are left, in the order of work; `left` has each after its dependencies, and `there` are the
    /// slices that have a working table now.
    pub fn steps(&self, left: &[usize], there: &[SliceId]) -> Vec<ForecastStep> {
        let dependencies = dependencies(self.slices, self.parts);
        let mut left: Vec<(usize, BTreeSet<SliceId>)> = left.iter().map(|&part| (part, self.leads_to(part))).collect();
        // By slice, how many parts that are left lead to it, and whether it has a working table.
        let (mut needed, mut live) = (vec![0; self.slices.len()], vec![false; self.slices.len()]);
        left.iter().flat_map(|(_, next)| next).for_each(|slice| needed[slice.index()] += 1);
        there.iter().filter(|slice| needed[slice.index()] > 0).for_each(|slice| live[slice.index()] = true);
        let mut disk: u64 = there.iter().filter(|slice| live[slice.index()]).map(|&slice| (self.table)(slice)).sum();
        let mut steps = Vec::new();
        while !left.is_empty() {
            let is_left = |part: &usize| left.iter().any(|(other, _)| other == part);
            let of_step = |(part, next): &(usize, BTreeSet<SliceId>)| {
                let kept = self.parts[*part].slices.iter().filter(|slice| needed[slice.index()] > 0);
                let kept: u64 = kept.filter(|slice| !live[slice.index()]).map(|&slice| (self.table)(slice)).sum();
                let last = next.iter().filter(|slice| live[slice.index()] && needed[slice.index()] == 1);
                (kept, last.map(|&slice| (self.table)(slice)).sum::<u64>())
            };
            let ready = left.iter().enumerate().filter(|(_, (part, _))| !dependencies[*part].iter().any(is_left));
            let steps_now = ready.map(|(at, of_part)| (at, of_step(of_part)));
            let next = steps_now.min_by_key(|&(at, (kept, removed))| (disk + kept - removed, at));
            let Some((at, (kept, removed))) = next else { break };
            let (part, next) = left.remove(at);
            steps.push(ForecastStep { part, disk: disk + kept.max((self.in_files)(part)) });
            disk = disk + kept - removed;
            for slice in next {
                needed[slice.index()] -= 1;
                live[slice.index()] &= needed[slice.index()] > 0;
            }
            let own = self.parts[part].slices.iter().filter(|slice| needed[slice.index()] > 0);
            own.for_each(|slice| live[slice.index()] = true);
        }
        steps
    }
}

/// The slices of other parts that the moves of a part lead to.
pub fn leads_to(slices: &[Slice], part: &Part) -> BTreeSet<SliceId> {
    let next = part.slices.iter().flat_map(|slice| &slices[slice.index()].leads_to);
    next.copied().filter(|slice| !part.slices.contains(slice)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::Draughts;
    use crate::space::Space;
    use crate::space::components::{closure, parts};

    /// The steps for the slices of four against four and all below, or for four against four alone.
    fn steps(with_all_below: bool) -> Vec<(String, u64)> {
        let game = Draughts::checkers();
        let (slices, parts) = (game.slices(), parts(game.slices()));
        let last = slices.iter().position(|slice| slice.name == "MMMMvMMMM").expect("it is a slice");
        let all = closure(slices, &parts, &[SliceId(last as u32)]);
        let is_left = |part: &usize| parts[*part].slices.iter().any(|slice| slices[slice.index()].pieces == 8);
        let left: Vec<usize> = all.into_iter().filter(|part| with_all_below || is_left(part)).collect();
        let table = |slice: SliceId| match with_all_below || slices[slice.index()].pieces == 8 {
            true => slices[slice.index()].entries,
            false => 0,
        };
        let in_files = |part: usize| parts[part].entries(slices);
        let forecast = DiskForecast { slices, parts: &parts, table: &table, in_files: &in_files };
        let name = |step: ForecastStep| (parts[step.part].name.clone(), step.disk);
        forecast.steps(&left, &[]).into_iter().map(name).collect()
    }

    #[test]
    fn four_against_four_needs_less_than_half_of_its_entries() {
        let alone = steps(false);
        assert_eq!(alone.len(), 15);
        assert_eq!((alone[0].0.as_str(), alone[14].0.as_str()), ("KKKKvKKKK", "MMMMvMMMM"));
        // The least that any order needs, with 21.2 GB of tables of what lies below besides.
        assert_eq!(alone.iter().map(|(_, disk)| *disk).max(), Some(41_598_870_300));
        let all = steps(true);
        assert_eq!(all.iter().map(|(_, disk)| *disk).max(), Some(48_893_641_991));
        assert_eq!(all.last().map(|(name, _)| name.as_str()), Some("MMMMvMMMM"));
    }
}
