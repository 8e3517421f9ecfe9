//! Progress that takes messages while its rank solves.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, ThreadId};

use crate::util::progress::Progress;

/// Between two pieces of work, the thread of the team takes the messages of other ranks. It is one of the threads that
/// solve: no thread waits for messages only.
pub struct MessageProgress<'a> {
    progress: &'a dyn Progress,
    team_thread: ThreadId,
    /// Takes the messages that have come. Returns whether to go on.
    take: &'a (dyn Fn() -> bool + Sync),
    stopped: AtomicBool,
}

impl<'a> MessageProgress<'a> {
    /// The progress of this thread, which takes messages and reports to other progress.
    pub fn new(progress: &'a dyn Progress, take: &'a (dyn Fn() -> bool + Sync)) -> MessageProgress<'a> {
        MessageProgress { progress, team_thread: thread::current().id(), take, stopped: AtomicBool::new(false) }
    }
}

impl Progress for MessageProgress<'_> {
    fn advance(&self, entries: u64) {
        self.progress.advance(entries);
    }

    fn begin(&self, slices: &str) {
        self.progress.begin(slices);
    }

    fn go_on(&self) -> bool {
        if thread::current().id() == self.team_thread && !(self.take)() {
            self.stopped.store(true, Relaxed);
        }
        !self.stopped.load(Relaxed) && self.progress.go_on()
    }
}
