//! The threads that read tables and search. They are started before the first request: a request never fails because
//! the system starts no thread.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;

use tokio::sync::oneshot;

/// The work for an answer.
type ReaderWork = Box<dyn FnOnce() + Send>;

/// Threads that take work in its order.
pub struct Readers(Sender<ReaderWork>);

impl Readers {
    /// Starts up to this number of threads, and returns how many were started.
    pub fn start(number: usize) -> (Readers, usize) {
        let (sender, receiver) = channel();
        let receiver = Arc::new(Mutex::new(receiver));
        let start = |_| {
            let receiver = Arc::clone(&receiver);
            Builder::new().spawn(move || read(&receiver)).ok()
        };
        let started = (0..number).map_while(start).count();
        (Readers(sender), started)
    }

    /// Starts work that answers by itself. Whether a thread will take it.
    pub fn send(&self, work: impl FnOnce() + Send + 'static) -> bool {
        self.0.send(Box::new(work)).is_ok()
    }

    /// The result of the work; `None` if it panicked.
    pub async fn run<R: Send + 'static>(&self, work: impl FnOnce() -> R + Send + 'static) -> Option<R> {
        let (sender, result) = oneshot::channel();
        // Nobody waits for the result if the client has gone.
        self.0.send(Box::new(move || _ = sender.send(work()))).ok()?;
        result.await.ok()
    }
}

/// Does work until the server ends.
fn read(receiver: &Mutex<Receiver<ReaderWork>>) {
    loop {
        let next = receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(work) = next else { return };
        // After a panic the request is answered with an error, and the thread goes on.
        let _ = catch_unwind(AssertUnwindSafe(work));
    }
}
