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

/// A search of at most this many nodes and this time has just begun.
const EARLY_NODES: u64 = 1000;
const EARLY: Duration = Duration::from_millis(5);

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

    /// Whether the search has just begun. Until then the first iteration goes on whatever the clock shows, so that a
    /// search without time compares the moves too.
    pub fn is_early(&self, nodes: u64) -> bool {
        nodes <= EARLY_NODES && self.begun.elapsed() <= EARLY
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
