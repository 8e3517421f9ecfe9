//! The transposition table: what is known of positions that lines of play come to again (Greenblatt et al. 1967).
//!
//! Threads share it without locks (Hyatt and Mann 2002): an entry is two words, its data and the position's hash XORed
//! with them, so that one whose words were written by different threads is not found. Of a bucket's four entries three
//! keep the deepest searches, and the last the latest.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::score::Score;

/// The deepest search that an entry can tell of, in plies.
const DEEPEST: u32 = 127;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The score is this or greater,
    pub lower: Score,
    /// and this or less, if the search is so deep:
    pub upper: Score,
    /// in plies.
    pub depth: u32,
    /// Whether the bounds hold at every greater depth: nothing that was not certain went into them.
    pub whole: bool,
    /// The best move, by its place among the legal ones.
    pub best: Option<u8>,
}

/// Scores are kept in 24 bits, above the least one that these can tell.
const LEAST: i32 = -(1 << 23);
const SCORE_BITS: u32 = 24;
/// A best move that is not known.
const NO_MOVE: u8 = 255;

impl Entry {
    fn data(self) -> u64 {
        let score = |score: Score| (score.number() - LEAST) as u64;
        let best = self.best.unwrap_or(NO_MOVE);
        let depth = u64::from(self.depth.min(DEEPEST) << 1 | u32::from(self.whole));
        score(self.lower) | score(self.upper) << SCORE_BITS | u64::from(best) << 48 | depth << 56
    }

    fn of(data: u64) -> Entry {
        let score = |bits: u64| Score::of_number((bits & ((1 << SCORE_BITS) - 1)) as i32 + LEAST);
        let [_, _, _, _, _, _, best, depth] = data.to_le_bytes();
        Entry {
            lower: score(data),
            upper: score(data >> SCORE_BITS),
            depth: u32::from(depth >> 1),
            whole: depth & 1 == 1,
            best: Some(best).filter(|&best| best != NO_MOVE),
        }
    }

    /// The bounds that a search to `depth` plies would find too.
    ///
    /// Only entries of just this depth tell, or else the score would depend on what was searched before; but a win or a
    /// loss within the lesser of both depths is there at either.
    #[inline(always)]
    pub fn bounds(&self, depth: u32) -> (Score, Score) {
        if self.depth == depth {
            return (self.lower, self.upper);
        }
        let sure = |score: Score| match score.decided() {
            Some(value) => value.plies() <= Some(depth.min(self.depth)),
            None => self.whole && depth > self.depth,
        };
        let lower = if sure(self.lower) { self.lower } else { Score::LEAST };
        let upper = if sure(self.upper) { self.upper } else { Score::GREATEST };
        (lower, upper)
    }
}

#[derive(Default)]
struct Slot {
    /// The hash of the position, XORed with the data.
    check: AtomicU64,
    data: AtomicU64,
}

/// One line of the cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// A table of fixed size.
pub struct Transpositions {
    buckets: Box<[Bucket]>,
}

impl Transpositions {
    /// An empty table of so many bytes, or of one bucket's 64 if that is more.
    pub fn new(bytes: u64) -> Transpositions {
        let buckets = (bytes / size_of::<Bucket>() as u64).max(1);
        Transpositions { buckets: (0..buckets).map(|_| Bucket::default()).collect() }
    }

    fn bucket(&self, hash: u64) -> &Bucket {
        &self.buckets[((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// Says that the position of this hash will soon be asked for: the memory can be on its way then.
    #[inline(always)]
    pub fn fetch(&self, hash: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: every such processor has the instruction, and it reads nothing.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.bucket(hash)).cast()) }
        }
    }

    /// What is known of the position of this hash.
    #[inline]
    pub fn get(&self, hash: u64) -> Option<Entry> {
        self.bucket(hash).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.check.load(Relaxed) ^ data == hash).then(|| Entry::of(data))
        })
    }

    /// Keeps what is known of the position of this hash, in place of what was known before.
    pub fn put(&self, hash: u64, entry: Entry) {
        let [kept @ .., last] = &self.bucket(hash).0;
        let read = |slot: &Slot| (slot.check.load(Relaxed), slot.data.load(Relaxed));
        let known = |slot: &&Slot| {
            let (check, data) = read(slot);
            check ^ data == hash
        };
        // An empty slot reads as one of depth 0.
        let shallowest = kept.iter().min_by_key(|slot| read(slot).1 >> 57);
        let room = shallowest.filter(|slot| read(slot).1 >> 57 <= u64::from(entry.depth));
        let slot = kept.iter().chain([last]).find(known).or(room).unwrap_or(last);
        let data = entry.data();
        slot.check.store(hash ^ data, Relaxed);
        slot.data.store(data, Relaxed);
    }
}

/// The hash of a position: never 0, which an empty slot has.
#[inline(always)]
pub fn hash<P: Hash>(position: &P) -> u64 {
    let mut mixer = Mixer(0x9e37_79b9_7f4a_7c15);
    position.hash(&mut mixer);
    mixer.finish().max(1)
}

/// A hash by products of 128 bits, folded (Wang Yi, "wyhash").
struct Mixer(u64);

impl Mixer {
    #[inline(always)]
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0xa076_1d64_78bd_642f_u128;
        self.0 = (product as u64 ^ (product >> 64) as u64).wrapping_add(0x2d35_8dcc_aa6c_78a5);
    }
}

impl Hasher for Mixer {
    #[inline(always)]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    #[inline(always)]
    fn write_u8(&mut self, number: u8) {
        self.mix(number.into());
    }

    #[inline(always)]
    fn write_u16(&mut self, number: u16) {
        self.mix(number.into());
    }

    #[inline(always)]
    fn write_u32(&mut self, number: u32) {
        self.mix(number.into());
    }

    #[inline(always)]
    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    #[inline(always)]
    fn finish(&self) -> u64 {
        let mut last = Mixer(self.0);
        last.mix(0xe703_7ed1_a0b4_28db);
        last.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    fn entry(number: i32, depth: u32) -> Entry {
        let score = Score::evaluated(number);
        Entry { lower: score, upper: score.next(), depth, whole: number % 2 == 0, best: Some(number as u8 % 100) }
    }

    #[test]
    fn entries_come_back_as_they_were() {
        let table = Transpositions::new(1 << 12);
        let bounds = Entry { lower: Score::LEAST, upper: Score::GREATEST, depth: 127, whole: true, best: None };
        for (hash, entry) in [(1, entry(-49, 6)), (u64::MAX, bounds), (1, entry(52, 1))] {
            assert_ne!(table.get(hash), Some(entry));
            table.put(hash, entry);
            assert_eq!(table.get(hash), Some(entry));
        }
    }

    #[test]
    fn the_deepest_entries_are_kept_and_the_latest() {
        let table = Transpositions::new(0);
        (1..=9).for_each(|hash| table.put(hash, entry(0, 10 - hash as u32)));
        let kept: Vec<u64> = (1..=9).filter(|&hash| table.get(hash).is_some()).collect();
        assert_eq!(kept, [1, 2, 3, 9]);
    }

    #[test]
    fn other_depths_are_told_of_certain_wins_and_losses_alone() {
        use crate::game::Value::{Loss, Win};
        let all = (Score::LEAST, Score::GREATEST);
        let known = |lower, upper| Entry { lower, upper, depth: 6, whole: false, best: None };
        let guess = known(Score::evaluated(4), Score::evaluated(5));
        assert_eq!(guess.bounds(6), (guess.lower, guess.upper));
        assert_eq!((guess.bounds(5), guess.bounds(7)), (all, all));
        assert_eq!(Entry { whole: true, ..guess }.bounds(7), (guess.lower, guess.upper));
        let win = known(Score::of_value(Win(5)), Score::GREATEST);
        assert_eq!((win.bounds(5), win.bounds(9)), ((win.lower, win.upper), (win.lower, win.upper)));
        assert_eq!(win.bounds(4), all);
        let loss = known(Score::LEAST, Score::of_value(Loss(8)));
        assert_eq!(loss.bounds(9), all);
    }

    #[test]
    fn threads_that_write_at_once_never_make_an_entry_that_none_has_written() {
        let table = Transpositions::new(256);
        // The data follow from the hash, so what was mixed would be told apart.
        let of = |hash: u64| entry((hash % 1000) as i32, (hash % 100) as u32);
        thread::scope(|scope| {
            for thread in 0..4u64 {
                let table = &table;
                scope.spawn(move || {
                    for number in 0..200_000u64 {
                        let hash = hash(&(number * 7 % 40 + thread % 2));
                        table.put(hash, of(hash));
                        if let Some(found) = table.get(hash) {
                            assert_eq!(found, of(hash));
                        }
                    }
                });
            }
        });
    }
}
