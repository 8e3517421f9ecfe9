//! The work of a search, cut into pieces.

use std::ops::Range;

use crate::space::{Slice, SliceId};

/// The most entries of a piece.
const PIECE: u64 = 1 << 15;

/// Consecutive entries of a slice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryPiece {
    pub slice: SliceId,
    pub indexes: Range<u64>,
}

/// The pieces of several slices, in order.
#[derive(Clone)]
pub struct Pieces {
    /// The slices with their entries.
    slices: std::vec::IntoIter<(SliceId, u64)>,
    slice: SliceId,
    /// The entries of the slice that are left.
    left: Range<u64>,
}

impl Pieces {
    /// The pieces of these slices of a space.
    pub fn new(space: &[Slice], slices: &[SliceId]) -> Pieces {
        let slices: Vec<_> = slices.iter().map(|&slice| (slice, space[slice.index()].entries)).collect();
        Pieces { slices: slices.into_iter(), slice: SliceId::default(), left: 0..0 }
    }
}

impl Iterator for Pieces {
    type Item = EntryPiece;

    fn next(&mut self) -> Option<EntryPiece> {
        while self.left.is_empty() {
            let (slice, entries) = self.slices.next()?;
            (self.slice, self.left) = (slice, 0..entries);
        }
        let end = self.left.end.min(self.left.start + PIECE);
        let indexes = self.left.start..end;
        self.left.start = end;
        Some(EntryPiece { slice: self.slice, indexes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_all_entries_in_order() {
        let slice =
            |entries| Slice { name: String::new(), pieces: 1, part: String::new(), entries, leads_to: Vec::new() };
        let space = [slice(3), slice(0), slice(PIECE + 1), slice(7)];
        let pieces: Vec<_> = Pieces::new(&space, &[SliceId(0), SliceId(1), SliceId(2)]).collect();
        let piece = |slice, indexes| EntryPiece { slice: SliceId(slice), indexes };
        assert_eq!(pieces, [piece(0, 0..3), piece(2, 0..PIECE), piece(2, PIECE..PIECE + 1)]);
    }
}
