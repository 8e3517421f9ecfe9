//! The found entries in the order of the table, a batch at a time.

use super::finder::{Finder, FoundEntry};
use super::pieces::{EntryPiece, Pieces};
use crate::game::{Board, PlayRules};
use crate::space::Symmetry;
use crate::util::progress::Progress;
use crate::util::threads::try_map;
use crate::values::{Lookup, LookupError};

/// The most pieces that are searched at a time.
const MOST_PIECES: usize = 1 << 6;

/// A batch with more found entries than this makes the next batch smaller.
const MANY: usize = 1 << 16;

/// The entries that meet the criteria of a [`Finder`], in the order of the table. One batch is in memory at a time, and
/// each call searches only the next batch.
pub struct Batches<'a, S, T> {
    finder: &'a Finder<'a, S, T>,
    pieces: Pieces,
    /// Pieces of the next batch.
    size: usize,
}

impl<'a, S: Symmetry + PlayRules + Board, T: Lookup> Finder<'a, S, T> {
    /// The entries that meet the criteria, from the first entry on.
    pub fn batches(&'a self) -> Batches<'a, S, T> {
        Batches { finder: self, pieces: self.pieces(), size: 1 }
    }
}

impl<S: Symmetry + PlayRules + Board, T: Lookup> Batches<'_, S, T> {
    /// The next entries that meet the criteria, searched on the threads of the current pool. The list is empty if the
    /// batch has none. `None` at the end.
    ///
    /// # Errors
    /// If a table is damaged or cannot be read.
    pub fn next_batch(&mut self, progress: &dyn Progress) -> Result<Option<Vec<FoundEntry<S::Position>>>, LookupError> {
        let pieces: Vec<EntryPiece> = self.pieces.by_ref().take(self.size).collect();
        if pieces.is_empty() {
            return Ok(None);
        }
        let found = try_map::<_, LookupError>(pieces.len(), &|number| {
            let (mut found, piece) = (Vec::new(), &pieces[number]);
            for (entry, value) in self.finder.admitted(piece)? {
                found.extend(self.finder.examine(entry, value)?);
            }
            progress.advance(piece.indexes.end - piece.indexes.start);
            Ok(found)
        })?;
        let found = found.concat();
        // The first batches are small, so that the first entries come at once.
        self.size = if found.len() > MANY { self.size.div_ceil(2) } else { MOST_PIECES.min(2 * self.size) };
        Ok(Some(found))
    }
}
