//! How often a search looks at its clock and its watch: by time, not by a fixed number of nodes.
//!
//! A reading of the time costs as much as a node of a fast search. So a search looks after a number of nodes, which
//! grows while the nodes are fast and shrinks when they turn slow: when the memory is new, when a table is on the disk,
//! or when other programs take the processor.

use std::time::{Duration, Instant};

/// The most nodes between two looks.
const MOST: u64 = 1024;

/// The time that should pass between two looks.
const PAUSE: Duration = Duration::from_micros(200);

/// The first iteration goes on to this many nodes, whatever ends the search.
const FIRST_NODES: u64 = 10_000;

/// The first iteration goes on for this time where the time of the search is over, and for this time where the search
/// was stopped or has had its nodes.
const FIRST_LATE: Duration = Duration::from_millis(10);
const FIRST_STOPPED: Duration = Duration::from_millis(100);

/// The looks of one thread of a search.
#[derive(Debug)]
pub struct Looks {
    /// The number of nodes at which the next look is due.
    next: u64,
    /// The nodes between two looks.
    every: u64,
    looked: Instant,
    begun: Instant,
}

impl Looks {
    /// The first look is due after a node.
    pub fn new() -> Looks {
        let now = Instant::now();
        Looks { next: 1, every: 1, looked: now, begun: now }
    }

    /// Whether a search ends after this number of nodes that was stopped or has had its nodes (`is_stopped`), or whose
    /// time is over (`is_late`). In the first iteration it goes on for a moment, so that a search without time compares
    /// the moves too: the first of them may lose a piece.
    pub fn ends(&self, nodes: u64, is_first: bool, is_stopped: bool, is_late: bool) -> bool {
        let is_past = |time: Duration| self.begun.elapsed() > time;
        match is_first && nodes <= FIRST_NODES {
            true => is_late && is_past(FIRST_LATE) || is_stopped && is_past(FIRST_STOPPED),
            false => is_stopped || is_late,
        }
    }

    /// Whether a look is due after this number of nodes.
    #[inline(always)]
    pub fn is_due(&self, nodes: u64) -> bool {
        nodes >= self.next
    }

    /// Plans the look after the look at this number of nodes.
    pub fn looked(&mut self, nodes: u64) {
        let now = Instant::now();
        let passed = now - self.looked;
        self.every = match passed > PAUSE {
            // As many nodes as take the time at the speed of the last ones.
            true => (self.every as f64 * PAUSE.as_secs_f64() / passed.as_secs_f64()) as u64,
            false => self.every * 2,
        };
        self.every = self.every.clamp(1, MOST);
        (self.next, self.looked) = (nodes + self.every, now);
    }
}

impl Default for Looks {
    fn default() -> Looks {
        Looks::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::sleep;

    /// The looks of a search of this many nodes.
    fn looks(nodes: u64, mut node: impl FnMut(u64)) -> Vec<u64> {
        let (mut looks, mut at) = (Looks::new(), Vec::new());
        for number in 1..=nodes {
            node(number);
            if looks.is_due(number) {
                looks.looked(number);
                at.push(number);
            }
        }
        at
    }

    #[test]
    fn the_first_iteration_goes_on_for_a_moment() {
        let looks = Looks::new();
        let ends = |nodes, is_first| [(true, false), (false, true)].map(|(a, b)| looks.ends(nodes, is_first, a, b));
        assert_eq!((ends(1, true), ends(1, false), ends(FIRST_NODES + 1, true)), ([false; 2], [true; 2], [true; 2]));
        assert!(!looks.ends(FIRST_NODES + 1, true, false, false));
        sleep(FIRST_LATE);
        assert!(looks.ends(1, true, false, true) && !looks.ends(1, true, true, false));
        sleep(FIRST_STOPPED);
        assert!(looks.ends(1, true, true, false));
    }

    #[test]
    fn slow_nodes_are_looked_at_one_by_one() {
        let slow = looks(20, |_| sleep(Duration::from_millis(1)));
        assert!(slow.len() >= 15, "{slow:?}");
    }

    #[test]
    fn nodes_that_turn_slow_are_looked_at_more_often() {
        let found = looks(100_000 + 2 * MOST, |number| {
            if number > 100_000 && number.is_multiple_of(64) {
                sleep(Duration::from_millis(1));
            }
        });
        let of = |from: u64| found.iter().filter(|&&at| at > from).count();
        assert!(found.len() - of(100_000) < 2_000, "{}", found.len());
        assert!(of(100_000) >= 10, "{:?}", &found[found.len() - 20..]);
    }
}
