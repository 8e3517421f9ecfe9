//! Entries drawn at random from the entries that meet the criteria.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::finder::{AdmittedEntries, Finder, FoundEntry};
use crate::game::{Board, PlayRules, Value};
use crate::space::{Entry, Symmetry};
use crate::util::progress::Progress;
use crate::util::random::Random;
use crate::values::{Lookup, LookupError};

/// A drawn entry with its random number, and its value.
type Draw = ((u64, Entry), Value);

impl<S: Symmetry + PlayRules + Board, T: Lookup> Finder<'_, S, T> {
    /// Draws `number` entries that meet the criteria, or all if there are fewer, each with the same probability. They
    /// are in the order of the table. A seed draws the same entries on any number of threads.
    ///
    /// # Errors
    /// If a table is damaged or cannot be read.
    pub fn sample(
        &self,
        number: usize,
        seed: u64,
        progress: &dyn Progress,
    ) -> Result<Vec<FoundEntry<S::Position>>, LookupError> {
        // Every entry has a random number, and the entries with the least numbers are drawn. An entry with a greater
        // number than all entries drawn so far is not examined.
        let bound = AtomicU64::new(u64::MAX);
        let mut drawn: Vec<Draw> = Vec::new();
        self.for_each_piece(
            progress,
            &|piece| {
                let mut found = Vec::new();
                for ((random, entry), value) in candidates(self.admitted(piece)?, seed, bound.load(Relaxed)) {
                    if found.len() == number {
                        break;
                    }
                    if self.examine(entry, value)?.is_some() {
                        found.push(((random, entry), value));
                    }
                }
                Ok(found)
            },
            &mut |found| {
                drawn.extend(found);
                // Not after every piece, since this partitions all drawn entries.
                if drawn.len() / 2 >= number {
                    keep_least(&mut drawn, number);
                    bound.store(drawn.iter().map(|((random, _), _)| *random).max().unwrap_or(0), Relaxed);
                }
            },
        )?;
        keep_least(&mut drawn, number);
        sort_by_entry(&mut drawn);
        let mut found = Vec::with_capacity(drawn.len());
        for ((_, entry), value) in drawn {
            found.extend(self.examine(entry, value)?);
        }
        Ok(found)
    }
}

/// The admitted entries of a piece whose random numbers are `bound` or less, the least first.
fn candidates(admitted: AdmittedEntries, seed: u64, bound: u64) -> Vec<Draw> {
    let mut candidates = Vec::new();
    for (entry, value) in admitted {
        let slice_seed = Random::for_piece(seed, entry.slice.0.into()).bits();
        let random = Random::for_piece(slice_seed, entry.index).bits();
        if random <= bound {
            candidates.push(((random, entry), value));
        }
    }
    candidates.sort_unstable_by_key(|(key, _)| *key);
    candidates
}

fn sort_by_entry(drawn: &mut [Draw]) {
    drawn.sort_unstable_by_key(|((_, entry), _)| *entry);
}

/// Keeps the `number` least draws, in any order.
fn keep_least(drawn: &mut Vec<Draw>, number: usize) {
    if drawn.len() > number {
        drawn.select_nth_unstable_by_key(number, |(key, _)| *key);
        drawn.truncate(number);
    }
}
