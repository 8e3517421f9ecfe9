//! Following a session from outside.

use crate::game::PlayRules;
use crate::search::SearchResult;
use crate::values::LookupError;

/// An engine that searches for a move.
#[derive(Clone, Copy, Debug)]
pub struct Thinking<P> {
    /// The name of the engine.
    pub engine: &'static str,
    /// The unit of its evaluation, as [`Searcher::unit`](crate::search::Searcher::unit) has it.
    pub unit: Option<&'static str>,
    /// The position on the board.
    pub position: P,
}

/// Follows a session: shows what engines find while they search, and keeps the game. All methods are OPTIONAL and
/// empty by default; `()` ignores all.
pub trait Observer<G: PlayRules>: Sync {
    /// An engine begins to search for a move, or has completed an iteration with this report.
    fn searching(&self, _thinking: &Thinking<G::Position>, _report: Option<&SearchResult<G::Move>>) {}

    /// The search is over.
    fn searched(&self) {}

    /// The game has changed, or is left after a move: this is how it is saved now, as in
    /// [`transcript`](super::transcript).
    fn changed(&self, _transcript: &str) {}

    /// A table is damaged or cannot be read. The game goes on without tables.
    fn tables_failed(&self, _error: &LookupError) {}
}

impl<G: PlayRules> Observer<G> for () {}
