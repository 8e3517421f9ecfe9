//! The entry of players: one score, exact or a bound.

use super::{SLOTS, TableEntry};

/// The relation of the exact score to a score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// The exact score is this or greater.
    Lower,
    /// The exact score is this or less.
    Upper,
    /// The exact score is this.
    #[default]
    Exact,
}

/// A score of a position, in the unit of the player.
///
/// In a full bucket, entries of earlier moves of the game are replaced first, then the shallowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreEntry {
    /// The score; a win or a loss in plies from this position.
    pub score: i16,
    /// The depth of the search, in plies.
    pub depth: u8,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The place of the best move among the legal moves, or [`ScoreEntry::NO_MOVE`].
    pub best: u8,
    /// The number of moves that the player has made in the game, modulo 256.
    pub age: u8,
    /// The evaluation of the position, without a search.
    pub evaluation: i16,
}

impl ScoreEntry {
    /// No best move is known.
    pub const NO_MOVE: u8 = 255;
}

impl TableEntry for ScoreEntry {
    #[inline(always)]
    fn to_bits(self) -> u64 {
        let [low, high] = self.score.to_le_bytes();
        let bound = match self.bound {
            Bound::Lower => 0,
            Bound::Upper => 1,
            Bound::Exact => 2,
        };
        let [evaluation_low, evaluation_high] = self.evaluation.to_le_bytes();
        u64::from_le_bytes([low, high, self.depth, bound, self.best, self.age, evaluation_low, evaluation_high])
    }

    #[inline(always)]
    fn from_bits(bits: u64) -> ScoreEntry {
        let [low, high, depth, bound, best, age, evaluation_low, evaluation_high] = bits.to_le_bytes();
        let bound = match bound {
            0 => Bound::Lower,
            1 => Bound::Upper,
            _ => Bound::Exact,
        };
        let evaluation = i16::from_le_bytes([evaluation_low, evaluation_high]);
        ScoreEntry { score: i16::from_le_bytes([low, high]), depth, bound, best, age, evaluation }
    }

    #[inline(always)]
    fn victim(self, bucket: [ScoreEntry; SLOTS]) -> usize {
        let priority = |entry: ScoreEntry| i32::from(entry.depth) + if entry.age == self.age { 256 } else { 0 };
        let mut least = 0;
        for slot in 1..SLOTS {
            if priority(bucket[slot]) < priority(bucket[least]) {
                least = slot;
            }
        }
        least
    }

    /// An entry without a best move keeps the best move of the older entry.
    #[inline(always)]
    fn merge(self, older: ScoreEntry) -> ScoreEntry {
        ScoreEntry { best: if self.best == ScoreEntry::NO_MOVE { older.best } else { self.best }, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::super::TranspositionTable;
    use super::*;

    fn entry(score: i16, depth: u8, best: u8, age: u8) -> ScoreEntry {
        ScoreEntry { score, depth, bound: Bound::Exact, best, age, evaluation: -score }
    }

    #[test]
    fn old_and_shallow_entries_are_replaced_first() {
        let table = TranspositionTable::new(0);
        for hash in 1..=4 {
            table.put(hash, entry(0, 10 + hash as u8, 0, 0));
        }
        table.put(5, entry(7, 3, 2, 0));
        assert!(table.get(1).is_none() && table.get(4).is_some());
        table.put(6, entry(0, 1, 0, 1));
        table.put(7, entry(0, 1, 0, 1));
        assert!(table.get(5).is_none() && table.get(6).is_some() && table.get(7).is_some());
        table.put(7, entry(1, 2, ScoreEntry::NO_MOVE, 1));
        assert_eq!(table.get(7), Some(entry(1, 2, 0, 1)));
    }

    #[test]
    fn entries_come_back_as_they_were() {
        let table = TranspositionTable::new(0);
        for (hash, score, bound) in
            [(1, -30_000, Bound::Lower), (2, 30_000, Bound::Upper), (u64::MAX, -1, Bound::Exact)]
        {
            let entry = ScoreEntry { score, depth: 255, bound, best: 254, age: 3, evaluation: 1 - score };
            table.put(hash, entry);
            assert_eq!(table.get(hash), Some(entry));
        }
    }
}
