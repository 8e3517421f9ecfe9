//! The entry of the generic searches: a lower and an upper bound on the score.

use super::super::score::Score;
use super::{SLOTS, TableEntry};

/// The greatest depth that an entry can have, in plies.
const DEEPEST: u32 = 127;

/// Scores are stored in 24 bits, as their distance from this score.
const LEAST: i32 = -(1 << 23);
const SCORE_BITS: u32 = 24;

/// Stands for no best move.
const NO_MOVE: u8 = 255;

/// Bounds on the score of a position.
///
/// Of the four entries of a bucket, three are the deepest and one is the latest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundsEntry {
    /// The score is this or greater, in a search to [`BoundsEntry::depth`].
    pub lower: Score,
    /// The score is this or less, in a search to [`BoundsEntry::depth`].
    pub upper: Score,
    /// The depth of the search, in plies.
    pub depth: u32,
    /// Whether the bounds hold at every greater depth too: every leaf had a certain score.
    pub whole: bool,
    /// The best move, by its place among the legal moves.
    pub best: Option<u8>,
}

impl BoundsEntry {
    /// The bounds that hold in a search to `depth` plies.
    ///
    /// Bounds of a search to another depth are not used, or the score would depend on earlier searches. The exception
    /// is a win or a loss in at most as many plies as both depths: a search to either depth finds it.
    #[inline(always)]
    pub fn bounds(&self, depth: u32) -> (Score, Score) {
        if self.depth == depth {
            return (self.lower, self.upper);
        }
        let holds = |score: Score| match score.decided() {
            Some(value) => value.plies().is_some_and(|plies| plies <= depth.min(self.depth)),
            None => self.whole && depth > self.depth,
        };
        let lower = if holds(self.lower) { self.lower } else { Score::LEAST };
        let upper = if holds(self.upper) { self.upper } else { Score::GREATEST };
        (lower, upper)
    }
}

impl TableEntry for BoundsEntry {
    #[inline(always)]
    fn to_bits(self) -> u64 {
        let score = |score: Score| (score.number() - LEAST) as u64;
        let best = self.best.unwrap_or(NO_MOVE);
        let depth = u64::from(self.depth.min(DEEPEST) << 1 | u32::from(self.whole));
        score(self.lower) | score(self.upper) << SCORE_BITS | u64::from(best) << 48 | depth << 56
    }

    #[inline(always)]
    fn from_bits(bits: u64) -> BoundsEntry {
        let score = |bits: u64| Score::of_number((bits & ((1 << SCORE_BITS) - 1)) as i32 + LEAST);
        let [_, _, _, _, _, _, best, depth] = bits.to_le_bytes();
        BoundsEntry {
            lower: score(bits),
            upper: score(bits >> SCORE_BITS),
            depth: u32::from(depth >> 1),
            whole: depth & 1 == 1,
            best: Some(best).filter(|&best| best != NO_MOVE),
        }
    }

    #[inline(always)]
    fn victim(self, bucket: [BoundsEntry; SLOTS]) -> usize {
        let last = SLOTS - 1;
        let mut shallowest = 0;
        for slot in 1..last {
            if bucket[slot].depth < bucket[shallowest].depth {
                shallowest = slot;
            }
        }
        if bucket[shallowest].depth <= self.depth { shallowest } else { last }
    }
}

#[cfg(test)]
mod tests {
    use super::super::TranspositionTable;
    use super::*;
    use crate::game::Value::{Loss, Win};

    fn entry(number: i32, depth: u32) -> BoundsEntry {
        let score = Score::evaluated(number);
        BoundsEntry { lower: score, upper: score.next(), depth, whole: number % 2 == 0, best: Some(number as u8 % 100) }
    }

    #[test]
    fn entries_come_back_as_they_were() {
        let table = TranspositionTable::new(1 << 12);
        let bounds = BoundsEntry { lower: Score::LEAST, upper: Score::GREATEST, depth: 127, whole: true, best: None };
        for (hash, entry) in [(1, entry(-49, 6)), (u64::MAX, bounds), (1, entry(52, 1))] {
            assert_ne!(table.get(hash), Some(entry));
            table.put(hash, entry);
            assert_eq!(table.get(hash), Some(entry));
        }
    }

    #[test]
    fn the_deepest_entries_are_kept_and_the_latest() {
        let table = TranspositionTable::new(0);
        (1..=9).for_each(|hash| table.put(hash, entry(0, 10 - hash as u32)));
        let kept: Vec<u64> = (1..=9).filter(|&hash| table.get(hash).is_some()).collect();
        assert_eq!(kept, [1, 2, 3, 9]);
    }

    #[test]
    fn at_another_depth_only_certain_wins_and_losses_hold() {
        let all = (Score::LEAST, Score::GREATEST);
        let known = |lower, upper| BoundsEntry { lower, upper, depth: 6, whole: false, best: None };
        let guess = known(Score::evaluated(4), Score::evaluated(5));
        assert_eq!(guess.bounds(6), (guess.lower, guess.upper));
        assert_eq!((guess.bounds(5), guess.bounds(7)), (all, all));
        assert_eq!(BoundsEntry { whole: true, ..guess }.bounds(7), (guess.lower, guess.upper));
        let win = known(Score::of_value(Win(5)), Score::GREATEST);
        assert_eq!((win.bounds(5), win.bounds(9)), ((win.lower, win.upper), (win.lower, win.upper)));
        assert_eq!(win.bounds(4), all);
        let loss = known(Score::LEAST, Score::of_value(Loss(8)));
        assert_eq!(loss.bounds(9), all);
    }
}
