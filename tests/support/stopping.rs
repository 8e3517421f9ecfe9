//! Progress that stops a job.

use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use hindsight::util::progress::Progress;

/// Stops after this number of entries.
#[allow(dead_code, reason = "not every test stops a job")]
pub struct StopAfterEntries(pub AtomicI64);

impl Progress for StopAfterEntries {
    fn advance(&self, entries: u64) {
        self.0.fetch_sub(entries as i64, Relaxed);
    }

    fn go_on(&self) -> bool {
        self.0.load(Relaxed) > 0
    }
}
