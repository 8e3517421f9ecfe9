//! Who follows a session from outside.

use crate::game::Game;
use crate::search::Report;
use crate::values::LookupError;

/// Follows a session: shows what engines find while they search, and keeps the game. All methods are OPTIONAL, and do
/// nothing by default; `()` follows nothing.
pub trait Observer<G: Game>: Sync {
    /// An engine begins to search for a move, or has completed an iteration with this report.
    fn searching(&self, _engine: &str, _position: &G::Position, _report: Option<&Report<G::Move>>) {}

    /// The search is over.
    fn searched(&self) {}

    /// The game has changed or is left: this is how it is saved now, as in [`transcript`](super::transcript).
    fn changed(&self, _transcript: &str) {}

    /// A table is damaged or cannot be read. The game goes on without tables.
    fn tables_failed(&self, _error: &LookupError) {}
}

impl<G: Game> Observer<G> for () {}
