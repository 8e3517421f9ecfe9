//! Progress of long work, and requests to stop it.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use thiserror::Error;

/// Takes reports of long work, and may stop it. All numbers are entries, unless the work names another unit.
///
/// Work is cut into pieces of milliseconds. It calls [`Progress::check`] before each piece, from any thread, so that it
/// ends soon after a request to stop.
pub trait Progress: Sync {
    /// Counts entries that were decided or read.
    fn advance(&self, entries: u64);

    /// Counts entries that earlier work decided: they are done, but say nothing of the speed.
    fn skip(&self, entries: u64) {
        self.advance(entries);
    }

    /// Names the slices of the work that begins.
    fn begin(&self, _slices: &str) {}

    /// Whether to go on.
    fn go_on(&self) -> bool {
        true
    }

    /// Whether to go on, as an error that ends the work.
    ///
    /// # Errors
    /// [`Stopped`] if the work is to end.
    fn check(&self) -> Result<(), Stopped> {
        if self.go_on() { Ok(()) } else { Err(Stopped) }
    }
}

/// Discards all reports, and never stops.
impl Progress for () {
    fn advance(&self, _entries: u64) {}
}

/// Progress that reports to another, and counts what it reports.
pub struct CountedProgress<'a> {
    progress: &'a dyn Progress,
    entries: AtomicU64,
}

impl<'a> CountedProgress<'a> {
    /// Nothing is counted yet.
    pub fn new(progress: &'a dyn Progress) -> CountedProgress<'a> {
        CountedProgress { progress, entries: AtomicU64::new(0) }
    }

    /// The entries that were reported.
    pub fn counted(&self) -> u64 {
        self.entries.load(Relaxed)
    }
}

impl Progress for CountedProgress<'_> {
    fn advance(&self, entries: u64) {
        self.entries.fetch_add(entries, Relaxed);
        self.progress.advance(entries);
    }

    fn skip(&self, entries: u64) {
        self.entries.fetch_add(entries, Relaxed);
        self.progress.skip(entries);
    }

    fn begin(&self, slices: &str) {
        self.progress.begin(slices);
    }

    fn go_on(&self) -> bool {
        self.progress.go_on()
    }
}

/// Progress that reports up to a number of entries to another: for work that may read its entries several times.
pub struct CappedProgress<'a> {
    progress: &'a dyn Progress,
    left: AtomicU64,
}

impl<'a> CappedProgress<'a> {
    /// Nothing of `most` entries is reported yet.
    pub fn new(progress: &'a dyn Progress, most: u64) -> CappedProgress<'a> {
        CappedProgress { progress, left: AtomicU64::new(most) }
    }
}

impl Progress for CappedProgress<'_> {
    fn advance(&self, entries: u64) {
        let left = self.left.fetch_update(Relaxed, Relaxed, |left| Some(left.saturating_sub(entries)));
        self.progress.advance(left.unwrap_or_default().min(entries));
    }

    fn go_on(&self) -> bool {
        self.progress.go_on()
    }
}

/// Long work was asked to stop before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the work was stopped")]
pub struct Stopped;

/// Progress that discards all reports and stops when another does: for work on entries that were counted before.
pub struct StopsWith<'a>(pub &'a dyn Progress);

impl Progress for StopsWith<'_> {
    fn advance(&self, _entries: u64) {}

    fn go_on(&self) -> bool {
        self.0.go_on()
    }
}
