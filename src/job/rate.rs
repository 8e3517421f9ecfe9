//! The rate at which a game is solved on this machine, and the size of its compressed tables: measured on small parts,
//! in memory, within seconds.

use std::time::{Duration, Instant};

use super::{Job, JobError};
use crate::solve::{SolveError, Work, solve_part};
use crate::space::Naming;
use crate::util::progress::Progress;
use crate::util::threads::Threads;
use crate::values::{Memory, Overlay};

/// The most memory in bytes that a measurement takes.
const MOST_MEMORY: u64 = 1 << 30;

/// A number of entries, the time to solve them, and the size of an entry in compressed tables.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// The number of entries of the measured parts.
    pub entries: u64,
    /// The time to solve them. It does not include the time to write tables.
    pub time: Duration,
    /// The estimated bytes of an entry in compressed tables, with depths unless the job finds results alone.
    pub compressed: f64,
}

/// A part that was solved for a measurement.
struct MeasuredPart {
    /// Its number.
    part: usize,
    entries: u64,
    time: Duration,
    /// When it was finished, since the start.
    end: Duration,
}

impl Rate {
    /// The time to solve a number of entries.
    pub fn time_for(&self, entries: u64) -> Duration {
        self.time.mul_f64(entries as f64 / self.entries.max(1) as f64)
    }

    /// The bytes of a number of entries in compressed tables.
    pub fn compressed_for(&self, entries: u64) -> u64 {
        (self.compressed * entries as f64) as u64
    }
}

impl<S: Naming> Job<'_, S> {
    /// Measures the rate: solves parts in memory, each after its dependencies, until the time is over. The parts of the
    /// second half of the time count, because they are the larger ones. The last of them are compressed, for at most
    /// half the time. `None` if not even the first part was solved, or the values come from tables.
    ///
    /// # Errors
    /// If a part cannot be solved, or the system gives no threads.
    pub fn measure(&self, limit: Duration) -> Result<Option<Rate>, JobError> {
        let Some(solver) = self.solver() else { return Ok(None) };
        let (space, pool, memory) = (self.space, Threads::new(self.threads)?, Memory::new(self.space.slices()));
        let allowed = self.memory.map_or(MOST_MEMORY, |allowed| allowed.min(MOST_MEMORY));
        let values = Overlay { above: &memory, below: &() };
        let start = Instant::now();
        let until = Until(start + limit);
        let (mut measured, mut held) = (Vec::new(), 0);
        for &number in &self.parts {
            let part = &self.tables.parts()[number];
            let (needed, _) = self.memory_for(number, None);
            if held + needed > allowed {
                break;
            }
            let begun = Instant::now();
            match pool.install(|| solve_part(space, solver, part, &Work::new(&values, &until))) {
                Ok(()) => {}
                Err(SolveError::Stopped) => break,
                Err(error) => return Err(error.into()),
            }
            let entries = part.entries(space.slices());
            held += entries;
            measured.push(MeasuredPart { part: number, entries, time: begun.elapsed(), end: start.elapsed() });
        }
        let Some(half) = measured.last().map(|last| last.end / 2) else { return Ok(None) };
        measured.retain(|measured| measured.end >= half);
        let (mut compressed, mut bytes, start) = (0, 0.0, Instant::now());
        for &MeasuredPart { part, entries, .. } in measured.iter().rev() {
            bytes += pool.install(|| self.tables.compressed_size(space, part, &memory, self.finds_results()))?;
            compressed += entries;
            if start.elapsed() > limit / 2 {
                break;
            }
        }
        Ok(Some(Rate {
            entries: measured.iter().map(|measured| measured.entries).sum(),
            time: measured.iter().map(|measured| measured.time).sum(),
            compressed: bytes / compressed.max(1) as f64,
        }))
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
