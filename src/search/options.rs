//! The options of a search.

use super::limit::{Limit, SearchClock};

/// The options of a search, beside the position.
#[derive(Clone, Copy, Debug)]
pub struct SearchOptions<'a, M> {
    /// The limit. A limit in the settings of the engine replaces it.
    pub limit: Limit,
    /// The clock by which times are measured.
    pub clock: &'a SearchClock,
    /// The legal moves among which the engine is to choose; empty if all are allowed. See
    /// [`Abilities::moves`](super::Abilities::moves).
    pub moves: &'a [M],
    /// The number of lines to search, at least 1. See [`Abilities::lines`](super::Abilities::lines).
    pub lines: usize,
}

impl<'a, M: Copy> SearchOptions<'a, M> {
    /// A search for one line that begins with any move.
    pub fn new(limit: Limit, clock: &'a SearchClock) -> SearchOptions<'a, M> {
        SearchOptions { limit, clock, moves: &[], lines: 1 }
    }

    /// The options of each of some threads that play random games, which have no iterations, and whether a limit ends
    /// the games: without one, there is a number of games.
    pub(super) fn of_random_games(&self, threads: usize) -> (SearchOptions<'a, M>, bool) {
        let mut limit = self.limit;
        limit.time = limit.soft_time.or(limit.time);
        limit.nodes = limit.nodes.map(|nodes| nodes.div_ceil(threads as u64));
        (SearchOptions { limit, ..*self }, limit.time.is_some() || limit.nodes.is_some())
    }
}
