//! The entry of the transposition table.

use super::moves::PackedMove;
use super::score::{from_table, to_table};
use crate::search::transposition::{Bound, SLOTS, TableEntry};

/// The result of an earlier search of a position.
///
/// In a full bucket, shallow entries of earlier moves of the game are replaced first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaimEntry {
    /// The best move, or [`PackedMove::NONE`].
    pub best: PackedMove,
    /// The score; a win or a loss by its distance from this position.
    pub score: i16,
    /// The depth of the search, in plies; 0 for quiescence.
    pub depth: u8,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Whether the position was part of a principal variation.
    pub principal: bool,
    /// The number of moves that the player has made in the game, modulo 32.
    pub age: u8,
}

impl MaimEntry {
    /// An entry for a score `ply` plies from the root.
    #[inline(always)]
    pub fn with_score(self, score: i32, ply: i32) -> MaimEntry {
        MaimEntry { score: to_table(score, ply) as i16, ..self }
    }

    /// The score, `ply` plies from the root.
    #[inline(always)]
    pub fn score(&self, ply: i32) -> i32 {
        from_table(self.score.into(), ply)
    }

    /// Whether the score is exact, or a bound outside this window.
    #[inline(always)]
    pub fn decides(&self, score: i32, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        }
    }
}

impl TableEntry for MaimEntry {
    #[inline(always)]
    fn to_bits(self) -> u64 {
        let bound = match self.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        u64::from(self.best.0)
            | u64::from(self.score as u16) << 16
            | u64::from(self.depth) << 32
            | u64::from(bound | u8::from(self.principal) << 2 | self.age << 3) << 40
    }

    #[inline(always)]
    fn from_bits(bits: u64) -> MaimEntry {
        let last = (bits >> 40) as u8;
        MaimEntry {
            best: PackedMove(bits as u16),
            score: (bits >> 16) as i16,
            depth: (bits >> 32) as u8,
            bound: match last & 3 {
                1 => Bound::Lower,
                2 => Bound::Upper,
                _ => Bound::Exact,
            },
            principal: last & 4 != 0,
            age: last >> 3,
        }
    }

    #[inline(always)]
    fn victim(self, bucket: [MaimEntry; SLOTS]) -> usize {
        let promise = |entry: MaimEntry| i32::from(entry.depth) - 4 * i32::from(self.age.wrapping_sub(entry.age) & 31);
        let mut least = 0;
        for slot in 1..SLOTS {
            if promise(bucket[slot]) < promise(bucket[least]) {
                least = slot;
            }
        }
        least
    }

    #[inline(always)]
    fn merge(self, older: MaimEntry) -> MaimEntry {
        let shallow = self.bound != Bound::Exact && self.depth + 4 < older.depth && self.age == older.age;
        match (shallow, self.best) {
            (true, _) => older,
            (false, PackedMove::NONE) => MaimEntry { best: older.best, ..self },
            (false, _) => self,
        }
    }
}
