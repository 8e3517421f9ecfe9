//! Sets of places, ranked by two look-ups, one for each half of the places: for spaces with billions of sets.
//! [`Subsets`] have up to 32 places and any size, [`RankedSubsets`] up to 36 places and one size.

use crate::space::combinatorics::{binomial, next_subset};
use crate::util::cpu::count_ones;

/// The sets of a number of places. Place `i` is bit `i`.
pub struct Subsets {
    places: u32,
    /// Places of the lower half.
    half: u32,
    /// By set of the lower half, its rank.
    lower: Vec<u32>,
    /// By the size of the lower half's set, then by set of the upper half: the share of the upper half in the rank.
    upper: Vec<Vec<u32>>,
}

impl Subsets {
    /// Fills the tables: 48 KB for 20 places.
    pub fn new(places: u32) -> Subsets {
        let half = places / 2;
        let rank = |set: u64, first: u32, below: u32| {
            let places = (0..u64::BITS - first).filter(|place| set >> place & 1 == 1);
            places.zip(below + 1..).map(|(place, k)| choose(first + place, k)).sum::<u64>() as u32
        };
        Subsets {
            places,
            half,
            lower: (0..1 << half).map(|set| rank(set, 0, 0)).collect(),
            upper: (0..=half)
                .map(|below| (0..1 << (places - half)).map(|set| rank(set, half, below)).collect())
                .collect(),
        }
    }

    /// The number of sets of a size.
    pub fn count(&self, size: u32) -> u64 {
        choose(self.places, size)
    }

    /// The sets of a size, in ascending order of their ranks.
    pub fn of_size(&self, size: u32) -> impl Iterator<Item = u32> {
        let first = (1u64 << size) - 1;
        let sets = std::iter::successors(Some(first), |&set| next_subset(set));
        sets.take(self.count(size) as usize).map(|set| set as u32)
    }

    /// The rank of a set among the sets of its size.
    #[inline(always)]
    pub fn rank(&self, set: u32) -> u32 {
        let (lower, upper) = (set & ((1 << self.half) - 1), set >> self.half);
        self.lower[lower as usize] + self.upper[count_ones(lower) as usize][upper as usize]
    }
}

/// The places of the lower half of a [`RankedSubsets`].
const LOWER: u32 = 16;

/// The sets of one size of up to 36 places, in ascending order as numbers. Place `i` is bit `i`. The number of a set
/// does not depend on the number of places.
///
/// Sets with the same upper half, the places from 16 on, are consecutive: a *group* of at most 12,870.
pub struct RankedSubsets {
    size: u32,
    /// By set of the lower half, its rank among the sets of its size.
    lower: Vec<u16>,
    /// The sets of the lower half by their size, each list in ascending order.
    lower_sets: Vec<Vec<u32>>,
    /// By set of the upper half, the rank of the first set that has it; without meaning if no set has it.
    first: Vec<u32>,
    /// The upper halves that sets have, in ascending order.
    groups: Vec<u32>,
}

impl RankedSubsets {
    /// Fills the tables: 9 MB for 36 places.
    ///
    /// # Panics
    /// If there are more than 36 places, the size is greater than 16, or there are more than `u32::MAX` sets.
    pub fn new(places: u32, size: u32) -> RankedSubsets {
        assert!(places <= 36 && size <= 16, "expected up to 36 places and sets of up to 16");
        assert!(u32::try_from(choose(places, size)).is_ok(), "expected at most {} sets", u32::MAX);
        let mut lower_sets = vec![Vec::new(); LOWER as usize + 1];
        let lower_places = places.min(LOWER);
        let lower = (0u32..1 << lower_places).map(|set| {
            let of_size = &mut lower_sets[set.count_ones() as usize];
            of_size.push(set);
            (of_size.len() - 1) as u16
        });
        let lower = lower.collect();
        let (mut next, mut groups) = (0, Vec::new());
        let first = (0u32..1 << (places - lower_places)).map(|upper| {
            let first = next;
            if let Some(left) = size.checked_sub(upper.count_ones())
                && left <= lower_places
            {
                groups.push(upper);
                next += lower_sets[left as usize].len() as u32;
            }
            first
        });
        let first = first.collect();
        RankedSubsets { size, lower, lower_sets, first, groups }
    }

    /// The number of sets.
    pub fn count(&self) -> u32 {
        self.groups.last().map_or(0, |&upper| self.first(upper) + self.lower_halves(upper).len() as u32)
    }

    /// The upper halves of the groups, in ascending order.
    pub fn groups(&self) -> &[u32] {
        &self.groups
    }

    /// The rank of the first set of the group with this upper half.
    #[inline(always)]
    pub fn first(&self, upper: u32) -> u32 {
        self.first[upper as usize]
    }

    /// The lower halves of the sets of a group, in ascending order.
    pub fn lower_halves(&self, upper: u32) -> &[u32] {
        &self.lower_sets[(self.size - upper.count_ones()) as usize]
    }

    /// The rank of a set in its group, by its lower half.
    #[inline(always)]
    pub fn rank_in_group(&self, lower: u32) -> u32 {
        self.lower[lower as usize].into()
    }

    /// The upper and the lower half of a set.
    #[inline(always)]
    pub fn halves(set: u64) -> (u32, u32) {
        ((set >> LOWER) as u32, set as u32 & ((1 << LOWER) - 1))
    }

    /// The set of an upper and a lower half.
    #[inline(always)]
    pub fn set(upper: u32, lower: u32) -> u64 {
        u64::from(upper) << LOWER | u64::from(lower)
    }

    /// The rank of a set of the right size.
    #[inline(always)]
    pub fn rank(&self, set: u64) -> u32 {
        let (upper, lower) = RankedSubsets::halves(set);
        self.first(upper) + self.rank_in_group(lower)
    }

    /// The set of a rank: the inverse of [`RankedSubsets::rank`].
    #[inline]
    pub fn unrank(&self, rank: u32) -> u64 {
        let upper = self.groups[self.groups.partition_point(|&upper| self.first(upper) <= rank) - 1];
        let lower = self.lower_halves(upper)[(rank - self.first(upper)) as usize];
        RankedSubsets::set(upper, lower)
    }
}

/// The number of sets of `k` out of `n` places, 32 at most.
fn choose(n: u32, k: u32) -> u64 {
    if k > n { 0 } else { binomial(n, k.min(n - k)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_ranked_in_ascending_order() {
        for places in [1, 5, 20] {
            let subsets = Subsets::new(places);
            for size in 0..=places {
                let sets: Vec<u32> = subsets.of_size(size).collect();
                assert!(sets.is_sorted_by(|a, b| a < b));
                assert!(sets.iter().all(|set| set.count_ones() == size && set >> places == 0));
                assert!(sets.iter().zip(0..).all(|(&set, rank)| subsets.rank(set) == rank));
                assert_eq!(sets.len() as u64, subsets.count(size));
            }
        }
    }

    #[test]
    fn sets_of_one_size_are_ranked_in_ascending_order() {
        for (places, size) in [(1, 0), (5, 5), (20, 3), (22, 13), (36, 2)] {
            let subsets = RankedSubsets::new(places, size);
            assert_eq!(u64::from(subsets.count()), binomial(places, size));
            let sets: Vec<u64> = (0..subsets.count()).map(|rank| subsets.unrank(rank)).collect();
            assert!(sets.is_sorted_by(|a, b| a < b));
            assert!(sets.iter().all(|set| set.count_ones() == size && set >> places == 0));
            assert!(sets.iter().zip(0..).all(|(&set, rank)| subsets.rank(set) == rank));
        }
    }
}
