//! The order in which players try moves: the best move of an earlier search, then by the player's own promise, with
//! killers for quiet moves.
//!
//! [`memory`](super::memory) has an order of its own for the generic searches: it counts cutoffs in more slots, for
//! games whose captures it does not know, and evaluates the positions after the moves.

/// A move of a node, not yet tried.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// Its place among the legal moves.
    pub place: u8,
    /// Candidates of greater promise are tried first.
    pub promise: i32,
}

/// The candidates of every node of the current line, node after node, so that a search allocates nothing.
#[derive(Clone, Debug)]
pub struct OrderedCandidates<M>(Vec<Candidate<M>>);

impl<M: Copy> OrderedCandidates<M> {
    /// Room for the moves of a line of `plies` plies.
    pub fn new(plies: usize) -> OrderedCandidates<M> {
        OrderedCandidates(Vec::with_capacity(64 * (plies + 1)))
    }

    /// The number of candidates, and so the place of the first candidate of the next node.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a candidate.
    #[inline(always)]
    pub fn push(&mut self, candidate: Candidate<M>) {
        self.0.push(candidate);
    }

    /// Swaps the most promising candidate from this place on with the one at the place, and returns it.
    #[inline(always)]
    pub fn select(&mut self, from: usize) -> Option<Candidate<M>> {
        let rest = self.0.get_mut(from..).filter(|rest| !rest.is_empty())?;
        let mut most = 0;
        for other in 1..rest.len() {
            if rest[other].promise > rest[most].promise {
                most = other;
            }
        }
        rest.swap(0, most);
        rest.first().copied()
    }

    /// The move of the candidate at this place.
    #[inline(always)]
    pub fn get(&self, place: usize) -> M {
        self.0[place].mv
    }

    /// Removes the candidates from this place on.
    #[inline(always)]
    pub fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }
}

/// By ply, the two moves that last raised beta there, the latest first (Akl and Newborn 1977).
#[derive(Clone, Debug)]
pub struct Killers<M>(Vec<[Option<M>; 2]>);

impl<M: Copy + PartialEq> Killers<M> {
    /// No killers, for lines of at most `plies` plies.
    pub fn new(plies: usize) -> Killers<M> {
        Killers(vec![[None; 2]; plies + 1])
    }

    /// Removes all killers.
    pub fn clear(&mut self) {
        self.0.fill([None; 2]);
    }

    /// The slot of a move among the killers of a ply: 0 for the latest, 1 for the one before.
    #[inline(always)]
    pub fn slot(&self, ply: usize, mv: M) -> Option<usize> {
        self.0[ply].iter().position(|killer| *killer == Some(mv))
    }

    /// Records a move that has raised beta.
    #[inline(always)]
    pub fn record(&mut self, ply: usize, mv: M) {
        let killers = &mut self.0[ply];
        if killers[0] != Some(mv) {
            killers[1] = killers[0].replace(mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_come_most_promising_first() {
        let mut candidates = OrderedCandidates::new(1);
        for (place, promise) in [(0, 3), (1, 9), (2, 3), (3, 5)] {
            candidates.push(Candidate { mv: (), place, promise });
        }
        let places: Vec<u8> = (1..4).filter_map(|from| candidates.select(from)).map(|best| best.place).collect();
        assert_eq!(places, [1, 3, 2]);
        assert!(candidates.select(4).is_none());
    }

    #[test]
    fn the_two_latest_killers_are_kept() {
        let mut killers = Killers::new(2);
        ['a', 'b', 'b', 'c'].into_iter().for_each(|mv| killers.record(1, mv));
        assert_eq!(['a', 'b', 'c'].map(|mv| killers.slot(1, mv)), [None, Some(1), Some(0)]);
        assert_eq!(killers.slot(2, 'c'), None);
    }
}
