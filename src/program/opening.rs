//! A game is opened with its values.

use std::sync::Arc;

use crate::output::progress::ProgressOnceBegun;
use hindsight::open::{AnyGame, OpenError, OpenGame, Sources};

/// Opens a game. The progress of a small game that is solved in memory is shown.
///
/// # Errors
/// As [`AnyGame::open`].
pub fn open(game: &dyn AnyGame, sources: &Sources) -> Result<Arc<dyn OpenGame>, OpenError> {
    game.open(sources, &ProgressOnceBegun::new("solving", game.facts().all_entries()))
}
