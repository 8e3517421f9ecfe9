//! The transposition table of one player: what its search knows of positions that it comes to again.

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

/// What is known of a position, in 16 bytes.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    hash: u64,
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

const EMPTY: Entry = Entry { hash: 0, score: 0, depth: 0, bound: Bound::Lower, best: NO_PLACE, age: 0 };

/// One line of the cache.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// A table of fixed size.
pub struct Memory {
    buckets: Box<[Bucket]>,
    age: u8,
}

impl Memory {
    /// An empty table of so many bytes, or of one bucket's 64 if that is more.
    pub fn new(bytes: u64) -> Memory {
        let buckets = (bytes / size_of::<Bucket>() as u64).max(1);
        Memory { buckets: vec![Bucket([EMPTY; 4]); buckets as usize].into(), age: 0 }
    }

    /// Says that the game has gone on: what was kept before gives way first.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    fn place(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize
    }

    /// What is known of the position of this hash.
    #[inline(always)]
    pub fn get(&self, hash: u64) -> Option<Entry> {
        self.buckets[self.place(hash)].0.iter().find(|entry| entry.hash == hash).copied()
    }

    /// Keeps what is known of a position, in place of what was known before, or else of what is old or shallow.
    #[inline(always)]
    pub fn put(&mut self, hash: u64, score: i16, depth: u8, bound: Bound, best: u8) {
        let age = self.age;
        let place = self.place(hash);
        let entries = &mut self.buckets[place].0;
        let worth = |entry: &Entry| match entry {
            entry if entry.hash == hash => -1,
            entry => i32::from(entry.depth) + if entry.age == age { 256 } else { 0 },
        };
        let mut least = 0;
        for slot in 1..entries.len() {
            if worth(&entries[slot]) < worth(&entries[least]) {
                least = slot;
            }
        }
        // A search that found no best move does not forget the one that is known.
        let best = if best == NO_PLACE && entries[least].hash == hash { entries[least].best } else { best };
        entries[least] = Entry { hash, score, depth, bound, best, age };
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
}
