//! The limits of a search, and the clock that measures its times.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The limits of a search. The first that is reached ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limit {
    /// The depth in plies, or in turns for a player that searches its own turns alone. Random games are cut off at this
    /// distance from the root.
    pub depth: Option<u32>,
    /// The hard limit of time: the search stops. Every search finds a move, however short the time.
    pub time: Option<Duration>,
    /// The soft limit of time, at most the hard one: no further iteration begins. A player may scale it by its
    /// certainty, as long as it keeps the hard limit.
    pub soft_time: Option<Duration>,
    /// The positions entered, over all threads.
    pub nodes: Option<u64>,
    /// The plies of a forced win: the search ends when it has found a win of at most this length. A search of all lines
    /// to a depth need not be deeper.
    pub mate: Option<u32>,
}

impl Limit {
    /// Eleven days: the limit of a search that only its watch ends.
    pub const NEVER: Duration = Duration::from_secs(1_000_000);

    /// A search to a depth in plies.
    pub fn to_depth(plies: u32) -> Limit {
        Limit { depth: Some(plies), ..Limit::default() }
    }

    /// A search that stops after this time.
    pub fn within(time: Duration) -> Limit {
        Limit { time: Some(time), ..Limit::default() }
    }

    /// This limit, or `other` if this is none.
    pub fn or(self, other: Limit) -> Limit {
        if self == Limit::default() { other } else { self }
    }
}

/// The clock that measures the times of a search. It runs from the beginning, or waits while the opponent
/// is still to move and is started while the search runs ("pondering").
#[derive(Debug, Default)]
pub struct SearchClock {
    started: OnceLock<Instant>,
}

impl SearchClock {
    /// A clock that runs from now on.
    pub fn running() -> SearchClock {
        SearchClock::since(Instant::now())
    }

    /// A clock that has run since this moment.
    pub fn since(start: Instant) -> SearchClock {
        SearchClock { started: OnceLock::from(start) }
    }

    /// A clock that waits to be started. Until then no limit of time is reached.
    pub fn waiting() -> SearchClock {
        SearchClock::default()
    }

    /// Starts a clock that waits; a running one goes on.
    pub fn start(&self) {
        self.started.get_or_init(Instant::now);
    }

    /// Whether the clock still waits.
    pub fn is_waiting(&self) -> bool {
        self.started.get().is_none()
    }

    /// Whether a limit of time is reached.
    pub fn is_past(&self, limit: Option<Duration>) -> bool {
        let is_past = |(time, start): (Duration, &Instant)| start.elapsed() >= time;
        limit.zip(self.started.get()).is_some_and(is_past)
    }

    /// The time since the start; zero while the clock waits.
    pub fn elapsed(&self) -> Duration {
        self.started.get().map_or(Duration::ZERO, Instant::elapsed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_waits_is_started_once() {
        let clock = SearchClock::waiting();
        assert_eq!((clock.is_waiting(), clock.elapsed()), (true, Duration::ZERO));
        assert!(!clock.is_past(Some(Duration::ZERO)));
        clock.start();
        std::thread::sleep(Duration::from_millis(2));
        clock.start();
        assert!(clock.is_past(Some(Duration::ZERO)) && !clock.is_past(None) && !clock.is_past(Some(Limit::NEVER)));
        assert!(!clock.is_waiting() && clock.elapsed() >= Duration::from_millis(2));
        assert!(!SearchClock::running().is_waiting());
    }
}
