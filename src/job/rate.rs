//! How fast a game is solved here, and how small its tables get: measured on the parts that can be solved, in memory, within
//! seconds.

use std::time::{Duration, Instant};

use super::{Job, Options, RunError};
use crate::solve::{SolveError, Work, solve_part};
use crate::space::Space;
use crate::util::progress::Progress;
use crate::util::threads::Threads;
use crate::values::{Memory, Overlay};

/// The most memory in bytes that a measurement takes.
const MOST_MEMORY: u64 = 1 << 30;

/// A number of entries, how long it took to solve them, and how much room they take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// The entries of the parts that count.
    pub entries: u64,
    /// The time to solve them, without that to write tables.
    pub time: Duration,
    /// The estimated bytes of an entry in compressed tables with depths.
    pub compressed: f64,
}

/// A part that was solved.
struct Solved {
    /// Its number.
    part: usize,
    entries: u64,
    time: Duration,
    /// When it was solved, since the start.
    end: Duration,
}

impl Rate {
    /// Solves parts of a job in memory, each after its dependencies, until the time is over. What counts are those of the
    /// second half of the time, the larger ones. Of these the last are compressed, for about as long. `None` if not even the
    /// first part was solved.
    ///
    /// # Errors
    /// If a part cannot be solved, or the system gives no threads.
    pub fn measure<S: Space>(job: &Job<S>, options: &Options, limit: Duration) -> Result<Option<Rate>, RunError> {
        let (space, pool, memory) = (job.space, Threads::new(options.threads)?, Memory::new(job.space.slices()));
        let allowed = options.memory.map_or(MOST_MEMORY, |allowed| allowed.min(MOST_MEMORY));
        let values = Overlay { above: &memory, below: &() };
        let start = Instant::now();
        let until = Until(start + limit);
        let (mut solved, mut held) = (Vec::new(), 0);
        for &number in &job.parts {
            let part = &job.tables.parts()[number];
            let (needed, _) = job.memory(part, &Options { memory: None, ..*options });
            if held + needed > allowed {
                break;
            }
            let begun = Instant::now();
            match pool.install(|| solve_part(space, job.solver, part, &Work::new(&values, &until))) {
                Ok(()) => {}
                Err(SolveError::Stopped) => break,
                Err(error) => return Err(error.into()),
            }
            let entries = part.entries(space.slices());
            held += entries;
            solved.push(Solved { part: number, entries, time: begun.elapsed(), end: start.elapsed() });
        }
        let Some(half) = solved.last().map(|last| last.end / 2) else { return Ok(None) };
        solved.retain(|solved| solved.end >= half);
        let (mut compressed, mut bytes, start) = (0, 0.0, Instant::now());
        for &Solved { part, entries, .. } in solved.iter().rev() {
            bytes += pool.install(|| job.tables.compressed_size(space, part, &memory))?;
            compressed += entries;
            if start.elapsed() > limit / 2 {
                break;
            }
        }
        Ok(Some(Rate {
            entries: solved.iter().map(|solved| solved.entries).sum(),
            time: solved.iter().map(|solved| solved.time).sum(),
            compressed: bytes / compressed.max(1) as f64,
        }))
    }

    /// How long so many entries take.
    pub fn time_for(&self, entries: u64) -> Duration {
        self.time.mul_f64(entries as f64 / self.entries.max(1) as f64)
    }

    /// How many bytes the compressed tables of so many entries take.
    pub fn compressed_for(&self, entries: u64) -> u64 {
        (self.compressed * entries as f64) as u64
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
