//! The request of a search.

use std::time::Instant;

use super::limit::{Limit, SearchClock};
use super::result::SearchResult;
use super::watch::Watch;
use crate::game::PlayRules;
use crate::query::ExactValues;

/// The request to an engine: a position of a game, and how it is searched. [`SearchRequest::new`] has defaults for all
/// but the position and the limit.
pub struct SearchRequest<'a, G: PlayRules> {
    /// The rules.
    pub game: &'a G,
    /// The position on the board.
    pub position: &'a G::Position,
    /// The earlier positions of the game, the latest last.
    pub before: &'a [G::Position],
    /// The exact values of solved tables. A player may treat an error as an unknown value: the caller keeps the error
    /// and discards the result of the search.
    pub exact: &'a dyn ExactValues<G>,
    /// The limit; see [`Settings::limit_in`](super::Settings::limit_in). Without one, the engine uses its default.
    pub limit: Limit,
    /// The clock by which the limits of time are measured. While it waits, none of them is reached.
    pub clock: &'a SearchClock,
    /// The legal moves among which the engine is to choose; empty if all are allowed. See
    /// [`Abilities::moves`](super::Abilities::moves).
    pub moves: &'a [G::Move],
    /// The number of lines to search, at least 1: the best, the best with another first move, and so on. See
    /// [`Abilities::lines`](super::Abilities::lines).
    pub lines: usize,
    /// The number of worker threads, at least 1.
    pub threads: usize,
    /// Takes the result of each iteration, and can stop the search.
    pub watch: &'a dyn Watch<SearchResult<G::Move>>,
    /// The beginning of the search, from which the time of its results counts.
    pub start: Instant,
}

impl<'a, G: PlayRules> SearchRequest<'a, G> {
    /// A search for one line that begins with any move, on one thread, without exact values, that nobody follows. It
    /// begins now.
    pub fn new(game: &'a G, position: &'a G::Position, limit: Limit, clock: &'a SearchClock) -> SearchRequest<'a, G> {
        SearchRequest {
            game,
            position,
            before: &[],
            exact: &(),
            limit,
            clock,
            moves: &[],
            lines: 1,
            threads: 1,
            watch: &(),
            start: Instant::now(),
        }
    }

    /// Gives the watch the result of an iteration, with the time that the search has taken so far.
    pub fn tell(&self, result: &mut SearchResult<G::Move>) {
        result.time = self.start.elapsed();
        self.watch.iteration(result);
    }

    /// The request to each of some threads that play random games, which have no iterations, and whether a limit ends
    /// the games: without one, there is a number of games.
    pub(super) fn of_random_games(&self, threads: usize) -> (SearchRequest<'a, G>, bool) {
        let mut limit = self.limit;
        limit.time = limit.soft_time.or(limit.time);
        limit.nodes = limit.nodes.map(|nodes| nodes.div_ceil(threads as u64));
        (SearchRequest { limit, ..*self }, limit.time.is_some() || limit.nodes.is_some())
    }
}
