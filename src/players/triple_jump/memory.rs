//! The transposition table of one player: what its search knows of positions that it comes to again.
//!
//! Its threads share it without locks (Hyatt and Mann 2002): an entry is two words, what is known and the position's hash
//! XORed with that, so that one whose words were written by different threads is not found.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What the score of an entry says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The score is this or greater.
    Lower,
    /// The score is this or less.
    Upper,
    /// The score is this.
    Exact,
}

/// A best move that is not known.
pub const NO_PLACE: u8 = 255;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Wins and losses in plies from this position.
    pub score: i16,
    /// How deep the search was, in plies.
    pub depth: u8,
    pub bound: Bound,
    /// The place of the best move among the legal ones.
    pub best: u8,
    /// The move of the game at which it was kept.
    age: u8,
}

impl Entry {
    #[inline(always)]
    fn word(self) -> u64 {
        let [low, high] = self.score.to_le_bytes();
        let bound = match self.bound {
            Bound::Lower => 0,
            Bound::Upper => 1,
            Bound::Exact => 2,
        };
        u64::from_le_bytes([low, high, self.depth, bound, self.best, self.age, 0, 0])
    }

    #[inline(always)]
    fn of(word: u64) -> Entry {
        let [low, high, depth, bound, best, age, ..] = word.to_le_bytes();
        let bound = match bound {
            0 => Bound::Lower,
            1 => Bound::Upper,
            _ => Bound::Exact,
        };
        Entry { score: i16::from_le_bytes([low, high]), depth, bound, best, age }
    }
}

#[derive(Default)]
struct Slot {
    /// The hash of the position, XORed with what is known.
    check: AtomicU64,
    word: AtomicU64,
}

impl Slot {
    /// The hash of the position, or any other number where threads wrote at once; and what is known.
    #[inline(always)]
    fn read(&self) -> (u64, Entry) {
        let word = self.word.load(Relaxed);
        (self.check.load(Relaxed) ^ word, Entry::of(word))
    }

    #[inline(always)]
    fn write(&self, hash: u64, entry: Entry) {
        let word = entry.word();
        self.check.store(hash ^ word, Relaxed);
        self.word.store(word, Relaxed);
    }
}

/// One line of the cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// A table of fixed size.
pub struct Memory {
    buckets: Box<[Bucket]>,
    age: u8,
}

impl Memory {
    /// An empty table of so many bytes, or of one bucket's 64 if that is more.
    pub fn new(bytes: u64) -> Memory {
        let buckets = (bytes / size_of::<Bucket>() as u64).max(1);
        Memory { buckets: (0..buckets).map(|_| Bucket::default()).collect(), age: 0 }
    }

    /// Says that the game has gone on: what was kept before gives way first.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline(always)]
    fn bucket(&self, hash: u64) -> &[Slot; 4] {
        &self.buckets[((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize].0
    }

    /// What is known of the position of this hash.
    #[inline(always)]
    pub fn get(&self, hash: u64) -> Option<Entry> {
        let mut entries = self.bucket(hash).iter().map(Slot::read);
        entries.find_map(|(found, entry)| (found == hash).then_some(entry))
    }

    /// Keeps what is known of a position, in place of what was known before, or else of what is old or shallow.
    #[inline(always)]
    pub fn put(&self, hash: u64, score: i16, depth: u8, bound: Bound, best: u8) {
        let slots = self.bucket(hash);
        let (mut least, mut least_worth, mut known) = (0, i32::MAX, NO_PLACE);
        for (number, slot) in slots.iter().enumerate() {
            let (found, entry) = slot.read();
            if found == hash {
                (least, known) = (number, entry.best);
                break;
            }
            let worth = i32::from(entry.depth) + if entry.age == self.age { 256 } else { 0 };
            if worth < least_worth {
                (least, least_worth) = (number, worth);
            }
        }
        // A search that found no best move does not forget the one that is known.
        let best = if best == NO_PLACE { known } else { best };
        slots[least].write(hash, Entry { score, depth, bound, best, age: self.age });
    }
}

/// The hash of three sets: never 0, which an empty entry has. By products of 128 bits, folded (Wang Yi, "wyhash").
#[inline(always)]
pub fn hash(own: u64, other: u64, kings: u64) -> u64 {
    let mix = |one: u64, two: u64| {
        let product = u128::from(one) * u128::from(two);
        product as u64 ^ (product >> 64) as u64
    };
    let pieces = mix(own ^ 0xa076_1d64_78bd_642f, other ^ 0xe703_7ed1_a0b4_28db);
    mix(pieces ^ kings ^ 0x8ebc_6af0_9c88_c6e3, 0x5899_65cc_7537_4cc3).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_old_or_shallow_gives_way() {
        let mut memory = Memory::new(0);
        for hash in 1..=4 {
            memory.put(hash, 0, 10 + hash as u8, Bound::Exact, 0);
        }
        memory.put(5, 7, 3, Bound::Lower, 2);
        assert!(memory.get(1).is_none() && memory.get(4).is_some());
        memory.grow_older();
        memory.put(6, 0, 1, Bound::Exact, 0);
        memory.put(7, 0, 1, Bound::Exact, 0);
        assert!(memory.get(5).is_none() && memory.get(6).is_some() && memory.get(7).is_some());
        memory.put(7, 1, 2, Bound::Upper, NO_PLACE);
        assert_eq!(memory.get(7).map(|entry| (entry.score, entry.best)), Some((1, 0)));
    }

    #[test]
    fn entries_come_back_as_they_were() {
        let memory = Memory::new(0);
        for (hash, score, bound) in
            [(1, -30_000, Bound::Lower), (2, 30_000, Bound::Upper), (u64::MAX, -1, Bound::Exact)]
        {
            memory.put(hash, score, 255, bound, 254);
            assert_eq!(memory.get(hash), Some(Entry { score, depth: 255, bound, best: 254, age: 0 }));
        }
    }

    #[test]
    fn threads_that_write_at_once_never_make_an_entry_that_none_has_written() {
        let memory = Memory::new(128);
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let memory = &memory;
                scope.spawn(move || {
                    for number in 0..200_000u64 {
                        // The depth and the best move follow from the hash and the score, so what was mixed is told apart.
                        let (hash, score) = (hash(number * 7 % 40, thread % 2, 0), (number % 1000) as i16);
                        let of = |score: i16| (hash as u8, (hash >> 8) as u8 % 100 + score as u8 % 2);
                        let (depth, best) = of(score);
                        memory.put(hash, score, depth, Bound::Exact, best);
                        if let Some(found) = memory.get(hash) {
                            assert_eq!((found.depth, found.best), of(found.score));
                        }
                    }
                });
            }
        });
    }
}
