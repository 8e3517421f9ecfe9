//! The OPTIONAL parts of the result of a search.

use super::transposition::Bound;

/// The OPTIONAL parts of the result of an iteration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// The number of the line among those asked for, the best being 0.
    pub number: usize,
    /// Whether the score, and a value with it, is only a bound; see [`Watch::bound`](super::Watch::bound).
    pub bound: Bound,
    /// The greatest distance from the root that was reached, in plies.
    pub selective_depth: Option<u32>,
    /// How full the transposition table is, in thousandths.
    pub hash_full: Option<u32>,
    /// Positions whose value came from a solved table, summed like the nodes.
    pub table_hits: Option<u64>,
    /// The number of worker threads that the system did not start: the others did the work.
    pub missing_threads: usize,
}
