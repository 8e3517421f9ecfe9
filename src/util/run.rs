//! The threads of long work and its progress, in one argument.

use super::progress::Progress;
use super::threads::Threads;

/// How long work is done: the threads that do it, and the progress that it reports to and that may stop it.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// The threads.
    pub threads: &'a Threads,
    /// The progress.
    pub progress: &'a dyn Progress,
}

/// The pool of the current thread.
static CURRENT: Threads = Threads::CURRENT;

impl Default for Run<'static> {
    /// On the pool of the current thread, without progress.
    fn default() -> Run<'static> {
        Run { threads: &CURRENT, progress: &() }
    }
}

impl Run<'_> {
    /// Does the work on the threads.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.threads.install(work)
    }
}
