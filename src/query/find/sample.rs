//! Entries drawn at random from the entries that meet the criteria.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::finder::{Finder, FoundEntry};
use crate::game::PlayRules;
use crate::space::{Entry, Symmetry};
use crate::util::progress::Progress;
use crate::util::random::Random;
use crate::values::{Lookup, LookupError};

/// A drawn entry: its random number, then the entry.
type Draw<P> = ((u64, Entry), FoundEntry<P>);

impl<S: Symmetry + PlayRules, T: Lookup> Finder<'_, S, T> {
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
        let mut drawn: Vec<Draw<S::Position>> = Vec::new();
        self.for_each_piece(
            progress,
            &|piece| {
                let slice_seed = Random::for_piece(seed, piece.slice.0.into()).bits();
                let bound = bound.load(Relaxed);
                let mut candidates = Vec::new();
                for (entry, value) in self.admitted(piece)? {
                    let random = Random::for_piece(slice_seed, entry.index).bits();
                    if random <= bound {
                        candidates.push(((random, entry), value));
                    }
                }
                candidates.sort_unstable_by_key(|(key, _)| *key);
                let mut found = Vec::new();
                for (key, value) in candidates {
                    if found.len() == number {
                        break;
                    }
                    found.extend(self.examine(key.1, value)?.map(|found| (key, found)));
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
        let mut found: Vec<_> = drawn.into_iter().map(|(_, found)| found).collect();
        found.sort_unstable_by_key(|found| found.entry);
        Ok(found)
    }
}

/// Keeps the `number` least draws, in any order.
fn keep_least<P>(drawn: &mut Vec<Draw<P>>, number: usize) {
    if drawn.len() > number {
        drawn.select_nth_unstable_by_key(number, |(key, _)| *key);
        drawn.truncate(number);
    }
}
