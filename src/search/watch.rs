//! A watch follows a search while it runs: it takes the result of each iteration, and can stop the search.

/// Follows a search, and can stop it. `R` is the result of an iteration, such as a
/// [`SearchResult`](super::SearchResult). `()` ignores the results and never stops.
pub trait Watch<R>: Sync {
    /// Takes the result of a completed iteration; for random games, the result so far, now and then. OPTIONAL.
    ///
    /// Of a search for several lines, it takes each of them, the best first;
    /// [`Details::number`](super::Details::number) tells them apart.
    fn iteration(&self, _result: &R) {}

    /// Takes a result within an iteration: its score is the bound [`Details::bound`](super::Details::bound). OPTIONAL.
    fn bound(&self, _result: &R) {}

    /// Whether the search should stop and return its best result. Each of its threads asks every few milliseconds.
    /// OPTIONAL.
    fn is_stopped(&self) -> bool {
        false
    }
}

impl<R> Watch<R> for () {}
