//! The rate at which a game is solved and compressed on this machine, and the size of its compressed tables: measured
//! on small parts, in memory, within seconds.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use super::{Job, JobError, Totals};
use crate::solve::{SolveError, Work};
use crate::space::components::closure;
use crate::util::progress::Progress;
use crate::util::threads::Threads;
use crate::values::{Memory, Overlay, ResultMemory, Sink};

/// The most memory in bytes that a measurement takes.
const MOST_MEMORY: u64 = 1 << 30;

/// The entries that a thread is expected to solve in a second.
const EXPECTED: f64 = 8e6;

/// The entries that a thread is expected to compress in a second.
const EXPECTED_COMPRESSED: f64 = 1e6;

/// The time that work takes: some for each part, and some for each entry.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WorkTime {
    /// Seconds for a part of any size.
    pub per_part: f64,
    /// Seconds for an entry, besides.
    pub per_entry: f64,
}

/// What was measured.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rate {
    /// The time to solve, without the time to write tables.
    pub solve: WorkTime,
    /// The time to compress and to check what was compressed.
    pub compression: WorkTime,
    /// The bytes of an entry in compressed tables, with depths unless the job finds results alone.
    pub compressed: f64,
}

/// A part that was worked on: its entries, and the time in seconds.
type Measured = (u64, f64);

impl WorkTime {
    /// The times of the parts that were measured: the quickest took the time of a part of any size, and the entries
    /// took the rest of all times.
    fn of_measured(measured: &[Measured]) -> WorkTime {
        let entries: u64 = measured.iter().map(|part| part.0).sum();
        let seconds: f64 = measured.iter().map(|part| part.1).sum();
        let quickest = measured.iter().map(|part| part.1).min_by(f64::total_cmp);
        let per_part = quickest.filter(|_| measured.len() > 1).unwrap_or(0.0);
        let of_entries = seconds - per_part * measured.len() as f64;
        WorkTime { per_part, per_entry: of_entries / entries.max(1) as f64 }
    }

    /// The time for these parts.
    pub fn of(&self, totals: &Totals) -> Duration {
        Duration::from_secs_f64(self.per_part * totals.parts as f64 + self.per_entry * totals.entries as f64)
    }
}

impl Rate {
    /// The bytes of a number of entries in compressed tables.
    pub fn compressed_for(&self, entries: u64) -> u64 {
        (self.compressed * entries as f64) as u64
    }
}

impl Job<'_> {
    /// Measures the rate: solves parts in memory, each after its dependencies, until the time is over. They are chosen
    /// so that the last ones are large. Then it compresses the smallest and the largest of them, as many as half the
    /// time will do. A part that is too large for the time is not begun. `None` if not even the first part was solved,
    /// or the values come from tables.
    ///
    /// # Errors
    /// If a part cannot be solved, or the system gives no threads.
    pub fn measure(&self, limit: Duration) -> Result<Option<Rate>, JobError> {
        match self.finds_results() {
            true => self.measure_in(&ResultMemory::new(self.space.slices(), None), limit),
            false => self.measure_in(&Memory::new(self.space.slices()), limit),
        }
    }

    /// Measures the rate with the values in this memory.
    fn measure_in<M: Sink>(&self, memory: &M, limit: Duration) -> Result<Option<Rate>, JobError> {
        let Some(solver) = self.solver() else { return Ok(None) };
        let (space, pool) = (self.space, Threads::new(self.threads)?);
        let allowed = self.memory.map_or(MOST_MEMORY, |allowed| allowed.min(MOST_MEMORY));
        let values = Overlay { above: memory, below: &() };
        let entries = |part: usize| self.tables.parts()[part].entries(space.slices());
        let until = Until(Instant::now() + limit);
        let fits = |until: &Until, part: usize, rate: f64| {
            let seconds = until.0.saturating_duration_since(Instant::now()).as_secs_f64();
            entries(part) as f64 <= seconds * rate * pool.number() as f64
        };
        let (mut parts, mut solved, mut held) = (Vec::new(), Vec::new(), 0);
        for number in self.order_to_measure((limit.as_secs_f64() * EXPECTED) as u64 * pool.number() as u64) {
            let part = &self.tables.parts()[number];
            let (needed, _) = self.memory_for(number, None);
            if held + needed > allowed || !(parts.is_empty() || fits(&until, number, EXPECTED)) {
                break;
            }
            let start = Instant::now();
            match pool.install(|| solver.solve_part(part, &Work::new(&values, &until))) {
                Ok(()) => {}
                Err(SolveError::Stopped) => break,
                Err(error) => return Err(error.into()),
            }
            held += entries(number);
            parts.push(number);
            solved.push((entries(number), start.elapsed().as_secs_f64()));
        }
        if parts.is_empty() {
            return Ok(None);
        }
        parts.sort_by_key(|&part| Reverse(entries(part)));
        // The smallest part shows the time for a part of any size.
        parts.rotate_right(1);
        let (mut compressed, mut bytes) = (Vec::new(), 0);
        let until = Until(Instant::now() + limit / 2);
        for part in parts {
            if !(compressed.is_empty() || fits(&until, part, EXPECTED_COMPRESSED)) {
                continue;
            }
            let start = Instant::now();
            bytes += pool.install(|| self.tables.compressed_size(space, part, memory, self.finds_results()))?;
            compressed.push((entries(part), start.elapsed().as_secs_f64()));
        }
        let sum: u64 = compressed.iter().map(|(entries, _)| entries).sum();
        Ok(Some(Rate {
            solve: WorkTime::of_measured(&solved),
            compression: WorkTime::of_measured(&compressed),
            compressed: bytes as f64 / sum.max(1) as f64,
        }))
    }

    /// The parts of the job in an order for a measurement: first a part that leads to many different parts and has at
    /// most `most` entries with them, then the others, each after its dependencies. The order of work would begin with
    /// many parts that tell little of the others.
    fn order_to_measure(&self, most: u64) -> Vec<usize> {
        let (slices, parts) = (self.space.slices(), self.tables.parts());
        let entries = |closure: &[usize]| closure.iter().map(|&part| parts[part].entries(slices)).sum::<u64>();
        let closures = self.parts.iter().map(|&part| closure(slices, parts, &parts[part].slices));
        let mut closures: Vec<(u64, Vec<usize>)> = closures.map(|closure| (entries(&closure), closure)).collect();
        closures.sort_by_key(|(entries, _)| *entries);
        let fits = closures.iter().filter(|&&(entries, _)| entries <= most);
        let first = fits.max_by_key(|(entries, closure)| (closure.len(), *entries)).cloned();
        let mut order = Vec::new();
        for part in first.into_iter().chain(closures).flat_map(|(_, closure)| closure) {
            if !order.contains(&part) {
                order.push(part);
            }
        }
        order
    }
}

/// Progress that stops at an instant.
struct Until(Instant);

impl Progress for Until {
    fn advance(&self, _entries: u64) {}

    fn go_on(&self) -> bool {
        Instant::now() < self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_times_are_those_of_the_measured_parts() {
        let totals = Totals { parts: 3, entries: 6_000_000, ..Totals::default() };
        let milliseconds =
            |measured: &[Measured]| (WorkTime::of_measured(measured).of(&totals).as_secs_f64() * 1e3).round();
        // 20 ms for a part, and a second for 10 million entries.
        assert_eq!(milliseconds(&[(10, 0.02), (2_000_000, 0.22), (5_000_000, 0.52)]), 660.0);
        assert_eq!(milliseconds(&[(1_000_000, 0.1)]), 600.0);
        assert_eq!(milliseconds(&[]), 0.0);
    }
}
