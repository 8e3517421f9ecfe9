//! Which searches are to stop.

use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::{Condvar, Mutex, PoisonError};

/// The searches that are to stop: all up to this number. They are numbered from 1 in the order of the requests, so
/// that a search that waits for another one can be stopped before it begins.
#[derive(Default)]
pub struct Stops {
    last: AtomicU64,
    /// Held while `last` or another awaited state changes.
    changing: Mutex<()>,
    changed: Condvar,
}

impl Stops {
    /// Stops all searches up to this one.
    pub fn stop(&self, last: u64) {
        self.change(|| _ = self.last.fetch_max(last, SeqCst));
    }

    /// Changes a state that a search may wait for.
    pub fn change(&self, change: impl FnOnce()) {
        let _changing = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        change();
        self.changed.notify_all();
    }

    /// Whether a search is to stop.
    pub fn includes(&self, search: u64) -> bool {
        self.last.load(SeqCst) >= search
    }

    /// Waits until a search is to stop, or this is true; see [`Stops::change`].
    pub fn wait_for(&self, search: u64, or: impl Fn() -> bool) {
        let guard = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_while(guard, |()| !self.includes(search) && !or());
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }
}
