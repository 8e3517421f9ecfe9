//! The work of one rank in numbers.

use std::fs;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The work of one rank in numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// The rank.
    pub rank: usize,
    /// The parts that it solved alone.
    pub parts: u64,
    /// The parts that it solved together with other ranks, in a crew.
    pub shared_parts: u64,
    /// The entries that it solved.
    pub entries: u64,
    /// The time from its start to its end.
    pub time: Duration,
    /// The time in which it solved and wrote. In the rest of [`Usage::time`] it was idle.
    pub busy: Duration,
    /// The most memory in bytes that the process had at a time, with the pages of mapped tables; `None` where the
    /// system does not tell.
    pub memory: Option<u64>,
}

impl Usage {
    /// The share of the time in which the rank was idle, from 0 to 1.
    pub fn idle(&self) -> f64 {
        1.0 - (self.busy.as_secs_f64() / self.time.as_secs_f64().max(1e-9)).min(1.0)
    }

    /// This work and the work of the same rank in a job that followed.
    pub fn and(self, more: Usage) -> Usage {
        Usage {
            rank: self.rank,
            parts: self.parts + more.parts,
            shared_parts: self.shared_parts + more.shared_parts,
            entries: self.entries + more.entries,
            time: self.time + more.time,
            busy: self.busy + more.busy,
            memory: self.memory.max(more.memory),
        }
    }

    /// Adds a part that the rank solved alone.
    pub(super) fn add_part(&mut self, entries: u64) {
        self.parts += 1;
        self.entries += entries;
    }

    /// The usage with the most memory that this process has had until now.
    pub(super) fn with_memory(self) -> Usage {
        Usage { memory: peak_memory(), ..self }
    }
}

/// The most memory in bytes that this process has had; `None` where the system does not tell.
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}
