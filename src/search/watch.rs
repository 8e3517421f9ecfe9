//! Following a search while it runs: its result after each iteration, and a way to stop it.

/// Follows a search, and may stop it. `R` is the result that the search has after an iteration. `()` does neither.
pub trait Watch<R>: Sync {
    /// Takes the result of a completed iteration; for random games, the result so far, now and then. OPTIONAL.
    fn iteration(&self, _result: &R) {}

    /// Whether the search should stop and return what it has. It asks every few milliseconds, from each of its threads.
    /// OPTIONAL.
    fn is_stopped(&self) -> bool {
        false
    }
}

impl<R> Watch<R> for () {}
