//! The transposition table: the results of a search for positions that it reaches again (Greenblatt et al. 1967).
//!
//! Threads share a table without locks (Hyatt and Mann 2002). A slot has two words: the entry, and the hash of the
//! position XORed with the entry. If two threads write a slot at once, the hash no longer matches and the slot counts
//! as empty.
//!
//! # Overview of types
//!
//! * [`TranspositionTable`]: a table of fixed size, generic over its entries.
//! * [`TableEntry`]: the contract of an entry: its 64 bits, and which entry of a full bucket it replaces.
//! * [`BoundsEntry`]: a lower and an upper bound, for the generic searches. [`ScoreEntry`]: one score with a [`Bound`]
//!   and an age, for players.
//! * [`hash`]: the hash of any position. [`fold`]: its mixing step, for hashes of one game.

mod bounds;
mod hash;
mod scored;

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use crate::util::instructions::prefetch;
use crate::util::mapped::Mapped;
use crate::util::threads::{processors, start};

pub use bounds::BoundsEntry;
pub use hash::{fold, hash};
pub use scored::{Bound, ScoreEntry};

/// The buckets, from the first on, by which the fullness of a table is measured.
const SAMPLE: usize = 250;

/// The slots of a bucket.
pub const SLOTS: usize = 4;

/// An entry of a [`TranspositionTable`].
pub trait TableEntry: Copy {
    /// The entry as 64 bits.
    fn to_bits(self) -> u64;

    /// The entry of 64 bits. An empty slot has the bits 0.
    fn from_bits(bits: u64) -> Self;

    /// The slot of a full bucket that a new entry of another position replaces, less than [`SLOTS`].
    fn victim(self, bucket: [Self; SLOTS]) -> usize;

    /// The entry to store over an older one of the same position. OPTIONAL: by default the new one.
    #[inline(always)]
    fn merge(self, _older: Self) -> Self {
        self
    }
}

/// The hash of the position, XORed with the entry, and the entry.
type Slot = [AtomicU64; 2];

/// The hash of the position and the bits of the entry. The hash is arbitrary if threads wrote at once.
#[inline(always)]
fn read([check, entry]: &Slot) -> (u64, u64) {
    let bits = entry.load(Relaxed);
    (check.load(Relaxed) ^ bits, bits)
}

#[inline(always)]
fn write([check, entry]: &Slot, hash: u64, bits: u64) {
    check.store(hash ^ bits, Relaxed);
    entry.store(bits, Relaxed);
}

/// One cache line: its memory begins with a page.
type Bucket = [Slot; SLOTS];

/// Writes to each page of new memory, on all threads: the system then finds the pages now, and not during the first
/// search, where a node would wait for each. The pages past 8 GiB are left to the searches: a table so large may be
/// larger than the memory that is free, and fills late.
fn touch(buckets: &[Bucket]) {
    const MOST: usize = (8 << 30) / size_of::<Bucket>();
    const PAGE: usize = 4096 / size_of::<Bucket>();
    const SMALL: usize = (4 << 20) / size_of::<Bucket>();
    let buckets = &buckets[..buckets.len().min(MOST)];
    let write = |piece: &[Bucket]| piece.iter().step_by(PAGE).for_each(|bucket| bucket[0][0].store(0, Relaxed));
    let pieces = if buckets.len() > SMALL { processors() } else { 1 };
    thread::scope(|scope| {
        for piece in buckets.chunks(buckets.len().div_ceil(pieces).next_multiple_of(PAGE)) {
            // A thread that the system does not start does not matter.
            if pieces == 1 || start(scope, move || write(piece)).is_none() {
                write(piece);
            }
        }
    });
}

/// A transposition table of fixed size.
pub struct TranspositionTable<E> {
    buckets: Mapped<Bucket>,
    /// XORed with the hash of every position. Entries under another salt are not found.
    salt: u64,
    entries: PhantomData<fn() -> E>,
}

impl<E: TableEntry> TranspositionTable<E> {
    /// An empty table of at most this many bytes, but at least one bucket of 64.
    pub fn new(bytes: u64) -> TranspositionTable<E> {
        let buckets = (bytes as usize / size_of::<Bucket>()).max(1);
        // As everywhere in Rust, running out of memory is fatal. A size that a user set was tried when it was read.
        let buckets = Mapped::in_huge_pages(buckets).expect("memory for the transposition table");
        touch(&buckets);
        TranspositionTable { buckets, salt: 0, entries: PhantomData }
    }

    /// Forgets all entries, in the same short time for a table of any size. New entries replace them as if they were
    /// still found. The buckets that [`TranspositionTable::fullness`] samples are emptied.
    pub fn forget(&mut self) {
        self.sample().for_each(|slot| write(slot, 0, 0));
        self.salt = fold(self.salt ^ 0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db);
    }

    /// The bucket of a hash with the salt.
    #[inline(always)]
    fn bucket(&self, hash: u64) -> &Bucket {
        let buckets = &*self.buckets;
        &buckets[((u128::from(hash) * buckets.len() as u128) >> 64) as usize]
    }

    /// Prefetches the bucket of a position that will be looked up soon.
    #[inline(always)]
    pub fn fetch(&self, hash: u64) {
        prefetch(self.bucket(hash ^ self.salt));
    }

    /// The entry of the position with this hash, which is not 0.
    #[inline(always)]
    pub fn get(&self, hash: u64) -> Option<E> {
        let hash = hash ^ self.salt;
        let mut slots = self.bucket(hash).iter().map(read);
        slots.find_map(|(found, bits)| (found == hash).then(|| E::from_bits(bits)))
    }

    /// The slots of the first buckets.
    fn sample(&self) -> impl Iterator<Item = &Slot> {
        self.buckets.iter().take(SAMPLE).flatten()
    }

    /// How full the table is, in thousandths, by its first buckets.
    pub fn fullness(&self) -> u32 {
        let (mut used, mut number) = (0, 0);
        for slot in self.sample() {
            used += u32::from(read(slot) != (0, 0));
            number += 1;
        }
        used * 1000 / number
    }

    /// Stores the entry of the position with this hash, which is not 0.
    #[inline(always)]
    pub fn put(&self, hash: u64, entry: E) {
        let hash = hash ^ self.salt;
        let slots = self.bucket(hash);
        let mut bucket = [E::from_bits(0); SLOTS];
        for (slot, kept) in slots.iter().zip(&mut bucket) {
            let (found, bits) = read(slot);
            *kept = E::from_bits(bits);
            if found == hash {
                return write(slot, hash, entry.merge(*kept).to_bits());
            }
        }
        write(&slots[entry.victim(bucket)], hash, entry.to_bits());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every bit follows from the hash, so an entry that no thread has written would be told apart.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Mark(u64);

    impl TableEntry for Mark {
        fn to_bits(self) -> u64 {
            self.0
        }

        fn from_bits(bits: u64) -> Mark {
            Mark(bits)
        }

        fn victim(self, _bucket: [Mark; SLOTS]) -> usize {
            self.0 as usize % SLOTS
        }
    }

    #[test]
    fn forgotten_entries_are_found_no_more() {
        let mut table = TranspositionTable::new(1 << 16);
        for _ in 0..3 {
            table.put(7, Mark(5));
            assert_eq!(table.get(7), Some(Mark(5)));
            table.forget();
            assert_eq!(table.get(7), None);
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes minutes")]
    fn a_table_fills() {
        let mut table = TranspositionTable::new(64 * 1000);
        assert_eq!(table.fullness(), 0);
        (1..=2000).for_each(|number| table.put(hash(&number), Mark(number)));
        assert!((300..=500).contains(&table.fullness()), "{}", table.fullness());
        (1..=200_000).for_each(|number| table.put(hash(&number), Mark(number)));
        assert_eq!(table.fullness(), 1000);
        table.forget();
        assert_eq!(table.fullness(), 0);
    }

    #[test]
    fn threads_that_write_at_once_never_make_an_entry_that_none_has_written() {
        const NUMBERS: u64 = if cfg!(miri) { 300 } else { 200_000 };
        let table = TranspositionTable::new(256);
        let entry = |hash: u64, version: u64| Mark(fold(hash, 0x9e37_79b9_7f4a_7c15) & !1 | version);
        thread::scope(|scope| {
            for thread in 0..4u64 {
                let table = &table;
                scope.spawn(move || {
                    for number in 0..NUMBERS {
                        let hash = hash(&(number * 7 % 40 + thread % 2));
                        table.put(hash, entry(hash, number % 2));
                        if let Some(found) = table.get(hash) {
                            assert!(found == entry(hash, 0) || found == entry(hash, 1));
                        }
                    }
                });
            }
        });
    }
}
