//! Work shared among threads. The code is compiled once, for all games and all work: a piece of work is called through
//! a pointer, so it should be thousands of entries. The code for each type of result is short: loops in place of
//! iterators, and threads that start from a pointer.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread::{self, Scope, ScopedJoinHandle};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// Does all pieces of work, numbered from 0, on the threads of the current pool. A thread that is free takes the next
/// piece: pieces differ in length.
#[inline(never)]
pub fn for_each(pieces: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..pieces).into_par_iter().with_max_len(1).for_each(work);
}

/// Does the work with each of these values, like [`for_each`].
pub fn for_each_of<T: Send>(pieces: impl IntoIterator<Item = T>, work: impl Fn(usize, T) + Sync) {
    let mut slots = Vec::new();
    for piece in pieces {
        slots.push(Mutex::new(Some(piece)));
    }
    for_each(slots.len(), &|number| {
        if let Some(piece) = slots[number].lock().ok().and_then(|mut slot| slot.take()) {
            work(number, piece);
        }
    });
}

/// Does both pieces of work, side by side if a thread of the current pool is free.
pub fn join<A: Send, B: Send>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B + Send) -> (A, B) {
    let (mut one, mut other) = (Some(one), Some(other));
    let (mut first, mut second) = (None, None);
    join_both(&mut || first = one.take().map(|one| one()), &mut || second = other.take().map(|other| other()));
    // A panic in either goes on here.
    let always = "both pieces are done";
    (first.expect(always), second.expect(always))
}

#[inline(never)]
fn join_both(one: &mut (dyn FnMut() + Send), other: &mut (dyn FnMut() + Send)) {
    rayon::join(one, other);
}

/// Does all pieces of work, and returns their results in order. Once a piece fails, no other is begun.
///
/// # Errors
/// The error of the first piece, in order, that failed.
pub fn try_map<R: Send, E: Send>(pieces: usize, work: &(dyn Fn(usize) -> Result<R, E> + Sync)) -> Result<Vec<R>, E> {
    let failed = AtomicBool::new(false);
    let mut slots: Vec<Mutex<Option<Result<R, E>>>> = Vec::with_capacity(pieces);
    for _ in 0..pieces {
        slots.push(Mutex::new(None));
    }
    for_each(pieces, &|number| {
        if !failed.load(Relaxed) {
            let result = work(number);
            failed.fetch_or(result.is_err(), Relaxed);
            keep(&slots[number], result);
        }
    });
    let mut results = Vec::with_capacity(pieces);
    for slot in slots {
        if let Some(result) = taken(slot) {
            results.push(result?);
        }
    }
    Ok(results)
}

/// Puts a result into its slot, which no other thread uses.
fn keep<R>(slot: &Mutex<Option<R>>, result: R) {
    if let Ok(mut slot) = slot.lock() {
        *slot = Some(result);
    }
}

/// The result in a slot.
fn taken<R>(slot: Mutex<Option<R>>) -> Option<R> {
    slot.into_inner().ok().flatten()
}

/// A thread of a scope, and the slot of its result.
pub struct Started<'scope, R> {
    thread: ScopedJoinHandle<'scope, ()>,
    result: Arc<Mutex<Option<R>>>,
}

/// The result of a thread. A panic in the thread goes on in this one.
pub fn joined<R>(thread: ScopedJoinHandle<R>) -> R {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}

impl<R> Started<'_, R> {
    /// Waits for the thread to end. A panic in the thread goes on in this one.
    pub fn join(self) -> R {
        joined(self.thread);
        let result = self.result.lock().ok().and_then(|mut slot| slot.take());
        result.expect("the thread has ended without a panic")
    }
}

/// The memory that must be left free to start another thread, in bytes. Where none is left, the next allocation ends
/// the program.
const RESERVE: usize = 64 << 20;

/// Whether the system has memory for another thread.
pub fn has_reserve() -> bool {
    Vec::<u8>::new().try_reserve_exact(RESERVE).is_ok()
}

/// Starts a thread of a scope; `None` if the system does not start it, or has too little memory.
pub fn start<'scope, R: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> R + Send + 'scope,
) -> Option<Started<'scope, R>> {
    let result = Arc::new(Mutex::new(None));
    let slot = Arc::clone(&result);
    let thread = start_boxed(scope, Box::new(move || keep(&slot, work())))?;
    Some(Started { thread, result })
}

fn start_boxed<'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: Box<dyn FnOnce() + Send + 'scope>,
) -> Option<ScopedJoinHandle<'scope, ()>> {
    if has_reserve() { thread::Builder::new().spawn_scoped(scope, work).ok() } else { None }
}

/// The number of threads, up to this one, that the system can run beside the present ones.
pub fn startable(wanted: usize) -> usize {
    let hold = Mutex::new(());
    thread::scope(|scope| {
        // All of them wait until the last was started.
        let holding = hold.lock();
        let wait = || drop(hold.lock());
        let started = (0..wanted).map_while(|_| start(scope, wait)).count();
        drop(holding);
        started
    })
}

/// Starts the pool of this number of threads that works for every thread outside of a pool. Without this call, the
/// first work starts it.
///
/// # Errors
/// If the system cannot start them, or the pool has begun.
pub fn start_common(number: usize) -> Result<(), ThreadPoolBuildError> {
    ThreadPoolBuilder::new().num_threads(number).build_global()
}

/// The number of threads of the current pool.
pub fn threads() -> usize {
    rayon::current_num_threads()
}

/// The number of the current thread in its pool, from 0; 0 outside of pools.
pub fn current_thread() -> usize {
    rayon::current_thread_index().unwrap_or(0)
}

/// The number of processors that this process may use; 1 if it is unknown.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// A pool of threads; `None` is the pool of the current thread.
pub struct Threads(Option<ThreadPool>);

impl Threads {
    /// The pool of the current thread.
    pub const CURRENT: Threads = Threads(None);

    /// A pool of `number` threads; by default, as many as there are processors.
    ///
    /// # Errors
    /// If the system cannot start them.
    pub fn new(number: Option<usize>) -> Result<Threads, ThreadPoolBuildError> {
        ThreadPoolBuilder::new().num_threads(number.unwrap_or(0)).build().map(Some).map(Threads)
    }

    /// A pool of `number` threads with the current thread as one of them: it works while it waits. A thread stays in
    /// one such pool until it ends: a second call has the pool of the first.
    ///
    /// # Errors
    /// If the system cannot start the others.
    pub fn with_current(number: Option<usize>) -> Result<Threads, ThreadPoolBuildError> {
        if rayon::current_thread_index().is_none() {
            let pool = ThreadPoolBuilder::new().num_threads(number.unwrap_or(0)).use_current_thread().build()?;
            // A pool ends when it is dropped, and the current thread could not leave it.
            std::mem::forget(pool);
        }
        Ok(Threads(None))
    }

    /// The number of threads.
    pub fn number(&self) -> usize {
        self.0.as_ref().map_or_else(threads, ThreadPool::current_num_threads)
    }

    /// Does the work in the pool.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        let (mut work, mut result) = (Some(work), None);
        self.enter(&mut || result = work.take().map(|work| work()));
        // The pool calls the work once before it returns; a panic in the work goes on here.
        result.expect("the pool has done the work")
    }

    #[inline(never)]
    fn enter(&self, work: &mut (dyn FnMut() + Send)) {
        match &self.0 {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order() {
        let threads = Threads::new(Some(3)).expect("threads can be started");
        assert_eq!(threads.number(), 3);
        let squares = threads.install(|| try_map::<_, ()>(1000, &|piece| Ok(piece * piece)));
        assert_eq!(squares, Ok((0..1000).map(|piece| piece * piece).collect()));
    }

    #[test]
    fn the_error_is_that_of_the_piece_that_fails() {
        assert_eq!(try_map(1000, &|piece| if piece == 700 { Err(piece) } else { Ok(()) }), Err(700));
    }
}
