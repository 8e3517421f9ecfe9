//! Following a session from outside.

use crate::answer::Thought;
use crate::values::LookupError;

/// Follows a session: shows what engines find while they search, and keeps the game. All methods are OPTIONAL and
/// empty by default; `()` ignores all.
pub trait Observer: Sync {
    /// The engine of this name begins to search for a move, or has completed an iteration with this result.
    fn searching(&self, _engine: &'static str, _result: Option<&Thought>) {}

    /// The search is over.
    fn searched(&self) {}

    /// The game has changed, or is left after a move: this is how it is saved now, as in
    /// [`transcript`](super::transcript).
    fn changed(&self, _transcript: &str) {}

    /// A table is damaged or cannot be read. The game goes on without tables.
    fn tables_failed(&self, _error: &LookupError) {}
}

impl Observer for () {}
