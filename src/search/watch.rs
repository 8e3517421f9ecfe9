//! Following a search while it runs: its result after each iteration, and a way to stop it.

/// Follows a search, and may stop it. `R` is the result that the search has after an iteration. `()` does neither.
pub trait Watch<R>: Sync {
    /// Takes the result of a completed iteration; for random games, the result so far, now and then. OPTIONAL.
    ///
    /// Of a search for several lines, it takes each of them, the best first; [`Details::number`](super::Details::number)
    /// tells them apart.
    fn iteration(&self, _result: &R) {}

    /// Takes what an iteration that goes on has found: its score is only a bound, as
    /// [`Details::bound`](super::Details::bound) says. OPTIONAL.
    fn bound(&self, _result: &R) {}

    /// Whether the search should stop and return what it has. It asks every few milliseconds, from each of its threads.
    /// OPTIONAL.
    fn is_stopped(&self) -> bool {
        false
    }
}

impl<R> Watch<R> for () {}
