//! A game is opened with its values.

use std::fmt::Display;
use std::sync::Arc;

use crate::output::note;
use crate::output::progress::ProgressOnceBegun;
use hindsight::open::{AnyGame, OpenError, OpenGame, Sources};

/// Opens a game. The progress of a small game that is solved in memory is shown.
///
/// # Errors
/// As [`AnyGame::open`].
pub fn open(game: &dyn AnyGame, sources: &Sources) -> Result<Arc<dyn OpenGame>, OpenError> {
    game.open(sources, &ProgressOnceBegun::new("solving", game.facts().all_entries()))
}

/// Writes the parts of a position on standard error that were dropped or guessed when its text was read.
pub fn note_position(game: &dyn OpenGame, position: &str) {
    note_all(game.notes(position));
}

/// Writes such sentences on standard error.
pub fn note_all(notes: impl IntoIterator<Item = impl Display>) {
    notes.into_iter().for_each(note);
}
