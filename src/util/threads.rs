//! Work shared among threads. What does the sharing is compiled here, once, and not again for every game and every piece
//! of work: so a piece is called through a pointer, and should be thousands of entries.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// Does all pieces of work, numbered from 0, on the threads of the pool that it is called in: one after the other as these
/// are free, for pieces differ in length.
#[inline(never)]
pub fn for_each(pieces: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..pieces).into_par_iter().with_max_len(1).for_each(work);
}

/// Does the same with whatever each piece needs for itself.
pub fn for_each_of<T: Send>(pieces: impl IntoIterator<Item = T>, work: impl Fn(usize, T) + Sync) {
    let slots: Vec<Mutex<Option<T>>> = pieces.into_iter().map(|piece| Mutex::new(Some(piece))).collect();
    for_each(slots.len(), &|number| {
        if let Some(piece) = slots[number].lock().ok().and_then(|mut slot| slot.take()) {
            work(number, piece);
        }
    });
}

/// Does all pieces of work, and gives what each has found, in their order. Once one fails, no other is begun.
///
/// # Errors
/// That of the first piece, in their order, of those that failed.
pub fn try_map<R: Send, E: Send>(pieces: usize, work: &(dyn Fn(usize) -> Result<R, E> + Sync)) -> Result<Vec<R>, E> {
    let failed = AtomicBool::new(false);
    let mut found: Vec<Option<Result<R, E>>> = (0..pieces).map(|_| None).collect();
    for_each_of(&mut found, |number, slot| {
        if !failed.load(Relaxed) {
            let result = work(number);
            failed.fetch_or(result.is_err(), Relaxed);
            *slot = Some(result);
        }
    });
    found.into_iter().flatten().collect()
}

/// How many processors there are, as far as the system tells.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// A pool of threads.
pub struct Threads(ThreadPool);

impl Threads {
    /// So many threads; as many as there are processors if no number is given.
    ///
    /// # Errors
    /// If the system gives none.
    pub fn new(number: Option<usize>) -> Result<Threads, ThreadPoolBuildError> {
        ThreadPoolBuilder::new().num_threads(number.unwrap_or(0)).build().map(Threads)
    }

    /// How many they are.
    pub fn number(&self) -> usize {
        self.0.current_num_threads()
    }

    /// Does the work in the pool.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        let (mut work, mut result) = (Some(work), None);
        self.enter(&mut || result = work.take().map(|work| work()));
        result.expect("the work was done")
    }

    #[inline(never)]
    fn enter(&self, work: &mut (dyn FnMut() + Send)) {
        self.0.install(work);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_is_in_order() {
        let threads = Threads::new(Some(3)).expect("threads can be started");
        assert_eq!(threads.number(), 3);
        let squares = threads.install(|| try_map::<_, ()>(1000, &|piece| Ok(piece * piece)));
        assert_eq!(squares, Ok((0..1000).map(|piece| piece * piece).collect()));
    }

    #[test]
    fn a_piece_that_fails_is_told() {
        assert_eq!(try_map(1000, &|piece| if piece == 700 { Err(piece) } else { Ok(()) }), Err(700));
    }
}
