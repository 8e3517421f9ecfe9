//! Sets of up to 32 places, ranked by looking up two halves: for spaces with billions of them.

use crate::space::combinatorics::{binomial, next_subset};

/// The sets of a number of places. Place `i` is bit `i`.
pub struct Subsets {
    places: u32,
    /// Places of the lower half.
    half: u32,
    /// By set of the lower half, its rank.
    lower: Vec<u32>,
    /// By the size of the lower half's set, then by set of the upper half, what the upper half adds to the rank.
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

    /// The sets of a size, in ascending order: that of their ranks.
    pub fn of_size(&self, size: u32) -> impl Iterator<Item = u32> {
        let first = (1u64 << size) - 1;
        let sets = std::iter::successors(Some(first), |&set| next_subset(set));
        sets.take(self.count(size) as usize).map(|set| set as u32)
    }

    /// The rank of a set among those of its size.
    #[inline(always)]
    pub fn rank(&self, set: u32) -> u32 {
        let (lower, upper) = (set & ((1 << self.half) - 1), set >> self.half);
        self.lower[lower as usize] + self.upper[lower.count_ones() as usize][upper as usize]
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
}
